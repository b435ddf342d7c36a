import type { VenueFeed } from '../aggregator/venue-feed.js';
import type { Connectors } from '../connectors/runner.js';
import type { CountrySources } from '../country-access/detect-country.js';
import type { OperationContext } from '../database/transactions.js';
import type { RequestQuery, RequestUsage } from '../developer/store.js';
import type { EventReferences } from '../events/event-references.js';
import type { WriteDesk } from '../exchange/desk/write-desk.js';
import type { ForecastDesk } from '../forecasts/forecast-desk.js';
import type { FlowFigures } from '../intelligence/flow-figures.js';
import type { LiveReads } from '../market-data/live-reads.js';
import type { Rankings, TopMarkets } from '../market-data/rankings.js';
import type { MarketReplyCache } from '../market-data/reply-cache.js';
import type { TradeHistory } from '../market-data/trade-history.js';
import type { Mailer } from '../people/confirmations.js';
import type { Authenticators } from '../people/passkeys.js';
import type { PersonalDataHooks } from '../people/personal-data-hooks.js';
import type { AttemptLimits, Passwords } from '../people/sessions.js';
import type { LeaderboardCache } from '../scoring/leaderboard-cache.js';
import type { EventSet } from '../scoring/rules/boards.js';
import type { PlayerScore } from '../scoring/store/rows.js';
import type { HelpIndex } from '../search/rules/help-index.js';
import type { Caller, CredentialHolders } from './caller.js';
import type { Cursors } from './cursor.js';
import type { ErrorCode } from './errors.js';
import type { BudgetName } from './limits.js';
import type { WriteBody } from './route.js';
import type { StageFigures } from './stages.js';
import type { TradesSubscription, UserSubscription } from './subscription.js';

/** One finished request, without secrets: no query, no body, no header. */
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
  readonly keyId: string | null;
}

export interface RequestLog {
  /** Newest first. Requests of a player are visible to that player only. */
  find(requestId: string, viewer: Caller): Promise<readonly LoggedRequest[]>;
  /** A player's own requests, newest first, including the current ones. */
  list(query: RequestQuery): Promise<readonly LoggedRequest[]>;
  usage(playerId: string, from: number): Promise<RequestUsage>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<
    Record<string, { readonly ok: boolean; readonly detail?: string; readonly milliseconds?: number }>
  >;
}

/** Stream reads for callers that request once instead of subscribing. */
export interface StreamAccess {
  /** Messages after a sequence, or the reason why they are unavailable, so that a snapshot is needed. */
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
  /** The path in the project, such as docs/scoring.md. */
  readonly path: string;
  readonly title: string;
  /** Its first paragraph. */
  readonly summary: string;
  /** Path of its page; null if the documentation is not served. */
  readonly page: string | null;
  /** Markdown. */
  readonly text: string;
}

/** One line per operation, for choosing between operations. */
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

/** A tool as shown on pages, without its schemas. */
interface ToolSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: 'public' | 'agentKey';
  readonly annotations: { readonly readOnlyHint: boolean };
}

/** Values that the operator's configuration fixes for the lifetime of the process. */
export interface ArenaSettings {
  readonly publicUrl: string;
  readonly version: string;
  readonly addressReadsPerMinute: number;
  /** Whether this node opens practice events. */
  readonly opensPractice: boolean;
  readonly securityContact: string | null;
  /** Every literal segment in the path of a route; no handle or slug may equal one of them. */
  readonly routeWords: ReadonlySet<string>;
}

/** The documents that describe the service: contracts, tools and the operation map. */
export interface ContractDocuments {
  openapi(): object;
  versionedOpenapi(): object;
  schemas(): object;
  versionedAsyncapi(): object;
  tools(): readonly ToolSummary[];
  operations(): readonly OperationSummary[];
}

/** The market data that a node holds in memory, and the caches of responses built from it. */
export interface MarketDataServices {
  readonly live: LiveReads;
  /** Responses about one market, and about many at once. */
  readonly replies: MarketReplyCache;
  readonly bulkReplies: MarketReplyCache;
  readonly history: TradeHistory;
  readonly rankings: Rankings;
  readonly topMarkets: TopMarkets;
}

/**
 * The running parts of the service, one member per feature. A feature whose use cases need only the operation context
 * has no member here.
 */
export interface Services extends OperationContext {
  readonly settings: ArenaSettings;
  readonly cursors: Cursors;
  readonly credentials: CredentialHolders;
  readonly exchange: { readonly desk: WriteDesk };
  readonly forecasts: { readonly desk: ForecastDesk };
  /** Resolves slugs and public keys to events the caller may see. */
  readonly markets: { readonly references: EventReferences };
  readonly marketData: MarketDataServices;
  readonly intelligence: { readonly flows: FlowFigures };
  readonly scoring: {
    readonly leaderboards: LeaderboardCache;
    /** A player's scores on these events by their current resolutions, where there is one. */
    readonly scoresOf: (playerId: string, eventIds: readonly string[]) => Promise<readonly PlayerScore[]>;
  };
  /** Opens an export of the public record of a set of events, to be read at any speed. */
  readonly record: { readonly open: (events: EventSet) => Promise<(write: WriteBody) => Promise<void>> };
  readonly people: {
    readonly passwords: Passwords;
    readonly attempts: AttemptLimits & { sweep(): Promise<void> };
    readonly mailer: Mailer;
    readonly authenticators: Authenticators;
    readonly personalData: PersonalDataHooks;
  };
  readonly search: { readonly help: HelpIndex };
  readonly practice: {
    /** Adds the open event of the series to the error of a closed practice market. */
    readonly withAdvice: (slug: string | undefined, error: unknown) => Promise<unknown>;
  };
  readonly certification: {
    /** Events of a player’s open certification run, which are hidden elsewhere. */
    readonly openEventIds: (playerId: string) => Promise<ReadonlySet<string>>;
  };
  readonly connectors: Connectors;
  /** The feed over all venues. */
  readonly aggregator: { readonly feed: VenueFeed };
  readonly streams: StreamAccess;
  readonly countryAccess: CountrySources;
  readonly developer: {
    readonly requestLog: RequestLog;
    /** Latency by stage on this node. */
    readonly latency: () => { node: string; spanSeconds: number; stages: readonly StageFigures[] };
  };
  readonly service: {
    readonly contract: ContractDocuments;
    /** Guides and explanations for people and models. */
    readonly documents: readonly ProjectDocument[];
    readonly readiness: () => Promise<Readiness>;
    readonly metrics: () => Promise<string>;
  };
}
