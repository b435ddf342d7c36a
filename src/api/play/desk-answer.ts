import type { Refusal } from '../../domain/orders/refusal.js';
import { playBudgets } from '../../domain/players/write-budgets.js';
import type { BudgetLeft, DeskCommand, DeskOutcome, WriteBudgetName } from '../../operations/play/desk-command.js';
import { ApiError } from '../errors.js';
import type { BudgetState, Caller, RequestContext } from '../services.js';

/** The player behind a request to the play API. */
export function playerOf(caller: Caller): { playerId: string; handle: string } {
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

type Answered = Exclude<DeskOutcome, { kind: 'refused' | 'limited' | 'unknown' }>;

/** Sends a command to the write desk; refusals and unknown outcomes become errors, budgets are reported. */
export async function askDesk(
  context: RequestContext,
  command: DeskCommand,
  name: WriteBudgetName | null,
): Promise<Answered> {
  const outcome = await context.services.desk.submit(command);
  if (name !== null && 'budget' in outcome && outcome.budget) context.reportBudget(budgetState(name, outcome.budget));
  switch (outcome.kind) {
    case 'limited': {
      const { quota } = playBudgets[name ?? 'orders'];
      const wait = outcome.budget.resetSeconds;
      throw new ApiError(
        'RATE_LIMITED',
        `the limit of ${quota} ${name} per player and hour is reached; try again in ${wait} s`,
        {
          headers: { 'retry-after': String(wait) },
        },
      );
    }
    case 'refused':
      throw refusalError(outcome.refusal);
    case 'unknown':
      throw new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'the outcome of this write could not be learned');
    default:
      return outcome;
  }
}

/** For writes that are refused before they reach the desk. */
export function countRefused(name: WriteBudgetName) {
  return async (context: RequestContext): Promise<void> => {
    const { playerId } = playerOf(context.caller);
    await askDesk(context, { kind: 'touch', playerId, counts: name }, name);
  };
}
