/** Single-character typos: a letter missing, added or replaced, or two neighbours swapped. */

/** Shorter words have too many neighbours. */
const minWordLength = 4;
/** Longer words with a typo are found by their trigrams. */
const maxWordLength = 20;

const isOfLetters = /^[\p{L}\p{M}]+$/u;

const lettersBetween = (first: string, last: string) =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  );

const alphabets = [lettersBetween('a', 'z'), lettersBetween('α', 'ω'), [...lettersBetween('а', 'я'), ...'ёєіїґ']];

/** Accented letters by their base letter, which is all that many keyboards have. */
const accented = new Map<string, string[]>();
for (const letter of lettersBetween('à', 'ž')) {
  const [plain] = letter.normalize('NFD');
  if (plain !== letter && letter === letter.toLowerCase())
    accented.set(plain, [...(accented.get(plain) ?? []), letter]);
}

/** Letters that a typo may have added or replaced: those of the word's alphabets. */
function lettersFor(word: readonly string[]): string[] {
  const own = new Set(word);
  const whole = alphabets.filter(letters => letters.some(letter => own.has(letter))).flat();
  return [...new Set([...whole, ...own])];
}

/**
 * Returns the distinct words that are one typo away, about 54 per letter, so each can be looked up in an index of any
 * size. Words with digits have none. `known`: the length of the longest prefix that an indexed word starts with; a typo
 * after it can't lead to a word.
 */
export function oneSlipAway(word: string, known = maxWordLength): string[] {
  const signs = [...word];
  // A word with a missing letter is one shorter.
  if (signs.length < minWordLength - 1 || signs.length > maxWordLength || !isOfLetters.test(word)) return [];
  const letters = lettersFor(signs);
  const candidates: string[] = [];
  for (let at = 0; at <= Math.min(signs.length, known); at += 1) {
    const [before, after] = [signs.slice(0, at).join(''), signs.slice(at).join('')];
    const [here, next] = signs.slice(at);
    // Inserting a letter before or after an equal one gives the same word.
    for (const letter of letters) if (letter !== here) candidates.push(before + letter + after);
    if (signs.length < minWordLength || here === undefined) continue;
    const behind = signs.slice(at + 1).join('');
    if (here !== next) candidates.push(before + behind);
    const others = accented.has(here) ? new Set([...letters, ...(accented.get(here) ?? [])]) : letters;
    for (const letter of others) if (letter !== here) candidates.push(before + letter + behind);
    if (next !== undefined && next !== here) candidates.push(before + next + here + signs.slice(at + 2).join(''));
  }
  return candidates;
}
