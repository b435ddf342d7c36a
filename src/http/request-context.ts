import type { Writes } from '../database/store.js';
import type { BudgetState } from './budget.js';
import type { Caller } from './caller.js';
import type { Services } from './services.js';
import type { WriteIdentity } from './write-outcome.js';

/** The context of a request, for its handler. */
export interface RequestContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly requestId: string;
  /** The client address as counted by budgets: a whole /64 of IPv6. */
  readonly clientAddress: () => string;
  /** The addresses and headers that indicate the origin of the request. */
  readonly origin: () => RequestOrigin;
  /** The remainder of the budget that this request was charged to. */
  readonly budget: BudgetState | null;
  /** The Idempotency-Key header, bare or quoted; null if none was sent. */
  readonly idempotencyKey: () => string | null;
  /** The Last-Event-ID header: the position of a stream client. */
  readonly lastEventId: () => string | null;
  /**
   * The identities of the writes in the body: one, or one per item of a list; none for routes without client ids.
   */
  readonly identities: readonly WriteIdentity[];
  /** The transaction of a route whose result is stored; its writes and the stored result commit together. */
  readonly writes: Writes | null;
}

/** The origin of a request according to the connection and its proxies. */
export interface RequestOrigin {
  /** The address at the other end of the connection: the nearest proxy, if there is one. */
  readonly peer: string | undefined;
  /** The client address behind the trusted proxies. */
  readonly ip: string | undefined;
  readonly header: (name: string) => string | undefined;
}
