/** Words of a text as search sees them: lower case, with every sign left out. The database does the same to what it keeps. */

const signs = /[^\p{L}\p{M}\p{N}]+/gu;
const runs = /[\p{L}\p{M}\p{N}]+/gu;
/** So many are looked for at once; whoever asks for more is told so. */
export const maxWords = 12;
const maxWordLength = 60;

export interface Range {
  /** In UTF-16 code units, as JavaScript counts. */
  readonly start: number;
  readonly length: number;
}

const ascii = /^[ -~\s]*$/;

function fold(text: string): string {
  const lower = text.toLowerCase();
  return ascii.test(lower) ? lower : text.normalize('NFKC').toLowerCase();
}

/** What is not seen parts no word: a soft hyphen or a space without width may stand anywhere in one. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** All words with one space before, between and behind them: a phrase is in it where its words follow each other. */
export function wordSequence(text: string): string {
  return ` ${fold(text.replace(unseen, '')).replace(signs, ' ').trim()} `;
}

/** Each once, and at most as long as a word can be. */
export function plainWords(text: string): string[] {
  const words = fold(text)
    .replace(signs, ' ')
    .split(' ')
    .filter(word => word !== '')
    .map(word => [...word].slice(0, maxWordLength).join(''));
  return [...new Set(words)];
}

const isAsciiWord = /^[a-z0-9]+$/;
/** 1 for the codes of ASCII letters and digits. */
const inWords = Uint8Array.from({ length: 128 }, (_value, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The same as `findRanges`, in a text that has nothing but ASCII: each word is looked for by itself. */
function findInAscii(text: string, words: readonly string[], most: number): Range[] {
  const lower = text.toLowerCase();
  const found = new Map<number, number>();
  for (const word of words) {
    // No other one can be part of an ASCII word.
    if (!isAsciiWord.test(word)) continue;
    let met = 0;
    for (let at = lower.indexOf(word); at !== -1 && met < most; at = lower.indexOf(word, at + 1)) {
      if (at > 0 && inWords[lower.charCodeAt(at - 1)] === 1) continue;
      met += 1;
      if (!found.has(at)) found.set(at, word.length);
    }
  }
  const starts = [...found.keys()].sort((a, b) => a - b).slice(0, most);
  return starts.map(start => ({ start, length: found.get(start) as number }));
}

/** Where words of a text begin with one of these, in order; the first of them counts. */
export function findRanges(text: string, words: readonly string[], most: number): Range[] {
  if (ascii.test(text)) return findInAscii(text, words, most);
  const ranges: Range[] = [];
  // Most words of most texts begin otherwise.
  const beginnings = new Set(words.map(word => word[0]));
  for (const match of text.matchAll(runs)) {
    if (ranges.length === most) break;
    const [first] = match[0];
    // Lower case is all that folding does to this letter.
    if (first <= '~' && !beginnings.has(first.toLowerCase())) continue;
    const word = fold(match[0]);
    if (!beginnings.has(word[0])) continue;
    const hit = words.find(wanted => word.startsWith(wanted));
    if (hit !== undefined) ranges.push({ start: match.index, length: Math.min(match[0].length, hit.length) });
  }
  return ranges;
}

const snippetLength = 240;

/** The part of a text around its first range, cut at spaces. */
export function snippetOf(text: string, words: readonly string[]): string {
  if (text.length <= snippetLength) return text;
  const [first] = findRanges(text, words, 1);
  const wanted = Math.max(0, (first?.start ?? 0) - 60);
  const space = wanted === 0 ? 0 : text.indexOf(' ', wanted);
  const start = space === -1 || space > (first?.start ?? 0) ? wanted : space === 0 ? 0 : space + 1;
  const cut = text.slice(start, start + snippetLength);
  const end = text.length <= start + snippetLength ? cut.length : cut.lastIndexOf(' ');
  // A cut may fall between the halves of one character.
  return cut.slice(0, end > 0 ? end : cut.length).toWellFormed();
}
