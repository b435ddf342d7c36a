import { playBudgets } from '../engine/write-counts.js';
import type { BudgetState } from './budgets/rate-limits.js';
import { ApiError, refusalError } from './errors.js';
import type { HttpRequest } from './pipeline/http-app.js';
import { type ClientIdScope, Reply, type Route } from './route.js';
import { oneOf, Type } from './schema.js';
import type { RemainingBudget, UnfinishedWrite, WriteBudgetName } from './write-outcome.js';

/** The client id was used with another body; `index` is that of the list item. */
interface Conflict {
  readonly kind: 'differs';
  readonly index?: number;
}

type Ended = UnfinishedWrite | Conflict;

/** An outcome whose budget was counted, and whose client id was bound, in the transaction of the write. */
export type CountedOutcome = Ended | { readonly kind: string; readonly budget?: RemainingBudget | null };

/** The part of an outcome that has a body to send. */
export type Finished<O> = Exclude<O, { readonly kind: Ended['kind'] }>;

/**
 * The result of handlers of counted writes. The pipeline reports the budget and maps the outcome to a response: results
 * through `view`, rejections to errors that `explain` may add advice to.
 */
export class WriteResult<O extends CountedOutcome = CountedOutcome> {
  constructor(
    readonly outcome: O,
    readonly view: (outcome: Finished<O>, replayed: boolean) => object | Promise<object>,
    readonly explain: (error: ApiError) => Promise<unknown> = async error => error,
  ) {}
}

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

export function isUnfinished(outcome: CountedOutcome): outcome is UnfinishedWrite {
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

interface ListSchema {
  readonly properties?: Readonly<Record<string, { readonly maxItems?: number } | undefined>>;
}

/** Parses a body that validation may have rejected; null if it is not JSON. */
function parsedBody({ body }: HttpRequest): unknown {
  if (!(body instanceof Uint8Array)) return null;
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns the function that counts the writes in a rejected request: the items of a batch, which cost as much as if
 * sent separately, up to the maximum batch size; otherwise one.
 */
export function createWriteCounter({ idempotency, request }: Route): (sent: HttpRequest) => number {
  const list = typeof idempotency === 'object' ? idempotency.list : undefined;
  if (list === undefined) return () => 1;
  const maxItems = (request?.body as ListSchema | undefined)?.properties?.[list]?.maxItems;
  if (maxItems === undefined) throw new Error(`the list ${list} of a batch must have maxItems`);
  return sent => {
    const body = parsedBody(sent) as Readonly<Record<string, unknown>> | null;
    const items = typeof body === 'object' ? body?.[list] : null;
    return Array.isArray(items) ? Math.min(Math.max(items.length, 1), maxItems) : 1;
  };
}

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

/** Members of a response to a write that may have been done by an earlier request. */
export const replayMembers = (description: string) => ({
  replayed: Type.Boolean({ description, examples: [false] }),
  code: Type.Optional(oneOf(['IDEMPOTENT_REPLAY'], { description: 'Present if replayed is true.' })),
});

/** The response of a route that recognizes replays itself. `status`: of the first request. */
export function replyOrReplay(members: object, replayed: boolean, status: 200 | 201 = 201): Reply {
  if (!replayed) return new Reply(status, { ...members, replayed });
  return new Reply(200, { ...members, replayed, code: 'IDEMPOTENT_REPLAY' }, { 'idempotent-replayed': 'true' });
}
