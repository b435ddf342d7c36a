import { plainWords, wordSequence } from '../../kernel/words.js';

/** Returns the anchor of a heading as common Markdown renderers generate it. Error codes keep their case. */
function anchorOf(heading: string): string {
  if (/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(heading)) return heading;
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** Generates the anchors of one document in order; a repeated heading gets a number. */
export function createAnchors(): (heading: string) => string {
  const uses = new Map<string, number>();
  return heading => {
    const anchor = anchorOf(heading);
    const count = uses.get(anchor) ?? 0;
    uses.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

// Single-character typos: a letter missing, added or replaced, or two neighbours swapped.

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
  const wordLetters = new Set(word);
  const whole = alphabets.filter(letters => letters.some(letter => wordLetters.has(letter))).flat();
  return [...new Set([...whole, ...wordLetters])];
}

/**
 * Returns the distinct words that are one typo away, about 54 per letter, so each can be looked up in an index of any
 * size. Words with digits have none. `prefixLength`: the length of the longest prefix that an indexed word starts with; a
 * typo after it can't lead to a word.
 */
export function oneSlipAway(word: string, prefixLength = maxWordLength): string[] {
  const signs = [...word];
  // A word with a missing letter is one shorter.
  if (signs.length < minWordLength - 1 || signs.length > maxWordLength || !isOfLetters.test(word)) return [];
  const letters = lettersFor(signs);
  const candidates: string[] = [];
  for (let at = 0; at <= Math.min(signs.length, prefixLength); at += 1) {
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

/** A section of the documentation with its heading. */
export interface HelpSection {
  /** Path of the document in the project. */
  readonly document: string;
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
  /** Path of its page; null if there is none. */
  readonly page: string | null;
  /** Multiplies its score; 1 without it. */
  readonly weight?: number;
}

/** A query word that no section contains, and the word searched for instead. */
interface Correction {
  readonly word: string;
  readonly as: string;
}

export interface HelpHit {
  readonly section: HelpSection;
  readonly score: number;
}

/** The occurrences of a word in a section. */
interface Mention {
  readonly section: number;
  inTitle: boolean;
  /** Occurrences in the text. */
  inText: number;
}

const minSimilarity = 0.4;
/** Stop words of questions. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in is it my of on or that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

function trigrams(word: string): string[] {
  const padded = `  ${word} `;
  return [...new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)))];
}

/** All words, indexed by their trigrams. */
class Vocabulary {
  /** Sorted. */
  private readonly words: readonly string[];
  private readonly sizes: readonly number[];
  private readonly holders = new Map<string, number[]>();

  constructor(words: Iterable<string>) {
    this.words = [...new Set(words)].sort();
    const parts = this.words.map(trigrams);
    this.sizes = parts.map(list => list.length);
    for (const [index, list] of parts.entries()) {
      for (const part of list) {
        const indexes = this.holders.get(part);
        if (indexes) indexes.push(index);
        else this.holders.set(part, [index]);
      }
    }
  }

  /** Returns the words with this prefix. */
  beginningWith(word: string): readonly string[] {
    let [first, behind] = [0, this.words.length];
    while (first < behind) {
      const middle = (first + behind) >> 1;
      if (this.words[middle] < word) first = middle + 1;
      else behind = middle;
    }
    let last = first;
    while (last < this.words.length && this.words[last].startsWith(word)) last += 1;
    return this.words.slice(first, last);
  }

  /** Returns the word with the most similar trigrams. */
  resembling(word: string): string | null {
    const wordTrigrams = trigrams(word);
    const shared = new Map<number, number>();
    for (const part of wordTrigrams) {
      for (const index of this.holders.get(part) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    let best: { known: string | null; similarity: number } = { known: null, similarity: minSimilarity };
    for (const [index, count] of shared) {
      const similarity = count / (wordTrigrams.length + this.sizes[index] - count);
      if (similarity > best.similarity) best = { known: this.words[index], similarity };
    }
    return best.known;
  }
}

function splitWords(text: string): string[] {
  return wordSequence(text)
    .split(' ')
    .filter(word => word !== '');
}

/** Returns the word without a plural ending, so that it is a prefix of both forms. */
function stemOf(word: string): string {
  return word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Full-text index of the sections. */
export class HelpIndex {
  /** Words per section. */
  private readonly lengths: readonly number[];
  private readonly mentions = new Map<string, Mention[]>();
  private readonly vocabulary: Vocabulary;

  constructor(private readonly sections: readonly HelpSection[]) {
    this.lengths = sections.map(({ title, text }, section) => {
      const [inTitle, inText] = [splitWords(title), splitWords(text)];
      for (const word of inTitle) this.mentionOf(word, section).inTitle = true;
      for (const word of inText) this.mentionOf(word, section).inText += 1;
      return inTitle.length + inText.length;
    });
    this.vocabulary = new Vocabulary(this.mentions.keys());
  }

  private mentionOf(word: string, section: number): Mention {
    const mentions = this.mentions.get(word) ?? [];
    if (mentions.length === 0) this.mentions.set(word, mentions);
    // Sections are indexed in order.
    const last = mentions.at(-1);
    if (last?.section === section) return last;
    const mention = { section, inTitle: false, inText: 0 };
    mentions.push(mention);
    return mention;
  }

  /**
   * Returns the word itself if it is a prefix of an indexed one, otherwise the closest: among single typos, the most
   * frequent.
   */
  private correct(word: string): string {
    if (this.vocabulary.beginningWith(word).length > 0) return word;
    const sections = (other: string) => this.mentions.get(other)?.length ?? 0;
    const candidates = oneSlipAway(word).filter(other => sections(other) > 0);
    const [best] = candidates.sort((a, b) => sections(b) - sections(a) || (a < b ? -1 : 1));
    return best ?? this.vocabulary.resembling(word) ?? word;
  }

  /** Returns the weight of a word in each section that contains it, or a word it is a prefix of. */
  private weigh(word: string): Map<number, number> {
    const matches = new Map<number, { title: number; inText: number }>();
    for (const candidate of this.vocabulary.beginningWith(word)) {
      for (const { section, inTitle, inText } of this.mentions.get(candidate) ?? []) {
        const sum = matches.get(section) ?? { title: 0, inText: 0 };
        if (inTitle) sum.title = Math.max(sum.title, candidate === word ? 4 : 3);
        sum.inText += inText;
        matches.set(section, sum);
      }
    }
    return new Map([...matches].map(([section, { title, inText }]) => [section, title + Math.log1p(inText)]));
  }

  /**
   * Returns hits best first, the words searched for, and the corrections made. Words in `elsewhere` exist in other
   * indexes, so they are not corrected.
   */
  search(
    q: string,
    limit: number,
    elsewhere: readonly string[] = [],
  ): { hits: HelpHit[]; words: string[]; corrections: Correction[] } {
    const given = plainWords(q);
    const topical = given.filter(word => !stopWords.has(word));
    const readings = (topical.length > 0 ? topical : given).map(word => ({
      word,
      as: elsewhere.includes(word) ? word : this.correct(word),
    }));
    const words = [...new Set(readings.map(({ as }) => as))];
    const corrections = readings.filter(({ word, as }) => word !== as);
    const sums = new Map<number, { sum: number; count: number }>();
    for (const weights of words.map(word => this.weigh(stemOf(word)))) {
      // A rare word says more about the topic.
      const rarity = Math.log(1 + this.sections.length / (1 + weights.size));
      for (const [section, weight] of weights) {
        const { sum, count } = sums.get(section) ?? { sum: 0, count: 0 };
        sums.set(section, { sum: sum + weight * rarity, count: count + 1 });
      }
    }
    const hits = [...sums]
      // A match counts more in a short section, and sections with most of the words precede those with one of them.
      .map(([section, { sum, count }]) => {
        const { weight = 1 } = this.sections[section];
        const coverage = (count / words.length) ** 2;
        return { section, score: (sum * weight * coverage) / Math.log2(8 + this.lengths[section]) };
      })
      .sort((a, b) => b.score - a.score || a.section - b.section)
      .slice(0, limit);
    return { hits: hits.map(({ section, score }) => ({ section: this.sections[section], score })), words, corrections };
  }
}
