import { dayMs, hourMs } from '../durations.js';

/** Items that need an operator, the most urgent kind first. */
export const inboxKinds = [
  'disputed',
  'unsettled',
  'overdue',
  'confirm',
  'closed',
  'connector',
  'report',
  'proposed',
  'paused',
  'stale',
] as const;
export type InboxKind = (typeof inboxKinds)[number];

export const inboxMeanings: Readonly<Record<InboxKind, string>> = {
  disputed: 'a proposed resolution has disputes and waits for an operator',
  unsettled: 'a resolution is older than ten minutes and not all holdings are paid',
  overdue: 'a market closed more than a day ago and has no proposal',
  confirm: 'a proposal made by a final score waits for confirmation',
  closed: 'a market closed within the last day and has no proposal',
  connector: 'the last run of an enabled connector failed',
  report: 'people have reported it',
  proposed: 'a proposal is in its challenge window',
  paused: 'a market is paused',
  stale: 'a market has been open for a week without a trade in the last seven days',
};

/** A market that closed longer ago without a proposal is overdue. */
export const overdueAfterMs = dayMs;
/** A resolution that is not settled after this long is stuck. */
export const settleWithinMs = hourMs / 6;
/** A market without a trade for this long is stale. */
export const staleAfterMs = 7 * dayMs;
/** The maximum number of items of one kind in a response. */
export const maxItemsPerKind = 50;
