import { maxOutcomes, minOutcomes } from '../../engine/create-market.js';
import { type Checked, fine, lengthOf, wrong } from '../../kernel/invariant.js';
import { readLink } from '../../kernel/links.js';
import { dayMs, hourMs, isoTime } from '../../kernel/time.js';
import { plainWords, wordSequence } from '../../kernel/words.js';
import type { RequestTexts } from './readiness.js';

/** The result of one rule for a draft. A blocking rule earns no points. */
export interface RuleVerdict {
  readonly earned: number;
  readonly blocking: boolean;
  readonly message: string;
  /** The suggested change; null if the rule earned its whole weight. */
  readonly fix: string | null;
}

export interface RuleJudgement extends RuleVerdict {
  readonly id: string;
  readonly weight: number;
}

export function judgement(id: string, weight: number, verdict: RuleVerdict): RuleJudgement {
  const { earned, blocking, message, fix } = verdict;
  return { id, weight, earned: blocking ? 0 : earned, blocking, message, fix };
}

/** A part of a rule: its points, and the problem if it fails. */
export interface RulePart {
  readonly holds: boolean;
  readonly points: number;
  readonly problem: string;
  readonly fix: string;
}

/** Sums the points of passed parts and lists the problems of the others. */
function verdictOf(parts: readonly RulePart[], message: string, blocking = false): RuleVerdict {
  const failed = parts.filter(({ holds }) => !holds);
  const earned = parts.reduce((points, part) => points + (part.holds ? part.points : 0), 0);
  if (failed.length === 0) return { earned, blocking: false, message, fix: null };
  return {
    earned,
    blocking,
    message: failed.map(({ problem }) => problem).join(' '),
    fix: failed.map(({ fix }) => fix).join(' '),
  };
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const month = months.map(name => `${name}|${name.slice(0, 3)}`).join('|');
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const year = '(20\\d\\d)';

const monthOf = (text: string) => months.findIndex(name => name.startsWith(text.toLowerCase().slice(0, 3)));

/** The end of a day, or of the last day of a month; null for an invalid date. */
function endOfDay(yearNumber: number, monthIndex: number, dayNumber: number): number | null {
  const start = Date.UTC(yearNumber, monthIndex, dayNumber);
  const at = new Date(start);
  return at.getUTCMonth() === monthIndex && at.getUTCDate() === dayNumber ? start + dayMs : null;
}
const endOfMonth = (yearNumber: number, monthIndex: number) => Date.UTC(yearNumber, monthIndex + 1, 1);

interface DateForm {
  readonly pattern: RegExp;
  readonly end: (parts: readonly string[]) => number | null;
}

/** The most specific forms first: a match is removed, so that “1 May 2026” is not also parsed as “May 2026”. */
const forms: readonly DateForm[] = [
  {
    pattern: /\b(20\d\d)-(\d\d)-(\d\d)/g,
    end: ([, y, m, d]) => endOfDay(Number(y), Number(m) - 1, Number(d)),
  },
  {
    pattern: new RegExp(`\\b${day} (?:of )?(${month})\\.?,? ${year}\\b`, 'gi'),
    end: ([, d, m, y]) => endOfDay(Number(y), monthOf(m), Number(d)),
  },
  {
    pattern: new RegExp(`\\b(${month})\\.? ${day},? ${year}\\b`, 'gi'),
    end: ([, m, d, y]) => endOfDay(Number(y), monthOf(m), Number(d)),
  },
  {
    pattern: new RegExp(`\\b(${month})\\.?,? ${year}\\b`, 'gi'),
    end: ([, m, y]) => endOfMonth(Number(y), monthOf(m)),
  },
  { pattern: new RegExp(`\\bq([1-4]) ${year}\\b`, 'gi'), end: ([, q, y]) => endOfMonth(Number(y), Number(q) * 3 - 1) },
  // A bare year may be a level or a name; after one of these words it is a time.
  {
    pattern: new RegExp(`\\b(?:in|by|during|until|through|end of) ${year}\\b`, 'gi'),
    end: ([, y]) => Date.UTC(Number(y) + 1, 0, 1),
  },
];

/** Returns the end of the latest date in a text, in epoch milliseconds; null without a date. */
function latestDateIn(text: string): number | null {
  let rest = text.replace(/\s+/g, ' ');
  let latest: number | null = null;
  for (const { pattern, end } of forms) {
    for (const parts of rest.matchAll(pattern)) {
      const at = end(parts);
      if (at !== null && (latest === null || at > latest)) latest = at;
    }
    rest = rest.replace(pattern, ' ');
  }
  return latest;
}

const maxLabelLength = 120;

/** Parses comma-separated labels; omits empty ones. Duplicates stay, because readiness reports them. */
export function readOutcomes(text: string): Checked<readonly string[]> {
  const labels = text
    .split(',')
    .map(label => label.trim().replace(/\s+/gu, ' '))
    .filter(label => label !== '');
  if (labels.length > maxOutcomes) return wrong(`must have at most ${maxOutcomes} labels (got ${labels.length})`);
  const long = labels.find(label => lengthOf(label) > maxLabelLength);
  if (long === undefined) return fine(labels);
  return wrong(`must have labels of at most ${maxLabelLength} characters (got ${lengthOf(long)})`);
}

/** Labels that are equal after folding are one outcome. */
export function distinctLabels(labels: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const label of labels) {
    const folded = label.normalize('NFKC').trim().toLowerCase();
    if (folded !== '' && !seen.has(folded)) seen.set(folded, label);
  }
  return [...seen.values()];
}

