import { plainWords } from '../../kernel/words.js';

/** Common words that do not indicate a shared subject. */
const common = new Set([
  ...[
    'a',
    'an',
    'and',
    'any',
    'are',
    'as',
    'at',
    'be',
    'been',
    'before',
    'by',
    'did',
    'do',
    'does',
    'end',
    'for',
    'from',
  ],
  ...['has', 'have', 'how', 'if', 'in', 'is', 'it', 'its', 'least', 'many', 'more', 'most', 'much', 'of', 'on', 'or'],
  ...[
    'than',
    'that',
    'the',
    'their',
    'there',
    'this',
    'to',
    'until',
    'was',
    'what',
    'when',
    'which',
    'who',
    'will',
    'with',
  ],
]);

const stem = (word: string) => word.replace(/(?<=\p{L}{3})(?:'s|ies|es|s)$/u, '');

/** The significant words of a question. */
export function significantWords(question: string): string[] {
  const words = plainWords(question);
  const distinctiveWords = words.filter(word => !common.has(word));
  return distinctiveWords.length > 0 ? distinctiveWords : words;
}

/** Numbers and dates distinguish questions of one series, so they count twice. */
const weightOf = (word: string) => (/\d/.test(word) ? 2 : 1);

const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weightOf(word), 0);

/**
 * The weighted Dice coefficient of the significant words of two questions: 0 for none in common, 1 for the same words.
 */
export function similarityOf(one: string, other: string): number {
  const [left, right] = [one, other].map(text => new Set(significantWords(text).map(stem)));
  const total = sum(left) + sum(right);
  if (total === 0) return 0;
  const shared = [...left].filter(word => right.has(word));
  return Math.round((20_000 * sum(shared)) / total) / 10_000;
}
