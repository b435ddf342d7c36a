import type { ApiError } from './errors.js';
import type { RemainingBudget, UnfinishedWrite } from './write-outcome.js';

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
