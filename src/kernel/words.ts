// Normalizes words for search: lower case, without punctuation. The database does the same to its texts.

const signs = /[^\p{L}\p{M}\p{N}]+/gu;
const runs = /[\p{L}\p{M}\p{N}]+/gu;
/** The maximum number of words per query; a longer one is rejected. */
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

/** Invisible characters such as soft hyphens and zero-width spaces don't separate words. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Returns all words with a space before, between and after them, so that a phrase is a substring. */
export function wordSequence(text: string): string {
  return ` ${fold(text.replace(invisible, '')).replace(signs, ' ').trim()} `;
}

/** Returns distinct words, truncated to the maximum length. */
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
const isWordCode = Uint8Array.from({ length: 128 }, (_value, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** `findRanges` for an ASCII text, which searches each word separately. */
function findInAscii(text: string, words: readonly string[], maxRanges: number): Range[] {
  const lower = text.toLowerCase();
  const lengths = new Map<number, number>();
  for (const word of words) {
    // Other words can't be in an ASCII text.
    if (!isAsciiWord.test(word)) continue;
    let matches = 0;
    for (let at = lower.indexOf(word); at !== -1 && matches < maxRanges; at = lower.indexOf(word, at + 1)) {
      if (at > 0 && isWordCode[lower.charCodeAt(at - 1)] === 1) continue;
      matches += 1;
      if (!lengths.has(at)) lengths.set(at, word.length);
    }
  }
  const starts = [...lengths.keys()].sort((a, b) => a - b).slice(0, maxRanges);
  return starts.map(start => ({ start, length: lengths.get(start) as number }));
}

/**
 * Returns the positions at which words of a text start with one of `words`, in order; the first matching prefix counts.
 */
export function findRanges(text: string, words: readonly string[], maxRanges: number): Range[] {
  if (ascii.test(text)) return findInAscii(text, words, maxRanges);
  const ranges: Range[] = [];
  // Skips maxRanges words of maxRanges texts.
  const beginnings = new Set(words.map(word => word[0]));
  for (const match of text.matchAll(runs)) {
    if (ranges.length === maxRanges) break;
    const [first] = match[0];
    // Folding only lower-cases this letter.
    if (first <= '~' && !beginnings.has(first.toLowerCase())) continue;
    const word = fold(match[0]);
    if (!beginnings.has(word[0])) continue;
    const hit = words.find(wanted => word.startsWith(wanted));
    if (hit !== undefined) ranges.push({ start: match.index, length: Math.min(match[0].length, hit.length) });
  }
  return ranges;
}

const snippetLength = 240;

/** Returns the part of a text around its first match, cut at spaces. */
export function snippetOf(text: string, words: readonly string[]): string {
  if (text.length <= snippetLength) return text;
  const [first] = findRanges(text, words, 1);
  const wanted = Math.max(0, (first?.start ?? 0) - 60);
  const space = wanted === 0 ? 0 : text.indexOf(' ', wanted);
  const start = space === -1 || space > (first?.start ?? 0) ? wanted : space === 0 ? 0 : space + 1;
  const cut = text.slice(start, start + snippetLength);
  const end = text.length <= start + snippetLength ? cut.length : cut.lastIndexOf(' ');
  // The cut may split a surrogate pair.
  return cut.slice(0, end > 0 ? end : cut.length).toWellFormed();
}
