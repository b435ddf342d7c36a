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

export interface HelpHit {
  readonly section: HelpSection;
  readonly score: number;
}

interface IndexedSection {
  readonly section: HelpSection;
  readonly title: readonly string[];
  readonly text: readonly string[];
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

  /** The word itself where it begins one of them, else the nearest there is. */
  read(word: string): string {
    if (this.words.some(known => known.startsWith(word))) return word;
    const own = trigrams(word);
    const shared = new Map<number, number>();
    for (const part of own) {
      for (const index of this.holders.get(part) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    let best = { known: word, similarity: resemblance };
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

/** Sections by words: few enough to be looked through one by one. */
export class HelpIndex {
  private readonly sections: readonly IndexedSection[];
  private readonly vocabulary: Vocabulary;

  constructor(sections: readonly HelpSection[]) {
    this.sections = sections.map(section => ({
      section,
      title: splitWords(section.title),
      text: splitWords(section.text),
    }));
    this.vocabulary = new Vocabulary(this.sections.flatMap(({ title, text }) => [...title, ...text]));
  }

  private score({ title, text }: IndexedSection, words: readonly string[], all: boolean): number {
    let sum = 0;
    for (const word of words) {
      const inTitle = Math.max(0, ...title.map(own => (own === word ? 4 : own.startsWith(word) ? 3 : 0)));
      const inText = text.filter(own => own.startsWith(word)).length;
      if (all && inTitle === 0 && inText === 0) return 0;
      sum += inTitle + Math.log1p(inText);
    }
    // A word in a short section says more about it.
    return sum / Math.log2(8 + title.length + text.length);
  }

  /** The best first, and the words as they were read. */
  search(q: string, limit: number): { hits: HelpHit[]; words: string[] } {
    const given = plainWords(q);
    const telling = given.filter(word => !stopWords.has(word));
    const words = (telling.length > 0 ? telling : given).map(word => this.vocabulary.read(word));
    if (words.length === 0) return { hits: [], words };
    const weigh = (all: boolean) =>
      this.sections
        .map(indexed => ({ section: indexed.section, score: this.score(indexed, words, all) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    const hits = weigh(true);
    return { hits: hits.length > 0 || words.length === 1 ? hits : weigh(false), words };
  }
}
