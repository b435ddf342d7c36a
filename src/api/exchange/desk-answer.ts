import { playBudgets } from '../../domain/exchange/write-budgets.js';
import type { Refusal } from '../../domain/refusal.js';
import type { BudgetState } from '../../http/budget.js';
import type { Caller } from '../../http/caller.js';
import { ApiError } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type {
  BudgetLeft,
  DeskCommand,
  DeskOutcome,
  WriteBudgetName,
} from '../../operations/exchange/desk/desk-command.js';

/** The player behind a request to the play API. */
export function requirePlayer(caller: Caller): { playerId: string; handle: string } {
  if (!('playerId' in caller))
    throw new ApiError('FORBIDDEN', 'this needs a player’s credential: an agent key or a session');
  return caller;
}

function budgetState(name: WriteBudgetName, { remaining, resetSeconds }: BudgetLeft): BudgetState {
  const { quota, windowMs } = playBudgets[name];
  return { name, quota, windowSeconds: windowMs / 1000, remaining, resetSeconds };
}

export function refusalError({ code, message, field, extra }: Refusal): ApiError {
  return new ApiError(code, message, { ...(field === undefined ? {} : { field }), ...(extra ? { extra } : {}) });
}

type Failed = Extract<DeskOutcome, { kind: 'refused' | 'limited' | 'unknown' }>;

function isFailed(outcome: { readonly kind: string }): outcome is Failed {
  return outcome.kind === 'refused' || outcome.kind === 'limited' || outcome.kind === 'unknown';
}

function failureOf(outcome: Failed, name: WriteBudgetName | null): ApiError {
  if (outcome.kind === 'refused') return refusalError(outcome.refusal);
  if (outcome.kind === 'unknown') {
    return new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'the outcome of this write could not be learned');
  }
  const { quota } = playBudgets[name ?? 'orders'];
  const wait = outcome.budget.resetSeconds;
  const message = `the limit of ${quota} ${name} per player and hour is reached; try again in ${wait} s`;
  return new ApiError('RATE_LIMITED', message, { headers: { 'retry-after': String(wait) } });
}

/** What a desk has answered; refusals and unknown outcomes become errors, budgets are reported. */
export function writeResult<T extends { readonly kind: string; readonly budget?: BudgetLeft | null }>(
  context: RequestContext,
  outcome: T,
  name: WriteBudgetName | null,
): Exclude<T, Failed> {
  if (name !== null && outcome.budget) context.reportBudget(budgetState(name, outcome.budget));
  if (isFailed(outcome)) throw failureOf(outcome, name);
  return outcome as Exclude<T, Failed>;
}

/** Sends a command to the write desk. */
export async function submitToDesk(context: RequestContext, command: DeskCommand, name: WriteBudgetName | null) {
  return writeResult(context, await context.services.exchange.desk.submit(command), name);
}

/** For writes that are refused before they reach the desk. */
export function countRefused(name: WriteBudgetName) {
  return async (context: RequestContext): Promise<void> => {
    const { playerId } = requirePlayer(context.caller);
    await submitToDesk(context, { kind: 'touch', playerId, counts: name }, name);
  };
}
