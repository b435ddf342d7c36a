import type { RemainingBudget, UnfinishedWrite } from '../operations/write-outcome.js';
import type { ApiError } from './errors.js';

/** The client id was used with another body; `index` names the item of a list. */
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
 * What handlers of counted writes return. The pipeline reports the budget and turns the outcome into a response: results
 * through `view`, refusals into errors that `explain` may add advice to.
 */
export class WriteResult<O extends CountedOutcome = CountedOutcome> {
  constructor(
    readonly outcome: O,
    readonly view: (outcome: Finished<O>, replayed: boolean) => object | Promise<object>,
    readonly explain: (error: ApiError) => Promise<unknown> = async error => error,
  ) {}
}
