/** Words of a text as search sees them: lower case, with every sign left out. The database does the same to what it keeps. */

const signs = /[^\p{L}\p{M}\p{N}]+/gu;
const runs = /[\p{L}\p{M}\p{N}]+/gu;
/** The same in texts that have nothing but ASCII, found several times as fast. */
const asciiRuns = /[A-Za-z0-9]+/g;
const mostWords = 12;
const longestWord = 60;

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

/** All words with one space before, between and behind them: a phrase is in it where its words follow each other. */
export function wordSequence(text: string): string {
  return ` ${fold(text).replace(signs, ' ').trim()} `;
}

/** At most a dozen, each at most as long as a word can be. */
export function plainWords(text: string): string[] {
  const words = fold(text)
    .replace(signs, ' ')
    .split(' ')
    .filter(word => word !== '')
    .map(word => [...word].slice(0, longestWord).join(''));
  return [...new Set(words)].slice(0, mostWords);
}

/** Where words of a text begin with one of these, in order. */
export function findRanges(text: string, words: readonly string[], most: number): Range[] {
  const ranges: Range[] = [];
  // Most words of most texts begin otherwise.
  const beginnings = new Set(words.map(word => word[0]));
  for (const match of text.matchAll(ascii.test(text) ? asciiRuns : runs)) {
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