/** Names that resolve inside one machine or one network. */
const privateSuffix = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|invalid|test|onion)\.?$/;

/**
 * Parses a URL that may be published as a link, by its form alone; nothing is resolved or fetched. Requires http or
 * https and a host name; rejects IP addresses in any notation, credentials and names of private networks.
 */
export function readPublicLink(text: string): Checked<string> {
  const link = readLink(text);
  if (!link.ok) return link;
  const host = link.value
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/)[0]
    .replace(/:\d+$/, '');
  const labels = host.replace(/\.$/, '').split('.');
  const last = labels[labels.length - 1];
  // Browsers parse hosts such as 2130706433 and 0x7f.1 as IPv4 addresses.
  if (host.startsWith('[') || /^(?:\d+|0x[0-9a-f]*)$/.test(last)) return wrong('must name a host, not an IP address');
  if (privateSuffix.test(host)) return wrong(`must name a public host (got ${host})`);
  if (labels.length < 2 || [...last].length < 2) return wrong(`must name a host with a domain (got ${host})`);
  return link;
}

/** Checks the URL of a source: a public https link. */
function readSourceUrl(text: string): Checked<string> {
  const link = readPublicLink(text);
  return link.ok && !link.value.startsWith('https://') ? wrong('must start with https://') : link;
}

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

/** 20 points: 8 for the name of the source, 12 for a URL in the form of a public page. Nothing is fetched. */
export function judgeSource({ sourceName, sourceUrl }: RequestTexts): RuleVerdict {
  const link = sourceUrl === null ? null : readSourceUrl(sourceUrl);
  const problem = link === null ? 'source_url is missing.' : link.ok ? '' : `source_url ${link.problem}.`;
  const isUnusable = link !== null && !link.ok;
  return verdictOf(
    [
      {
        holds: sourceName !== null,
        points: 8,
        problem: 'source_name is missing.',
        fix: 'Name who publishes the outcome.',
      },
      {
        holds: link?.ok === true,
        points: 12,
        problem,
        fix: 'Give the https address of the public page with the outcome.',
      },
    ],
    'The source is named and its address looks like a public page.',
    isUnusable || (sourceName === null && link === null),
  );
}

const minLeadMs = hourMs;
const maxYears = 5;
const maxLeadMs = maxYears * 365 * dayMs;
const minRuleLength = 20;
/** The last time zone is half a day behind UTC. */
const zoneMs = 12 * hourMs;

function judgeEnd(endsAt: number | null, now: number): string | null {
  if (endsAt === null) return 'end_timestamp is missing.';
  if (endsAt < now + minLeadMs) return `end_timestamp (${isoTime(endsAt)}) is not at least one hour ahead.`;
  if (endsAt > now + maxLeadMs) return `end_timestamp (${isoTime(endsAt)}) is more than ${maxYears} years ahead.`;
  return null;
}

/**
 * 15 points: 4 for an end in the future, 5 for an observation rule, 6 if both agree: trading ends before the end of the
 * latest date in the question and the rule, so that no order can be placed on a known answer.
 */
export function judgeTime({ question, observationRule, endsAt }: RequestTexts, now: number): RuleVerdict {
  const problem = judgeEnd(endsAt, now);
  const rule = observationRule ?? '';
  const named = latestDateIn(`${question} ; ${rule}`);
  const isLate = endsAt !== null && named !== null && endsAt > named + zoneMs;
  return verdictOf(
    [
      {
        holds: problem === null,
        points: 4,
        problem: problem ?? '',
        fix: `Send the end of trading in Unix seconds, from one hour to ${maxYears} years ahead.`,
      },
      {
        holds: rule.length >= minRuleLength,
        points: 5,
        problem:
          rule === ''
            ? 'observation_rule is missing.'
            : `observation_rule is shorter than ${minRuleLength} characters.`,
        fix: 'State how and when the outcome is read from the source.',
      },
      {
        holds: problem === null && rule !== '' && !isLate,
        points: 6,
        problem: isLate
          ? `Trading would continue after the latest date in the question and the rule (${isoTime((named ?? 0) - 1).slice(0, 10)}).`
          : 'The end of trading and the observation rule can’t be compared.',
        fix: 'End trading before the outcome is known, and name the date of the observation.',
      },
    ],
    'The end of trading and the observation rule are consistent.',
    problem !== null,
  );
}
