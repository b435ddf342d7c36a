/** Words that one slip of the keyboard makes of another: a letter left out, put in or replaced, or two neighbours swapped. */

/** Of shorter words a slip leaves too little to go by. */
const shortestWord = 4;
/** In longer words a slip leaves so much that they resemble each other by their parts. */
const longestWord = 20;

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
 * All words that may have been meant by this one if one slip was made. It has some 54 of them for each letter, so that
 * they can be looked up as they are, however many words there are. Numbers are never taken for others.
 */
export function oneSlipAway(word: string): string[] {
  const signs = [...word];
  // Of a word that lacks a letter, one less is there.
  if (signs.length < shortestWord - 1 || signs.length > longestWord || !isOfLetters.test(word)) return [];
  const letters = lettersFor(signs);
  const meant = new Set<string>();
  for (let at = 0; at <= signs.length; at += 1) {
    const [before, after] = [signs.slice(0, at).join(''), signs.slice(at).join('')];
    for (const letter of letters) meant.add(before + letter + after);
    if (signs.length < shortestWord || at === signs.length) continue;
    const [here, next = ''] = signs.slice(at);
    const behind = signs.slice(at + 1).join('');
    meant.add(before + behind);
    for (const letter of [...letters, ...(marked.get(here) ?? [])]) meant.add(before + letter + behind);
    meant.add(before + next + here + signs.slice(at + 2).join(''));
  }
  meant.delete(word);
  return [...meant];
}
