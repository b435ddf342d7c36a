import type { MarketReplyCache } from '../api/market-data/market-reply-cache.js';
import type { LeaderboardCache } from '../api/scoring/leaderboard-cache.js';
import type { IdPrefix } from '../domain/ids.js';
import type { Plan } from '../domain/people/plans.js';
import type { Role } from '../domain/people/players.js';
import type { HelpIndex } from '../domain/search/help-index.js';
import type { WriteDesk } from '../operations/exchange/desk/write-desk.js';
import type { ForecastDesk } from '../operations/forecasts/forecast-desk.js';
import type { LiveReads } from '../operations/market-data/live-reads.js';
import type { Rankings } from '../operations/market-data/rankings.js';
import type { TopMarkets } from '../operations/market-data/top-markets.js';
import type { TradeHistory } from '../operations/market-data/trade-history.js';
import type { EventReferences } from '../operations/markets/event-references.js';
import type { TradesSubscription, UserSubscription } from '../operations/streams/subscription.js';
import type { RequestQuery, RequestUsage } from '../store/developer/interface.js';
import type { Store, Writes } from '../store/store.js';
import type { Cursors } from './cursor.js';
import type { ErrorCode } from './errors.js';
import type { BudgetName } from './limits.js';
import type { StageFigures } from './stages.js';
import type { WriteBody } from './write-body.js';

/** Who sends a request, once its credentials have been looked at. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'agent';
      readonly playerId: string;
      readonly handle: string;
      readonly keyId: string;
      readonly plan: Plan;
    }
  | {
      readonly kind: 'person';
      readonly playerId: string;
      readonly handle: string;
      readonly plan: Plan;
      readonly role: Role;
      readonly sessionId: string;
    }
  /** Whoever holds the operator token: nobody in particular, so no player. */
  | { readonly kind: 'operator' };

export type PersonCaller = Extract<Caller, { kind: 'person' }>;

/** The player on whose behalf a request is made, if there is one. */
export function playerIdOf(caller: Caller): string | null {
  return caller.kind === 'agent' || caller.kind === 'person' ? caller.playerId : null;
}

/** By the operator token or by the role. */
export function isOperator(caller: Caller): boolean {
  return caller.kind === 'operator' || (caller.kind === 'person' && caller.role === 'operator');
}

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
  /** A player's own, newest first, those of this moment included. */
  list(query: RequestQuery): Promise<readonly LoggedRequest[]>;
  usage(playerId: string, from: number): Promise<RequestUsage>;
}

export interface BudgetState {
  readonly name: BudgetName;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Budgets that a handler counts itself, because only it knows whose they are. */
export interface Budgets {
  /** Takes one from a holder's budget, or throws RATE_LIMITED. Null: this budget has no limit here. */
  take(name: BudgetName, holder: string, multiplier?: number): BudgetState | null;
  /** Undoes one take, for budgets that count only what went wrong. */
  giveBack(name: BudgetName, holder: string): void;
}

/** Slow on purpose, done beside the event loop, a few at a time; too many waiting are refused with SERVICE_UNAVAILABLE. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long where there is nothing to compare with, and then says no. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<
    Record<string, { readonly ok: boolean; readonly detail?: string; readonly milliseconds?: number }>
  >;
}

/** Streams for those who ask once instead of reading on. */
export interface StreamAccess {
  /** Messages behind a sequence, or why they can't be had, so that only a snapshot can help. */
  replay(
    subscription: TradesSubscription | UserSubscription,
    after: number,
    limit: number,
  ): Promise<
    | { readonly messages: readonly object[]; readonly lastSequence: number; readonly complete: boolean }
    | { readonly reason: string; readonly lastSequence: number }
  >;
  manifest(): object;
}

/** A page of the documentation that comes with the service. */
export interface ProjectDocument {
  /** In the project, such as docs/scoring.md. */
  readonly path: string;
  readonly title: string;
  /** Its first paragraph. */
  readonly summary: string;
  /** Markdown. */
  readonly text: string;
}

/** One line for each operation: what a client needs to choose it, and no more. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly area: string;
  readonly summary: string;
  readonly auth: string;
  readonly scope: string | null;
  readonly effect: 'read' | 'write';
  readonly budget: BudgetName | 'none';
  readonly idempotency: string | null;
  readonly tool: string | null;
}

/** What pages tell of a tool; its schemas come along and are nobody's business here. */
interface ToolSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: 'public' | 'agentKey';
  readonly annotations: { readonly readOnlyHint: boolean };
}

/** What handlers may use. The server makes it; tests may make parts of it anew. */
export interface Services {
  readonly store: Store;
  readonly clock: () => number;
  /** That many bytes that nobody can foresee. */
  readonly random: (bytes: number) => Uint8Array;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  readonly passwords: Passwords;
  readonly budgets: Budgets;
  /** Every fixed word in the path of a route; no handle or slug may be one of them. */
  readonly routeWords: ReadonlySet<string>;
  readonly publicUrl: string;
  readonly version: string;
  readonly addressReadsPerMinute: number;
  /** Whether practice events are opened here. */
  readonly opensPractice: boolean;
  readonly securityContact: string | null;
  readonly requestLog: RequestLog;
  /** The whole public record as of now, to be read at any pace. */
  readonly openRecord: () => Promise<(write: WriteBody) => Promise<void>>;
  readonly desk: WriteDesk;
  readonly forecastDesk: ForecastDesk;
  /** Markets in memory: what is polled is read here. */
  readonly live: LiveReads;
  /** What was made of one market, and of many at once. */
  readonly replies: MarketReplyCache;
  readonly bulkReplies: MarketReplyCache;
  /** Slug or public key to the names of an event, for whoever asks from where they ask. */
  readonly references: EventReferences;
  /** Leaderboards as they were built last. */
  readonly boards: LeaderboardCache;
  readonly cursors: Cursors;
  readonly help: HelpIndex;
  /** Guides and explanations, as they are read by people and models. */
  readonly documents: readonly ProjectDocument[];
  readonly history: TradeHistory;
  readonly rankings: Rankings;
  readonly topMarkets: TopMarkets;
  readonly streams: StreamAccess;
  readonly contract: {
    openapi(): object;
    versionedOpenapi(): object;
    schemas(): object;
    versionedAsyncapi(): object;
    tools(): readonly ToolSummary[];
    operations(): readonly OperationSummary[];
  };
  /** Where the time of requests goes on this node. */
  readonly latency: () => { node: string; spanSeconds: number; stages: readonly StageFigures[] };
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<string>;
}

export interface RequestContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly requestId: string;
  /** What is left of the budget that this request was taken from. */
  readonly budget: BudgetState | null;
  /** The Idempotency-Key header, bare or quoted; null where none was sent. */
  readonly idempotencyKey: () => string | null;
  /** The Last-Event-ID header: where a reader of a stream has come to. */
  readonly lastEventId: () => string | null;
  /** A handler that counts for itself says what is left. */
  readonly reportBudget: (state: BudgetState) => void;
  /** Takes one read from the caller's budget, for a write that turns out to be a replay. */
  readonly takeRead: () => void;
  /** The transaction of a route whose result is stored; its writes and the stored result commit together. */
  readonly writes: Writes | null;
}
