import { ApiError } from './errors.js';
import { refusalError } from './refusal-error.js';
import type { UnfinishedWrite, WriteBudgetName } from './write-outcome.js';
import { playBudgets } from './write-outcome.js';

/** The error response of a counted write that has no result. */
export function unfinishedError(outcome: UnfinishedWrite, name: WriteBudgetName): ApiError {
  if (outcome.kind === 'refused') return refusalError(outcome.refusal);
  if (outcome.kind === 'unknown') {
    return new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'The outcome of this write is unknown.');
  }
  const { quota } = playBudgets[name];
  const wait = outcome.budget.resetSeconds;
  const message = `The limit of ${quota} ${name} per player and hour is reached. Retry in ${wait} s.`;
  return new ApiError('RATE_LIMITED', message, { headers: { 'retry-after': String(wait) } });
}
