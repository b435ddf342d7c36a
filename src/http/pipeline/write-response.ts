import type { BudgetState } from '../budget.js';
import { ApiError } from '../errors.js';
import { type ClientIdScope, Reply, type Route } from '../route.js';
import { unfinishedError } from '../unfinished-error.js';
import type { RemainingBudget, UnfinishedWrite, WriteBudgetName } from '../write-outcome.js';
import { playBudgets } from '../write-outcome.js';
import type { CountedOutcome, WriteResult } from '../write-result.js';

/** Effects of a counted write on the exchange, in addition to the response. */
interface Accounting {
  readonly reportBudget: (state: BudgetState) => void;
  /** A replay costs a read instead of a write. */
  readonly takeRead: () => void;
}

export function isWriteBudget(name: string): name is WriteBudgetName {
  return Object.hasOwn(playBudgets, name);
}

export function budgetState(name: WriteBudgetName, { remaining, resetSeconds }: RemainingBudget): BudgetState {
  const { quota, windowMs } = playBudgets[name];
  return { name, quota, windowSeconds: windowMs / 1000, remaining, resetSeconds };
}

function conflictError({ clientId, noun, list }: ClientIdScope, index = 0): ApiError {
  const field = list === undefined ? clientId : `${list}[${index}].${clientId}`;
  return new ApiError('IDEMPOTENT_REPLAY', `This ${field} was already used for ${noun} with a different body.`, {
    field,
  });
}

function isUnfinished(outcome: CountedOutcome): outcome is UnfinishedWrite {
  return outcome.kind === 'refused' || outcome.kind === 'limited' || outcome.kind === 'unknown';
}

/** Maps the outcome of a counted write to its response; the same for every route that counts in its transaction. */
export async function respondToWrite(
  route: Route,
  name: WriteBudgetName,
  { outcome, view, explain }: WriteResult,
  { reportBudget, takeRead }: Accounting,
): Promise<Reply> {
  if ('budget' in outcome && outcome.budget) reportBudget(budgetState(name, outcome.budget));
  if (isUnfinished(outcome)) throw await explain(unfinishedError(outcome, name));
  const isReplay = outcome.kind === 'replayed';
  if (isReplay || outcome.kind === 'differs' || outcome.kind === 'unchanged') takeRead();
  if (outcome.kind === 'differs') {
    throw conflictError(route.idempotency as ClientIdScope, 'index' in outcome ? outcome.index : undefined);
  }
  const body = await view(outcome as never, isReplay);
  if (isReplay) return new Reply(200, body, { 'idempotent-replayed': 'true' });
  return new Reply(route.responses[201] ? 201 : 200, body);
}
