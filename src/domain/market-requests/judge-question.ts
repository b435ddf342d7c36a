import { minOutcomes } from '../markets/create-market.js';
import { plainWords, wordSequence } from '../search/words.js';
import { distinctLabels } from './read-outcomes.js';
import { type RuleVerdict, verdictOf } from './rule-judgement.js';

/** Words that two readers would interpret differently. */
const vague = [
  ...['soon', 'eventually', 'someday', 'significantly', 'significant', 'substantially', 'substantial', 'considerably'],
  ...[
    'major',
    'dramatically',
    'dramatic',
    'a lot',
    'successful',
    'success',
    'popular',
    'better',
    'worse',
    'good',
    'bad',
  ],
  ...['impressive', 'interesting', 'important', 'huge', 'massive', 'many people', 'most people', 'in the near future'],
];
const minWords = 4;

/** 25 points: 5 for a question, 4 for a single question, 8 for a number or a date, 8 for no vague words. */
export function judgeQuestion(question: string): RuleVerdict {
  const sequence = wordSequence(question);
  const word = vague.find(term => sequence.includes(` ${term} `));
  const marks = question.split('?').length - 1;
  const isLong = plainWords(question).length >= minWords;
  return verdictOf(
    [
      {
        holds: isLong && question.endsWith('?'),
        points: 5,
        problem: isLong
          ? 'The question does not end with a question mark.'
          : `The question has fewer than ${minWords} words.`,
        fix: 'Write one complete question that ends with a question mark.',
      },
      {
        holds: marks <= 1 && !/ and will | and does | and is /.test(sequence),
        points: 4,
        problem: 'The question asks more than one thing.',
        fix: 'File a separate request for each question.',
      },
      {
        holds: /\d/.test(question),
        points: 8,
        problem: 'The question names neither a number nor a date.',
        fix: 'Name the threshold, the day or the period that decides the question.',
      },
      {
        holds: word === undefined,
        points: 8,
        problem: `The word “${word}” can be measured in several ways.`,
        fix: 'Replace it with a number that the source publishes.',
      },
    ],
    'The question is measurable.',
    !isLong,
  );
}

const catchAll = /\b(?:other|others|none|neither|nobody|no one|anyone else|anything else|something else|tie|draw)\b/;
const openBelow =
  /^(?:below|under|less|fewer|up to|at most|no more than|before|[<≤])|\bor (?:less|fewer|below|earlier)\b/;
const openAbove = /^(?:above|over|more|at least|no less than|after|[>≥])|\bor (?:more|above|later)\b|\+$/;

function areExhaustive(labels: readonly string[]): boolean {
  const folded = labels.map(label => label.normalize('NFKC').toLowerCase());
  if (folded.length === 2 && folded.includes('yes') && folded.includes('no')) return true;
  if (folded.some(label => catchAll.test(label))) return true;
  return folded.some(label => openBelow.test(label)) && folded.some(label => openAbove.test(label));
}

/** 20 points for labels that cover every case, 12 for labels that may miss one, none without labels. */
export function judgeOutcomes(labels: readonly string[]): RuleVerdict {
  if (labels.length === 0) {
    const fix = 'List the outcomes, such as “Yes, No”.';
    return { earned: 0, blocking: false, message: 'No outcomes are given; the draft uses Yes and No.', fix };
  }
  const distinct = distinctLabels(labels);
  if (distinct.length < Math.max(labels.length, minOutcomes)) {
    return {
      earned: 0,
      blocking: true,
      message: distinct.length < labels.length ? 'Two outcomes have the same label.' : 'Only one outcome is given.',
      fix: `Give at least ${minOutcomes} different outcomes.`,
    };
  }
  if (areExhaustive(labels)) {
    return { earned: 20, blocking: false, message: 'The outcomes cover every case.', fix: null };
  }
  return {
    earned: 12,
    blocking: false,
    message: 'A case may be missing: no outcome covers the rest.',
    fix: 'Add an outcome such as “Other”, or open-ended ranges at both ends.',
  };
}
