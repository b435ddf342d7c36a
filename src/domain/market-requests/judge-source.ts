import { dayMs, hourMs } from '../durations.js';
import { isoTime } from '../iso-time.js';
import { latestDateIn } from './named-dates.js';
import type { RequestTexts } from './request.js';
import { type RuleVerdict, verdictOf } from './rule-judgement.js';
import { readSourceUrl } from './source-url.js';

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
