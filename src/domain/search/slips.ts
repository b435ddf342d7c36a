/** Words that one slip of the keyboard makes of another: a letter left out, put in or replaced, or two neighbours swapped. */

/** Of shorter words a slip leaves too little to go by. */
const minWordLength = 4;
/** In longer words a slip leaves so much that they resemble each other by their parts. */
const maxWordLength = 20;

const isOfLetters = /^[\p{L}\p{M}]+$/u;

const lettersBetween = (first: string, last: string) =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  );

const alphabets = [lettersBetween('a', 'z'), lettersBetween('α', 'ω'), [...lettersBetween('а', 'я'), ...'ёєіїґ']];

/** Letters with a mark by those without, which many keyboards have alone. */
const marked = new Map<string, string[]>();
for (const letter of lettersBetween('à', 'ž')) {
  const [plain] = letter.normalize('NFD');
  if (plain !== letter && letter === letter.toLowerCase()) marked.set(plain, [...(marked.get(plain) ?? []), letter]);
}

/** The letters that a hand may have missed or met: those of the alphabets that the word is written in. */
function lettersFor(word: readonly string[]): string[] {
  const own = new Set(word);
  const whole = alphabets.filter(letters => letters.some(letter => own.has(letter))).flat();
  return [...new Set([...whole, ...own])];
}

/**
 * All words that may have been meant by this one if one slip was made, each once. It has some 54 of them for each letter,
 * so that they can be looked up as they are, however many words there are. Numbers are never taken for others.
 *
 * Where only the first `known` letters begin a word that there is, no slip behind them makes one of it.
 */
export function oneSlipAway(word: string, known = maxWordLength): string[] {
  const signs = [...word];
  // Of a word that lacks a letter, one less is there.
  if (signs.length < minWordLength - 1 || signs.length > maxWordLength || !isOfLetters.test(word)) return [];
  const letters = lettersFor(signs);
  const meant: string[] = [];
  for (let at = 0; at <= Math.min(signs.length, known); at += 1) {
    const [before, after] = [signs.slice(0, at).join(''), signs.slice(at).join('')];
    const [here, next] = signs.slice(at);
    // Beside the same letter it makes no difference on which side it was left out.
    for (const letter of letters) if (letter !== here) meant.push(before + letter + after);
    if (signs.length < minWordLength || here === undefined) continue;
    const behind = signs.slice(at + 1).join('');
    if (here !== next) meant.push(before + behind);
    const others = marked.has(here) ? new Set([...letters, ...(marked.get(here) ?? [])]) : letters;
    for (const letter of others) if (letter !== here) meant.push(before + letter + behind);
    if (next !== undefined && next !== here) meant.push(before + next + here + signs.slice(at + 2).join(''));
  }
  return meant;
}
