import { oneSlipAway } from './slips.js';
import { plainWords, wordSequence } from './words.js';

/** A part of the documentation under a heading of its own. */
export interface HelpSection {
  /** Path of the document in the project. */
  readonly document: string;
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
  /** Path of a page that shows it; null where none does. */
  readonly page: string | null;
}

/** A word that no section has, and the one that was looked for in its place. */
interface Mended {
  readonly word: string;
  readonly as: string;
}

export interface HelpHit {
  readonly section: HelpSection;
  readonly score: number;
}

/** A word in a section. */
interface Mention {
  readonly section: number;
  inTitle: boolean;
  /** How often in the text. */
  inText: number;
}

const resemblance = 0.4;
/** Words of questions that say nothing about what is asked. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in is it my of on or that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

function trigrams(word: string): string[] {
  const padded = `  ${word} `;
  return [...new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)))];
}

/** All words, and for each three letters those that have them. */
class Vocabulary {
  /** In order. */
  private readonly words: readonly string[];
  private readonly sizes: readonly number[];
  private readonly holders = new Map<string, number[]>();

  constructor(words: Iterable<string>) {
    this.words = [...new Set(words)].sort();
    const parts = this.words.map(trigrams);
    this.sizes = parts.map(list => list.length);
    for (const [index, list] of parts.entries()) {
      for (const part of list) {
        const known = this.holders.get(part);
        if (known) known.push(index);
        else this.holders.set(part, [index]);
      }
    }
  }

  /** Those that begin with it. */
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

  /** The one that shares most of its parts with it. */
  resembling(word: string): string | null {
    const own = trigrams(word);
    const shared = new Map<number, number>();
    for (const part of own) {
      for (const index of this.holders.get(part) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    let best: { known: string | null; similarity: number } = { known: null, similarity: resemblance };
    for (const [index, count] of shared) {
      const similarity = count / (own.length + this.sizes[index] - count);
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

/** Sections by the words they have. */
export class HelpIndex {
  /** How many words each section has. */
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
    const known = this.mentions.get(word) ?? [];
    if (known.length === 0) this.mentions.set(word, known);
    // Sections come one after the other.
    const last = known.at(-1);
    if (last?.section === section) return last;
    const mention = { section, inTitle: false, inText: 0 };
    known.push(mention);
    return mention;
  }

  /** The word itself where it begins one of them, else the nearest there is; of those a slip away, the one most sections have. */
  private read(word: string): string {
    if (this.vocabulary.beginningWith(word).length > 0) return word;
    const sections = (other: string) => this.mentions.get(other)?.length ?? 0;
    const meant = oneSlipAway(word).filter(other => sections(other) > 0);
    const [most] = meant.sort((a, b) => sections(b) - sections(a) || (a < b ? -1 : 1));
    return most ?? this.vocabulary.resembling(word) ?? word;
  }

  /** What one word is worth to each section that has it or a word that begins with it. */
  private weigh(word: string): Map<number, number> {
    const found = new Map<number, { title: number; inText: number }>();
    for (const own of this.vocabulary.beginningWith(word)) {
      for (const { section, inTitle, inText } of this.mentions.get(own) ?? []) {
        const sum = found.get(section) ?? { title: 0, inText: 0 };
        if (inTitle) sum.title = Math.max(sum.title, own === word ? 4 : 3);
        sum.inText += inText;
        found.set(section, sum);
      }
    }
    return new Map([...found].map(([section, { title, inText }]) => [section, title + Math.log1p(inText)]));
  }

  /**
   * The best first, the words as they were read, and which of them are not those that were asked for. Those that are known
   * elsewhere are no slips and are read as they stand.
   */
  search(
    q: string,
    limit: number,
    elsewhere: readonly string[] = [],
  ): { hits: HelpHit[]; words: string[]; mended: Mended[] } {
    const given = plainWords(q);
    const telling = given.filter(word => !stopWords.has(word));
    const readings = (telling.length > 0 ? telling : given).map(word => ({
      word,
      as: elsewhere.includes(word) ? word : this.read(word),
    }));
    const words = [...new Set(readings.map(({ as }) => as))];
    const mended = readings.filter(({ word, as }) => word !== as);
    const sums = new Map<number, { sum: number; count: number }>();
    for (const worths of words.map(word => this.weigh(word))) {
      for (const [section, worth] of worths) {
        const { sum, count } = sums.get(section) ?? { sum: 0, count: 0 };
        sums.set(section, { sum: sum + worth, count: count + 1 });
      }
    }
    const whole = [...sums].filter(([, { count }]) => count === words.length);
    const hits = (whole.length > 0 ? whole : [...sums])
      // A word in a short section says more about it.
      .map(([section, { sum }]) => ({ section, score: sum / Math.log2(8 + this.lengths[section]) }))
      .sort((a, b) => b.score - a.score || a.section - b.section)
      .slice(0, limit);
    return { hits: hits.map(({ section, score }) => ({ section: this.sections[section], score })), words, mended };
  }
}
