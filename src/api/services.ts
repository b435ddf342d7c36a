import type { Plan } from '../domain/players/plans.js';
import type { Store, StoredReply, Writes } from '../store/store.js';
import type { ErrorCode } from './errors.js';
import type { BudgetName } from './limits.js';

/** Who sends a request, once its credentials have been looked at. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'agent';
      readonly playerId: string;
      readonly handle: string;
      readonly keyId: string;
      readonly plan: Plan;
    };

/** One finished request, without anything secret: no query, no body, no header. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly at: number;
  readonly routeId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly field: string | null;
  readonly milliseconds: number;
  readonly playerId: string | null;
}

export interface RequestLog {
  /** Newest first. Requests that a player made are shown to that player only. */
  find(requestId: string, viewer: Caller): Promise<readonly LoggedRequest[]>;
}

export interface BudgetState {
  readonly name: BudgetName;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<
    Record<string, { readonly ok: boolean; readonly detail?: string; readonly milliseconds?: number }>
  >;
}

/** What handlers may use. The server makes it; tests may make parts of it anew. */
export interface Services {
  readonly store: Store;
  readonly clock: () => number;
  readonly publicUrl: string;
  readonly version: string;
  readonly addressReadsPerMinute: number;
  readonly securityContact: string | null;
  readonly requestLog: RequestLog;
  readonly contract: { openapi(): object; versionedOpenapi(): object; schemas(): object };
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<string>;
}

export interface RequestContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly requestId: string;
  /** What is left of the budget that this request was taken from. */
  readonly budget: BudgetState | null;
  /** The transaction of a route whose result is stored; its writes and the stored result commit together. */
  readonly writes: Writes | null;
}

export type { StoredReply };
