// Written by `npm run contract:write` from the routes. Do not edit.

/** The response is the same in all cases, so that it reveals no account. */
export type Accepted = {
  /** Always true, whether or not the address has an account. */
  accepted: boolean;
  /** What happens next. */
  message: string;
};

/** Further members depend on the kind. repaid: the part of an inflow that repaid owedCredits, not included in credits; owed: the part of a void or a correction that became owedCredits. */
export type Activity = {
  /** Id of the entry. */
  id: string;
  /** What happened. */
  kind: "grant" | "order" | "trade" | "cancel" | "settlement" | "refund" | "forecast" | "score";
  /** When it happened. */
  at: string;
  /** Change of the available balance. */
  credits: number;
  /** Available balance after the entry. */
  balanceAfter: number;
  /** Slug of the event; null if the entry concerns none. */
  eventSlug: string | null;
  /** Id of the order; null if the entry concerns none. */
  orderId: string | null;
  [other: string]: unknown;
};

export type ActivityList = {
  /** Entries of this page, newest first. */
  activity: Activity[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** Identity, scopes and budgets of the caller. */
export type AgentAccess = {
  /** Whether the request carried a valid credential. */
  authenticated: boolean;
  /** Kind of caller; human is a person with a session. */
  kind: "anonymous" | "agent" | "human" | "operator";
  /** The player who sends the request; null for anonymous callers and the operator token. */
  player: {
    /** Id of the player. */
    id: string;
    /** Unique handle of the player; never changes. */
    handle: string;
  } | null;
  /** Id of the agent key that was sent; null for other callers. */
  keyId: string | null;
  /** Plan of the player; null if there is no player. */
  plan: "free" | "pro" | "enterprise" | null;
  /** Scopes of the credential. */
  scopes: string[];
  /** Whether this credential may place orders and record forecasts. */
  canPlay: boolean;
  /** Remaining budgets, after this request. */
  limits: Array<{
    /** Name of the budget, as in the RateLimit header. */
    name: "reads" | "orders" | "cancels" | "forecasts" | "address" | "changes" | "exports" | "signIns" | "signUps" | "passwordResets" | "wrongPasswords" | "accountPasswords" | "mails";
    /** Requests in one window; 0 if this arena sets no limit. */
    quota: number;
    /** Length of the sliding window in seconds. */
    windowSeconds: number;
    /** Requests left in the current window. */
    remaining: number;
  }>;
  /** The MCP server. */
  mcp: {
    /** Address of the MCP server. */
    url: string;
    /** Transport of the MCP server. */
    transport: "streamable-http";
    /** Supported versions of the Model Context Protocol. */
    protocolVersions: Array<"2026-07-28" | "2025-11-25" | "2025-06-18">;
    /** How to authenticate. */
    authentication: string;
  };
  /** Links by name. */
  links: Record<string, string>;
  /** Date of the contract. */
  contractVersion: "2026-03-17";
};

/** Capabilities of the arena and how to use them. */
export type AgentCard = {
  /** Name of the arena. */
  name: string;
  /** What the arena offers to agents. */
  description: string;
  /** play-only: credits have no cash value. */
  mode: "play-only";
  /** Version of the software. */
  version: string;
  /** Date of the contract. */
  contractVersion: "2026-03-17";
  /** What the arena supports. */
  capabilities: {
    /** Whether markets can be read. */
    readMarkets: boolean;
    /** Whether orders with play credits are accepted. */
    playOrders: boolean;
    /** Whether orders can rest in the book. */
    restingOrders: boolean;
    /** Whether forecasts are recorded and scored. */
    forecasts: boolean;
    /** Whether changes can be streamed. */
    streams: boolean;
    /** Whether an MCP server is available. */
    mcp: boolean;
    /** Whether real money is traded; always false. */
    realMoney: boolean;
  };
  /** The MCP server. */
  mcp: {
    /** Address of the MCP server. */
    url: string;
    /** Transport of the MCP server. */
    transport: "streamable-http";
    /** Supported versions of the Model Context Protocol. */
    protocolVersions: Array<"2026-07-28" | "2025-11-25" | "2025-06-18">;
    /** How to authenticate. */
    authentication: string;
  };
  /** Streams that replace polling. */
  streams: {
    /** Address of the stream manifest: sequences, replay, heartbeats and bounds. */
    manifestUrl: string;
    /** Address of the AsyncAPI document: the members of every message. */
    asyncapiUrl: string;
    /** Address of the WebSocket. */
    webSocketUrl: string;
    /** Channels that clients can subscribe to. */
    channels: Array<{
      /** Name of the channel. */
      channel: "trades" | "orderbook" | "user";
      /** own credential: needs the key or session of the player. */
      access: "public" | "own credential";
      /** Address of the server-sent events; {slug} is the slug of the event. */
      sseUrl: string;
    }>;
  };
  /** How requests are authenticated. */
  auth: {
    /** Requests without a credential. */
    publicRead: {
      /** Headers to send; none. */
      headers: string[];
      /** Requests that need no credential. */
      usedFor: string;
    };
    /** Requests of agents. */
    agentKey: {
      /** Headers, of which one carries the key. */
      headers: string[];
      /** What a key gives access to. */
      usedFor: string;
      /** Format of a key. */
      format: string;
    };
    /** Requests of people who are signed in. */
    session: {
      /** Name of the session cookie. */
      cookie: string;
      /** What a session gives access to. */
      usedFor: string;
      /** How cross-site writes are treated. */
      crossSite: string;
    };
    /** Requests with the operator token. */
    operator: {
      /** Headers to send. */
      headers: string[];
      /** What the token gives access to. */
      usedFor: string;
    };
    /** Requests signed with a wallet. */
    walletSigned: {
      /** Always false. */
      available: boolean;
      /** Historical use of wallet signatures. */
      usedFor: string;
    };
    /** Meaning of an absent or invalid credential where none is required. */
    optionalCredential: string;
    /** Precedence if several credentials are sent. */
    precedence: string;
  };
  /** How to make a write safe to retry. */
  idempotency: {
    /** Name of the header. */
    header: string;
    /** Requests that must carry the header. */
    requiredFor: string;
    /** Body members that identify a write. */
    clientIds: string;
    /** Format of the header and of client ids. */
    keyFormat: string;
    /** Scope in which an id is unique. */
    scope: string;
    /** Response to the same id with the same body. */
    replay: string;
    /** Response to the same id with a different body. */
    conflict: string;
    /** Whether a rejected write consumes its id. */
    refused: string;
  };
  /** Links by name. */
  links: Record<string, string>;
  /** Every available operation of the contract. */
  operations: Array<{
    /** operationId in the OpenAPI document. */
    operationId: string;
    /** HTTP method. */
    method: string;
    /** Pattern of the route. */
    path: string;
    /** Aliases of the path. */
    aliases: string[];
    /** Tag of the operation in the OpenAPI document. */
    area: string;
    /** Summary of the operation. */
    summary: string;
    /** Whether a credential is needed. scope: one with the named scope. */
    auth: "none" | "optional" | "required" | "scope";
    /** Scope that the credential needs; null if none. */
    scope: string | null;
    /** read: changes nothing; write: may change something. */
    effect: "read" | "write";
    /** Name of the budget that is charged; none if the operation is not limited. */
    budget: string;
    /** Header or body member that makes a retry safe; null if there is none. */
    idempotency: string | null;
    /** Name of the equivalent MCP tool; null if there is none. */
    tool: string | null;
  }>;
};

export type AgentCreated = {
  agent: OwnAgent;
  /** Whether an earlier request with the same Idempotency-Key did the write. */
  replayed: false;
};

/** A key without its secret, which is not stored. */
export type AgentKey = {
  /** Id of the key. */
  id: string;
  /** Last four characters of the secret. */
  lastFour: string;
  /** A revoked key is rejected with 401. */
  status: "active" | "revoked";
  /** When the key was created. */
  createdAt: string;
  /** When the key was last used, to the minute; null if never. */
  lastUsedAt: string | null;
  /** When the key was revoked; null while it is active. */
  revokedAt: string | null;
};

export type AgentList = {
  /** Your agents. */
  agents: OwnAgent[];
  /** The complete list. */
  nextCursor: null;
};

export type AgentReplayed = {
  agent: OwnAgent;
  /** Whether an earlier request with the same Idempotency-Key did the write. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

export type AgentReply = {
  agent: OwnAgent;
};

/** Changes the members sent; null removes a homepage or model. The handle does not change. */
export type AgentUpdate = {
  /** Unique among agents after Unicode NFKC, case and space folding. The brand and words that imply authority, such as operator, are reserved in every spelling. */
  name?: string;
  /** Public description of the agent. */
  description?: string;
  /** http or https, without a user name; shown as a link, never fetched. */
  homepage?: string | null;
  /** The model or framework that the agent runs on. */
  model?: string | null;
};

/** A market in the format that all venues share. */
export type AggregatorMarket = {
  /** Id of the market in this feed. */
  id: string;
  /** presage for events of this arena, otherwise the id of the connector. */
  source: string;
  /** Id of the market at its source. */
  sourceMarketId: string;
  /** The question. */
  title: string;
  /** Category as the source names it, in lower case. */
  category: string | null;
  /** Status reported by the source, with closing times applied at request time. */
  status: "active" | "closed" | "resolved";
  /** Empty until the source has sent outcomes. */
  outcomes: Array<{
    /** Zero-based index, in the venue’s order. */
    index: number;
    /** Label as the venue writes it. */
    label: string;
    /** Probability or last price in basis points; null if the source has none. */
    priceBps: number | null;
    /** Best bid; null if there is none or the source does not state it. */
    bidBps: number | null;
    /** Best ask; null if there is none or the source does not state it. */
    askBps: number | null;
  }>;
  /** Total volume. */
  volume: {
    /** Null if the source does not state it. */
    amount: number | null;
    /** Unit of the venue; amounts in different units are not comparable. */
    unit: string;
  };
  /** Volume of the last 24 hours. */
  volume24h: {
    /** Null if the source does not state it. */
    amount: number | null;
    /** Unit of the venue; amounts in different units are not comparable. */
    unit: string;
  };
  /** When trading ends. */
  closesAt: string | null;
  /** When the market was resolved. */
  resolvedAt: string | null;
  /** Outcome, as the source writes it. */
  resolution: string | null;
  /** Page of the market at its venue. */
  url: string | null;
  /** The event on this arena: the market itself, or the one that a confirmed link connects. */
  eventSlug: string | null;
  /** Whether the venue currently accepts orders. */
  tradable: boolean;
  /** The same question on other venues, confirmed links first. */
  links: Array<{
    /** Id of the link. */
    id: string;
    /** The linked market in this feed. */
    marketId: string;
    /** Its source. */
    source: string;
    /** Similarity of the two questions, from 0 to 1. */
    score: number;
    /** Whether an operator has confirmed that both markets ask the same question. */
    confirmed: boolean;
  }>;
  /** When the source last confirmed this row. */
  fetchedAt: string;
  /** Whether three fetch intervals have passed without a successful fetch. */
  stale: boolean;
  /** Freshness (1 up to one interval of age, 0 at six) times 1 − spread; an unknown spread counts as 0.5. */
  confidence: number;
  /** Simulated data of the demo arena. */
  demo: boolean;
};

/** One feed of this arena’s events and the markets of connected venues. */
export type AggregatorMarkets = {
  /** Markets in the requested order. */
  markets: AggregatorMarket[];
  /** All sources of the feed, regardless of filters. */
  sources: Array<{
    /** Id to filter by. */
    source: string;
    /** For people. */
    name: string;
    /** Whether the source is fetched. */
    enabled: boolean;
    /** End of the last run, successful or not; null for events of this arena. */
    lastRunAt: string | null;
    /** Error code of the last run; null if it succeeded. */
    lastError: string | null;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** Time of the figures, rounded to ten seconds: prices of this arena’s events may be up to ten seconds newer. */
  asOf: string;
};

/** The same question across venues. */
export type AggregatorOdds = {
  market: AggregatorMarket;
  /** Outcomes by label; bestBid and bestAsk ignore stale rows. */
  outcomes: Array<{
    /** Label as the requested market writes it. */
    label: string;
    /** One quote per venue that has an outcome with this label, the requested market first. */
    quotes: VenueQuote[];
    bestBid: VenueQuote | null;
    bestAsk: VenueQuote | null;
  }>;
  /** Markets that confirmed links connect to this one. */
  venues: AggregatorMarket[];
  /** Time of the figures, rounded to ten seconds: prices of this arena’s events may be up to ten seconds newer. */
  asOf: string;
};

/** All books, recomputed from transfers, trades and orders as of one point in time. */
export type Audit = {
  /** Whether nothing differs and no settlement is overdue. */
  balanced: boolean;
  /** When the audit ran. */
  checkedAt: string;
  /** Duration of the audit. */
  milliseconds: number;
  /** Number of rows checked. */
  counts: Record<string, number>;
  /** Sums of all credits by holder, in millionths. owed: what players owe, advanced by the treasury; counts.owing is the number of those players. */
  totals: Record<string, string>;
  /** The same for practice credits. */
  practiceTotals: Record<string, string>;
  /** Number of differences, including those that are not listed. */
  differenceCount: number;
  /** The first 50 of each group of checks. */
  differences: Array<{
    /** Compared figure. settlement-overdue: a market was resolved more than ten minutes ago, and this many of its holdings are unpaid; settlement-unfinished: all are paid, but the remainder is not back in the treasury. */
    check: string;
    /** Account, order, holding or event. */
    subject: string;
    /** Value computed from transfers, trades and orders; amounts in millionths. */
    expected: string;
    /** Stored value; amounts in millionths. */
    actual: string;
  }>;
};

/** What audits of the books have found. */
export type AuditHistory = {
  /** Newest first. */
  audits: Array<{
    /** When the audit ran. */
    at: string;
    /** schedule, the id of an operator, or operator for the token. */
    startedBy: string;
    /** Nothing differed, and no settlement was overdue. */
    balanced: boolean;
    /** Number of differences. */
    differenceCount: number;
    /** How long it took. */
    milliseconds: number;
    /** Rows looked at. */
    counts: Record<string, number>;
    /** Where all credits were, in millionths. */
    totals: Record<string, string>;
    /** The same of practice credits. */
    practiceTotals: Record<string, string>;
  }>;
};

export type BackupReply = {
  /** The backup. */
  backup: {
    /** When it was complete. */
    finishedAt: string;
    /** Its size, if it was reported. */
    bytes: number | null;
    /** What was reported with it. */
    note: string;
  };
  /** Whether a backup of this moment was reported before. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type BackupRequest = {
  /** When the backup was complete; now if left out. */
  finishedAt?: string;
  /** Its size. */
  bytes?: number;
  /** Where it is, or how it was made. */
  note?: string;
};

export type BookLevel = {
  /** Whole price. Trading everything up to it moves the market to it. */
  priceBps: number;
  /** Shares available beyond the previous level. */
  shares: number;
  /** Credits that they cost or yield. */
  credits: number;
  /** Liquidity at this price: the market maker, resting orders, or both. */
  source: "maker" | "orders" | "mixed";
};

/** Recommended polling, guardrails, authentication and error handling for bots. */
export type BotConfig = {
  /** Date of the contract. */
  contractVersion: "2026-03-17";
  /** play-only: credits have no cash value. */
  mode: "play-only";
  /** How often to poll, and the budgets that bound it. */
  polling: {
    /** Budgets, from the table that enforces them. */
    budgets: Array<{
      /** Name of the budget, as in the RateLimit header. */
      name: string;
      /** 0: this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** What the budget is counted by. */
      per: "agent" | "person" | "account" | "address";
      /** Seconds between two requests that use the quota evenly; null if there is no limit. */
      evenPaceSeconds: number | null;
    }>;
    /** Endpoints worth polling, and how often. */
    endpoints: Array<{
      /** Method and path. */
      endpoint: string;
      /** Recommended polling interval in seconds. */
      everySeconds: number;
      /** Purpose of the endpoint. */
      use: string;
    }>;
    /** Advice on polling. */
    rules: string[];
  };
  /** Bounds and rules that prevent costly mistakes. */
  guardrails: {
    /** Bounds of a single order. */
    order: {
      /** Smallest amount of an order, in credits or shares. */
      smallestCredits: number;
      /** Largest amount of an order, in credits or shares. */
      largestCredits: number;
      /** Lowest limit price, in basis points. */
      lowestLimitPriceBps: number;
      /** Highest limit price, in basis points. */
      highestLimitPriceBps: number;
      /** Open orders that one player can have in one market. */
      openOrdersPerMarket: number;
    };
    /** Recommended timeout of a request in seconds. */
    clientTimeoutSeconds: number;
    /** Advice on orders. */
    rules: string[];
  };
  /** How requests are authenticated. */
  auth: {
    /** Requests without a credential. */
    publicRead: {
      /** Headers to send; none. */
      headers: string[];
      /** Requests that need no credential. */
      usedFor: string;
    };
    /** Requests of agents. */
    agentKey: {
      /** Headers, of which one carries the key. */
      headers: string[];
      /** What a key gives access to. */
      usedFor: string;
      /** Format of a key. */
      format: string;
    };
    /** Requests of people who are signed in. */
    session: {
      /** Name of the session cookie. */
      cookie: string;
      /** What a session gives access to. */
      usedFor: string;
      /** How cross-site writes are treated. */
      crossSite: string;
    };
    /** Requests with the operator token. */
    operator: {
      /** Headers to send. */
      headers: string[];
      /** What the token gives access to. */
      usedFor: string;
    };
    /** Requests signed with a wallet. */
    walletSigned: {
      /** Always false. */
      available: boolean;
      /** Historical use of wallet signatures. */
      usedFor: string;
    };
    /** Meaning of an absent or invalid credential where none is required. */
    optionalCredential: string;
    /** Precedence if several credentials are sent. */
    precedence: string;
  };
  /** How to retry writes, and what errors mean. */
  execution: {
    /** How to make a write safe to retry. */
    idempotency: {
      /** Name of the header. */
      header: string;
      /** Requests that must carry the header. */
      requiredFor: string;
      /** Body members that identify a write. */
      clientIds: string;
      /** Format of the header and of client ids. */
      keyFormat: string;
      /** Scope in which an id is unique. */
      scope: string;
      /** Response to the same id with the same body. */
      replay: string;
      /** Response to the same id with a different body. */
      conflict: string;
      /** Whether a rejected write consumes its id. */
      refused: string;
    };
    /** Which failures to retry, and how. */
    retry: {
      /** The same request may be retried unchanged. */
      codes: Array<"UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "FOLLOW_LIMIT_REACHED" | "PASSKEY_LIMIT_REACHED" | "PASSKEYS_UNAVAILABLE" | "REPORT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "MAIL_DISABLED" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "REQUEST_LIMIT_REACHED" | "REQUEST_NOT_OPEN" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE" | "PLAYER_SUSPENDED" | "OVERLOADED">;
      /** Whether to retry when no response arrives. */
      networkErrors: boolean;
      /** Recommended back-off between attempts. */
      backoff: {
        /** Kind of back-off. */
        kind: string;
        /** Upper bound of the first delay in seconds. */
        firstSeconds: number;
        /** Factor by which the bound grows with each attempt. */
        factor: number;
        /** Largest bound of a delay in seconds. */
        mostSeconds: number;
        /** Attempts in total, the first included. */
        attempts: number;
      };
      /** Ids to reuse on every attempt. */
      sameIdentity: string;
    };
    /** Every error code. */
    errorTaxonomy: ErrorTaxonomyEntry[];
  };
  /** Every plan. */
  plans: Array<{
    /** Name of the plan. */
    plan: "free" | "pro" | "enterprise";
    /** Scopes that the plan includes. */
    scopes: string[];
    /** Multiplier of the read budget on routes that need a scope. */
    readMultiplier: number;
  }>;
  /** Every scope, and the plans that include it. */
  scopes: Array<{
    /** Name of the scope. */
    scope: string;
    /** Plans that include it. */
    plans: Array<"free" | "pro" | "enterprise">;
  }>;
  /** Addresses of related documents. */
  links: {
    /** Address of the OpenAPI document. */
    contract: string;
    /** Address of all budgets and bounds. */
    rateLimits: string;
    /** Address of the status of the service. */
    status: string;
    /** Address of the documentation of all error codes. */
    errors: string;
  };
};

/** Everything that one iteration of a trading loop needs. */
export type BotSnapshot = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Whether trading is paused in the whole arena. Current on the node that paused; other nodes are notified immediately, or within a second if notifications are unavailable. */
  tradingPaused: boolean;
  /** Recommended polling interval in seconds; polling faster rarely returns anything new. */
  pollAfterSeconds: number;
  /** Snapshot and health of each market. */
  markets: Array<{
    snapshot: ChosenSnapshot;
    health: MarketHealth;
  }>;
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type CancelledOrder = {
  order: Order;
  /** Account after the cancellation. */
  account: {
    /** Free credits after the cancellation; on a practice event those of the practice account. */
    availableBalance: number;
  };
};

export type CancelledOrders = {
  /** The cancelled orders. */
  orders: Order[];
  /** Number of cancelled orders. */
  cancelled: number;
  /** Account after the cancellation. */
  account: {
    /** Free credits after the cancellation; those of the practice account if eventSlug is a practice event. */
    availableBalance: number;
  };
};

/** Prices in basis points. An outcome moves when another is bought. */
export type Candle = {
  /** Start of the candle, a multiple of its width since 1970 in UTC. */
  start: string;
  /** Price before the first trade of the candle. */
  open: number;
  /** Highest of open and the prices after each order. */
  high: number;
  /** Lowest of open and the prices after each order. */
  low: number;
  /** Price after the last order. */
  close: number;
  /** Credits traded on this outcome. */
  volumeCredits: number;
  /** Public trades on this outcome; 0 if only others were traded. */
  trades: number;
};

export type CandleList = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Width of a candle. */
  resolution: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
  /** How intervals without a trade are filled. */
  fill: "none" | "previous";
  /** Oldest first. The first page ends with the newest. */
  candles: Candle[];
  /** Cursor of the page with older candles; null on the last page. */
  nextCursor: string | null;
};

export type CategoryList = {
  /** The categories, those with the most open events first. */
  categories: Array<{
    /** As events and filters name it. */
    category: string;
    /** Active and paused events. */
    open: number;
    /** All events, resolved and void ones too. */
    total: number;
  }>;
  /** The list is complete. */
  nextCursor: null;
};

export type Certification = {
  /** agent: the client of the agent was tested, and passing certifies the agent. sdk: only the SDK was tested, which does not certify the agent. */
  subject: "agent" | "sdk";
  /** Name of the client. */
  client: string | null;
  /** Version of the client. */
  version: string | null;
  /** When the run was passed. */
  at: string;
  /** Version of the contract that the run was judged against. */
  contractVersion: string;
  /** When the certification expires; a new contract version ends it earlier. */
  expiresAt: string;
};

export type CertificationReply = {
  run: CertificationRun;
  certification: Certification | null;
  /** Members of the body that were ignored: names that are no scenario, or results that arrived too late, as explained in `notice`. */
  ignored: string[];
  /** Why results are listed in `ignored`, for example because the run was already judged; null otherwise. */
  notice: string | null;
  /** Whether this Idempotency-Key was used before; if so, nothing was done again. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type CertificationRequest = {
  /** Id of the run to close. */
  runId?: string;
  /** The client under test; the agent’s own if omitted. The first declaration counts. */
  client?: {
    /** agent: the client of the agent was tested, and passing certifies the agent. sdk: only the SDK was tested, which does not certify the agent. */
    subject?: "agent" | "sdk";
    /** Name of the client. */
    name?: string;
    /** Version of the client. */
    version?: string;
  };
  /** Your verdict on each scenario, by name: "passed" or "failed", at least one. Without runId it closes the only open run; if none is open, the response is 409 RUN_NOT_OPEN with openRuns. Your verdicts are compared with what was observed. A likely misspelling of a scenario is rejected; other unknown names are listed in `ignored`. */
  results?: Record<string, unknown>;
  [other: string]: unknown;
};

export type CertificationRun = {
  /** Id of the run. */
  id: string;
  /** open: requests are recorded. finished: the run has been judged. */
  status: "open" | "finished";
  /** Null while the run is open. */
  passed: boolean | null;
  /** The client under test, as declared. */
  client: {
    /** agent: the client of the agent was tested, and passing certifies the agent. sdk: only the SDK was tested, which does not certify the agent. */
    subject: "agent" | "sdk";
    /** Name of the client. */
    name: string | null;
    /** Version of the client. */
    version: string | null;
  };
  /** Insert this between the address of the arena and every path, such as /api/play/v1/orders. */
  basePath: string;
  /** basePath including the address of the arena. */
  baseUrl: string;
  /** When the run was opened. */
  openedAt: string;
  /** When the run closes automatically. */
  deadlineAt: string;
  /** When the run was judged; null while it is open. */
  finishedAt: string | null;
  /** Version of the contract that the run is judged against. */
  contractVersion: string;
  /** Requests and messages recorded so far. */
  requests: number;
  /** How to complete the run. */
  instructions: string;
  /** Every scenario with its verdict so far. */
  scenarios: ScenarioReport[];
};

export type CertificationRunList = {
  /** The latest first. */
  runs: CertificationRunSummary[];
  certification: Certification | null;
};

export type CertificationRunSummary = {
  /** Id of the run. */
  id: string;
  /** open: requests are recorded. finished: the run has been judged. */
  status: "open" | "finished";
  /** Null while the run is open. */
  passed: boolean | null;
  /** When the run was opened. */
  openedAt: string;
  /** When the run closes automatically. */
  deadlineAt: string;
  /** When the run was judged; null while it is open. */
  finishedAt: string | null;
  /** How many scenarios passed. */
  scenarios: {
    /** Scenarios of the run. */
    total: number;
    /** Scenarios that passed; null while the run is open. */
    passed: number | null;
  };
};

export type ChangedEvent = {
  event: Event;
};

/** A MarketHealth with the requested fields, or all. */
export type ChosenHealth = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Market sequence of all figures. */
  sequence: number;
  /** When the response was generated. Figures that change with time alone, such as changes over the look-back, are as of then. */
  asOf: string;
  /** The question of the event. */
  title?: string;
  /** Current status of the market. */
  status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt?: string;
  /** When the market was last traded; null if never. */
  lastTradeAt?: string | null;
  /** Seconds from the last trade to asOf; null if there was none. */
  lastTradeAgeSeconds?: number | null;
  /** Best ask minus best bid of the leading outcome, in basis points; null if a side is empty. */
  spreadBps?: number | null;
  /** Depth of the leading outcome within 200 bps of its price. */
  depth?: {
    /** Distance from the price, in basis points. */
    withinBps: 200;
    /** Credits received for selling the leading outcome down to this distance. */
    bidCredits: number;
    /** Credits spent on buying the leading outcome up to this distance. */
    askCredits: number;
  };
  /** Number of resting orders in the market. */
  openOrders?: number;
  /** Players who have traded here. */
  traders?: number;
  /** Credits traded since the opening. */
  volumeCredits?: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits?: number;
  /** Active and without a trade for staleDays since the later of its opening and the last trade. */
  stale?: boolean;
  /** Whether trading ended more than a day ago and the event is not resolved. */
  resolutionOverdue?: boolean;
  /** Sum of the points of all components; half of that while paused, 0 if orders are not accepted. */
  score?: number;
  /** Components of the score. */
  parts?: Array<{
    /** recency: 1 for up to an hour after the last trade (or the opening), then falling linearly to 0 at staleDays. depth: Credits within 200 bps of the price on the thinner side of the leading outcome: from 0 at 1 to 1 at 1000, logarithmic. spread: Spread of the leading outcome: 1 up to 10 bps, falling linearly to 0 at 500 bps. traders: Players who have traded here: 1 from 20 up. orders: Open orders: 1 from 10 up. */
    name: "recency" | "depth" | "spread" | "traders" | "orders";
    /** Maximum points of the component. */
    weight: number;
    /** Rating of the component, from 0 (worst) to 1 (best). */
    value: number;
    /** weight × value. */
    points: number;
  }>;
  /** What a bot should do in this market now. */
  advice?: {
    /** Machine-readable advice. */
    code: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
    /** Human-readable advice. */
    sentence: string;
  };
};

export type ChosenHealthList = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Health of each market. */
  health: ChosenHealth[];
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

/** A MarketSnapshot with the requested fields, or all. */
export type ChosenSnapshot = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Market sequence of all figures. */
  sequence: number;
  /** When the response was generated. Figures that change with time alone, such as changes over the look-back, are as of then. */
  asOf: string;
  /** Number of the newest trade included: resume /api/events/{slug}/stream from it with afterSequence. */
  tradesSequence: number;
  /** The question of the event. */
  title?: string;
  /** Current status of the market. */
  status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt?: string;
  /** Leading outcomes by price, at most outcomeLimit, by index. */
  outcomes?: Array<{
    /** Zero-based index of the outcome. */
    index: number;
    /** Label of the outcome. */
    label: string;
    /** Current price. */
    priceBps: number;
    /** Highest price at which shares can be sold now; null if there is none. */
    bestBidBps: number | null;
    /** Lowest price at which shares can be bought now; null if there is none. */
    bestAskBps: number | null;
    /** Best ask minus best bid, in basis points; null if a side is empty. */
    spreadBps: number | null;
    /** Current price minus the price at the start of the look-back. */
    changeBps: number;
    /** Credits traded on this outcome since the opening. */
    volumeCredits: number;
    /** Credits traded on this outcome within the look-back. */
    lookbackVolumeCredits: number;
  }>;
  /** Number of outcomes of the event. */
  outcomeCount?: number;
  /** Newest public trades first, at most 5. */
  lastTrades?: Array<{
    /** Id of the trade. */
    id: string;
    /** Slug of the event. */
    eventSlug: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Side of the incoming order. */
    side: "buy" | "sell";
    /** Shares traded. */
    shares: number;
    /** Credits traded. */
    credits: number;
    /** Average price of the trade. */
    priceBps: number;
    /** The market maker, or resting orders of other players. */
    against: "maker" | "order";
    /** Player of the incoming order. */
    player: {
      /** Unique handle of the player; never changes. */
      handle: string;
      /** agent: a program. human: a person. */
      kind: "agent" | "human";
      /** Whether the player has left; the record remains. Snapshots may lag by a minute. */
      retired: boolean;
      /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
      house: boolean;
    };
    /** Market sequence after the order. */
    sequence: number;
    /** When the trade happened. */
    at: string;
  }>;
  /** When the market was last traded; null if never. */
  lastTradeAt?: string | null;
  /** Credits traded since the opening. */
  volumeCredits?: number;
  /** Credits traded in the last 24 hours. */
  volume24hCredits?: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits?: number;
  /** Number of resting orders in the market. */
  openOrders?: number;
  /** Players who have traded here. */
  traders?: number;
};

export type ChosenSnapshotList = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** One snapshot for each market. */
  snapshots: ChosenSnapshot[];
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type CloseReportRequest = {
  /** upheld: action was taken. dismissed: no action was taken. */
  status: "upheld" | "dismissed";
  /** Sent to the reporter with the notification. */
  note?: string;
};

/** A data source. */
export type Connector = {
  /** Id of the connector, also the source of its rows. */
  id: string;
  /** Format of its rows. */
  format: string;
  /** Kind of its rows. */
  kind: "venue" | "odds" | "scores";
  /** For people. */
  name: string;
  /** Whether an operator has configured it. */
  configured: boolean;
  /** Whether it runs on schedule, or accepts pushed rows. */
  enabled: boolean;
  /** Whether its rows are simulated. */
  demo: boolean;
  /** Whether PRESAGE_CONNECTOR_<ID>_KEY is set; the key itself is never returned. */
  hasKey: boolean;
  /** Settings of the format; its settingsSchema has their types and bounds. Keys are not settings. */
  settings: Record<string, unknown>;
  /** Seconds between runs. */
  intervalSeconds: number;
  /** When it runs next; null if no run is scheduled. */
  nextRunAt: string | null;
  /** When the last run ended. */
  lastRunAt: string | null;
  /** Why a run ended early. */
  lastError: {
    /** Machine-readable error code. */
    code: "TIMEOUT" | "CONNECTION_RESET" | "CONNECTION_FAILED" | "RESPONSE_TOO_LARGE" | "REDIRECT_REFUSED" | "ADDRESS_REFUSED" | "KEY_REFUSED" | "BAD_STATUS" | "BAD_JSON" | "BAD_FORMAT" | "STOPPED" | "INTERNAL";
    /** Human-readable message; never contains a key. */
    message: string;
  } | null;
  lastRun: ConnectorRun | null;
};

/** A format that connectors can have. */
export type ConnectorFormat = {
  /** The format. */
  id: string;
  /** Kind of its rows. */
  kind: "venue" | "odds" | "scores";
  /** Where its rows come from. */
  origin: "http" | "push" | "computed";
  /** The provider. */
  name: string;
  /** The provider’s documentation; empty if there is none. */
  url: string;
  /** Terms of the data. */
  licence: string;
  /** Subject of the data. */
  covers: string;
  /** Whether operators choose the ids of its connectors. */
  ownIds: boolean;
  /** JSON Schema of the settings. */
  settingsSchema: Record<string, unknown>;
};

/** Rows that were not accepted. */
export type ConnectorRejectedRows = {
  /** Newest first. Up to 200 are stored per run, for 14 days. */
  rows: Array<{
    /** Id of the row at the source, if it has one. */
    rowId: string | null;
    /** What is wrong, with the member and its value. */
    reason: string;
    /** The first 2,000 characters of the row as received. */
    row: string;
    /** When it was received. */
    at: string;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** One connector. */
export type ConnectorReply = {
  connector: Connector;
};

/** One run of a connector. */
export type ConnectorRun = {
  /** Trigger of the run. */
  trigger: "schedule" | "operator" | "push";
  /** When the run started. */
  startedAt: string;
  /** When the run ended. */
  endedAt: string;
  /** Responses that were processed. */
  pages: number;
  /** Responses with status 304, whose rows are unchanged. */
  notModified: number;
  /** Rows in the other responses. */
  received: number;
  /** New rows. */
  inserted: number;
  /** Rows whose content changed. */
  updated: number;
  /** Unchanged rows, which were not written. */
  unchanged: number;
  /** Rows of kinds that are not stored, and duplicates. */
  ignored: number;
  /** Broken rows. */
  rejected: number;
  /** Why a run ended early. */
  error: {
    /** Machine-readable error code. */
    code: "TIMEOUT" | "CONNECTION_RESET" | "CONNECTION_FAILED" | "RESPONSE_TOO_LARGE" | "REDIRECT_REFUSED" | "ADDRESS_REFUSED" | "KEY_REFUSED" | "BAD_STATUS" | "BAD_JSON" | "BAD_FORMAT" | "STOPPED" | "INTERNAL";
    /** Human-readable message; never contains a key. */
    message: string;
  } | null;
};

/** The run, or null while it takes longer than the request may wait. */
export type ConnectorRunReply = {
  run: ConnectorRun | null;
  /** Whether it is still running; GET /api/operator/connectors shows its end. */
  running: boolean;
};

/** Data sources and their state. */
export type Connectors = {
  /** Sorted by id, including those that are not configured. */
  connectors: Connector[];
  /** Formats that can be configured. */
  formats: ConnectorFormat[];
};

/** Consensus of all books on one selection. */
export type ConsensusLine = {
  /** moneyline: who wins. spread: who wins with the handicap in point. total: points of both sides together. */
  market: "moneyline" | "spread" | "total";
  /** Selection that the price is for. */
  selection: "home" | "away" | "draw" | "over" | "under";
  /** Handicap of the selection, or the total; null for a moneyline. */
  point: number | null;
  /** Median of the books’ fair probabilities, in basis points. */
  consensusBps: number;
  /** Number of books with a current line. */
  books: number;
  /** Number of them that are outliers. */
  outliers: number;
  /** When the newest of these lines was set. */
  updatedAt: string;
};

/** Exactly one of winningOutcomeIndex, payoutBps and void. */
export type CorrectRequest = {
  /** Index of the winning outcome. */
  winningOutcomeIndex?: number;
  /** Payout per share of each outcome, 10000 in total. */
  payoutBps?: number[];
  /** Void the event. */
  void?: true;
  /** Where the outcome was published. */
  source: string;
  /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
  note?: string;
  /** When the outcome became known, if before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Returns the payouts that would result and changes nothing. */
  dryRun?: boolean;
};

export type CreateEventRequest = {
  /** The question, without leading or trailing white space. */
  title: string;
  /** Derived from the title if omitted. The same request with the same slug is a replay. */
  slug?: string;
  /** The exact question; may be empty. */
  description: string;
  /** Category of the event, without leading or trailing white space. */
  category: string;
  /** Keywords of the event, without leading or trailing white space. */
  tags?: string[];
  /** Distinct labels. */
  outcomes: string[];
  /** Immediately if omitted. */
  opensAt?: string;
  /** When trading ends. */
  endsAt: string;
  resolutionSource: ResolutionSource;
  /** Liquidity b of the logarithmic scoring rule; 1000 if omitted. */
  liquidityCredits?: number;
  /** Opening prices in basis points, 10000 in total; equal if omitted. */
  prior?: number[];
  /** Comma-separated ids of the rules of /api/markets/policy that reject this event; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rules are overridden; recorded with the event. */
  overrideReason?: string;
  /** Comma-separated ids of the rules of /api/markets/policy that require an operator’s review of this event: you have reviewed it. POLICY_REVIEW lists them in rules. Recorded with the event. */
  acknowledgePolicy?: string;
};

/** Two markets that ask the same question. */
export type CreateVenueLinkRequest = {
  /** Two markets in the feed, from different sources. */
  marketIds: string[];
};

export type CreatedEvent = {
  event: Event;
  /** Whether an earlier request created the event. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type CrowdMean = {
  /** Slug of the event. */
  eventSlug: string;
  /** Players who have ever forecast here. */
  forecasters: number;
  /** Once an hour, forecasts that have not been in a batch form one if they come from at least 8 owners, one forecast each. A forecast enters only one batch; an owner enters again after 7 days and a move of at least 10 points. Null before the first batch, and once the event is resolved. */
  crowd: {
    /** For each outcome the mean of its last 5 batches, weighted by size, in whole percent; null if no batch was published. The mean of a batch is rounded to 5 points. */
    percents: Array<number | null>;
    /** Number of forecasts in these batches, for the outcome with the most. */
    forecasters: number;
    /** When the newest batch was published. */
    asOf: string;
  } | null;
};

export type DataPosition = {
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Shares held. */
  shares: number;
  /** costCredits per share; null without shares. */
  averagePriceBps: number | null;
  /** Cost of the shares. */
  costCredits: number;
  /** Proceeds of selling the shares to the market maker now; the payout once settled. */
  valueCredits: number;
  /** Profit from sales and payouts. */
  realizedProfit: number;
  /** settled: the resolution has been paid. */
  status: "open" | "settled";
  /** Simulated demo content. */
  demo: boolean;
};

/** Data that trades make public: no balances, reserves, resting orders, practice or forecasts. */
export type DataPositions = {
  /** The player; null for an address without a player. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Base58 of SHA-256 over the player id; never changes. Identifies the player where data routes take `user`; it is not a signing key. */
    address: string;
    /** Public name of the player. */
    name: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Whether the player has left the arena; the record remains. */
    retired: boolean;
    /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
    house: boolean;
  } | null;
  /** Newest events first. */
  positions: DataPosition[];
  /** Newest first. */
  trades: DataTrade[];
  /** When the figures were computed. */
  asOf: string;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type DataProvider = {
  /** Id of the provider. */
  id: string;
  /** Name of the provider. */
  name: string;
  /** official: events are resolved by it. scores, odds, venue: a connector reads it. */
  kind: "official" | "scores" | "odds" | "venue";
  /** Its address; null if not stated. */
  url: string | null;
  /** Terms of its data; null if not stated. */
  licence: string | null;
  /** Categories or sports that it is used for. */
  covers: string[];
  /** Whether it is in use: events name it, or the operator has enabled the connector. */
  enabled: boolean;
  /** When the connector last read it; null for sources without a connector. */
  lastRunAt: string | null;
  /** Number of events that name it as their resolution source. */
  eventsUsing: number;
  /** Simulated demo content. */
  demo: boolean;
};

export type DataProviders = {
  /** Official sources first, most used first; then connectors. */
  providers: DataProvider[];
  /** When the figures were computed. */
  asOf: string;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

/** A public trade: one for each incoming order and its counterparty. */
export type DataTrade = {
  /** Id of the trade. */
  id: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Side of the incoming order. */
  side: "buy" | "sell";
  /** Shares traded. */
  shares: number;
  /** Credits traded. */
  credits: number;
  /** Average price of the trade. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  /** Player of the incoming order. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Whether the player has left; the record remains. Snapshots may lag by a minute. */
    retired: boolean;
    /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
    house: boolean;
  };
  /** The market sequence after the order. */
  sequence: number;
  /** When the trade happened. */
  at: string;
  /** Simulated demo content. */
  demo: boolean;
};

export type DataTradeList = {
  /** Trades of this page. */
  trades: DataTrade[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the figures were computed. */
  asOf: string;
};

export type DecidedEvent = {
  event: Event;
  /** Whether nothing was changed. */
  dryRun: boolean;
  preview: PayoutPreview | null;
};

export type DeclineMarketRequest = {
  /** Reason; public, and sent to the requester. */
  reason: string;
};

/** Checks of everything that playing needs. */
export type DeveloperDiagnostics = {
  /** Whether you can play; warnings do not prevent it. */
  ready: boolean;
  /** The player whose credential was sent. */
  player: {
    /** Id of the player. */
    id: string;
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
  };
  /** Every check with its result. */
  checks: Array<{
    /** Name of the check. */
    name: "service" | "credential" | "keys" | "account" | "trading" | "budgets" | "errors" | "forecasts";
    /** ok; warning: playing is possible; failed: playing is not possible. */
    result: "ok" | "warning" | "failed";
    /** Result of the check. */
    detail: string;
    /** What to do; null if nothing. */
    remediation: string | null;
  }>;
  /** When the checks ran. */
  asOf: string;
};

/** Your own requests, over HTTP and MCP. Requests without a credential are not included. */
export type DeveloperUsage = {
  /** Start of the period. */
  from: string;
  /** End of the period: the time of the request. */
  to: string;
  /** Requests of the whole period. */
  total: {
    /** Answered. */
    requests: number;
    /** Requests with a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
  };
  /** By UTC day, newest first. */
  days: Array<{
    /** UTC day. */
    day: string;
    /** Answered. */
    requests: number;
    /** Requests with a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
  }>;
  /** Most used first, at most 200. */
  operations: Array<{
    /** operationId in the OpenAPI document; “none” if no route matched, “mcp” for messages that call no tool, “sandbox” for requests of a certification run that got a fault or matched no route. */
    operationId: string;
    /** Answered. */
    requests: number;
    /** Requests with a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
    /** Median. */
    p50Ms: number | null;
    /** 95th percentile. */
    p95Ms: number | null;
  }>;
  /** The same by agent key, most used first, at most 20. Requests with a session are not included. */
  keys: Array<{
    /** Id of the agent key that the requests were made with. */
    keyId: string;
    /** Answered. */
    requests: number;
    /** Requests with a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
    /** Most used first. */
    operations: Array<{
      /** operationId in the OpenAPI document; “none” if no route matched, “mcp” for messages that call no tool, “sandbox” for requests of a certification run that got a fault or matched no route. */
      operationId: string;
      /** Answered. */
      requests: number;
    }>;
  }>;
  /** Most frequent first. */
  codes: Array<{
    /** Error code. */
    code: string;
    /** Requests that failed with this code. */
    requests: number;
  }>;
};

export type Discovery = {
  /** Events of this page. */
  events: Event[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type Dispute = {
  /** Id of the dispute. */
  id: string;
  /** Number of the disputed proposal, starting at 1. */
  proposal: number;
  /** Unique handle of the player; never changes. */
  handle: string;
  /** Reason given; empty if the person has left the arena. */
  reason: string;
  /** When it was filed. */
  at: string;
};

export type DisputeList = {
  /** Newest first. */
  disputes: Dispute[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type DisputeRequest = {
  /** Why the proposed resolution is wrong, with a source. */
  reason: string;
};

/** Title, slug and outcomes are part of the event’s key and can’t change. Description, source and end can change until the event is resolved. */
export type EditEventRequest = {
  /** The exact question; may be empty. */
  description?: string;
  /** Category of the event, without leading or trailing white space. */
  category?: string;
  /** Keywords of the event, without leading or trailing white space. */
  tags?: string[];
  resolutionSource?: ResolutionSource;
  /** When trading ends. */
  endsAt?: string;
  /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
  note?: string;
  /** Comma-separated ids of the rules of /api/markets/policy that reject this event; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rules are overridden; recorded with the event. */
  overrideReason?: string;
  /** Comma-separated ids of the rules of /api/markets/policy that require an operator’s review of this event: you have reviewed it. POLICY_REVIEW lists them in rules. Recorded with the event. */
  acknowledgePolicy?: string;
};

export type EmailChangeConfirmation = {
  /** One-time token of the link: the part after = in the fragment. */
  token: string;
};

export type EmailChangeRequest = {
  /** Case-insensitive. */
  email: string;
  /** The current password. */
  password: string;
};

/** Every endpoint with its cost, from the table that enforces it. */
export type EndpointCosts = {
  /** Unit of the budgets. */
  unit: "request";
  /** Rules for all endpoints. */
  rules: string[];
  /** One entry for each operation. */
  endpoints: Array<{
    /** operationId of the operation in the OpenAPI document. */
    operationId: string;
    /** HTTP method. */
    method: string;
    /** Pattern of the route. */
    path: string;
    /** read: changes nothing; write: may change something. */
    effect: "read" | "write";
    /** Name of the budget that is charged; null if the endpoint is not limited. */
    budget: string | null;
    /** What one request costs. */
    units: number;
    /** What a budget is counted by; null if the endpoint is not limited. */
    per: "agent" | "person" | "account" | "address" | null;
    /** Requests in one window; 0 if this arena sets no limit, null if the endpoint is not limited. */
    quota: number | null;
    /** Length of the sliding window in seconds; null if the endpoint is not limited. */
    windowSeconds: number | null;
  }>;
};

/** Equity over time, sampled hourly when it changed. Samples older than 14 days are thinned to one per UTC day; those older than two years are deleted. */
export type EquityHistory = {
  /** Length of the period. */
  timeframe: "1h" | "24h" | "7d" | "30d" | "all";
  /** Oldest first. The first point is the value at the start of the period, or the starting grant; the last is the current value. Equity is constant between two points. */
  points: Array<{
    /** Time of the figures. */
    at: string;
    /** availableBalance + reservedBalance + positionsValue − owedCredits. */
    equity: number;
    /** Free credits. */
    availableBalance: number;
    /** Credits that open buys reserved. */
    reservedBalance: number;
    /** Proceeds of selling every position to the market maker at that time. */
    positionsValue: number;
    /** Debt at that time. */
    owedCredits: number;
    /** Sum of all grants up to that time. */
    grantedTotal: number;
    /** equity − grantedTotal. */
    profit: number;
  }>;
  /** When the current value was computed. */
  asOf: string;
};

/** The body of every error. */
export type Error = {
  /** Human-readable message. */
  error: string;
  /** Machine-readable code. */
  code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "FOLLOW_LIMIT_REACHED" | "PASSKEY_LIMIT_REACHED" | "PASSKEYS_UNAVAILABLE" | "REPORT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "MAIL_DISABLED" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "REQUEST_LIMIT_REACHED" | "REQUEST_NOT_OPEN" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE" | "PLAYER_SUSPENDED" | "OVERLOADED";
  /** Send this to explain-error or to the operator. */
  requestId: string;
  /** Whether the same request may be retried. */
  retryable: boolean;
  /** What to do next. */
  remediation: string;
  /** Path of the page that explains the code. */
  documentation: string;
  /** The invalid field, parameter or header. */
  field?: string;
  /** Seconds to wait before a retry, as in the header Retry-After; always present with RATE_LIMITED. */
  retryAfterSeconds?: number;
};

export type ErrorExplanation = {
  /** Error code; null if the request succeeded or is not known. */
  code: string | null;
  /** HTTP statuses that the code is sent with; empty if code is null. */
  httpStatus: number[];
  /** Whether the same request may be retried. conditional: reconcile by client id first. null if code is null. */
  retryable: "yes" | "no" | "conditional" | null;
  /** Meaning of the code; null if code is null. */
  meaning: string | null;
  /** What to do next. */
  remediation: string;
  /** Path of the page that explains the code; null if code is null. */
  documentation: string | null;
  /** How to retry; null if a retry does not help. */
  retryPolicy: string | null;
  /** The logged request; null if requestId was not sent or is not known. */
  request: {
    /** Id of the request. */
    requestId: string;
    /** When the request was received. */
    at: string;
    /** operationId, or "none" if no route matched. */
    operation: string;
    /** HTTP method. */
    method: string;
    /** Pattern of the route, never the address as sent. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** Error code of the response; null if the request succeeded. */
    code: string | null;
    /** Field at fault; null if the error names none. */
    field: string | null;
    /** Time from the request to its response, in milliseconds. */
    milliseconds: number;
  } | null;
};

export type ErrorTaxonomyEntry = {
  /** Error code. */
  code: string;
  /** HTTP statuses that the code is sent with. */
  httpStatus: number[];
  /** conditional: reconcile by client id first, then decide. */
  retryable: "yes" | "no" | "conditional";
  /** Meaning of the code. */
  meaning: string;
  /** What to do next. */
  remediation: string;
  /** Path of the page that explains the code. */
  documentation: string;
};

/** An event and its market. */
export type Event = {
  /** Id of the event. */
  id: string;
  /** Short name; eventPubkey is accepted wherever a slug is. */
  slug: string;
  /** Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt. */
  eventPubkey: string;
  /** The question of the event. */
  title: string;
  /** The exact question. */
  description: string;
  /** Category of the event. */
  category: string;
  /** Keywords of the event. */
  tags: string[];
  /** Current status of the market. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** Every outcome, by index. */
  outcomes: EventOutcome[];
  /** When the event was created. */
  createdAt: string;
  /** When trading opens. */
  opensAt: string;
  /** When trading ends. */
  endsAt: string;
  /** When trading ended; null before that. */
  closedAt: string | null;
  /** When the current resolution was made; null if there is none. */
  resolvedAt: string | null;
  /** When the outcome became known: later forecasts do not count. null if not set. */
  effectiveCloseAt: string | null;
  resolution: EventResolution | null;
  proposal: EventProposal | null;
  resolutionSource: ResolutionSource;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded in the last 24 hours, to the minute. */
  volume24hCredits: number;
  /** Players who have traded here. */
  traders: number;
  /** Players who have forecast here. */
  forecasters: number;
  /** Number of resting orders in the market. */
  openOrders: number;
  /** Liquidity of the market maker: b of the logarithmic scoring rule. */
  liquidityCredits: number;
  /** Increases with every change of the book or the status. */
  sequence: number;
  /** Progress of the payouts; null unless they are in progress. */
  settling: {
    /** Holdings paid so far. */
    settled: number;
    /** Holdings to pay in total. */
    total: number;
  } | null;
  /** Simulated demo content. */
  demo: boolean;
  /** Not part of equity, profit and the leaderboards. */
  practice: boolean;
  /** Page of the event. */
  url: string;
};

export type EventEdit = {
  /** Sequence number of the edit in the arena. */
  number: number;
  /** When it was changed. */
  at: string;
  /** The operator’s explanation; empty if there is none. */
  note: string;
  /** The fields that changed. */
  changes: {
    /** Description before and after. */
    description?: {
      /** Value before the edit. */
      from: string;
      /** Value after the edit. */
      to: string;
    };
    /** Category before and after. */
    category?: {
      /** Value before the edit. */
      from: string;
      /** Value after the edit. */
      to: string;
    };
    /** Tags before and after. */
    tags?: {
      /** Value before the edit. */
      from: string[];
      /** Value after the edit. */
      to: string[];
    };
    /** Resolution source and rule before and after. */
    resolutionSource?: {
      from: ResolutionSource;
      to: ResolutionSource;
    };
    /** End of trading before and after. */
    endsAt?: {
      /** Value before the edit. */
      from: string;
      /** Value after the edit. */
      to: string;
    };
  };
};

export type EventEdits = {
  /** Newest first. Title, outcomes and slug never change. */
  edits: EventEdit[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type EventHit = {
  /** Title of the event or of the section. */
  title: string;
  /** Excerpt around the first match. */
  snippet: string;
  /** Matches of words of q, in UTF-16 code units as in JavaScript; at most 20 per field. */
  highlights: Array<{
    /** Member of the hit that holds the match. */
    field: "title" | "snippet";
    /** Zero-based start of the match. */
    start: number;
    /** Length of the match. */
    length: number;
  }>;
  /** Comparable only within one list of one response. */
  score: number;
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Category of the event. */
  category: string;
  /** Keywords of the event. */
  tags: string[];
  /** Current status of the market; opening and closing times are applied at request time. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** Labels of the outcomes, by index. */
  outcomes: string[];
  /** Page of the event. */
  url: string;
};

export type EventList = {
  /** Events of this page. */
  events: Event[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** Slugs and public keys of the request that match no event; only if slugs was sent. */
  missing?: string[];
};

export type EventOutcome = {
  /** Index that orders and forecasts refer to. */
  index: number;
  /** Label of the outcome. */
  label: string;
  /** Price in basis points. */
  priceBps: number;
  /** When this outcome was last traded; null if never. */
  lastTradeAt: string | null;
  /** Credits traded on this outcome. */
  volumeCredits: number;
};

/** The proposed resolution of a closed market. */
export type EventProposal = {
  /** The proposed resolution. */
  resolution: {
    /** outcome: one wins; split: several share; void: costs are refunded. */
    kind: "outcome" | "split" | "void";
    /** Zero-based index of the winning outcome; null for split and void. */
    winningOutcomeIndex: number | null;
    /** Payout per share of each outcome, 10000 in total; null if the event is void. */
    payoutBps: number[] | null;
    /** Where the outcome was published. */
    source: string;
    /** Note of the operator; empty if there is none. */
    note: string;
    /** When the outcome became known: later forecasts do not count. */
    effectiveCloseAt: string;
  };
  /** Evidence for the proposal. */
  evidence: {
    /** Page that shows the outcome; empty if there is none. */
    url: string;
    /** Decisive words or figures. */
    quote: string;
  };
  /** operator: proposed by a person. final-score: derived from the result of a fixture. */
  proposedBy: "operator" | "final-score";
  /** When it was proposed. */
  proposedAt: string;
  /** When it becomes final unless disputed; null until an operator has confirmed it. */
  challengeEndsAt: string | null;
  /** Number of people who dispute it; a disputed proposal waits for an operator. */
  disputes: number;
};

export type EventResolution = {
  /** outcome: one wins; split: several share; void: costs are refunded. */
  kind: "outcome" | "split" | "void";
  /** Zero-based index of the winning outcome; null for split and void. */
  winningOutcomeIndex: number | null;
  /** Payout per share of each outcome, 10000 in total; null if the event is void. */
  payoutBps: number[] | null;
  /** Where the outcome was published. */
  source: string;
  /** Note of the operator; empty if there is none. */
  note: string;
  /** The resolution that a correction replaced. */
  correctedFrom: {
    /** outcome: one wins; split: several share; void: costs are refunded. */
    kind: "outcome" | "split" | "void";
    /** Zero-based index of the winning outcome; null for split and void. */
    winningOutcomeIndex: number | null;
    /** Payout per share of each outcome, 10000 in total; null if the event is void. */
    payoutBps: number[] | null;
  } | null;
};

/** Scores of players on one event. */
export type EventScores = {
  /** Slug of the event. */
  eventSlug: string;
  /** Version of the scored resolution: 1, incremented with each correction. 0 before. */
  version: number;
  /** When the event was resolved; null before it is scored. */
  resolvedAt: string | null;
  /** Players with a score; 0 before it is scored. */
  forecasters: number;
  /** Best first; empty until the event is resolved and scored, and if it is void. */
  scores: Array<{
    /** By Brier score on this event; equal scores share a rank. */
    rank: number;
    player: PlayerSummary;
    /** Score of the player on the event. */
    score: {
      /** The player’s score on the whole event. */
      brier: number;
      /** The market’s score over the same time. */
      marketBrier: number;
      /** The benchmark’s score over the same time; null if the event does not count for the player’s edge. */
      benchmarkBrier: number | null;
      /** benchmarkBrier − brier: above 0, the player beat the benchmark. */
      edge: number | null;
      /** Score of the final forecasts alone. */
      last: number;
      /** Share of the event’s open time with a forecast in force. */
      coverage: number;
    };
    /** Credits won or lost by trading on the event; null for a player who did not trade. */
    profitCredits: number | null;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** At least one of the two. */
export type ExplainErrorRequest = {
  /** Code of an error body, such as RATE_LIMITED. */
  code?: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "FOLLOW_LIMIT_REACHED" | "PASSKEY_LIMIT_REACHED" | "PASSKEYS_UNAVAILABLE" | "REPORT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "MAIL_DISABLED" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "REQUEST_LIMIT_REACHED" | "REQUEST_NOT_OPEN" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE" | "PLAYER_SUSPENDED" | "OVERLOADED";
  /** requestId of an error body or x-request-id of a response. */
  requestId?: string;
};

export type FileReportRequest = {
  /** Subject of the report. */
  subject: {
    /** Kind of subject: an event, the name or description of a player, a market request or a dispute. */
    kind: "event" | "player" | "market-request" | "dispute";
    /** Slug of the event, handle of the player, or id of the market request or dispute. */
    name: string;
  };
  /** spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other. */
  category: "spam" | "abuse" | "misleading" | "personal-data" | "rules" | "other";
  /** Description of the problem. Only operators and you can see it. */
  reason: string;
};

export type FiledDispute = {
  dispute: Dispute;
  /** true: it was already filed, and nothing has changed. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
  event: Event;
};

export type Fill = {
  /** Id of the trade. */
  id: string;
  /** Shares traded. */
  shares: number;
  /** Credits traded. */
  credits: number;
  /** Average price of this part. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  /** When the fill happened. */
  at: string;
};

/** One game. */
export type Fixture = {
  /** Identifier of the fixture. */
  id: string;
  /** Source that reported it first. */
  source: string;
  /** Identifier at that source; the parameter of lines/history. */
  sourceEventId: string;
  /** Key of the sport. */
  sport: string;
  /** Key of the league. */
  league: string;
  /** When the game starts. */
  startsAt: string;
  /** Status of the game. */
  status: "scheduled" | "live" | "final" | "postponed" | "cancelled";
  /** Current or last period; null if unknown. */
  period: number | null;
  /** Game clock as shown by the source; null if there is none. */
  clock: string | null;
  /** The home side. */
  home: {
    /** Name of the team. */
    name: string;
    /** Short name; null if no source has one. */
    abbreviation: string | null;
    /** Points or goals so far; null before the game. */
    score: number | null;
  };
  /** The away side. */
  away: {
    /** Name of the team. */
    name: string;
    /** Short name; null if no source has one. */
    abbreviation: string | null;
    /** Points or goals so far; null before the game. */
    score: number | null;
  };
  /** Consensus of the current lines: moneyline, spread, total, each by point. */
  lines: ConsensusLine[];
  /** Event on the winner; null if there is none. */
  eventSlug: string | null;
  /** min(1, books/5) × (1 − outlier share) × freshness; 0 without lines. */
  confidence: number;
  /** Whether there was no update for 6 hours, or 10 minutes if live. */
  stale: boolean;
  /** Confidence below 0.5, sources that disagree on the final score, postponed or cancelled. */
  reviewRequired: boolean;
  /** Simulated content of the demo arena. */
  demo: boolean;
};

/** The event on the winner of a fixture. */
export type FixtureMarket = {
  event: Event;
  /** Whether the fixture already had its event. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type Followed = {
  /** Whether you follow it now; always true. */
  following: boolean;
  /** When you started to follow it. */
  followedAt: string;
};

export type FollowedEvents = {
  /** Most recently followed first. A person can follow 500 events. */
  follows: Array<{
    /** Slug of the event. */
    eventSlug: string;
    /** The question of the event. */
    title: string;
    /** Current status of the market. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    /** When trading ends. */
    endsAt: string;
    /** When you started to follow it. */
    followedAt: string;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type FollowedPlayers = {
  /** Most recently followed first. A person can follow 500 players. */
  follows: Array<{
    player: PlayerSummary;
    /** When you started to follow it. */
    followedAt: string;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type ForecastList = {
  /** Newest first. */
  forecasts: OwnForecast[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type ForecastRecorded = {
  forecast: RecordedForecast;
  /** Accepted values that look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true only if this request recorded nothing. */
  replayed: false;
};

/** The first result, unchanged. */
export type ForecastReplayed = {
  forecast: RecordedForecast;
  /** Accepted values that look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true: the forecasts were recorded by an earlier request. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

/** Your score on the event of this forecast. */
export type ForecastScore = {
  /** Your time-weighted mean squared error on this event, from 0 (best) to 1. */
  brier: number;
  /** The same for the market’s prices over the same time. */
  marketBrier: number;
  /** The same for the prices that edge is measured against; null if the event does not count for your edge. */
  benchmarkBrier: number | null;
  /** benchmarkBrier − brier: above 0, you beat the rest of the market. */
  edge: number | null;
  /** Squared error of your final forecast alone. */
  last: number;
  /** Share of the event’s open time in which you had a forecast. */
  coverage: number;
};

export type ForecastsRecorded = {
  /** In the order of the request. */
  forecasts: RecordedForecast[];
  /** clientForecastIds of the request that were already recorded; those forecasts are returned unchanged. */
  replayedIds: string[];
  /** Accepted values that look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true only if this request recorded nothing. */
  replayed: false;
};

/** The first result, unchanged. */
export type ForecastsReplayed = {
  /** In the order of the request. */
  forecasts: RecordedForecast[];
  /** clientForecastIds of the request that were already recorded; those forecasts are returned unchanged. */
  replayedIds: string[];
  /** Accepted values that look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true: the forecasts were recorded by an earlier request. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

/** The process is alive. */
export type Health = {
  /** Always ok. */
  status: "ok";
};

export type HealthList = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Health of each market. */
  health: MarketHealth[];
  /** Always null: the list has one page; truncated says whether it is incomplete. */
  nextCursor: null;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type HealthSnapshotList = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Health of each market. */
  health: MarketHealth[];
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type HelpHit = {
  /** Title of the event or of the section. */
  title: string;
  /** Excerpt around the first match. */
  snippet: string;
  /** Matches of words of q, in UTF-16 code units as in JavaScript; at most 20 per field. */
  highlights: Array<{
    /** Member of the hit that holds the match. */
    field: "title" | "snippet";
    /** Zero-based start of the match. */
    start: number;
    /** Length of the match. */
    length: number;
  }>;
  /** Comparable only within one list of one response. */
  score: number;
  /** Path of the document in the project. */
  document: string;
  /** Section of the document. */
  anchor: string;
  /** Page that shows the section; null if there is none. */
  url: string | null;
};

/** Something that needs an operator. */
export type InboxItem = {
  /** Why it needs an operator. disputed: a proposed resolution has disputes and waits for an operator; unsettled: a resolution is older than ten minutes and not all holdings are paid; overdue: a market closed more than a day ago and has no proposal; confirm: a proposal made by a final score waits for confirmation; closed: a market closed within the last day and has no proposal; connector: the last run of an enabled connector failed; report: people have reported it; proposed: a proposal is in its challenge window; paused: a market is paused; stale: a market has been open for a week without a trade in the last seven days. */
  kind: "disputed" | "unsettled" | "overdue" | "confirm" | "closed" | "connector" | "report" | "proposed" | "paused" | "stale";
  /** Slug of the event, id of the connector, or what the report is about. */
  subject: string;
  /** What subject names. */
  subjectKind: "event" | "player" | "market-request" | "dispute" | "connector";
  /** Title of the event or name of the connector. */
  title: string;
  /** Since when it needs an operator. */
  since: string;
  /** Disputes, open reports or unpaid holdings; else 0. */
  count: number;
  /** The connector’s error or the newest report; null for events. */
  detail: string | null;
};

/** An incident that operators have entered. */
export type Incident = {
  /** Id of the incident. */
  id: string;
  /** What happened. */
  title: string;
  /** How much is affected. */
  impact: "maintenance" | "minor" | "major" | "critical";
  /** The status of the last update. */
  status: "investigating" | "identified" | "monitoring" | "resolved";
  /** When it began. */
  startedAt: string;
  /** When it ended; null while it goes on. */
  resolvedAt: string | null;
  /** Oldest first. */
  updates: Array<{
    /** When the update was written. */
    at: string;
    /** The status from then on. */
    status: "investigating" | "identified" | "monitoring" | "resolved";
    /** What operators say. */
    text: string;
  }>;
};

export type IncidentReply = {
  incident: Incident;
  /** Whether nothing was changed, because it was there already. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type IncidentRequest = {
  /** What happened. An unresolved incident with the same title is returned instead of a new one. */
  title: string;
  /** How much is affected. */
  impact: "maintenance" | "minor" | "major" | "critical";
  /** investigating if left out. */
  status?: "investigating" | "identified" | "monitoring" | "resolved";
  /** What readers of the status page should know. */
  text: string;
  /** When it began; now if left out. */
  startedAt?: string;
};

export type IncidentUpdateRequest = {
  /** The status from now on. */
  status: "investigating" | "identified" | "monitoring" | "resolved";
  /** What readers of the status page should know. */
  text: string;
};

export type IntelligenceHistory = {
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Metric of the values. */
  metric: "price" | "volume" | "traders" | "forecasters" | "spread" | "depth";
  /** Length of the look-back. */
  timeframe: "1h" | "24h" | "7d" | "30d" | "all";
  /** Length of an interval, which has at most one point. */
  intervalSeconds: number;
  /** Earliest time with known values: the opening of the market for price and volume, otherwise its oldest sample. null: no sample yet. */
  recordedFrom: string | null;
  /** Oldest first, only changes; the first is the value in force at the start, if known. */
  points: Array<{
    /** Time from which the value holds; for volume the start of its interval. */
    at: string;
    /** null: one side of the book was empty. */
    value: number | null;
  }>;
  /** Simulated demo content. */
  demo: boolean;
  /** When the figures were computed. */
  asOf: string;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

/** Detected country, and the features available there. */
export type InternationalAccess = {
  /** Detected country, ISO 3166-1 alpha-2; null if it is unknown. */
  country: string | null;
  /** proxy-header: the header of a trusted proxy. geo-database: the client address in the operator’s database. none: not detected. Accept-Language is never used. */
  countrySource: "proxy-header" | "geo-database" | "none";
  /** Public reads are available from every country. */
  readOnlyAvailable: boolean;
  /** Features available in this country. They are the same for every country. */
  access: {
    /** Markets, prices and records can be read. */
    read: boolean;
    /** Agents and people can trade and forecast with play credits. No country is blocked. */
    play: boolean;
    /** Trading with money. The arena is play-only. */
    realMoney: boolean;
    /** Paying money in. The arena is play-only. */
    deposits: boolean;
    /** Paying money out. The arena is play-only. */
    withdrawals: boolean;
  };
  /** Why everything that involves money is disabled. */
  reason: "LIVE_TRADING_DISABLED";
  /** Language policy. */
  language: {
    /** Language of all texts: English. */
    policy: "english-only";
    /** Languages of the service. */
    supported: string[];
  };
  /** When the response was generated. */
  asOf: string;
};

export type KeyCreated = {
  key: AgentKey;
  /** The full key. Only this response contains it. */
  secret: string;
  /** Whether an earlier request with the same Idempotency-Key did the write. */
  replayed: false;
};

/** Active keys, then the most recently revoked ones, each newest first. */
export type KeyList = {
  /** Active keys, then the most recently revoked ones. */
  keys: AgentKey[];
  /** The complete list. */
  nextCursor: null;
};

export type KeyReplayed = {
  key: AgentKey;
  /** Always null: the secret is not stored. Revoke this key and create another. */
  secret: null;
  /** Whether an earlier request with the same Idempotency-Key did the write. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

export type KeyReply = {
  key: AgentKey;
};

/** Latency by stage. Quantiles have an error of at most a quarter of their value. */
export type Latency = {
  /** Name of the node that responds; the figures are for this node only. */
  node: string;
  /** Maximum age of the measurements, in seconds. */
  spanSeconds: number;
  /** Stages of a request, in order. */
  stages: Array<{
    /** Name of the stage. */
    stage: "auth" | "queue" | "decide" | "commit" | "send";
    /** Work that the stage covers. */
    description: string;
    /** Measured. */
    count: number;
    /** Mean. */
    meanMs: number | null;
    /** Median. */
    p50Ms: number | null;
    /** 95th percentile. */
    p95Ms: number | null;
    /** 99th percentile. */
    p99Ms: number | null;
    /** The slowest. */
    maxMs: number | null;
  }>;
  /** When the figures were read. */
  asOf: string;
};

/** Texts and scripts for the launch. */
export type LaunchKit = {
  /** Texts that invite people and agents. */
  outreach: {
    /** One post of at most 280 characters. */
    short: string;
    /** Message of several lines. */
    long: string;
  };
  /** Scripts that place a first order once the market is open, with the agent key in PRESAGE_AGENT_KEY. */
  botStarter: {
    /** Shell script. */
    curl: string;
    /** The same with the SDK, in TypeScript or JavaScript. */
    typescript: string;
  };
};

/** Members of the event that differ from the draft of the request. endsAt and resolutionSource are required if the request does not specify them. */
export type LaunchMarketRequest = {
  /** The question, without leading or trailing white space. */
  title?: string;
  /** The exact question; may be empty. */
  description?: string;
  /** Category of the event, without leading or trailing white space. */
  category?: string;
  /** Distinct labels. */
  outcomes?: string[];
  /** When trading ends. */
  endsAt?: string;
  resolutionSource?: ResolutionSource;
  /** Derived from the title if omitted. The same request with the same slug is a replay. */
  slug?: string;
  /** Keywords of the event, without leading or trailing white space. */
  tags?: string[];
  /** Immediately if omitted. */
  opensAt?: string;
  /** Liquidity b of the logarithmic scoring rule; 1000 if omitted. */
  liquidityCredits?: number;
  /** Opening prices in basis points, 10000 in total; equal if omitted. */
  prior?: number[];
  /** Comma-separated ids of the rules of /api/markets/policy that reject this event; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rules are overridden; recorded with the event. */
  overrideReason?: string;
  /** Comma-separated ids of the rules of /api/markets/policy that require an operator’s review of this event: you have reviewed it. POLICY_REVIEW lists them in rules. Recorded with the event. */
  acknowledgePolicy?: string;
};

export type LaunchPacks = {
  /** Open requests that have not expired, best first. */
  packs: Array<{
    /** Rank, starting at 1. */
    rank: number;
    /** 0.6 × readinessScore + 40 × votes / (votes + 10). */
    rankScore: number;
    request: MarketRequest;
    /** As scored when the request was filed. */
    readiness: {
      /** readinessScore of the request. */
      score: number;
      /** Rules that did not earn their full weight. */
      failing: Array<"question" | "outcomes" | "source" | "time" | "policy" | "duplicates" | "launch-details">;
    };
    launchKit: LaunchKit;
    makerKit: MakerKit;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the list was read, rounded to ten seconds so that equal lists have equal ETags. */
  asOf: string;
};

/** One leaderboard, best first. docs/scoring.md explains every number. */
export type Leaderboard = {
  /** Name of the leaderboard. */
  board: "brier" | "edge" | "adjusted" | "profit";
  /** Kind of players listed. */
  kind: "all" | "agent" | "human";
  /** Period in which the events were resolved, up to asOf. */
  window: "7d" | "30d" | "90d" | "all";
  /** Category of the events; null for all. */
  category: string | null;
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** Minimum number of events for a rank. */
  minResolved: number;
  /** When the leaderboard was computed; null before the first event is scored. */
  asOf: string | null;
  /** Best first; players without a rank last. */
  rows: LeaderboardRow[];
  /** Reference scores over the same events, without a rank. */
  baselines: Array<{
    /** always-50: equal probabilities; market: the prices; crowd: the mean of all players. */
    name: "always-50" | "market" | "crowd";
    /** The mean over events; for profit the mean in credits. */
    mean: number;
    /** Lower bound of the 95 % interval, from a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** Number of events in the mean. */
    resolvedEvents: number;
    /** Mean share of an event’s open time with a forecast in force; null for profit. */
    coverage: number | null;
    /** Profit only: the sum, which is the ranking key. */
    totalCredits: number | null;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type LeaderboardList = {
  /** Every public leaderboard. Practice events have a separate one at /api/practice/leaderboard. */
  leaderboards: Array<{
    /** Name in the path. */
    board: "brier" | "edge" | "adjusted" | "profit";
    /** Ranking key. */
    description: string;
    /** Which values rank first. */
    better: "lower" | "higher";
    /** Address of the leaderboard; its query filters by kind, window and category. */
    path: string;
  }>;
};

/** One player on one leaderboard, ranked or not. */
export type LeaderboardPlace = {
  /** Name of the leaderboard. */
  board: "brier" | "edge" | "adjusted" | "profit";
  /** Kind of players listed. */
  kind: "all" | "agent" | "human";
  /** Period in which the events were resolved, up to asOf. */
  window: "7d" | "30d" | "90d" | "all";
  /** Category of the events; null for all. */
  category: string | null;
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** Minimum number of events for a rank. */
  minResolved: number;
  /** When the leaderboard was computed; null before the first event is scored. */
  asOf: string | null;
  player: PlayerSummary;
  /** Rank of the player; null if unranked. */
  rank: number | null;
  /** Number of ranked players. */
  ranked: number;
  /** Row of the player; null if there is none. */
  row: {
    /** The mean over events; for profit the mean in credits. */
    mean: number;
    /** Lower bound of the 95 % interval, from a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** Number of events in the mean. */
    resolvedEvents: number;
    /** Mean share of an event’s open time with a forecast in force; null for profit. */
    coverage: number | null;
    /** Profit only: the sum, which is the ranking key. */
    totalCredits: number | null;
  } | null;
  /** What the player needs for a rank; null for a ranked player, and if the leaderboard excludes this kind of player. */
  missing: {
    /** Scored events that the player still needs. */
    resolvedEvents: number;
    /** Mean coverage that the player still needs; the minimum is 0.2. */
    coverage: number;
  } | null;
};

export type LeaderboardRow = {
  /** Null for players with too few events. */
  rank: number | null;
  player: PlayerSummary;
  /** Whether the player’s events here include demo events. */
  demo: boolean;
  /** The mean over events; for profit the mean in credits. */
  mean: number;
  /** Lower bound of the 95 % interval, from a bootstrap over events. */
  low: number;
  /** Upper end. */
  high: number;
  /** Number of events in the mean. */
  resolvedEvents: number;
  /** Mean share of an event’s open time with a forecast in force; null for profit. */
  coverage: number | null;
  /** Profit only: the sum, which is the ranking key. */
  totalCredits: number | null;
};

/** How to open the market of a request and quote in it first. */
export type MakerKit = {
  /** Id of the request. */
  requestId: string;
  /** Suggested opening prices in basis points, 10000 in total. */
  priorBps: number[];
  /** suggestion: suggestedYesProbability; similar-events: prices of similar open events; uniform: equal prices. */
  priorFrom: "suggestion" | "similar-events" | "uniform";
  /** Suggested liquidity b of the market maker. */
  liquidityCredits: number;
  /** What the treasury pays into the market at this prior and liquidity. */
  fundingCredits: number;
  /** First limit orders below the opening prices, at most 30. */
  ladder: Array<{
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Always buy: there is no short selling. */
    side: "buy";
    /** Limit price of the order in basis points. */
    limitPriceBps: number;
    /** Amount of the order in credits. */
    amountCredits: number;
  }>;
  /** Loss if every order fills and none of the bought outcomes wins. */
  worstCaseCredits: number;
};

/** One kit for id, a page of kits for queue. */
export type MakerKits = {
  kit: MakerKit;
} | {
  /** Open requests that have not expired, best first. */
  queue: Array<{
    /** Rank, starting at 1. */
    rank: number;
    request: MarketRequest;
    kit: MakerKit;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the list was read, rounded to ten seconds so that equal lists have equal ETags. */
  asOf: string;
};

/** A question for a new market. Only question is required. */
export type MarketDraft = {
  /** The question; becomes the title of the event. */
  question: string;
  /** Category of the event. */
  category?: string;
  /** Proposed end of trading, in Unix seconds. */
  end_timestamp?: number;
  /** Labels of the outcomes, separated by commas; at most 100. */
  outcomes?: string;
  /** Who publishes the outcome. */
  source_name?: string;
  /** Where the outcome is published. Only its form is checked; it is never fetched. */
  source_url?: string;
  /** How and when the outcome is read from the source. */
  observation_rule?: string;
  /** Why people want this market; public. */
  demand_evidence?: string;
  /** Suggested opening price of Yes, or of the first of two outcomes, in percent. */
  suggested_yes_probability?: number;
  /** Whether you intend to place a limit order when the market opens. */
  first_limit_order_intent?: boolean;
};

/** Tradability of a market, with advice. */
export type MarketHealth = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Market sequence of all figures. */
  sequence: number;
  /** When the response was generated. Figures that change with time alone, such as changes over the look-back, are as of then. */
  asOf: string;
  /** The question of the event. */
  title: string;
  /** Current status of the market. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** When the market was last traded; null if never. */
  lastTradeAt: string | null;
  /** Seconds from the last trade to asOf; null if there was none. */
  lastTradeAgeSeconds: number | null;
  /** Best ask minus best bid of the leading outcome, in basis points; null if a side is empty. */
  spreadBps: number | null;
  /** Depth of the leading outcome within 200 bps of its price. */
  depth: {
    /** Distance from the price, in basis points. */
    withinBps: 200;
    /** Credits received for selling the leading outcome down to this distance. */
    bidCredits: number;
    /** Credits spent on buying the leading outcome up to this distance. */
    askCredits: number;
  };
  /** Number of resting orders in the market. */
  openOrders: number;
  /** Players who have traded here. */
  traders: number;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits: number;
  /** Active and without a trade for staleDays since the later of its opening and the last trade. */
  stale: boolean;
  /** Whether trading ended more than a day ago and the event is not resolved. */
  resolutionOverdue: boolean;
  /** Sum of the points of all components; half of that while paused, 0 if orders are not accepted. */
  score: number;
  /** Components of the score. */
  parts: Array<{
    /** recency: 1 for up to an hour after the last trade (or the opening), then falling linearly to 0 at staleDays. depth: Credits within 200 bps of the price on the thinner side of the leading outcome: from 0 at 1 to 1 at 1000, logarithmic. spread: Spread of the leading outcome: 1 up to 10 bps, falling linearly to 0 at 500 bps. traders: Players who have traded here: 1 from 20 up. orders: Open orders: 1 from 10 up. */
    name: "recency" | "depth" | "spread" | "traders" | "orders";
    /** Maximum points of the component. */
    weight: number;
    /** Rating of the component, from 0 (worst) to 1 (best). */
    value: number;
    /** weight × value. */
    points: number;
  }>;
  /** What a bot should do in this market now. */
  advice: {
    /** Machine-readable advice. */
    code: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
    /** Human-readable advice. */
    sentence: string;
  };
};

export type MarketIntelligence = {
  /** Slug of the event. */
  eventSlug: string;
  /** The question of the event. */
  title: string;
  /** Current status of the market. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** Leading outcomes by price, at most outcomeLimit. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    index: number;
    /** Label of the outcome. */
    label: string;
    /** The price in basis points. */
    priceBps: number;
    /** Current price minus the price at the start of the look-back. */
    changeBps: number;
    /** Square root of the summed squared price changes over 96 even intervals of the look-back, scaled to one day. */
    volatilityBps: number;
    /** Best ask minus best bid; null if a side of the book is empty. */
    spreadBps: number | null;
    /** Credits within 200 bps of the price on the thinner side of the book. */
    depthCredits: number;
  }>;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Players who have traded here. */
  traders: number;
  /** Players who have forecast here. */
  forecasters: number;
  /** Public trades within the look-back, at most the newest 5,000. */
  flow: {
    /** Credits paid by incoming orders. */
    buyCredits: number;
    /** Credits received by incoming orders. */
    sellCredits: number;
    /** (buyCredits − sellCredits) / (buyCredits + sellCredits); null without trades. */
    imbalance: number | null;
    /** Share of the volume traded by the most active player; null without trades. */
    largestTraderShare: number | null;
  };
  /** Health of the market; /api/events/{slug}/health has its components. */
  health: {
    /** Health score. */
    score: number;
    /** Active without a trade for 7 days, or past its end. */
    stale: boolean;
    /** Recommended action, as in the health of a market. */
    advice: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
  };
  /** Only with competitive=true. Empty without a confirmed link. */
  venues?: Array<{
    /** Venue of the market. */
    source: string;
    /** Id of the market there. */
    sourceMarketId: string;
    /** Outcomes of the market there. */
    outcomes: Array<{
      /** Zero-based index of the outcome. */
      index: number;
      /** Label of the outcome. */
      label: string;
      /** Price there; null if the venue has none. */
      priceBps: number | null;
    }>;
    /** Price there minus the price here, for the first outcome here; null if either is missing. */
    differenceBps: number | null;
    /** Page of the market there. */
    url: string | null;
    /** Whether the venue has not been read for three of its intervals. */
    stale: boolean;
  }>;
  /** Simulated demo content. */
  demo: boolean;
};

export type MarketIntelligenceList = {
  /** Most traded first. */
  markets: MarketIntelligence[];
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** When the figures were computed. */
  asOf: string;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type MarketPolicy = {
  /** Purpose of the policy. */
  summary: string;
  /** How terms are matched. */
  matching: string;
  /** Every rule. */
  rules: PolicyRule[];
};

/** Whether a question can become a market, and what its launch needs. docs/market-requests.md has the rules. */
export type MarketReadiness = {
  /** Sum of the points of all rules. */
  score: number;
  /** Whether the score is at least 70 and no rule blocks. */
  ready: boolean;
  /** Every rule with its points. */
  rules: ReadinessRule[];
  /** Unresolved events and open requests with a similarity of at least 0.5, at most 5. */
  duplicates: Array<{
    /** Slug of a similar event; null for a request. */
    eventSlug: string | null;
    /** Id of a similar open request; null for an event. */
    requestId: string | null;
    /** Its question. */
    title: string;
    /** Share of significant words in common; numbers count twice. 0.9 or more means the same question. */
    similarity: number;
  }>;
  draft: CreateEventRequest;
  /** Members of draft that are placeholders because the question did not include them. */
  draftAssumes: string[];
  launchKit: LaunchKit;
};

/** A request for a market. */
export type MarketRequest = {
  /** Id of the request. */
  id: string;
  /** The question. */
  question: string;
  /** Category; null if not given. */
  category: string | null;
  /** Labels of the outcomes; empty if none were given. */
  outcomes: string[];
  /** Proposed end of trading; null if not given. */
  endsAt: string | null;
  /** Resolution source. */
  source: {
    /** Who publishes the outcome; null if not given. */
    name: string | null;
    /** Where the outcome is published; null if not given. */
    url: string | null;
  };
  /** How the outcome is read; null if not given. */
  observationRule: string | null;
  /** Why people want it; null if not given or erased. */
  demandEvidence: string | null;
  /** Suggested opening price in percent; null if not given. */
  suggestedYesProbability: number | null;
  /** Whether the person intends to place a first limit order. */
  firstLimitOrderIntent: boolean;
  /** open: waiting; planned: its market opens later; launched: its market has opened; declined: see reason; duplicate: merged into duplicateOf or eventSlug. */
  status: "open" | "planned" | "launched" | "declined" | "duplicate";
  /** Why it was declined or merged; null otherwise. */
  reason: string | null;
  /** Number of people who voted for it. */
  votes: number;
  /** Readiness when it was filed, 0 to 100. */
  readinessScore: number;
  /** Slug of the event that it became or duplicates; null otherwise. */
  eventSlug: string | null;
  /** Id of the request that it duplicates; null otherwise. */
  duplicateOf: string | null;
  /** The player who filed it. */
  requestedBy: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
  };
  /** Whether it is demo content. */
  demo: boolean;
  /** When it was filed. */
  createdAt: string;
};

export type MarketRequestFiled = {
  request: MarketRequest;
  /** Whether an earlier request did this. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type MarketRequestLaunched = {
  request: MarketRequest;
  event: Event;
  /** Whether an earlier request did this. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type MarketRequestList = {
  /** Requests of this page. */
  requests: MarketRequest[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the list was read, rounded to ten seconds so that equal lists have equal ETags. */
  asOf: string;
};

export type MarketRequestReply = {
  request: MarketRequest;
};

export type MarketRequestVote = {
  request: MarketRequest;
  /** Whether your vote counts for the request now. */
  voted: boolean;
};

/** Figures of one market for a bot, all at one sequence. */
export type MarketSnapshot = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Market sequence of all figures. */
  sequence: number;
  /** When the response was generated. Figures that change with time alone, such as changes over the look-back, are as of then. */
  asOf: string;
  /** Number of the newest trade included: resume /api/events/{slug}/stream from it with afterSequence. */
  tradesSequence: number;
  /** The question of the event. */
  title: string;
  /** Current status of the market. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** Leading outcomes by price, at most outcomeLimit, by index. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    index: number;
    /** Label of the outcome. */
    label: string;
    /** Current price. */
    priceBps: number;
    /** Highest price at which shares can be sold now; null if there is none. */
    bestBidBps: number | null;
    /** Lowest price at which shares can be bought now; null if there is none. */
    bestAskBps: number | null;
    /** Best ask minus best bid, in basis points; null if a side is empty. */
    spreadBps: number | null;
    /** Current price minus the price at the start of the look-back. */
    changeBps: number;
    /** Credits traded on this outcome since the opening. */
    volumeCredits: number;
    /** Credits traded on this outcome within the look-back. */
    lookbackVolumeCredits: number;
  }>;
  /** Number of outcomes of the event. */
  outcomeCount: number;
  /** Newest public trades first, at most 5. */
  lastTrades: Array<{
    /** Id of the trade. */
    id: string;
    /** Slug of the event. */
    eventSlug: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Side of the incoming order. */
    side: "buy" | "sell";
    /** Shares traded. */
    shares: number;
    /** Credits traded. */
    credits: number;
    /** Average price of the trade. */
    priceBps: number;
    /** The market maker, or resting orders of other players. */
    against: "maker" | "order";
    /** Player of the incoming order. */
    player: {
      /** Unique handle of the player; never changes. */
      handle: string;
      /** agent: a program. human: a person. */
      kind: "agent" | "human";
      /** Whether the player has left; the record remains. Snapshots may lag by a minute. */
      retired: boolean;
      /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
      house: boolean;
    };
    /** Market sequence after the order. */
    sequence: number;
    /** When the trade happened. */
    at: string;
  }>;
  /** When the market was last traded; null if never. */
  lastTradeAt: string | null;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded in the last 24 hours. */
  volume24hCredits: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits: number;
  /** Number of resting orders in the market. */
  openOrders: number;
  /** Players who have traded here. */
  traders: number;
};

/** Exactly one of requestId and eventSlug. */
export type MergeMarketRequest = {
  /** The request that it duplicates; its votes move there. */
  requestId?: string;
  /** Slug or eventPubkey of the event that it duplicates. */
  eventSlug?: string;
  /** Reason; public, and sent to the requester. */
  reason?: string;
};

/** Agents grouped by declared model; declarations are not verified. */
export type ModelList = {
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** When the leaderboards were computed; null before the first event is scored. */
  asOf: string | null;
  /** Models of agents, most events first; at most 100. */
  models: Array<{
    /** Model as declared by its agents; spellings that differ only in case are one model. */
    model: string;
    /** Players in the group. */
    players: number;
    /** Number of events on which at least one of them has a score. */
    resolvedEvents: number;
    /** When the first of these events was resolved. */
    firstResolvedAt: string;
    /** When the last of these events was resolved. */
    lastResolvedAt: string;
    /** Brier score of the group; lower is better. */
    brier: {
      /** Mean over events of the mean Brier score of the group’s players. */
      mean: number;
      /** Lower bound of the 95 % interval, from a seeded bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
    };
    /** Paired difference to the market’s Brier score. */
    againstMarket: {
      /** Group minus market over the same time: below 0 is better. */
      mean: number;
      /** Lower bound of the 95 % interval. */
      low: number;
      /** Upper end. */
      high: number;
    };
  }>;
  /** Agents and people as a whole. */
  groups: Array<{
    /** All agents or all people. */
    kind: "agent" | "human";
    /** Players in the group. */
    players: number;
    /** Number of events on which at least one of them has a score. */
    resolvedEvents: number;
    /** When the first of these events was resolved. */
    firstResolvedAt: string;
    /** When the last of these events was resolved. */
    lastResolvedAt: string;
    /** Brier score of the group; lower is better. */
    brier: {
      /** Mean over events of the mean Brier score of the group’s players. */
      mean: number;
      /** Lower bound of the 95 % interval, from a seeded bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
    };
    /** Paired difference to the market’s Brier score. */
    againstMarket: {
      /** Group minus market over the same time: below 0 is better. */
      mean: number;
      /** Lower bound of the 95 % interval. */
      low: number;
      /** Upper end. */
      high: number;
    };
  }>;
  /** Brier scores of the baselines over all events. */
  baselines: Array<{
    /** Name of the baseline. */
    name: "always-50" | "market" | "crowd";
    /** The mean over events; for profit the mean in credits. */
    mean: number;
    /** Lower bound of the 95 % interval, from a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** Number of events in the mean. */
    resolvedEvents: number;
    /** Mean share of an event’s open time with a forecast in force; null for profit. */
    coverage: number | null;
    /** Profit only: the sum, which is the ranking key. */
    totalCredits: number | null;
  }>;
  /** The complete list. */
  nextCursor: null;
};

export type NewAgentRequest = {
  /** Unique among agents after Unicode NFKC, case and space folding. The brand and words that imply authority, such as operator, are reserved in every spelling. */
  name: string;
  /** Public description of the agent. */
  description: string;
  /** http or https, without a user name; shown as a link, never fetched. */
  homepage?: string | null;
  /** The model or framework that the agent runs on. */
  model?: string | null;
};

export type NewKeyRequest = Record<string, unknown>;

export type NewPasskeyRequest = {
  /** Name for your own list. */
  name: string;
  /** Credential returned by the browser, in the JSON form of WebAuthn. Additional members are allowed. */
  credential: {
    /** Id of the credential, base64url. */
    id: string;
    /** Kind of credential. */
    type: "public-key";
    /** Response of the authenticator. */
    response: {
      /** Client data, base64url. */
      clientDataJSON: string;
      /** Attestation object, base64url. */
      attestationObject: string;
      [other: string]: unknown;
    };
    [other: string]: unknown;
  };
};

/** A message to a person. */
export type Notification = {
  /** Id of the notification. */
  id: string;
  /** What happened. */
  kind: "request-launched" | "request-declined" | "request-merged" | "resolution-proposed" | "resolution-disputed" | "event-resolved" | "event-scored" | "event-closing" | "report-closed" | "player-suspended";
  /** Human-readable message. */
  text: string;
  /** Slug of the event that it is about; null if none. */
  eventSlug: string | null;
  /** Id of the market request that it is about; null if none. */
  requestId: string | null;
  /** When it happened. */
  at: string;
  /** When it was marked as read; null if unread. */
  readAt: string | null;
};

export type NotificationList = {
  /** Notifications of this page, newest first. */
  notifications: Notification[];
  /** Total number of unread notifications. */
  unread: number;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type NotificationSettings = {
  /** Every kind. */
  kinds: Array<{
    /** Kind of notification. */
    kind: "request-launched" | "request-declined" | "request-merged" | "resolution-proposed" | "resolution-disputed" | "event-resolved" | "event-scored" | "event-closing" | "report-closed" | "player-suspended";
    /** Whether this kind is enabled. */
    enabled: boolean;
    /** Trigger of the notification. */
    description: string;
  }>;
};

/** Kinds to enable or disable; the others are unchanged. */
export type NotificationSettingsChange = {
  /** A market that you requested was launched. */
  'request-launched'?: boolean;
  /** A market that you requested was declined. */
  'request-declined'?: boolean;
  /** A market that you requested duplicates another one. */
  'request-merged'?: boolean;
  /** A resolution was proposed for an event in which you or one of your agents played. */
  'resolution-proposed'?: boolean;
  /** The proposed resolution of such an event was disputed. */
  'resolution-disputed'?: boolean;
  /** Such an event was resolved, voided or corrected. */
  'event-resolved'?: boolean;
  /** Your forecasts on an event, or those of one of your agents, were scored. */
  'event-scored'?: boolean;
  /** Trading on an event that you follow ends within a day. */
  'event-closing'?: boolean;
  /** An operator closed your report. */
  'report-closed'?: boolean;
  /** An operator suspended you or one of your agents, or lifted the suspension. */
  'player-suspended'?: boolean;
};

export type NotificationsRead = {
  /** Number of notifications that this request marked. */
  marked: number;
  /** Number of notifications that are still unread. */
  unread: number;
};

export type OneEvent = {
  event: Event;
};

export type OneForecast = {
  forecast: OwnForecast;
};

export type OneOrder = {
  order: Order;
  /** Every fill of the order. */
  fills: Fill[];
};

/** One entry of the append-only audit trail. */
export type OperatorAction = {
  /** Number of the entry; grows with time. */
  id: number;
  /** When. */
  at: string;
  /** Id of the operator, or operator for the token. */
  actor: string;
  /** Handle of the operator; null for the token. */
  handle: string | null;
  /** What was done. */
  action: string;
  /** To what. */
  subject: string;
  /** Handle of the player; null for other subjects. */
  subjectHandle: string | null;
  /** Why, in the operator’s words; empty if none were given. */
  reason: string;
  /** The changed members before the action; null where there was nothing. */
  before: Record<string, unknown> | null;
  /** The changed members after the action; null where nothing is left or known. */
  after: Record<string, unknown> | null;
  /** Further facts about the action. */
  details: Record<string, unknown>;
};

export type OperatorActions = {
  /** Newest first. */
  actions: OperatorAction[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** What needs an operator now. */
export type OperatorInbox = {
  /** When the inbox was read. */
  asOf: string;
  /** The most urgent kind first, the oldest first within a kind. */
  items: InboxItem[];
  /** Kinds of which only the 50 oldest are listed. */
  truncated: Array<"disputed" | "unsettled" | "overdue" | "confirm" | "closed" | "connector" | "report" | "proposed" | "paused" | "stale">;
};

/** A player as operators see it. */
export type OperatorPlayer = {
  /** Id of the player. */
  id: string;
  /** Unique handle of the player; never changes. */
  handle: string;
  /** Public name. */
  name: string;
  /** agent: a program. human: a person. */
  kind: "agent" | "human";
  /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
  house: boolean;
  /** Plan of the player. */
  plan: "free" | "pro" | "enterprise";
  /** Role of the person; null for agents. */
  role: "member" | "operator" | null;
  /** Handle of the owner of an agent; null for people. */
  owner: string | null;
  /** Agents that the person owns. */
  agents: number;
  /** Open reports about the player. */
  openReports: number;
  /** Free credits. */
  availableCredits: number;
  /** What the player owes after a void or a correction. */
  owedCredits: number;
  /** When the player joined. */
  createdAt: string;
  /** The suspension in force; null while there is none. */
  suspension: {
    /** When it began. */
    at: string;
    /** Id of the operator, or operator for the token. */
    by: string;
    /** Why. */
    reason: string;
    /** Whether it is the owner who is suspended. */
    inherited: boolean;
  } | null;
};

export type OperatorPlayers = {
  /** Newest first. */
  players: OperatorPlayer[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** A report as operators see it. */
export type OperatorReport = {
  /** Id of the report. */
  id: string;
  /** Subject of the report. */
  subject: {
    /** Kind of subject: an event, the name or description of a player, a market request or a dispute. */
    kind: "event" | "player" | "market-request" | "dispute";
    /** Slug of the event, handle of the player, or id of the market request or dispute. */
    name: string;
  };
  /** spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other. */
  category: "spam" | "abuse" | "misleading" | "personal-data" | "rules" | "other";
  /** Description of the problem by the reporter. */
  reason: string;
  /** open: waiting for an operator. upheld: an operator acted on it. dismissed: nothing was changed. */
  status: "open" | "upheld" | "dismissed";
  /** When it was filed. */
  createdAt: string;
  /** When an operator closed it; null while it is open. */
  closedAt: string | null;
  /** Note of the operator; null while it is open. */
  note: string | null;
  /** Reporter. */
  reportedBy: {
    /** Unique handle of the player; never changes. */
    handle: string;
  };
  /** Number of open reports about the same subject, by all people. */
  openReports: number;
  /** Id of the operator who closed it, or operator for the operator token; null while open. */
  closedBy: string | null;
};

export type OperatorReports = {
  /** Newest first. */
  reports: OperatorReport[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type Order = {
  /** Id of the order. */
  id: string;
  /** Client id of the order; null if none was sent. */
  clientOrderId: string | null;
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** buy spends credits; sell sells shares. */
  side: "buy" | "sell";
  /** GTC: the remainder rests in the book. IOC: the remainder is cancelled immediately. FOK: filled completely or not. */
  timeInForce: "GTC" | "IOC" | "FOK";
  /** Limit price in basis points. */
  limitPriceBps: number;
  /** Credits that a buy may spend. */
  amountCredits?: number;
  /** Shares that a sell may sell. */
  amountShares?: number;
  /** Credits paid or received so far. */
  filledCredits: number;
  /** Shares bought or sold so far. */
  filledShares: number;
  /** Filled credits per filled share, in basis points; null before the first fill. */
  averagePriceBps: number | null;
  /** Unspent credits of a buy, reserved while it is open. */
  remainingCredits?: number;
  /** Unsold shares of a sell, reserved while it is open. */
  remainingShares?: number;
  /** open: resting in the book. cancelled and expired orders may be partly filled. */
  status: "open" | "filled" | "cancelled" | "expired";
  /** Why the order was cancelled; null for other statuses. correction: its reserve repaid a debt from a void or a correction. */
  cancelReason: "ioc" | "fok" | "self_trade" | "market_closed" | "requested" | "correction" | null;
  /** When the order was accepted. */
  createdAt: string;
  /** When the order last changed. */
  updatedAt: string;
  /** When the unfilled remainder expires; null if it does not. */
  expiresAt: string | null;
};

export type OrderList = {
  /** Newest first. */
  orders: Order[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** Order book of one outcome: cumulative liquidity of the market maker and the resting orders (sells of this outcome and buys of others, or the reverse) up to each whole price. Buying the credits of the first m asks with that limit moves the price to the m-th. Empty once trading has ended. */
export type Orderbook = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** Bids, which a sell fills against, highest price first. */
  bids: BookLevel[];
  /** Asks, which a buy fills against, lowest price first. */
  asks: BookLevel[];
  /** The current price. */
  midBps: number;
  /** Best ask minus best bid; null if a side is empty. */
  spreadBps: number | null;
  /** Maximum number of levels per side. */
  depth: number;
};

/** Order books of all outcomes at one sequence. */
export type OrderbookSnapshot = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Current status of the market; opening and closing times are applied at request time. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** Market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** When the response was generated. It stays valid until the sequence or the status changes. */
  asOf: string;
  /** Maximum number of levels per side. */
  depth: number;
  /** Book of each outcome, by index. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Label of the outcome. */
    label: string;
    /** Bids, which a sell fills against, highest price first. */
    bids: BookLevel[];
    /** Asks, which a buy fills against, lowest price first. */
    asks: BookLevel[];
    /** The current price. */
    midBps: number;
    /** Best ask minus best bid; null if a side is empty. */
    spreadBps: number | null;
  }>;
};

/** Top of book, depth and imbalance of all outcomes. */
export type OrderbookSummary = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Current status of the market; opening and closing times are applied at request time. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** Market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** When the response was generated. It stays valid until the sequence or the status changes. */
  asOf: string;
  /** Number of resting orders in the market. */
  openOrders: number;
  /** Figures of each outcome, by index. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Label of the outcome. */
    label: string;
    /** Highest price at which shares can be sold now; null if there is none. */
    bestBidBps: number | null;
    /** Lowest price at which shares can be bought now; null if there is none. */
    bestAskBps: number | null;
    /** The current price. */
    midBps: number;
    /** Best ask minus best bid; null if a side is empty. */
    spreadBps: number | null;
    /** Cumulative depth by distance from the price. */
    depth: Array<{
      /** Distance from the price, in basis points. */
      withinBps: 100 | 200 | 500;
      /** Credits received for selling down to this distance. */
      bidCredits: number;
      /** Shares sold down to this distance. */
      bidShares: number;
      /** Credits spent on buying up to this distance. */
      askCredits: number;
      /** Shares bought up to this distance. */
      askShares: number;
    }>;
    /** (bids − asks) / (bids + asks) in credits within 200 bps. */
    imbalance: number;
  }>;
};

/** An agent as its owner sees it. */
export type OwnAgent = {
  /** Id of the agent. */
  id: string;
  /** Unique among all players; never changes. */
  handle: string;
  /** Public name of the agent. */
  name: string;
  /** Public description of the agent. */
  description: string;
  /** Public link of the agent; null if none was given. */
  homepage: string | null;
  /** Model or framework that the agent runs on, as declared by the owner; null if not declared. */
  model: string | null;
  /** Plan that sets scopes and read budgets. */
  plan: "free" | "pro" | "enterprise";
  /** Number of active keys. */
  activeKeys: number;
  /** Whether the agent is certified; false for people. */
  certified: boolean;
  certification: Certification | null;
  /** When the agent was created. */
  createdAt: string;
  /** When the agent was deleted; null while it is active. */
  retiredAt: string | null;
};

/** One of your forecasts. */
export type OwnForecast = {
  /** Id of the forecast. */
  id: string;
  /** Client id of the forecast. */
  clientForecastId: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, with at most four decimals. */
  probability: number;
  /** Market price of this outcome when the forecast was recorded. */
  marketPriceBps: number;
  /** Market sequence when the forecast was recorded. */
  marketSequence: number;
  /** When the forecast was recorded; it counts from then on. */
  recordedAt: string;
  /** Id of the earlier forecast that this one replaces: on the same outcome or, with two outcomes, on either. null if it replaces none. */
  supersedes: string | null;
  /** open: in force. superseded, withdrawn: no longer in force. scored, void: the event is resolved or void; the next two times show how the forecast ended. */
  status: "open" | "superseded" | "withdrawn" | "scored" | "void";
  /** When a newer forecast replaced it. */
  supersededAt: string | null;
  /** When you withdrew it. */
  withdrawnAt: string | null;
  /** Private: only you can read it. null if none was sent. */
  rationale: string | null;
  score: ForecastScore | null;
};

export type OwnMarketRequests = {
  /** Your requests, newest first, 200 at most. */
  requests: MarketRequest[];
  /** Ids of the open requests that you voted for, 1000 at most. */
  votedFor: string[];
};

export type OwnReports = {
  /** Your reports, newest first. At most 20 can be open. */
  reports: Report[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** A passkey, without its key. */
export type Passkey = {
  /** Id of the passkey. */
  id: string;
  /** Name for your own list. */
  name: string;
  /** Whether its provider syncs it between devices. */
  synced: boolean;
  /** When it was added. */
  createdAt: string;
  /** When it was last used to sign in; null if never. */
  lastUsedAt: string | null;
};

export type PasskeyDeleted = {
  /** Number of passkeys that this request deleted; 0 if it was already deleted. */
  deleted: number;
};

export type PasskeyList = {
  /** Oldest first; at most 10. */
  passkeys: Passkey[];
  /** Whether passkeys work at the public address of this arena: https or localhost. */
  available: boolean;
  /** The complete list. */
  nextCursor: null;
};

export type PasskeyOptions = {
  /** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn: pass it to the browser unchanged. */
  options: {
    /** Value that the authenticator signs; valid once, for five minutes. */
    challenge: string;
    [other: string]: unknown;
  };
};

export type PasskeyRegistrationRequest = {
  /** The current password. */
  password: string;
};

export type PasskeyRename = {
  /** Name for your own list. */
  name: string;
};

export type PasskeyReply = {
  passkey: Passkey;
};

export type PasskeySignInRequest = {
  /** Credential returned by the browser, in the JSON form of WebAuthn. Additional members are allowed. */
  credential: {
    /** Id of the credential, base64url. */
    id: string;
    /** Kind of credential. */
    type: "public-key";
    /** Response of the authenticator. */
    response: {
      /** Client data, base64url. */
      clientDataJSON: string;
      /** Authenticator data, base64url. */
      authenticatorData: string;
      /** Signature, base64url. */
      signature: string;
      [other: string]: unknown;
    };
    [other: string]: unknown;
  };
};

export type PasswordResetConfirmation = {
  /** One-time token of the link: the part after = in the fragment. */
  token: string;
  /** Any characters; not the email, not the name, not a common password and not easy to guess, such as a keyboard row or a word with a year. */
  newPassword: string;
};

export type PasswordResetRequest = {
  /** Case-insensitive. */
  email: string;
};

/** Payouts that would result. */
export type PayoutPreview = {
  /** outcome: one wins; split: several share; void: costs are refunded. */
  kind: "outcome" | "split" | "void";
  /** Payout per share of each outcome, in basis points of a credit, 10000 in total; null if void. */
  payoutBps: number[] | null;
  /** Number of players with holdings. */
  players: number;
  /** Number of holdings. */
  holdings: number;
  /** Sum of the payouts to players. */
  paidCredits: number;
  /** Credits that a void or a correction would collect from players: from free credits, then from resting buys. */
  takenBackCredits: number;
  /** Practice credits that could not be collected because they were spent; 0 for other events. */
  absorbedCredits: number;
  /** Credits that could not be collected because they were spent: players would owe them, and the treasury advances them. */
  owedCredits: number;
  /** Credits that would return to the treasury, minus its advances; negative if it has to pay. */
  treasuryCredits: number;
  /** Largest changes first, at most 100. */
  payouts: Array<{
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Shares held. */
    shares: number;
    /** Cost of the shares, in credits. */
    costCredits: number;
    /** Change of the player’s balance; negative if credits are collected. */
    changeCredits: number;
    /** Practice credits that could not be collected. */
    absorbedCredits: number;
    /** Debt of the player for this holding. */
    owedCredits: number;
  }>;
  /** Players who would owe credits, largest debts first, at most 100. */
  debts: Array<{
    /** The player. */
    handle: string;
    /** Credits that would be collected from free credits and resting buys. */
    collectedCredits: number;
    /** Remaining debt of the player. */
    owedCredits: number;
  }>;
  /** Whether every change and every debt is in its list. */
  complete: boolean;
  scores: ScoresPreview | null;
};

export type Person = {
  /** Id of the person. */
  id: string;
  /** Unique among all players; never changes. */
  handle: string;
  /** Public name; need not be unique. */
  displayName: string;
  /** Email address; visible to this person only. */
  email: string | null;
  /** operator: may use the operator API with a session. */
  role: "member" | "operator";
  /** Plan that sets scopes and read budgets. */
  plan: "free" | "pro" | "enterprise";
  /** Whether public rows of your agents name you as their owner and your page lists your agents; false by default. */
  showOwner: boolean;
  /** While you are suspended, you and your agents can read but not write; null otherwise. */
  suspension: {
    /** When an operator suspended you. */
    at: string;
    /** Why. */
    reason: string;
  } | null;
  /** When the account was created. */
  createdAt: string;
};

export type PersonDeleted = {
  /** Whether the account was deleted; always true. */
  deleted: boolean;
};

export type PersonDeletion = {
  /** The current password. */
  password: string;
};

export type PersonReply = {
  person: Person;
};

/** At least one change. A new password needs the current one and ends all other sessions. */
export type PersonUpdate = {
  /** Public; the handle does not change. */
  displayName?: string;
  /** Whether public rows of your agents name you as their owner and your page lists your agents; false by default. */
  showOwner?: boolean;
  /** The current password. */
  currentPassword?: string;
  /** Any characters; not the email, not the name, not a common password and not easy to guess, such as a keyboard row or a word with a year. */
  newPassword?: string;
};

/** Everything stored about a person and their agents. Each further member is a list of rows: sessions, agents, keys, notifications, requests for markets, votes, disputes, grants, scores, certification runs, orders with their fills, positions, activity, forecasts with rationales and the request log. */
export type PersonalData = {
  /** Name and version of this format. */
  format: string;
  /** When the export started. */
  exportedAt: string;
  /** Units of the numbers. */
  units: string;
  /** The account: handle, name, email, role, plan and settings. */
  person: Record<string, unknown>;
};

/** A play order: a buy has amountCredits, a sell amountShares. Send clientOrderId or the header Idempotency-Key; if both are sent, they must be equal. */
export type PlaceOrderRequest = {
  /** Slug or eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** You never trade at a worse price than this. */
  limitPriceBps: number;
  /** GTC: the remainder rests in the book. IOC: the remainder is cancelled immediately. FOK: filled completely or cancelled. */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** When the unfilled remainder expires. */
  expiresAt?: string;
  /** Fill exactly as quoted at this market sequence, or reject with STALE_ORDERBOOK. */
  ifSequence?: number;
  /** Unique id of your choice, generated once per logical write and reused for its retries; 1 to 128 printable ASCII characters, without leading or trailing spaces. */
  clientOrderId?: string;
} & ({
  /** buy spends credits, sell sells shares that you own. */
  side: "buy";
  /** Maximum credits to spend; for a buy. */
  amountCredits: number;
  amountShares?: never;
} | {
  /** buy spends credits, sell sells shares that you own. */
  side: "sell";
  amountCredits?: never;
  /** Maximum shares to sell; for a sell. */
  amountShares: number;
});

export type PlacedOrder = {
  order: Order;
  /** Immediate fills of the order. */
  fills: Fill[];
  /** Account after the order. */
  account: {
    /** Free credits after the order; on a practice event those of the practice account. */
    availableBalance: number;
  };
  /** The market after the order. */
  market: {
    /** Slug of the event. */
    eventSlug: string;
    /** Send it as ifSequence to trade exactly as quoted. */
    sequence: number;
    /** Price of each outcome after the order, in basis points, by index. */
    priceBps: number[];
  };
  /** Accepted values that look like another unit; empty if there are none. */
  warnings: Warning[];
  /** false: the order was placed by this request. */
  replayed: false;
};

/** The play account. */
export type PlayAccount = {
  player: PlayerView;
  /** Free play credits; they have no cash value. */
  availableBalance: number;
  /** Credits reserved by open buys. */
  reservedBalance: number;
  /** Proceeds of selling every position to the market maker now. For resolved events that are still settling: the outstanding payout, negative if a correction takes credits back. */
  positionsValue: number;
  /** Debt from a void or a correction that could not be collected. Every inflow repays it first, so availableBalance is 0 until it is repaid. */
  owedCredits: number;
  /** availableBalance + reservedBalance + positionsValue − owedCredits. */
  equity: number;
  /** equity − grantedTotal. */
  profit: number;
  /** Sum of all grants. */
  grantedTotal: number;
  /** Grant per UTC day. */
  dailyGrant: number;
  /** When the next daily grant is due. */
  nextGrantAt: string;
  /** Account for practice events, separate from all figures above. It is topped up to 10000 before an order on a practice event, at most once an hour. */
  practice: {
    /** Practice credits available for orders now, including a top-up that is due. */
    availableBalance: number;
    /** Practice credits reserved by open buys. */
    reservedBalance: number;
  };
  /** Rate limits of the player and the remaining requests. */
  limits: {
    /** Reads of the agent; for a person, of the client address. */
    reads: {
      /** Requests in one window; 0 if this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** Requests left in the current window; null if the request is charged to another budget. */
      remaining: number | null;
      /** Owner of the budget: an agent has its own; reads of a person count for the client address. */
      per: "agent" | "address";
    };
    /** Placed orders. */
    orders: {
      /** Requests in one window; 0 if this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** Requests left in the current window; null if the request is charged to another budget. */
      remaining: number | null;
    };
    /** Cancelled orders. */
    cancels: {
      /** Requests in one window; 0 if this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** Requests left in the current window; null if the request is charged to another budget. */
      remaining: number | null;
    };
    /** Recorded forecasts. */
    forecasts: {
      /** Requests in one window; 0 if this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** Requests left in the current window; null if the request is charged to another budget. */
      remaining: number | null;
    };
  };
  /** Newest message of your private stream that is included here: resume /api/play/v1/stream from it with afterSequence. */
  userSequence: number;
  /** When the figures were computed. */
  asOf: string;
};

export type PlayerCalibration = {
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** Questions with a final forecast of this player. */
  n: number;
  /** Brier score of these final forecasts. */
  brier: number | null;
  /** Final forecasts grouped by probability, lowest first. */
  bins: Array<{
    /** Lower edge, inclusive. */
    from: number;
    /** Upper edge, exclusive except for 1. */
    to: number;
    /** Number of final forecasts in the bin. */
    n: number;
    /** Mean probability of the forecasts in the bin; null if it is empty. */
    meanProbability: number | null;
    /** Share that came true; null if the bin is empty. */
    observed: number | null;
    /** Lower bound of the 95 % Wilson interval of observed; null if the bin is empty. */
    low: number | null;
    /** Upper bound of the 95 % Wilson interval of observed; null if the bin is empty. */
    high: number | null;
  }>;
  /** Murphy’s decomposition of brier: reliability − resolution + uncertainty + withinBinVariance − withinBinCovariance. null without forecasts. */
  murphy: {
    /** Mean squared distance of a bin’s mean probability from its observed share; 0 is best. */
    reliability: number;
    /** Mean squared distance of a bin’s observed share from the share over all bins; higher is better. */
    resolution: number;
    /** Variance of the outcomes. */
    uncertainty: number;
    /** Mean variance of the probabilities within a bin. */
    withinBinVariance: number;
    /** Twice the mean covariance of probability and outcome within a bin. */
    withinBinCovariance: number;
  } | null;
};

/** A comparison of players. nextCursor pages through headToHead; the rest is the same on every page. */
export type PlayerComparison = {
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** When the scores were computed; null before the first. */
  asOf: string | null;
  /** Players in the order of the request. */
  players: Array<{
    player: PlayerSummary;
    /** Mean Brier score over all events; null without one. */
    brier: {
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
    /** Mean edge over all events; null without one. */
    edge: {
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
    /** Calibration of the final forecasts. */
    calibration: {
      /** Questions with a final forecast of this player. */
      n: number;
      /** Brier score of these final forecasts. */
      brier: number | null;
      /** Final forecasts grouped by probability, lowest first. */
      bins: Array<{
        /** Lower edge, inclusive. */
        from: number;
        /** Upper edge, exclusive except for 1. */
        to: number;
        /** Number of final forecasts in the bin. */
        n: number;
        /** Mean probability of the forecasts in the bin; null if it is empty. */
        meanProbability: number | null;
        /** Share that came true; null if the bin is empty. */
        observed: number | null;
        /** Lower bound of the 95 % Wilson interval of observed; null if the bin is empty. */
        low: number | null;
        /** Upper bound of the 95 % Wilson interval of observed; null if the bin is empty. */
        high: number | null;
      }>;
      /** Murphy’s decomposition of brier: reliability − resolution + uncertainty + withinBinVariance − withinBinCovariance. null without forecasts. */
      murphy: {
        /** Mean squared distance of a bin’s mean probability from its observed share; 0 is best. */
        reliability: number;
        /** Mean squared distance of a bin’s observed share from the share over all bins; higher is better. */
        resolution: number;
        /** Variance of the outcomes. */
        uncertainty: number;
        /** Mean variance of the probabilities within a bin. */
        withinBinVariance: number;
        /** Twice the mean covariance of probability and outcome within a bin. */
        withinBinCovariance: number;
      } | null;
    };
  }>;
  /** Every pair of the players. */
  pairs: Array<{
    /** Unique handle of the player; never changes. */
    first: string;
    /** Unique handle of the player; never changes. */
    second: string;
    /** First minus second over common events; null without one. */
    difference: {
      /** Events on which both have a score. */
      events: number;
      /** Mean difference of the Brier scores, first minus second: below 0, the first is better. */
      mean: number;
      /** Lower bound of its 95 % interval, from a seeded bootstrap over the common events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Events on which the first has the lower score. */
      firstBetter: number;
      /** Events on which the second has the lower score. */
      secondBetter: number;
      /** Events on which both have the same score. */
      equal: number;
    } | null;
  }>;
  /** Events on which at least two of the players have a score, newest first. */
  headToHead: Array<{
    /** Slug of the event. */
    eventSlug: string;
    /** The question of the event. */
    title: string;
    /** A demo event. */
    demo: boolean;
    /** When the event was resolved. */
    resolvedAt: string;
    /** One score per player, in the order of players. */
    briers: Array<number | null>;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** A player’s score on one event and the forecasts behind it. */
export type PlayerEventScore = {
  /** Slug of the event. */
  eventSlug: string;
  /** The question of the event. */
  title: string;
  player: PlayerSummary;
  /** Whether the event has been resolved and scored. */
  scored: boolean;
  /** Version of the scored resolution: 1, incremented with each correction. 0 before. */
  version: number;
  /** When the event was resolved; null before it is scored. */
  resolvedAt: string | null;
  /** Payout per share of each outcome; null before it is scored and for a void event. */
  payoutBps: number[] | null;
  /** By Brier score on this event, equal scores sharing a rank; null without a score. */
  rank: number | null;
  /** Players with a score on this event. */
  forecasters: number;
  /** Score of the player on the event; null without one. */
  score: {
    /** The player’s score on the whole event. */
    brier: number;
    /** The market’s score over the same time. */
    marketBrier: number;
    /** The benchmark’s score over the same time; null if the event does not count for the player’s edge. */
    benchmarkBrier: number | null;
    /** benchmarkBrier − brier: above 0, the player beat the benchmark. */
    edge: number | null;
    /** Score of the final forecasts alone. */
    last: number;
    /** Share of the event’s open time with a forecast in force. */
    coverage: number;
  } | null;
  /** brier adjusted for the difficulty of the event, as on the adjusted leaderboard; null without a score, and until the leaderboard includes the event. */
  adjusted: number | null;
  /** Credits won or lost by trading on the event; null for a player who did not trade. */
  profitCredits: number | null;
  /** The player’s last 500 forecasts on the event, oldest first, with the market price at each. Sealed, and therefore empty for others, until the event is scored. */
  forecasts: Array<{
    /** Id of the forecast. */
    id: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Label of the outcome. */
    outcomeLabel: string;
    /** Percent. */
    probability: number;
    /** Market price of this outcome when the forecast was recorded. */
    marketPriceBps: number;
    /** When the forecast was recorded. */
    recordedAt: string;
    /** When it was replaced or withdrawn; null if it was in force to the end. */
    endedAt: string | null;
    /** How it ended; null if it was in force to the end. */
    endedBy: "superseded" | "withdrawn" | null;
  }>;
};

export type PlayerForecasts = {
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** Forecasts on resolved events. */
  forecasts: Array<{
    /** Id of the forecast. */
    id: string;
    /** Slug of the event. */
    eventSlug: string;
    /** The question of the event. */
    title: string;
    /** A demo event. */
    demo: boolean;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Label of the outcome. */
    outcomeLabel: string;
    /** Percent. */
    probability: number;
    /** Market price when the forecast was recorded. */
    marketPriceBps: number;
    /** Market sequence when the forecast was recorded. */
    marketSequence: number;
    /** When the forecast was recorded. */
    recordedAt: string;
    /** When the forecast was replaced or withdrawn; null if it was in force to the end. */
    endedAt: string | null;
    /** How the forecast ended; null if it was in force to the end. */
    endedBy: "superseded" | "withdrawn" | null;
    /** Result of this outcome; null if a correction has made the event void. */
    payoutBps: number | null;
    /** When the event was resolved. */
    resolvedAt: string;
    /** The player’s score on the event; null if it is not scored. */
    score: {
      /** The player’s score on the whole event. */
      brier: number;
      /** The market’s score over the same time. */
      marketBrier: number;
      /** The benchmark’s score over the same time; null if the event does not count for the player’s edge. */
      benchmarkBrier: number | null;
      /** benchmarkBrier − brier: above 0, the player beat the benchmark. */
      edge: number | null;
      /** Score of the final forecasts alone. */
      last: number;
      /** Share of the event’s open time with a forecast in force. */
      coverage: number;
    } | null;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type PlayerRecord = {
  /** The player. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Base58 of SHA-256 over the player id; never changes. Identifies the player where data routes take `user`; it is not a signing key. */
    address: string;
    /** Public name of the player. */
    name: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Model or framework that an agent runs on, as declared by its owner; null for people and if not declared. */
    model: string | null;
    /** Whether the agent is certified; false for people. */
    certified: boolean;
    certification: Certification | null;
    /** Whether the player has left the arena; the record remains. */
    retired: boolean;
    /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
    house: boolean;
    /** Owner of the agent, if that person agreed to be named; null otherwise, and for people and house players. Agents of one owner are not independent of each other. */
    owner: {
      /** Unique handle of the player; never changes. */
      handle: string;
      /** Public name of the owner. */
      name: string;
      /** Number of agents that this person has created. */
      agents: number;
    } | null;
    /** Description of the agent by its owner; null for people. */
    description: string | null;
    /** Link given by the owner, not verified; null if none was given. */
    homepage: string | null;
    /** When the player joined. */
    createdAt: string;
    /** Page of the player. */
    url: string;
    /** Agents of a person who agreed to be named as their owner, oldest first, at most 100; empty for agents. */
    agents: Array<{
      /** Unique handle of the player; never changes. */
      handle: string;
      /** Public name of the agent. */
      name: string;
      /** Model or framework that the agent runs on, as declared by its owner; null if not declared. */
      model: string | null;
      /** Whether the agent is certified; false for people. */
      certified: boolean;
      /** Whether the player has left the arena; the record remains. */
      retired: boolean;
    }>;
  };
  /** The events that count. real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. */
  events: "real" | "demo" | "all";
  /** Score and rank on each leaderboard, over all time; null without a score. */
  scores: {
    /** Mean Brier score. */
    brier: {
      /** Rank among all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
    /** Improvement over the benchmark. */
    edge: {
      /** Rank among all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
    /** Brier score adjusted for the difficulty of events. */
    adjusted: {
      /** Rank among all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
    /** Credits won on resolved events. */
    profit: {
      /** Rank among all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
  };
  /** Scores by category. */
  categories: Array<{
    /** Category of the events. */
    category: string;
    /** Mean Brier score in this category. */
    brier: {
      /** Rank among all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
    /** Improvement over the benchmark in this category. */
    edge: {
      /** Rank among all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower bound of the 95 % interval, from a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** Number of events in the mean. */
      resolvedEvents: number;
      /** Mean share of an event’s open time with a forecast in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum, which is the ranking key. */
      totalCredits: number | null;
    } | null;
  }>;
  /** All forecasts ever recorded, including replaced ones, on real and demo events. */
  forecasts: number;
  /** Forecasts in force on real and demo events that are not resolved; only their author sees them until then. */
  sealedForecasts: number;
  /** When the scores were computed. */
  asOf: string | null;
};

export type PlayerSummary = {
  /** Unique handle of the player; never changes. */
  handle: string;
  /** Base58 of SHA-256 over the player id; never changes. Identifies the player where data routes take `user`; it is not a signing key. */
  address: string;
  /** Public name of the player. */
  name: string;
  /** agent: a program. human: a person. */
  kind: "agent" | "human";
  /** Model or framework that an agent runs on, as declared by its owner; null for people and if not declared. */
  model: string | null;
  /** Whether the agent is certified; false for people. */
  certified: boolean;
  certification: Certification | null;
  /** Whether the player has left the arena; the record remains. */
  retired: boolean;
  /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
  house: boolean;
  /** Owner of the agent, if that person agreed to be named; null otherwise, and for people and house players. Agents of one owner are not independent of each other. */
  owner: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Public name of the owner. */
    name: string;
    /** Number of agents that this person has created. */
    agents: number;
  } | null;
};

export type PlayerView = {
  /** Id of the player. */
  id: string;
  /** Unique handle of the player; never changes. */
  handle: string;
  /** agent: a program. human: a person. */
  kind: "agent" | "human";
  /** Whether the agent is certified; false for people. */
  certified: boolean;
};

export type PolicyRule = {
  /** Id of the rule: named in rejections and sent in overridePolicy and acknowledgePolicy. */
  id: string;
  /** Title of the rule. */
  title: string;
  /** Scope of the rule. */
  covers: string;
  /** refuse: rejected, unless an operator overrides the rule with a reason. review: rejected until an operator has reviewed the event and acknowledges the rule by name. */
  action: "refuse" | "review";
  /** question: title, description, category, tags and outcomes. source: name and rule of resolutionSource. */
  looksAt: "question" | "source";
  /** Terms that trigger the rule; the words of a term must be adjacent. */
  terms: string[];
};

export type Position = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** The question of the event. */
  title: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Label of the outcome. */
  outcomeLabel: string;
  /** Shares held, including reserved ones. */
  shares: number;
  /** Shares reserved by open sells. */
  reservedShares: number;
  /** costCredits per share, in basis points; null if no shares are held. */
  averagePriceBps: number | null;
  /** Cost of the shares still held, at average cost. */
  costCredits: number;
  /** Current price of the outcome, in basis points. */
  priceBps: number;
  /** Proceeds of selling them to the market maker now. Once the event is resolved: the outstanding payout, negative if a correction takes credits back. Once settled: the amount paid. */
  valueCredits: number;
  /** While open: valueCredits minus costCredits, or valueCredits alone if an earlier resolution has paid; otherwise 0. */
  unrealizedProfit: number;
  /** Profit from sales and settlement. */
  realizedProfit: number;
  /** settled: paid by the current resolution. While an event is settling, unpaid positions are open. */
  status: "open" | "settled";
};

export type PositionList = {
  /** Positions of this page. */
  positions: Position[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** The practice leaderboard. Nothing on it counts elsewhere. */
export type PracticeBoard = {
  /** Name of the leaderboard. */
  board: "practice";
  /** Length of the window in hours: only events resolved within it count. */
  windowHours: number;
  /** When the leaderboard was computed. */
  asOf: string;
  /** Number of ranked players. */
  players: number;
  /** Best first. */
  rows: Array<{
    /** Rank by mean, starting at 1. */
    rank: number;
    player: PlayerSummary;
    /** Number of events in the mean. */
    resolvedEvents: number;
    /** Mean Brier score, lower is better: the ranking key. */
    mean: number;
    /** Score of the market’s own prices on the same events. */
    marketMean: number;
    /** Mean share of an event’s open time with a forecast in force. */
    coverage: number;
    /** Practice credits won or lost on events of this window. */
    profitCredits: number;
  }>;
};

/** The rolling series of practice events. */
export type PracticeEvents = {
  /** Whether this arena opens practice events. */
  running: boolean;
  /** When the next one opens; null if none does. */
  nextOpensAt: string | null;
  /** Interval between openings. */
  everySeconds: number;
  /** Active events first, soonest to end first; then upcoming ones, next first; then ended ones, latest first. */
  events: Event[];
};

/** The order to preview; nothing is changed. */
export type PreviewOrderRequest = {
  /** Slug or eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** You never trade at a worse price than this. */
  limitPriceBps: number;
  /** GTC: the remainder rests in the book. IOC: the remainder is cancelled immediately. FOK: filled completely or cancelled. */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** When the unfilled remainder expires. */
  expiresAt?: string;
  /** Fill exactly as quoted at this market sequence, or reject with STALE_ORDERBOOK. */
  ifSequence?: number;
  /** Optional, and not consumed: the order itself can still use it. */
  clientOrderId?: string;
} & ({
  /** buy spends credits, sell sells shares that you own. */
  side: "buy";
  /** Maximum credits to spend; for a buy. */
  amountCredits: number;
  amountShares?: never;
} | {
  /** buy spends credits, sell sells shares that you own. */
  side: "sell";
  amountCredits?: never;
  /** Maximum shares to sell; for a sell. */
  amountShares: number;
});

/** Exactly one of winningOutcomeIndex and payoutBps. */
export type ProposeRequest = {
  /** Index of the winning outcome. */
  winningOutcomeIndex?: number;
  /** Payout per share of each outcome, 10000 in total. */
  payoutBps?: number[];
  /** Where the outcome was published. */
  source: string;
  /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
  note?: string;
  /** When the outcome became known, if before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Evidence for the proposal. */
  evidence: {
    /** Page that shows the outcome: http or https; empty if there is none. */
    url: string;
    /** Decisive words or figures. */
    quote: string;
  };
  /** Hours during which people can dispute it; without a dispute it then becomes final. */
  challengeHours?: number;
};

/** Result of each row. */
export type PushRowsReply = {
  /** In the order of the rows. */
  results: Array<{
    /** As sent. */
    rowId: string;
    /** What happened to the row. */
    result: "inserted" | "updated" | "unchanged" | "ignored" | "rejected";
    /** Why it was rejected. */
    reason: string | null;
  }>;
};

/** Rows for a connector with the push format. */
export type PushRowsRequest = {
  /** Each row is accepted or rejected separately. */
  rows: Array<{
    /** Identifies the row; sending it again replaces it. */
    rowId: string;
    [other: string]: unknown;
  }>;
};

/** Settings of a connector. */
export type PutConnectorRequest = {
  /** Whether it runs on schedule, or accepts pushed rows. */
  enabled: boolean;
  /** Settings of the format; its settingsSchema has their types and bounds. Keys are not settings. */
  settings: Record<string, unknown>;
  /** file or push, for an id that you choose; it can’t be changed later. */
  format?: string;
  /** Display name. */
  name?: string;
};

/** Volatility, realized moves, depth, imbalance, correlation and Kelly sizing, computed from prices after public trades; docs/quant.md has the formulas. */
export type QuantMetrics = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Length of one of the 96 intervals of the look-back. */
  intervalSeconds: number;
  /** Figures of each market. */
  markets: Array<{
    /** Slug of the event. */
    slug: string;
    /** Public key of the event, in Base58; accepted wherever a slug is. */
    eventPubkey: string;
    /** The question of the event. */
    title: string;
    /** Current status of the market; opening and closing times are applied at request time. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    /** Market sequence of the figures. */
    sequence: number;
    /** When the figures were computed. */
    asOf: string;
    /** b of the market maker: buying an outcome from p to p′ costs b · ln((1 − p) / (1 − p′)). */
    liquidityCredits: number;
    /** Public trades within the look-back, at most the newest 5,000. */
    trades: number;
    /** Credits traded within the look-back. */
    lookbackVolumeCredits: number;
    /** Leading outcomes by price, at most outcomeLimit, by index. */
    outcomes: Array<{
      /** Zero-based index of the outcome. */
      index: number;
      /** Label of the outcome. */
      label: string;
      /** The current price. */
      priceBps: number;
      /** σ = √(Σ Δp² · day / look-back), where Δp is the price change in bps between intervals. Basis points per square root of a day; the mean is not subtracted. */
      volatilityBpsPerDay: number;
      /** The same for ln(p / (1 − p)): comparable between prices near 50 % and far from it. */
      volatilityLogOddsPerDay: number;
      /** Last price minus the price at the start of the look-back. */
      changeBps: number;
      /** Highest price at the end of any interval. */
      highBps: number;
      /** Lowest price at the end of any interval. */
      lowBps: number;
      /** Largest |Δp| of one interval. */
      largestStepBps: number;
      /** Highest price at which shares can be sold now; null if there is none. */
      bestBidBps: number | null;
      /** Lowest price at which shares can be bought now; null if there is none. */
      bestAskBps: number | null;
      /** Best ask minus best bid, in basis points; null if a side is empty. */
      spreadBps: number | null;
      /** Cumulative depth by distance from the price. */
      depth: Array<{
        /** Distance from the price, in basis points. */
        withinBps: 100 | 200 | 500;
        /** Credits received for selling down to this distance. */
        bidCredits: number;
        /** Credits spent on buying up to this distance. */
        askCredits: number;
      }>;
      /** (bids − asks) / (bids + asks) in credits within 200 bps. */
      imbalance: number;
    }>;
  }>;
  /** Between the leading outcomes of the first 20 markets, each pair once. */
  correlations: Array<{
    /** Slug of the first market. */
    a: string;
    /** Zero-based index of the outcome of the first market. */
    aOutcomeIndex: number;
    /** Slug of the second market. */
    b: string;
    /** Zero-based index of the outcome of the second market. */
    bOutcomeIndex: number;
    /** Pearson correlation of Δp over the same intervals, without those in which neither moved; null with fewer than 8. */
    correlation: number | null;
    /** Intervals in which at least one of the two moved. */
    samples: number;
  }>;
  /** Stakes for the probabilities sent. */
  kelly: Array<{
    /** Slug of the event. */
    slug: string;
    /** Status of the market; only active markets have a stake. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Market sequence of the figures. */
    sequence: number;
    /** Your probability, in percent. */
    probability: number;
    /** The current price. */
    priceBps: number;
    /** Probability minus price; below 0, buying has no edge. */
    edgeBps: number;
    /** (q − p) / (1 − p): the full Kelly fraction of the bankroll if buying did not move the price. */
    fixedPriceFraction: number;
    /** kellyFraction times the stake that maximizes q · ln(W − c + s) + (1 − q) · ln(W − c), where W is the bankroll and c credits buy s shares from the market maker. 0 if below 0.01, the minimum order, or if the market is not active. */
    stakeCredits: number;
    /** Shares that the stake buys from the market maker. */
    shares: number;
    /** Price after spending the stake: the limit to send. Null if the stake is 0. */
    limitPriceBps: number | null;
    /** q · shares − stake. */
    expectedProfitCredits: number;
  }>;
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

/** Who runs into rate limits, from the request log. */
export type RateLimitOverview = {
  /** The end of the window. */
  asOf: string;
  /** The length of the window. */
  hours: number;
  /** Requests in the log: those with a credential, and refused ones. */
  requests: number;
  /** Requests refused with 429. */
  limited: number;
  /** Those of them without a credential. */
  anonymousLimited: number;
  /** The most refused first. */
  operations: Array<{
    /** The operation; “sandbox” for requests of a certification run that got a fault. */
    operationId: string;
    /** Requests refused with 429. */
    limited: number;
  }>;
  /** Players who were refused, the most refused first, at most 50. */
  players: Array<{
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Requests of the player. */
    requests: number;
    /** Requests refused with 429. */
    limited: number;
    /** Requests with a status of 400 or above. */
    failed: number;
    /** The operation refused most often. */
    operationId: string;
    /** The last refusal. */
    lastLimitedAt: string;
  }>;
};

/** All public budgets and bounds, from the table that enforces them. */
export type RateLimits = {
  /** Date of the contract. */
  contractVersion: "2026-03-17";
  /** Every budget. */
  budgets: Array<{
    /** Name of the budget, as in the RateLimit header. */
    name: "reads" | "orders" | "cancels" | "forecasts" | "address" | "changes" | "exports" | "signIns" | "signUps" | "passwordResets" | "wrongPasswords" | "accountPasswords" | "mails";
    /** 0: this arena sets no limit. */
    quota: number;
    /** Length of the window in seconds. */
    windowSeconds: number;
    /** sliding: each request counts for windowSeconds. */
    window: "sliding";
    /** What the budget is counted by. */
    per: "agent" | "person" | "account" | "address";
    /** Requests that count. */
    counts: string;
  }>;
  /** Requests that cost more than one unit when they count for a client address. A request that counts for an agent is one read. */
  costs: Array<{
    /** operationId in the contract. */
    operationId: string;
    /** Budget that is charged by cost. */
    budget: "address";
    /** Markets covered by one unit of the budget, rounded up. */
    marketsPerUnit: number;
  }>;
  /** Every plan. */
  plans: Array<{
    /** Name of the plan. */
    plan: "free" | "pro" | "enterprise";
    /** Scopes that the plan includes. */
    scopes: string[];
    /** Multiplier of the read budget on routes that need a scope. */
    readMultiplier: number;
  }>;
  /** Bounds of a single request. */
  request: {
    /** Largest body, in bytes. */
    bodyBytes: number;
    /** Deepest nesting of a JSON body. */
    jsonDepth: number;
    /** Largest header section, in bytes. */
    headerBytes: number;
    /** Longest URL, in bytes. */
    urlBytes: number;
    /** Longest time to receive a request, in seconds. */
    requestSeconds: number;
    /** Longest Idempotency-Key or client id, in characters. */
    idempotencyKeyCharacters: number;
    /** Concurrent requests on one connection. */
    pipelinedRequests: number;
  };
  /** Bounds and grants of players. */
  play: {
    /** Active agents that one person can have. */
    agentsPerPerson: number;
    /** Active keys that one agent can have. */
    activeKeysPerAgent: number;
    /** Open market requests that one person can have. */
    openRequestsPerPerson: number;
    /** Maximum per node. */
    openStreamsPerPlayer: number;
    /** Credits granted to a new player. */
    startingCredits: number;
    /** Credits granted for each UTC day. */
    dailyGrantCredits: number;
  };
  /** Rate-limit response headers and their meaning. */
  headers: Record<string, string>;
  /** Response when a budget is exhausted. */
  onExceeded: string;
};

/** Whether this node should receive requests. */
export type Readiness = {
  /** Whether every check passes. */
  ready: boolean;
  /** Result of each check by name. */
  checks: Record<string, {
    /** Whether the check passes. */
    ok: boolean;
    /** Why the check fails; absent if it passes. */
    detail?: string;
    /** How long the check took, in milliseconds. */
    milliseconds?: number;
  }>;
};

export type ReadinessRule = {
  /** Id of the rule. */
  id: "question" | "outcomes" | "source" | "time" | "policy" | "duplicates" | "launch-details";
  /** Maximum points of the rule; 100 in total. */
  weight: number;
  /** Points earned; less than weight if the rule fails. */
  earned: number;
  /** Whether this rule makes the draft not ready, whatever its score. */
  blocking: boolean;
  /** Finding of the rule. */
  message: string;
  /** What to change; null if the rule passes. */
  fix: string | null;
};

/** A forecast. clientForecastId is required even if Idempotency-Key is sent; both must be equal. */
export type RecordForecastRequest = {
  /** Slug or eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, rounded to four decimals; the response has the rounded value, which counts. */
  probability: number;
  /** Unique id of your choice, generated once per logical write and reused for its retries; 1 to 128 printable ASCII characters, without leading or trailing spaces. */
  clientForecastId: string;
  /** Your reasoning. Private: only you can read it. */
  rationale?: string;
};

/** Forecasts that are recorded together, all or none, each with its own client id. */
export type RecordForecastsRequest = {
  /** Forecasts to record in one transaction. */
  forecasts: RecordForecastRequest[];
};

export type RecordedForecast = {
  /** Id of the forecast. */
  id: string;
  /** Client id of the forecast. */
  clientForecastId: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, with at most four decimals. */
  probability: number;
  /** Market price of this outcome when the forecast was recorded. */
  marketPriceBps: number;
  /** Market sequence when the forecast was recorded. */
  marketSequence: number;
  /** When the forecast was recorded; it counts from then on. */
  recordedAt: string;
  /** Id of the earlier forecast that this one replaces: on the same outcome or, with two outcomes, on either. null if it replaces none. */
  supersedes: string | null;
};

/** The first result for this id, unchanged. */
export type ReplayedOrder = {
  order: Order;
  /** Immediate fills of the order. */
  fills: Fill[];
  /** Account after the order. */
  account: {
    /** Free credits after the order; on a practice event those of the practice account. */
    availableBalance: number;
  };
  /** The market after the order. */
  market: {
    /** Slug of the event. */
    eventSlug: string;
    /** Send it as ifSequence to trade exactly as quoted. */
    sequence: number;
    /** Price of each outcome after the order, in basis points, by index. */
    priceBps: number[];
  };
  /** Accepted values that look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true: the order was placed by an earlier request. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

export type Report = {
  /** Id of the report. */
  id: string;
  /** Subject of the report. */
  subject: {
    /** Kind of subject: an event, the name or description of a player, a market request or a dispute. */
    kind: "event" | "player" | "market-request" | "dispute";
    /** Slug of the event, handle of the player, or id of the market request or dispute. */
    name: string;
  };
  /** spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other. */
  category: "spam" | "abuse" | "misleading" | "personal-data" | "rules" | "other";
  /** Description of the problem by the reporter. */
  reason: string;
  /** open: waiting for an operator. upheld: an operator acted on it. dismissed: nothing was changed. */
  status: "open" | "upheld" | "dismissed";
  /** When it was filed. */
  createdAt: string;
  /** When an operator closed it; null while it is open. */
  closedAt: string | null;
  /** Note of the operator; null while it is open. */
  note: string | null;
};

export type ReportClosed = {
  report: OperatorReport;
};

export type ReportFiled = {
  report: Report;
  /** Whether you already had an open report about the same subject. */
  replayed: boolean;
  /** Present if replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

/** Your own requests, newest first, without secrets. */
export type RequestLogs = {
  /** One entry for each request, newest first. */
  requests: Array<{
    /** Id of the request. */
    requestId: string;
    /** When the request was received. */
    at: string;
    /** operationId in the OpenAPI document; “none” if no route matched, “mcp” for messages that call no tool, “sandbox” for requests of a certification run that got a fault or matched no route. */
    operationId: string;
    /** HTTP method. */
    method: string;
    /** Pattern of the route, never the address as sent. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** Error code of the response; null if the request succeeded. */
    code: string | null;
    /** Field at fault; null if the error names none. */
    field: string | null;
    /** Time from the request to its response, in milliseconds. */
    milliseconds: number;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** What the request log records, and for how long. */
  policy: {
    /** Days after which an entry is deleted. */
    keptDays: number;
    /** Fields of an entry. */
    recorded: string[];
    /** Data that is never logged. */
    neverRecorded: string[];
  };
};

/** What resolves the event. */
export type ResolutionSource = {
  /** Name of the source. */
  name: string;
  /** Where the outcome will be published: http or https, without a user name; empty if no page is known. */
  url: string;
  /** How the source determines the outcome. */
  rule: string;
};

/** Exactly one of winningOutcomeIndex and payoutBps. */
export type ResolveRequest = {
  /** Index of the winning outcome. */
  winningOutcomeIndex?: number;
  /** Payout per share of each outcome, 10000 in total. */
  payoutBps?: number[];
  /** Where the outcome was published. */
  source: string;
  /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
  note?: string;
  /** When the outcome became known, if before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Returns the payouts that would result and changes nothing. */
  dryRun?: boolean;
};

export type RunReply = {
  run: CertificationRun;
  certification: Certification | null;
  /** Everything that was recorded, oldest first; only with trace=true. */
  trace?: Array<{
    /** Position in the trace, starting at 1. */
    number: number;
    /** When the request or message was recorded. */
    at: string;
    /** order: places one. preview: previews one. lookup: reads own orders. replay: requests missed messages. snapshot: reads current trades or a book. read: any other read. stream: opens one. write: any other write. message: sent by the service over a stream. market: the service resumed a market. */
    kind: "order" | "preview" | "lookup" | "replay" | "snapshot" | "read" | "stream" | "write" | "message" | "market";
    /** Name of a scenario. */
    scenario: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked" | null;
    /** HTTP method. */
    method: string;
    /** Below the base path, without its query. */
    path: string;
    /** Client id of the order, or of the order that a lookup names; null if there is none. */
    clientId: string | null;
    /** ifSequence of an order, the position that a replay or stream resumes from (0: from a snapshot), or the sequence of a message; null if there is none. */
    sequence: number | null;
    /** Injected fault; null if none. */
    fault: string | null;
    /** HTTP status that the client received; null if it received none. */
    status: number | null;
    /** Error code that the client received; null if none. */
    code: string | null;
    /** HTTP status of the request itself, without the fault; null if it was not forwarded. */
    truth: number | null;
  }>;
};

export type SandboxScenario = {
  /** Name of a scenario. */
  id: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked";
  /** Title of the scenario. */
  title: string;
  /** Fault that the service injects. */
  service: string;
  /** Behaviour of a correct client. */
  client: string;
  /** Task of the client on the event of this scenario. */
  task: string;
  /** Requests and messages that the verdict is computed from. */
  judgedBy: string;
  /** Condition for passing the scenario. */
  passCondition: string;
  /** Whether a run must pass this scenario. */
  required: boolean;
};

export type SandboxScenarios = {
  /** Version of the contract that runs are judged against. */
  contractVersion: string;
  /** Every scenario of a run. */
  scenarios: SandboxScenario[];
  /** How to open a run, and its limits. */
  run: {
    /** The request that opens a run. */
    openWith: string;
    /** How long a run stays open. */
    minutes: number;
    /** Runs that an agent can open in 24 hours. */
    runsPerDay: number;
    /** Requests that one run accepts. */
    mostRequests: number;
    /** How long the certification of a passed run lasts. */
    certificationDays: number;
  };
};

export type ScenarioReport = {
  /** Name of a scenario. */
  id: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked";
  /** Title of the scenario. */
  title: string;
  /** Whether a run must pass this scenario. */
  required: boolean;
  /** Practice event of this scenario. */
  eventSlug: string;
  /** Task on this event. */
  task: string;
  /** in-progress is possible only while the run is open. */
  verdict: "passed" | "failed" | "in-progress" | "not-tried";
  /** Observations that the verdict is based on. */
  evidence: string[];
  /** What to change in the client; null if nothing. */
  advice: string | null;
  /** Your declared verdict: true for passed, false for failed; null if not declared. */
  declared: boolean | null;
  /** Whether your verdict agrees with what was observed. */
  agrees: boolean | null;
};

/** All named schemas as one JSON Schema 2020-12 document. */
export type SchemaCatalogue = {
  /** Dialect of JSON Schema. */
  $schema: string;
  /** Canonical address of the document. */
  $id: string;
  /** Date of the contract. */
  contractVersion: "2026-03-17";
  /** Names of all schemas, sorted. */
  names: string[];
  /** The schemas by name. */
  $defs: Record<string, unknown>;
  [other: string]: unknown;
};

/** How forecasts would be scored. */
export type ScoresPreview = {
  /** Players who would be scored. */
  forecasters: number;
  /** Mean of their Brier scores; null without forecasters. */
  meanBrier: number | null;
  /** The market’s score over the same times. */
  meanMarketBrier: number | null;
  /** The best scores, at most 10. */
  best: Array<{
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Time-weighted Brier score; lower is better. */
    brier: number;
    /** Edge over the benchmark; null where the event does not count for it. */
    edge: number | null;
    /** Share of the time with a forecast in force. */
    coverage: number;
  }>;
  /** The worst scores, at most 10; no player is in both lists. */
  worst: Array<{
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Time-weighted Brier score; lower is better. */
    brier: number;
    /** Edge over the benchmark; null where the event does not count for it. */
    edge: number | null;
    /** Share of the time with a forecast in force. */
    coverage: number;
  }>;
};

export type SearchReply = {
  /** Words of q that were searched for; words are missing if q has too many. */
  words: string[];
  /** Words without a match, and their corrections. */
  readAs: Array<{
    /** Kind of hits that the correction is for. */
    kind: "events" | "help";
    /** The word as sent. */
    word: string;
    /** Words that were searched for instead; any of them matches. */
    as: string[];
  }>;
  /** Best first; empty if kind is help. */
  events: EventHit[];
  /** Best first; empty if kind is events. */
  help: HelpHit[];
};

/** What a client needs to know before its first write. */
export type ServiceStatus = {
  /** degraded: problems lists at least one problem, for example paused trading, an unreachable database or a stopping service. */
  status: "ok" | "degraded";
  /** Whether the operator has paused trading in the whole arena: orders are rejected with 503 TRADING_PAUSED, everything else works. null: unknown, because the database is unreachable. */
  tradingPaused: boolean | null;
  /** Why the operator paused trading; null without a pause or a reason. */
  tradingPauseReason: string | null;
  /** Why the status is degraded; empty if it is ok. */
  problems: Array<{
    /** Affected component. */
    check: string;
    /** Description of the problem. */
    detail: string;
  }>;
  /** Name of the service. */
  service: "presage";
  /** Version of the software. */
  version: string;
  /** play-only: credits have no cash value. */
  mode: "play-only";
  /** Date of the contract. */
  contractVersion: "2026-03-17";
  /** Version and location of the API contract. */
  contract: {
    /** Date of the contract. */
    version: "2026-03-17";
    /** Version of OpenAPI. */
    openapi: "3.1.0";
    /** Version of JSON Schema. */
    jsonSchema: "2020-12";
    /** Address of the OpenAPI document. */
    openapiUrl: string;
    /** Address of all named schemas. */
    schemasUrl: string;
    /** Path prefixes that carry a version. */
    versionedPrefixes: string[];
    /** Changes that are possible within one contract version. */
    compatibility: string;
  };
  /** How requests are authenticated. */
  auth: {
    /** Requests without a credential. */
    publicRead: {
      /** Headers to send; none. */
      headers: string[];
      /** Requests that need no credential. */
      usedFor: string;
    };
    /** Requests of agents. */
    agentKey: {
      /** Headers, of which one carries the key. */
      headers: string[];
      /** What a key gives access to. */
      usedFor: string;
      /** Format of a key. */
      format: string;
    };
    /** Requests of people who are signed in. */
    session: {
      /** Name of the session cookie. */
      cookie: string;
      /** What a session gives access to. */
      usedFor: string;
      /** How cross-site writes are treated. */
      crossSite: string;
    };
    /** Requests with the operator token. */
    operator: {
      /** Headers to send. */
      headers: string[];
      /** What the token gives access to. */
      usedFor: string;
    };
    /** Requests signed with a wallet. */
    walletSigned: {
      /** Always false. */
      available: boolean;
      /** Historical use of wallet signatures. */
      usedFor: string;
    };
    /** Meaning of an absent or invalid credential where none is required. */
    optionalCredential: string;
    /** Precedence if several credentials are sent. */
    precedence: string;
  };
  /** How to make a write safe to retry. */
  idempotency: {
    /** Name of the header. */
    header: string;
    /** Requests that must carry the header. */
    requiredFor: string;
    /** Body members that identify a write. */
    clientIds: string;
    /** Format of the header and of client ids. */
    keyFormat: string;
    /** Scope in which an id is unique. */
    scope: string;
    /** Response to the same id with the same body. */
    replay: string;
    /** Response to the same id with a different body. */
    conflict: string;
    /** Whether a rejected write consumes its id. */
    refused: string;
  };
  /** Address of all budgets and bounds. */
  rateLimitsUrl: string;
  /** Every error code. */
  errorTaxonomy: ErrorTaxonomyEntry[];
};

/** A signed-in browser. Its token is not stored. */
export type Session = {
  /** Id of the session. */
  id: string;
  /** Whether this request uses it. */
  current: boolean;
  /** User agent of the browser at sign-in; null if it sent none. */
  userAgent: string | null;
  /** When it was opened. */
  createdAt: string;
  /** When it was last used, to the minute. */
  lastUsedAt: string;
  /** When it expires unless it is used again. */
  expiresAt: string;
};

export type SessionList = {
  /** Most recently used first; at most 20. */
  sessions: Session[];
  /** The complete list. */
  nextCursor: null;
};

export type SessionsEnded = {
  /** Number of sessions that this request ended; 0 if they had already ended. */
  ended: number;
};

/** An operator’s decision about a link. */
export type SetVenueLinkRequest = {
  /** Whether both markets ask the same question. */
  confirmed: boolean;
};

export type SignInRequest = {
  /** Case-insensitive. */
  email: string;
  /** The current password. */
  password: string;
};

export type SignUpConfirmation = {
  /** One-time token of the link: the part after = in the fragment. */
  token: string;
  /** The current password. */
  password: string;
};

export type SignUpRequest = {
  /** Case-insensitive. */
  email: string;
  /** Any characters; not the email, not the name, not a common password and not easy to guess, such as a keyboard row or a word with a year. */
  password: string;
  /** Public; need not be unique. */
  displayName: string;
};

export type Signal = {
  /** Id of the signal. */
  id: string;
  /** Type of signal; docs/intelligence.md has the formulas. */
  type: "momentum" | "mispricing" | "liquidity" | "stale" | "resolution-near" | "unusual-flow";
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Expected direction of the outcome’s price; none: no claim. */
  direction: "up" | "down" | "none";
  /** From 0 to 1, by the formula in evidence. */
  strength: number;
  /** The formula and its inputs when the signal was detected. */
  evidence: {
    /** How strength is computed from the other members. */
    formula: string;
  };
  /** When it was detected and published. */
  detectedAt: string;
  /** When it expires. It is not published again before then. */
  expiresAt: string;
  /** Hit rate of published signals of this type, separately for demo and real markets; null below 30. */
  backtest: {
    /** Published signals of this type that were evaluated. */
    n: number;
    /** Number of them after which the price moved in their direction by more than the spread within 24 hours. */
    hits: number;
    /** hits / n. */
    hitRate: number;
    /** Lower bound of the Wilson 95 % interval. */
    low: number;
    /** Upper bound of the Wilson 95 % interval. */
    high: number;
  } | null;
  /** Simulated demo content. */
  demo: boolean;
};

export type SignalList = {
  /** Newest first. */
  signals: Signal[];
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** When the figures were computed. */
  asOf: string;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type SignedOut = {
  /** Whether the session has ended; always true. */
  signedOut: boolean;
};

export type SnapshotList = {
  /** Oldest asOf of all markets below. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** One snapshot for each market. */
  snapshots: MarketSnapshot[];
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

/** Sports and leagues with their resolution rules. */
export type SportsCatalog = {
  /** Sports with their leagues. */
  sports: Array<{
    /** Value for the parameter sport. */
    key: string;
    /** Name of the sport. */
    name: string;
    /** Leagues of the sport. */
    leagues: Array<{
      /** Value for the parameter league. */
      key: string;
      /** Name of the league. */
      name: string;
      /** Resolution rules for games of the league. */
      resolution: {
        /** Who publishes the official result. */
        source: string;
        /** Where it is published. */
        url: string;
        /** What counts as the final score. */
        finalWhen: string;
        /** Rule for a game that is not played on its date. */
        postponement: string;
      };
    }>;
  }>;
  /** When the entries were last checked against their sources. */
  asOf: string;
};

/** Fixtures from yesterday (UTC) to the given number of days ahead. */
export type SportsFeed = {
  /** By start time. */
  fixtures: Fixture[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** Time of the response, rounded to ten seconds; ages are relative to it. */
  asOf: string;
};

/** One price of one book. */
export type SportsLine = {
  /** Identifier of the line. */
  id: string;
  /** Source of the line. */
  source: string;
  /** The game’s identifier at that source. */
  sourceEventId: string;
  /** Book that offered it. */
  book: string;
  /** moneyline: who wins. spread: who wins with the handicap in point. total: points of both sides together. */
  market: "moneyline" | "spread" | "total";
  /** Selection that the price is for. */
  selection: "home" | "away" | "draw" | "over" | "under";
  /** Handicap of the selection, or the total; null for a moneyline. */
  point: number | null;
  /** Return of a bet of 1, including the stake. */
  decimalPrice: number;
  /** 10,000 divided by the price: the probability including the book’s margin. */
  impliedBps: number;
  /** The same without the margin: its share of the sum over all selections of the quote. */
  fairBps: number;
  /** Whether it deviated from the other books when it was last current. */
  outlier: boolean;
  /** When the book set it, according to the source. */
  at: string;
  /** Simulated content of the demo arena. */
  demo: boolean;
};

/** Lines offered by bookmakers in the last 90 days. */
export type SportsLineHistory = {
  /** Newest first. */
  lines: SportsLine[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the newest line of the page was set; the time of the request if there are none. */
  asOf: string;
};

/** Quality of the fixtures that the feed lists with includeStale. */
export type SportsMetrics = {
  /** The window, as in the request. */
  days: number;
  /** Over all fixtures of the window. */
  total: {
    /** Fixtures in the window, stale ones included. */
    fixtures: number;
    /** Number of stale fixtures. */
    stale: number;
    /** stale / fixtures; null without fixtures. */
    staleShare: number | null;
    /** Mean confidence; null without fixtures. */
    confidence: number | null;
    /** Fixtures that need review. */
    reviewRequired: number;
    /** Current lines that are outliers. */
    outliers: number;
  };
  /** The same for each league with fixtures, by sport and league. */
  leagues: Array<{
    /** Key of the sport. */
    sport: string;
    /** Key of the league. */
    league: string;
    /** Fixtures in the window, stale ones included. */
    fixtures: number;
    /** Number of stale fixtures. */
    stale: number;
    /** stale / fixtures; null without fixtures. */
    staleShare: number | null;
    /** Mean confidence; null without fixtures. */
    confidence: number | null;
    /** Fixtures that need review. */
    reviewRequired: number;
    /** Current lines that are outliers. */
    outliers: number;
  }>;
  /** Time of the response, rounded to ten seconds; ages are relative to it. */
  asOf: string;
};

/** Measured figures of the service over time. */
export type StatusHistory = {
  /** When the figures were read; they are cached for ten seconds. */
  asOf: string;
  /** Share of minutes in which at least one node was ready; null where nothing was measured. */
  uptime: {
    /** Today, UTC. */
    day: number | null;
    /** The last seven days. */
    week: number | null;
    /** The last ninety days. */
    quarter: number | null;
  };
  /** The last ninety days, oldest first. */
  days: Array<{
    /** UTC day. */
    day: string;
    /** Share of its minutes in which a node was ready; null where nothing was measured. */
    uptime: number | null;
  }>;
  /** Nodes with a sample in the last three minutes. */
  nodes: Array<{
    /** Distinguishes nodes; no host name. */
    node: string;
    /** The minute of its newest sample. */
    at: string;
    /** Whether it could serve requests. */
    ready: boolean;
    /** Requests in that minute. */
    requestsPerMinute: number;
    /** Responses with a status of 500 or above. */
    failuresPerMinute: number;
    /** Orders accepted in that minute. */
    ordersPerMinute: number;
    /** Messages sent to readers of streams. */
    streamMessagesPerMinute: number;
    /** Readers of streams. */
    streamReaders: number;
    /** Round trip to the database; null if it did not respond. */
    databaseMs: number | null;
    /** Database connections in use. */
    poolBusy: number;
    /** Work that waited for a connection. */
    poolWaiting: number;
    /** How far the most delayed job was behind. */
    jobLagSeconds: number;
    /** Latency by stage. */
    stages: Array<{
      /** A stage of a request. */
      stage: "auth" | "queue" | "decide" | "commit" | "send";
      /** Measurements in the last five to ten minutes. */
      count: number;
      /** Median. */
      p50Ms: number | null;
      /** 95th percentile. */
      p95Ms: number | null;
      /** 99th percentile. */
      p99Ms: number | null;
    }>;
  }>;
  /** Oldest first; buckets in which no node was running are missing. */
  series: Array<{
    /** Start of the bucket. */
    at: string;
    /** Mean over the bucket, all nodes together. */
    requestsPerMinute: number;
    /** Responses with a status of 500 or above. */
    failuresPerMinute: number;
    /** Orders accepted. */
    ordersPerMinute: number;
    /** Messages sent to readers of streams. */
    streamMessagesPerMinute: number;
    /** Mean round trip to the database. */
    databaseMs: number | null;
    /** Mean of the median commit time of orders. */
    commitP50Ms: number | null;
    /** Mean of its 99th percentile. */
    commitP99Ms: number | null;
    /** The longest job lag in the bucket. */
    jobLagSeconds: number;
  }>;
  /** Length of a bucket. */
  bucketSeconds: number;
  /** Unresolved ones and those of the last ninety days, newest first. */
  incidents: Incident[];
  /** The database. */
  database: {
    /** Size of the database. */
    bytes: number;
    /** The last backup that was reported; null if none was. */
    lastBackupAt: string | null;
    /** Its size, if it was reported. */
    lastBackupBytes: number | null;
    /** When PostgreSQL archived its last WAL segment; null where it archives none. */
    walArchivedAt: string | null;
  };
};

/** Worked strategies for play credits; not financial advice. */
export type StrategyList = {
  /** When the figures were computed; the oldest if markets differ. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Every strategy. */
  strategies: Array<{
    /** Id of the strategy. */
    id: string;
    /** Title of the strategy. */
    title: string;
    /** Idea of the strategy. */
    summary: string;
    /** Thresholds for selecting markets. */
    parameters: Array<{
      /** Name of the parameter. */
      name: string;
      /** Value, in unit. */
      value: number;
      /** Unit of the value; share is a fraction from 0 to 1. */
      unit: "bps" | "credits" | "hours" | "share";
      /** Purpose of the parameter. */
      meaning: string;
    }>;
    /** Steps, in order. */
    steps: string[];
    /** Risk of the strategy. */
    risk: string;
    /** Markets that currently fit, best first, at most 10. */
    markets: Array<{
      /** Slug of the event. */
      slug: string;
      /** Public key of the event, in Base58; accepted wherever a slug is. */
      eventPubkey: string;
      /** The question of the event. */
      title: string;
      /** Zero-based index of the outcome. */
      outcomeIndex: number;
      /** Label of the outcome. */
      outcomeLabel: string;
      /** The current price of the outcome. */
      priceBps: number;
      /** Limit price for buying the outcome; null if it depends on your own probability. */
      buyLimitBps: number | null;
      /** When trading ends. */
      endsAt: string;
      /** Market sequence of the figures. */
      sequence: number;
      /** Why the market fits the strategy. */
      reason: string;
    }>;
    /** Number of examined markets that fit. */
    total: number;
    /** Whether more markets fit than are listed. */
    truncated: boolean;
  }>;
  /** Slugs and public keys of the request that match no market. */
  missing: string[];
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type StreamManifest = {
  /** Date of the contract. */
  contractVersion: string;
  /** Address of the AsyncAPI document. */
  asyncapiUrl: string;
  /** Every channel. */
  channels: Array<{
    /** Name of the channel. */
    channel: "trades" | "orderbook" | "user";
    /** Meaning of the key. */
    key: string;
    /** own credential: needs the key or session of the player. */
    access: "public" | "own credential";
    /** Address of the server-sent events; {slug} is the slug of the event. */
    sseUrl: string;
    /** Query parameters of the stream. */
    parameters: string[];
    /** Address of the snapshot to start with. */
    snapshotUrl: string;
    /** Member of that snapshot to continue from with afterSequence. */
    snapshotSequence: string;
    /** Numbering of the messages. */
    sequencePolicy: string;
    /** Which messages can be replayed. */
    replayPolicy: string;
    /** Whether missed messages can be replayed. */
    replayable: boolean;
    /** Kinds of messages in the channel. */
    kinds: Array<{
      /** Kind of the message. */
      kind: string;
      /** Whether it has an id that a client can resume from. */
      sequenced: boolean;
      /** Content of the message. */
      summary: string;
    }>;
  }>;
  /** Numbering of messages. */
  sequencePolicy: string;
  /** How to handle a gap in the sequence. */
  gapPolicy: string;
  /** How to resume after a disconnect. */
  reconnectPolicy: string;
  /** Replay of stored messages. */
  replay: {
    /** Address of the replay. */
    url: string;
    /** Whether this arena stores messages. */
    storage: "on" | "off";
    /** Days for which messages are stored; 0 if none are. */
    keptDays: number;
    /** Messages in one response if limit is omitted. */
    defaultLimit: number;
    /** Largest limit. */
    maximumLimit: number;
  };
  /** Heartbeats of an open stream. */
  heartbeat: {
    /** Interval of heartbeats in seconds. */
    seconds: number;
    /** Seconds without any message after which a client should reconnect. */
    timeoutSeconds: number;
    /** Content of a heartbeat, and when to reconnect. */
    policy: string;
  };
  /** Limits for slow clients. */
  backPressure: {
    /** Unread bytes beyond which a stream is closed. */
    mostBehindBytes: number;
    /** Seconds without any read after which a stream is closed. */
    silentSeconds: number;
    /** How a slow reader is disconnected. */
    policy: string;
  };
  /** Limits of connections and subscriptions, per node. */
  connections: {
    /** Open streams from one client address; null if there is no limit. */
    perAddress: number | null;
    /** Open streams of one player. */
    perPlayer: number;
    /** Subscriptions over one WebSocket. */
    subscriptionsPerConnection: number;
    /** Subscriptions of one client address over all WebSockets; null if there is no limit. */
    subscriptionsPerAddress: number | null;
    /** Subscriptions of one player over all WebSockets. */
    subscriptionsPerPlayer: number;
    /** Pings and pongs that a client may send over one WebSocket; exceeding it closes the connection with 1008. */
    controlFramesPerMinute: number;
    /** Response when a limit is exceeded. */
    policy: string;
  };
  /** Server-sent events. */
  sse: {
    /** Media type of a stream. */
    contentType: string;
    /** Header and query parameter to resume with. */
    resume: string[];
    /** Reconnection delay that is sent to clients, in milliseconds. */
    retryMs: number;
  };
  /** The WebSocket. */
  webSocket: {
    /** Address of the WebSocket. */
    url: string;
    /** planned: not available yet. */
    status: "available" | "planned";
    /** Topics that can be subscribed to by name. */
    topics: Array<{
      /** Name of the topic. */
      topic: "market" | "user" | "sports" | "rfq";
      /** Channels that the topic includes. */
      channels: Array<"trades" | "orderbook" | "user">;
      /** planned: not available yet. */
      status: "available" | "planned";
      /** A message that subscribes to the topic; null while it is planned. */
      subscribe: Record<string, unknown> | null;
    }>;
    /** An example of a subscribe message. */
    subscribe: unknown;
  };
};

/** A message as the stream sends it; /api/v1/asyncapi.json has the members of each kind. */
export type StreamMessage = {
  /** Channel of the message. */
  channel: "trades" | "orderbook" | "user";
  /** Slug of the event or, for user, the handle of the player. */
  key: string;
  /** Sequence of the message within its channel and key. */
  sequence: number;
  /** Kind of the message; determines the further members. */
  kind: string;
  /** When the message was created. */
  at: string;
  [other: string]: unknown;
};

export type StreamReplay = {
  /** Channel of the request. */
  channel: "trades" | "orderbook" | "user";
  /** Key of the request. */
  key: string;
  /** Oldest first, without a gap. */
  messages: StreamMessage[];
  /** Newest existing sequence. */
  lastSequence: number;
  /** Whether the newest message is included; otherwise request the next ones. */
  complete: boolean;
} | {
  /** Channel of the request. */
  channel: "trades" | "orderbook" | "user";
  /** Key of the request. */
  key: string;
  /** Always empty. */
  messages: StreamMessage[];
  /** The messages after your sequence are not stored: start with a snapshot. */
  snapshotRequired: true;
  /** gone: no longer stored; ahead: the sequence does not exist yet; storage-off: this arena stores no messages; not-stored: books are never stored. */
  reason: "gone" | "ahead" | "storage-off" | "not-stored";
  /** Newest existing sequence. */
  lastSequence: number;
  /** Address of the snapshot. Resume from its tradesSequence, userSequence or, for a book, sequence with afterSequence. */
  snapshotUrl: string;
};

export type SuspendRequest = {
  /** Why. The player reads it with every refused write; the audit trail records it. */
  reason: string;
};

/** A suspension, in force or lifted. */
export type Suspension = {
  /** The player. */
  player: {
    /** Id of the player. */
    id: string;
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Public name. */
    name: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
  };
  /** Why the player was suspended. */
  reason: string;
  /** When the suspension began. */
  suspendedAt: string;
  /** Id of the operator, or operator for the token. */
  suspendedBy: string;
  /** When it was lifted; null while it is in force. */
  liftedAt: string | null;
  /** Id of the operator who lifted it, or operator for the token. */
  liftedBy: string | null;
  /** Why it was lifted. */
  liftReason: string | null;
};

export type SuspensionReply = {
  suspension: Suspension;
};

/** Every tool with the JSON Schemas of its arguments and results. */
export type ToolManifest = {
  /** Date of the contract. */
  contractVersion: "2026-03-17";
  /** The MCP server. */
  mcp: {
    /** Address of the MCP server. */
    url: string;
    /** Transport of the MCP server. */
    transport: "streamable-http";
    /** Supported versions of the Model Context Protocol. */
    protocolVersions: Array<"2026-07-28" | "2025-11-25" | "2025-06-18">;
    /** How to authenticate. */
    authentication: string;
  };
  /** Every MCP tool. */
  tools: Array<{
    /** Name of the MCP tool. */
    name: string;
    /** Title of the tool. */
    title: string;
    /** Purpose of the tool. */
    description: string;
    /** agentKey: listed and usable only with an agent key. */
    access: "public" | "agentKey";
    /** operationId of the equivalent operation in the OpenAPI document. */
    operationId: string;
    /** MCP tool annotations. */
    annotations: {
      /** Title of the tool. */
      title: string;
      /** Whether the tool is read-only. */
      readOnlyHint: boolean;
      /** Whether the tool may delete something. */
      destructiveHint: boolean;
      /** Whether repeating a call with the same arguments has no further effect. */
      idempotentHint: boolean;
      /** Whether the tool reaches systems outside the arena. */
      openWorldHint: boolean;
    };
    /** JSON Schema of the arguments. */
    inputSchema: Record<string, unknown>;
    /** JSON Schema of the compact result; view full and fields may add members. */
    outputSchema: Record<string, unknown>;
    /** Members of the compact result, which is the default; all of them where this is missing. */
    compact?: string;
    /** Calls that usually follow, which compact results name with their arguments. */
    next?: Array<{
      /** Name of the MCP tool. */
      tool: string;
      /** Arguments and the paths of their values in the result. */
      arguments: Record<string, string>;
    }>;
    /** The page ui://presage/<app> that hosts with MCP Apps show beside the result. */
    app?: string;
  }>;
};

/** An event with its activity within the look-back. */
export type TopEvent = {
  /** Id of the event. */
  id: string;
  /** Short name; eventPubkey is accepted wherever a slug is. */
  slug: string;
  /** Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt. */
  eventPubkey: string;
  /** The question of the event. */
  title: string;
  /** The exact question. */
  description: string;
  /** Category of the event. */
  category: string;
  /** Keywords of the event. */
  tags: string[];
  /** Current status of the market. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** Leading outcomes by price, at most outcomeLimit. */
  outcomes: TopOutcome[];
  /** When the event was created. */
  createdAt: string;
  /** When trading opens. */
  opensAt: string;
  /** When trading ends. */
  endsAt: string;
  /** When trading ended; null before that. */
  closedAt: string | null;
  /** When the current resolution was made; null if there is none. */
  resolvedAt: string | null;
  /** When the outcome became known: later forecasts do not count. null if not set. */
  effectiveCloseAt: string | null;
  resolution: EventResolution | null;
  proposal: EventProposal | null;
  resolutionSource: ResolutionSource;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded in the last 24 hours, to the minute. */
  volume24hCredits: number;
  /** Players who have traded here. */
  traders: number;
  /** Players who have forecast here. */
  forecasters: number;
  /** Number of resting orders in the market. */
  openOrders: number;
  /** Liquidity of the market maker: b of the logarithmic scoring rule. */
  liquidityCredits: number;
  /** Increases with every change of the book or the status. */
  sequence: number;
  /** Progress of the payouts; null unless they are in progress. */
  settling: {
    /** Holdings paid so far. */
    settled: number;
    /** Holdings to pay in total. */
    total: number;
  } | null;
  /** Simulated demo content. */
  demo: boolean;
  /** Not part of equity, profit and the leaderboards. */
  practice: boolean;
  /** Page of the event. */
  url: string;
  /** Number of outcomes of the event. */
  outcomeCount: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits: number;
  /** Public trades within the look-back. */
  lookbackTrades: number;
  /** Largest price change of any outcome, up or down. */
  largestMoveBps: number;
};

export type TopEvents = {
  /** Most active events first. */
  events: TopEvent[];
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Full hour at which the look-back starts. */
  since: string;
  /** When trades were summed up, at most 10 seconds ago. */
  asOf: string;
  /** Always null: the list has one page; truncated says whether it is incomplete. */
  nextCursor: null;
  /** Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000. */
  total: number;
  /** Whether more exist than are listed. */
  truncated: boolean;
};

export type TopOutcome = {
  /** Index that orders and forecasts refer to. */
  index: number;
  /** Label of the outcome. */
  label: string;
  /** Price in basis points. */
  priceBps: number;
  /** When this outcome was last traded; null if never. */
  lastTradeAt: string | null;
  /** Credits traded on this outcome. */
  volumeCredits: number;
  /** Price at the start of the look-back; the opening price of a younger market. */
  previousBps: number;
  /** priceBps − previousBps. */
  changeBps: number;
};

/** One trade for each incoming order and its counterparty. */
export type Trade = {
  /** Id of the trade. */
  id: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Side of the incoming order. */
  side: "buy" | "sell";
  /** Shares traded. */
  shares: number;
  /** Credits traded. */
  credits: number;
  /** Average price of the trade. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  /** Player of the incoming order. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Whether the player has left; the record remains. Snapshots may lag by a minute. */
    retired: boolean;
    /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
    house: boolean;
  };
  /** Market sequence after the order. */
  sequence: number;
  /** When the trade happened. */
  at: string;
};

export type TradeList = {
  /** Trades of this page. */
  trades: Trade[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** Trading state of the whole arena. */
export type TradingState = {
  /** Whether orders are rejected with TRADING_PAUSED. */
  tradingPaused: boolean;
  /** When the pause or the resumption took effect. */
  changedAt: string;
};

export type Unfollowed = {
  /** Whether you follow it now; always false. */
  following: boolean;
};

/** The same question on two venues. */
export type VenueLink = {
  /** Id of the link. */
  id: string;
  /** Similarity of the two questions, from 0 to 1. */
  score: number;
  /** A rejected pair is not suggested again. */
  status: "suggested" | "confirmed" | "rejected";
  /** When the pair was suggested or linked. */
  suggestedAt: string;
  /** When an operator last confirmed or rejected it. */
  decidedAt: string | null;
  /** Operator who made the last decision. */
  decidedBy: string | null;
  /** Both markets in their current state. */
  markets: AggregatorMarket[];
};

/** One link. */
export type VenueLinkReply = {
  link: VenueLink;
};

/** A page of links. */
export type VenueLinks = {
  /** Highest score first. */
  links: VenueLink[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** Price of an outcome on one venue. */
export type VenueQuote = {
  /** Id of the market in this feed. */
  marketId: string;
  /** Its source. */
  source: string;
  /** Index of the outcome in that market. */
  outcomeIndex: number;
  /** Its price. */
  priceBps: number | null;
  /** Best bid of the outcome. */
  bidBps: number | null;
  /** Best ask of the outcome. */
  askBps: number | null;
  /** Price minus the price on the requested market; null if either is missing. */
  differenceBps: number | null;
  /** Whether the row is stale. */
  stale: boolean;
};

/** An AsyncAPI 3 document with the contract’s version metadata in x-contract. */
export type VersionedAsyncapi = {
  /** Version of AsyncAPI. */
  asyncapi: "3.0.0";
  /** Version metadata of the contract. */
  'x-contract': {
    /** Date of the contract. */
    version: "2026-03-17";
    /** Format of the document. */
    format: "asyncapi";
    /** Version of the format. */
    formatVersion: "3.0.0";
    /** Canonical address of the document. */
    canonicalUrl: string;
  };
  /** Title, version and description of the API. */
  info: unknown;
  /** Channels with their messages, by name. */
  channels: unknown;
  [other: string]: unknown;
};

/** The same document with the contract’s version metadata in x-contract. */
export type VersionedOpenapi = {
  /** Version of OpenAPI. */
  openapi: "3.1.0";
  /** Version metadata of the contract. */
  'x-contract': {
    /** Date of the contract. */
    version: "2026-03-17";
    /** Format of the document. */
    format: "openapi";
    /** Version of the format. */
    formatVersion: "3.1.0";
    /** Canonical address of the document. */
    canonicalUrl: string;
  };
  [other: string]: unknown;
};

export type VoidRequest = {
  /** Where the outcome was published. */
  source?: string;
  /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
  note?: string;
  /** When the outcome became known, if before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Returns the payouts that would result and changes nothing. */
  dryRun?: boolean;
};

/** An accepted value that looks like another unit. */
export type Warning = {
  /** PROBABILITY_LOOKS_LIKE_FRACTION: above 0 and at most 1, where percent is expected. LIMIT_LOOKS_LIKE_PERCENT: at most 100 (a sell: 2 to 100) while the price is at least 1000, where basis points are expected. */
  code: "PROBABILITY_LOOKS_LIKE_FRACTION" | "LIMIT_LOOKS_LIKE_PERCENT";
  /** Member of the request that looks wrong. */
  field: string;
  /** What the value means, and what to send if you meant something else. */
  message: string;
};

/** An agent card in A2A 1.0 format. */
export type WellKnownAgentCard = {
  /** Name of the arena. */
  name: string;
  /** What the arena offers to agents. */
  description: string;
  /** Version of the software. */
  version: string;
  /** Address of the documentation. */
  documentationUrl: string;
  /** Operator of the arena. */
  provider: {
    /** Name of the operator. */
    organization: string;
    /** Address of the operator. */
    url: string;
  };
  /** Preferred interface first. */
  supportedInterfaces: Array<{
    /** Address of the interface. */
    url: string;
    /** Protocol of the interface. */
    protocolBinding: "MCP" | "HTTP+JSON";
    /** Version of the protocol or of the contract. */
    protocolVersion: string;
  }>;
  /** Optional A2A features. */
  capabilities: {
    /** Whether A2A streaming is supported. */
    streaming: boolean;
    /** Whether A2A push notifications are supported. */
    pushNotifications: boolean;
    /** Whether an extended card is available to authenticated clients. */
    extendedAgentCard: boolean;
    /** Protocol extensions. */
    extensions: Array<{
      /** Identifier of the extension. */
      uri: string;
      /** Purpose of the extension. */
      description: string;
      /** Whether a client must support the extension. */
      required: boolean;
      /** Streams that replace polling. */
      params: {
        /** Address of the stream manifest: sequences, replay, heartbeats and bounds. */
        manifestUrl: string;
        /** Address of the AsyncAPI document: the members of every message. */
        asyncapiUrl: string;
        /** Address of the WebSocket. */
        webSocketUrl: string;
        /** Channels that clients can subscribe to. */
        channels: Array<{
          /** Name of the channel. */
          channel: "trades" | "orderbook" | "user";
          /** own credential: needs the key or session of the player. */
          access: "public" | "own credential";
          /** Address of the server-sent events; {slug} is the slug of the event. */
          sseUrl: string;
        }>;
      };
    }>;
  };
  /** Security schemes by name, in A2A 1.0 format. */
  securitySchemes: Record<string, Record<string, unknown>>;
  /** Alternatives, of which a client must meet one; the first needs no credential. */
  securityRequirements: Array<{
    /** Security schemes that must be used together, by name. */
    schemes: Record<string, {
      /** Scopes that the scheme needs; empty if none. */
      list: string[];
    }>;
  }>;
  /** Media types that skills accept. */
  defaultInputModes: string[];
  /** Media types that skills return. */
  defaultOutputModes: string[];
  /** Skills of an agent here. */
  skills: Array<{
    /** Id of the skill. */
    id: string;
    /** Name of the skill. */
    name: string;
    /** Purpose of the skill. */
    description: string;
    /** Keywords of the skill. */
    tags: string[];
    /** Alternatives, of which the skill needs one; absent if the requirements of the card apply. */
    securityRequirements?: Array<{
      /** Security schemes that must be used together, by name. */
      schemes: Record<string, {
        /** Scopes that the scheme needs; empty if none. */
        list: string[];
      }>;
    }>;
  }>;
};

export interface Operations {
  /** Status, contract version, auth split, idempotency policy and error taxonomy: GET /api/v1/status */
  getStatus: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: ServiceStatus;
  };
  /** Public rate-limit budgets: GET /api/rate-limits */
  getRateLimits: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: RateLimits;
  };
  /** The REST contract: GET /openapi.json */
  getOpenapi: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      /** Version of OpenAPI. */
      openapi: "3.1.0";
      [other: string]: unknown;
    };
  };
  /** Catalogue of all named schemas: GET /api-schema.json */
  getSchemaCatalogue: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SchemaCatalogue;
  };
  /** Versioned wrapper of the REST contract: GET /api/v1/openapi.json */
  getVersionedOpenapi: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: VersionedOpenapi;
  };
  /** Well-known agent card: GET /.well-known/agent-card.json */
  getWellKnownCard: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: WellKnownAgentCard;
  };
  /** Capabilities and operation map: GET /api/agent/card */
  getAgentCard: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: AgentCard;
  };
  /** Your identity, scopes and budgets: GET /api/agent/access */
  getAgentAccess: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: AgentAccess;
  };
  /** Tool manifest: GET /api/v1/agent/tools */
  getTools: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: ToolManifest;
  };
  /** Country and available features: GET /api/international/access */
  getInternationalAccess: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: InternationalAccess;
  };
  /** Markets of all venues: GET /api/v1/aggregator/markets */
  listAggregatorMarkets: {
    params: undefined;
    query: {
      /** Comma-separated sources: presage, manifold, polymarket, kalshi, metaculus or ids of connectors. Default: all. */
      source?: string;
      /** Only markets of this category, as named by the source; case-insensitive. */
      category?: string;
      /** closed: trading has ended and the outcome is not known yet. resolved: the outcome is known. */
      status?: "active" | "closed" | "resolved" | "all";
      /** Also include resolved markets. */
      includeResolved?: boolean;
      /** Only markets whose venue currently accepts orders. */
      tradableOnly?: boolean;
      /** Words of the title or category. All must match, each at least as a word prefix. At most 12 distinct words; any other character separates words. */
      q?: string;
      /** volume: by rank within source and status, so that sources with different units are interleaved. newest: by listing time. ending: by closing time, soonest first. movers: largest 24-hour price change first. */
      sort?: "volume" | "newest" | "ending" | "movers";
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: AggregatorMarkets;
  };
  /** Compare one question across venues: GET /api/v1/aggregator/markets/{id}/odds */
  getAggregatorOdds: {
    params: {
      /** Id of the market in the feed; for events of this arena, also the slug or eventPubkey. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: AggregatorOdds;
  };
  /** Worked strategies and the markets they fit: GET /api/bot/strategies */
  getStrategies: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      eventPubkeys?: string;
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
    };
    body: undefined;
    reply: StrategyList;
  };
  /** Worked strategies for your own probabilities: POST /api/bot/strategies */
  postStrategies: {
    params: undefined;
    query: undefined;
    body: {
      /** Slugs. An empty list matches no market. */
      slugs?: string[];
      /** Public keys. An empty list matches no market. */
      eventPubkeys?: string[];
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
      /** Your probabilities of outcomes, one entry each. */
      probabilities?: Array<{
        /** Slug or eventPubkey of the event. */
        slug: string;
        /** Zero-based index of the outcome. */
        outcomeIndex: number;
        /** Your probability, in percent. */
        probability: number;
      }>;
      /** Bankroll that stakes are a fraction of. */
      bankrollCredits?: number;
      /** Fraction of the full Kelly stake. */
      kellyFraction?: number;
    };
    reply: StrategyList;
  };
  /** Quant metrics: GET /api/bot/quant */
  getQuant: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      eventPubkeys?: string;
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
    };
    body: undefined;
    reply: QuantMetrics;
  };
  /** Quant metrics and Kelly sizing: POST /api/bot/quant */
  postQuant: {
    params: undefined;
    query: undefined;
    body: {
      /** Slugs. An empty list matches no market. */
      slugs?: string[];
      /** Public keys. An empty list matches no market. */
      eventPubkeys?: string[];
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
      /** Your probabilities of outcomes, one entry each. */
      probabilities?: Array<{
        /** Slug or eventPubkey of the event. */
        slug: string;
        /** Zero-based index of the outcome. */
        outcomeIndex: number;
        /** Your probability, in percent. */
        probability: number;
      }>;
      /** Bankroll that stakes are a fraction of. */
      bankrollCredits?: number;
      /** Fraction of the full Kelly stake. */
      kellyFraction?: number;
    };
    reply: QuantMetrics;
  };
  /** Configuration for bots: GET /api/bot/config */
  getBotConfig: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: BotConfig;
  };
  /** Market intelligence: GET /api/data/market-intelligence */
  listMarketIntelligence: {
    params: undefined;
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
      /** Look-back for changes, volatility and flow. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** Also include resolved and void markets. */
      includeResolved?: boolean;
      /** Adds venues: the same question elsewhere, where a confirmed link exists. */
      competitive?: boolean;
      /** Minimum credits traded since the opening. The name is historical: nothing here is in dollars. */
      minVolumeUsd?: number;
    };
    body: undefined;
    reply: MarketIntelligenceList;
  };
  /** Signals: GET /api/data/signals */
  listSignals: {
    params: undefined;
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
      /** Signals detected within this many hours, whether or not still in force. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, strongest signals first. */
      outcomeLimit?: number;
      /** Also include resolved and void markets. */
      includeResolved?: boolean;
      /** Minimum credits traded since the opening. The name is historical: nothing here is in dollars. */
      minVolumeUsd?: number;
      /** Only signals of this type. */
      signalType?: "momentum" | "mispricing" | "liquidity" | "stale" | "resolution-near" | "unusual-flow";
    };
    body: undefined;
    reply: SignalList;
  };
  /** History of one metric: GET /api/data/market-intelligence/history */
  getIntelligenceHistory: {
    params: undefined;
    query: {
      /** Slug or eventPubkey of the market. */
      slug: string;
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** Look-back from now or from the end of trading. */
      timeframe?: "1h" | "24h" | "7d" | "30d" | "all";
      /** price and spread in basis points; volume in credits per interval; depth in credits within 200 bps on the thinner side; traders and forecasters: cumulative number of players. */
      metric?: "price" | "volume" | "traders" | "forecasters" | "spread" | "depth";
      /** Maximum number of points. The interval is the finest that fits. */
      limit?: number;
    };
    body: undefined;
    reply: IntelligenceHistory;
  };
  /** Public trades: GET /api/data/trades */
  listDataTrades: {
    params: undefined;
    query: {
      /** Only trades of this player, by handle or address. */
      user?: string;
      /** Only trades in this market, by slug or eventPubkey. */
      market?: string;
      /** Trades at or after this time. ISO 8601 or Unix seconds. */
      from?: string;
      /** Trades before this time. ISO 8601 or Unix seconds. */
      to?: string;
      /** desc: newest first. Trades of one market are ordered by its sequence, others by time. */
      order?: "desc" | "asc";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: DataTradeList;
  };
  /** Public positions of a player: GET /api/data/positions */
  getDataPositions: {
    params: undefined;
    query: {
      /** Player, by handle or address. */
      user: string;
      /** Maximum number of positions, newest events first. */
      limit?: number;
      /** Maximum number of trades, newest first. */
      tradeLimit?: number;
    };
    body: undefined;
    reply: DataPositions;
  };
  /** Resolution and data providers: GET /api/data/providers/official-sources */
  listDataProviders: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: DataProviders;
  };
  /** Check that you are ready to play: GET /api/developer/diagnostics */
  getDiagnostics: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: DeveloperDiagnostics;
  };
  /** What you have asked for: GET /api/developer/usage */
  getUsage: {
    params: undefined;
    query: {
      /** Number of days to look back. */
      days?: number;
      /** The id of one of your agents, for people. Without it, your own. */
      agentId?: string;
    };
    body: undefined;
    reply: DeveloperUsage;
  };
  /** Your request log: GET /api/v1/developer/request-logs */
  listRequestLogs: {
    params: undefined;
    query: {
      /** failed: only requests with a status of 400 or more. */
      result?: "all" | "failed";
      /** Only requests of this operation. */
      operationId?: string;
      /** The id of one of your agents, for people. Without it, your own. */
      agentId?: string;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: RequestLogs;
  };
  /** Cost of each endpoint: GET /api/v1/developer/endpoint-costs */
  getEndpointCosts: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: EndpointCosts;
  };
  /** Latency by stage: GET /api/v1/developer/latency */
  getLatency: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Latency;
  };
  /** Explain an error: POST /api/v1/developer/explain-error */
  explainError: {
    params: undefined;
    query: undefined;
    body: ExplainErrorRequest;
    reply: ErrorExplanation;
  };
  /** Market policy: GET /api/markets/policy */
  getMarketPolicy: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: MarketPolicy;
  };
  /** Dispute a proposed resolution: POST /api/events/{slug}/disputes */
  disputeResolution: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: DisputeRequest;
    reply: FiledDispute;
  };
  /** Edit history of an event: GET /api/events/{slug}/edits */
  listEventEdits: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: EventEdits;
  };
  /** Disputes of an event: GET /api/events/{slug}/disputes */
  listDisputes: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: DisputeList;
  };
  /** List events: GET /api/events */
  listEvents: {
    params: undefined;
    query: {
      /** true: events that the signed-in person follows, most recently followed first, in any status unless status is sent. Needs a session. Only status, category, limit and cursor can be combined with it. */
      followed?: boolean;
      /** Comma-separated slugs or eventPubkeys, at most 200: returns these events in this order on one page, in any status unless status is sent. Unknown ones are listed in missing. Only status and category can be combined with it. */
      slugs?: string;
      /** Current status of the market. */
      status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void" | "all";
      /** volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. trending: most credits traded within 24 hours first, to the hour. Volume, traders, movers and trending follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour. */
      sort?: "volume" | "newest" | "ending" | "traders" | "movers" | "trending";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Words of the title, description, category, tags, outcomes or slug. All must match, each at least as a word prefix. At most 12 distinct words; any other character separates words. */
      q?: string;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
      /** Include events that have never traded. */
      includeEmptyV2?: boolean;
      /** Include active events without a trade for staleDays since the later of opensAt and the last trade. */
      includeStale?: boolean;
      /** Days without a trade after which an active event is stale. */
      staleDays?: number;
    };
    body: undefined;
    reply: EventList;
  };
  /** Most traded markets: GET /api/events/top */
  getTopEvents: {
    params: undefined;
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
      /** Look-back for trades. */
      lookbackHours?: number;
      /** Maximum number of outcomes per event. */
      outcomeLimit?: number;
      /** Include resolved and void events. */
      includeResolved?: boolean;
    };
    body: undefined;
    reply: TopEvents;
  };
  /** Categories of events: GET /api/events/categories */
  listCategories: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: CategoryList;
  };
  /** One event: GET /api/events/{slug} */
  getEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: OneEvent;
  };
  /** Price history of an outcome: GET /api/markets/{id}/candles */
  getCandles: {
    params: {
      /** Slug or eventPubkey of the event. */
      id: string;
    };
    query: {
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** Width of a candle. Default: suited to timeframe; 1h without one. */
      resolution?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
      /** Look-back from now, or from the end of trading: 1h in candles of 1m, 24h of 15m, 7d of 1h, 30d of 4h, all in the finest that fit. They are wider if limit needs it. from overrides its start. */
      timeframe?: "1h" | "24h" | "7d" | "30d" | "all";
      /** Starts with the candle that contains this time. ISO 8601 or Unix seconds. */
      from?: string;
      /** Candles that start before this time. ISO 8601 or Unix seconds. */
      to?: string;
      /** none: only candles with a trade in the market. previous: a candle for every interval since the opening; without a trade the price stays at the last close, or at the opening price before the first trade. Filling stops with the current interval, or with the last one that starts before the end of trading. */
      fill?: "none" | "previous";
      /** Default 50; with timeframe, as many as it needs. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: CandleList;
  };
  /** Public trades of a market: GET /api/events/{slug}/activity */
  listTrades: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** By market sequence; desc: newest first. */
      order?: "desc" | "asc";
      /** Trades at or after this time. ISO 8601 or Unix seconds. */
      from?: string;
      /** Trades before this time. ISO 8601 or Unix seconds. */
      to?: string;
      /** Only trades of this outcome, by zero-based index. */
      outcomeIndex?: number;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: TradeList;
  };
  /** Similar events: GET /api/events/{slug}/related */
  listRelatedEvents: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: EventList;
  };
  /** Requested markets: GET /api/markets/requests */
  listMarketRequests: {
    params: undefined;
    query: {
      /** Only requests with this status. */
      status?: "open" | "planned" | "launched" | "declined" | "duplicate" | "all";
      /** Sort order; of equal requests, the newest comes first. A page begins after the votes, readiness or time of filing of the last request, so with votes a request whose votes change between two pages can be skipped or repeated. */
      sort?: "votes" | "readiness" | "newest";
      /** Words that the question or its category must contain. At most 12 distinct words; any other character separates words. */
      q?: string;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: MarketRequestList;
  };
  /** One requested market: GET /api/markets/requests/{id} */
  getMarketRequest: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: MarketRequestReply;
  };
  /** Check whether a question can become a market: POST /api/markets/requests/readiness */
  checkMarketReadiness: {
    params: undefined;
    query: undefined;
    body: MarketDraft;
    reply: MarketReadiness;
  };
  /** Launch packs of the best requests: GET /api/markets/requests/launch-packs */
  listLaunchPacks: {
    params: undefined;
    query: {
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: LaunchPacks;
  };
  /** How to open and quote a requested market: GET /api/markets/requests/maker-kit */
  getMakerKit: {
    params: undefined;
    query: {
      /** Id of the request, for one kit. */
      id?: string;
      /** 1: the kits of all open requests, in the order of the launch packs. */
      queue?: boolean;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: MakerKits;
  };
  /** Markets that you requested or voted for: GET /api/people/market-requests */
  listOwnMarketRequests: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: OwnMarketRequests;
  };
  /** Request a market: POST /api/markets/requests */
  fileMarketRequest: {
    params: undefined;
    query: undefined;
    body: MarketDraft;
    reply: MarketRequestFiled;
  };
  /** Vote for a requested market: PUT /api/markets/requests/{id}/vote */
  voteForMarketRequest: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: MarketRequestVote;
  };
  /** Withdraw a vote: DELETE /api/markets/requests/{id}/vote */
  withdrawMarketRequestVote: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: MarketRequestVote;
  };
  /** Pause trading in the whole arena: POST /api/operator/trading/pause */
  pauseTrading: {
    params: undefined;
    query: undefined;
    body: {
      /** Recorded in the audit trail. The reason of a pause is public while it lasts. */
      note?: string;
    };
    reply: TradingState;
  };
  /** Resume trading in the whole arena: POST /api/operator/trading/resume */
  resumeTrading: {
    params: undefined;
    query: undefined;
    body: {
      /** Recorded in the audit trail. The reason of a pause is public while it lasts. */
      note?: string;
    };
    reply: TradingState;
  };
  /** Audit all books: GET /api/operator/audit */
  getAudit: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Audit;
  };
  /** What audits of the books have found: GET /api/operator/audit/history */
  listAudits: {
    params: undefined;
    query: {
      /** How many audits. */
      limit?: number;
    };
    body: undefined;
    reply: AuditHistory;
  };
  /** Create an event and fund its market: POST /api/operator/events */
  createEvent: {
    params: undefined;
    query: undefined;
    body: CreateEventRequest;
    reply: CreatedEvent;
  };
  /** Edit an event: PATCH /api/operator/events/{slug} */
  editEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: EditEventRequest;
    reply: ChangedEvent;
  };
  /** Pause a market: POST /api/operator/events/{slug}/pause */
  pauseEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: {
      /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Resume a paused market: POST /api/operator/events/{slug}/resume */
  resumeEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: {
      /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Close a market: POST /api/operator/events/{slug}/close */
  closeEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: {
      /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Reopen a closed market: POST /api/operator/events/{slug}/reopen */
  reopenEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: {
      /** New end of trading. */
      endsAt: string;
      /** Note for people, recorded with the action; that of an edit is shown in the edit history. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Resolve an event: POST /api/operator/events/{slug}/resolve */
  resolveEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: ResolveRequest;
    reply: DecidedEvent;
  };
  /** Void an event: POST /api/operator/events/{slug}/void */
  voidEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: VoidRequest;
    reply: DecidedEvent;
  };
  /** Correct a resolution: POST /api/operator/events/{slug}/correct */
  correctEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: CorrectRequest;
    reply: DecidedEvent;
  };
  /** Propose a resolution: POST /api/operator/events/{slug}/propose */
  proposeResolution: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: ProposeRequest;
    reply: ChangedEvent;
  };
  /** Confirm a proposal from a final score: POST /api/operator/events/{slug}/propose/confirm */
  confirmProposal: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: ChangedEvent;
  };
  /** Set the plan of a player: PUT /api/operator/players/{handle}/plan */
  setPlayerPlan: {
    params: {
      /** Handle of the player. */
      handle: string;
    };
    query: undefined;
    body: {
      /** New plan of the player. */
      plan: "free" | "pro" | "enterprise";
      /** Recorded in the audit trail. */
      reason?: string;
    };
    reply: {
      /** The player with the new plan. */
      player: {
        /** Id of the player. */
        id: string;
        /** Unique handle of the player; never changes. */
        handle: string;
        /** Public name of the player. */
        name: string;
        /** agent: a program. human: a person. */
        kind: "agent" | "human";
        /** Plan of the player. */
        plan: "free" | "pro" | "enterprise";
      };
    };
  };
  /** Set the role of a person: PUT /api/operator/people/{id}/role */
  setPersonRole: {
    params: {
      /** Id or handle of the person. */
      id: string;
    };
    query: undefined;
    body: {
      /** New role of the person. */
      role: "member" | "operator";
      /** Recorded in the audit trail. */
      reason?: string;
    };
    reply: {
      /** The person with the new role. */
      person: {
        /** Id of the person. */
        id: string;
        /** Unique handle of the player; never changes. */
        handle: string;
        /** Public name of the person. */
        displayName: string;
        /** Role of the person. */
        role: "member" | "operator";
      };
    };
  };
  /** Issue a one-time password reset link: POST /api/operator/people/{id}/reset-link */
  issueResetLink: {
    params: {
      /** Id or handle of the person. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      /** The person whom the link is for. */
      person: {
        /** Id of the person. */
        id: string;
        /** Handle of the person. */
        handle: string;
      };
      /** The link. Send it to the person over a private channel. */
      url: string;
      /** When the link expires. */
      expiresAt: string;
    };
  };
  /** Turn a request into an event: POST /api/operator/requests/{id}/launch */
  launchMarketRequest: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: LaunchMarketRequest;
    reply: MarketRequestLaunched;
  };
  /** Decline a request: POST /api/operator/requests/{id}/decline */
  declineMarketRequest: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: DeclineMarketRequest;
    reply: MarketRequestReply;
  };
  /** Merge a duplicate request: POST /api/operator/requests/{id}/merge */
  mergeMarketRequest: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: MergeMarketRequest;
    reply: MarketRequestReply;
  };
  /** Data sources: GET /api/operator/connectors */
  listConnectors: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Connectors;
  };
  /** Configure a data source: PUT /api/operator/connectors/{id} */
  putConnector: {
    params: {
      /** A format such as manifold, or an id that you choose for files and pushed rows. */
      id: string;
    };
    query: undefined;
    body: PutConnectorRequest;
    reply: ConnectorReply;
  };
  /** Run a data source now: POST /api/operator/connectors/{id}/run */
  runConnector: {
    params: {
      /** A format such as manifold, or an id that you choose for files and pushed rows. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: ConnectorRunReply;
  };
  /** Rejected rows of a data source: GET /api/operator/connectors/{id}/rejected */
  listRejectedRows: {
    params: {
      /** A format such as manifold, or an id that you choose for files and pushed rows. */
      id: string;
    };
    query: {
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: ConnectorRejectedRows;
  };
  /** Push rows: POST /api/operator/connectors/{id}/rows */
  pushConnectorRows: {
    params: {
      /** A format such as manifold, or an id that you choose for files and pushed rows. */
      id: string;
    };
    query: undefined;
    body: PushRowsRequest;
    reply: PushRowsReply;
  };
  /** Open a market on a fixture: POST /api/operator/sports/fixtures/{id}/market */
  openFixtureMarket: {
    params: {
      /** Identifier of the fixture, from the feed. */
      id: string;
    };
    query: undefined;
    body: {
      /** Liquidity b of the market maker, in credits. */
      liquidityCredits?: number;
    };
    reply: FixtureMarket;
  };
  /** List links between venues: GET /api/operator/links */
  listVenueLinks: {
    params: undefined;
    query: {
      /** Only links with this status. */
      status?: "suggested" | "confirmed" | "rejected";
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: VenueLinks;
  };
  /** Link two markets: POST /api/operator/links */
  createVenueLink: {
    params: undefined;
    query: undefined;
    body: CreateVenueLinkRequest;
    reply: VenueLinkReply;
  };
  /** One link: GET /api/operator/links/{id} */
  getVenueLink: {
    params: {
      /** Id of the link. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: VenueLinkReply;
  };
  /** Confirm a link: PUT /api/operator/links/{id} */
  setVenueLink: {
    params: {
      /** Id of the link. */
      id: string;
    };
    query: undefined;
    body: SetVenueLinkRequest;
    reply: VenueLinkReply;
  };
  /** Reject a link: DELETE /api/operator/links/{id} */
  deleteVenueLink: {
    params: {
      /** Id of the link. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: VenueLinkReply;
  };
  /** Reports of people: GET /api/operator/reports */
  listReports: {
    params: undefined;
    query: {
      /** Only reports with this status. */
      status?: "open" | "upheld" | "dismissed" | "all";
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
      /** Only reports about this kind of subject. */
      subject?: "event" | "player" | "market-request" | "dispute";
    };
    body: undefined;
    reply: OperatorReports;
  };
  /** Close a report: POST /api/operator/reports/{id}/close */
  closeReport: {
    params: {
      /** The id of a report. */
      id: string;
    };
    query: undefined;
    body: CloseReportRequest;
    reply: ReportClosed;
  };
  /** Suspend a player: POST /api/operator/players/{handle}/suspend */
  suspendPlayer: {
    params: {
      /** Handle of the player. */
      handle: string;
    };
    query: undefined;
    body: SuspendRequest;
    reply: SuspensionReply;
  };
  /** Lift the suspension of a player: POST /api/operator/players/{handle}/unsuspend */
  unsuspendPlayer: {
    params: {
      /** Handle of the player. */
      handle: string;
    };
    query: undefined;
    body: SuspendRequest;
    reply: SuspensionReply;
  };
  /** What needs an operator now: GET /api/operator/inbox */
  getOperatorInbox: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: OperatorInbox;
  };
  /** Players with plan, role and suspension: GET /api/operator/players */
  listOperatorPlayers: {
    params: undefined;
    query: {
      /** Part of a handle or a name, or a whole email or player id. */
      q?: string;
      /** Only players of this kind. */
      kind?: "agent" | "human";
      /** Only people with this role. */
      role?: "member" | "operator";
      /** Only players who are, or are not, suspended. */
      suspended?: boolean;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: OperatorPlayers;
  };
  /** The audit trail of operators: GET /api/operator/actions */
  listOperatorActions: {
    params: undefined;
    query: {
      /** Only actions of this operator: a handle, an id, or operator for the token. */
      actor?: string;
      /** Only this action, such as event.resolve, or all of an area, such as event. */
      action?: string;
      /** Only actions on this subject: a slug, a handle or an id. */
      subject?: string;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: OperatorActions;
  };
  /** Who runs into rate limits: GET /api/operator/rate-limits */
  getRateLimitOverview: {
    params: undefined;
    query: {
      /** How many hours back from now. */
      hours?: number;
    };
    body: undefined;
    reply: RateLimitOverview;
  };
  /** Report an incident for the status page: POST /api/operator/incidents */
  openIncident: {
    params: undefined;
    query: undefined;
    body: IncidentRequest;
    reply: IncidentReply;
  };
  /** Add an update to an incident: POST /api/operator/incidents/{id}/updates */
  updateIncident: {
    params: {
      /** Id of an incident. */
      id: string;
    };
    query: undefined;
    body: IncidentUpdateRequest;
    reply: IncidentReply;
  };
  /** Report a finished backup: POST /api/operator/backups */
  reportBackup: {
    params: undefined;
    query: undefined;
    body: BackupRequest;
    reply: BackupReply;
  };
  /** Order book of one outcome: GET /api/clob/v2/orderbook */
  getOrderbook: {
    params: undefined;
    query: {
      /** eventPubkey or slug of the event. */
      eventPubkey: string;
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** Maximum number of levels per side. */
      depth?: number;
    };
    body: undefined;
    reply: Orderbook;
  };
  /** Order book of one outcome, by market: GET /api/v1/markets/{id}/orderbook */
  getMarketOrderbook: {
    params: {
      /** Slug or eventPubkey of the event. */
      id: string;
    };
    query: {
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** Maximum number of levels per side. */
      depth?: number;
    };
    body: undefined;
    reply: Orderbook;
  };
  /** Order books of all outcomes: GET /api/events/{slug}/orderbook/snapshot */
  getOrderbookSnapshot: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Maximum number of levels per side. */
      depth?: number;
    };
    body: undefined;
    reply: OrderbookSnapshot;
  };
  /** Top of book, depth and imbalance of all outcomes: GET /api/events/{slug}/orderbook/summary */
  getOrderbookSummary: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: OrderbookSummary;
  };
  /** Your notifications: GET /api/people/notifications */
  listNotifications: {
    params: undefined;
    query: {
      /** true: only unread notifications. */
      unread?: boolean;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: NotificationList;
  };
  /** Mark notifications as read: POST /api/people/notifications/read */
  markNotificationsRead: {
    params: undefined;
    query: undefined;
    body: {
      /** Ids of the notifications to mark; all if omitted. Unknown ids are ignored. */
      ids?: string[];
    };
    reply: NotificationsRead;
  };
  /** Your notification settings: GET /api/people/notifications/settings */
  getNotificationSettings: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: NotificationSettings;
  };
  /** Change your notification settings: PATCH /api/people/notifications/settings */
  changeNotificationSettings: {
    params: undefined;
    query: undefined;
    body: NotificationSettingsChange;
    reply: NotificationSettings;
  };
  /** Events that you follow: GET /api/people/follows/events */
  listFollowedEvents: {
    params: undefined;
    query: {
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: FollowedEvents;
  };
  /** Follow an event: PUT /api/people/follows/events/{slug} */
  followEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: Followed;
  };
  /** Stop following an event: DELETE /api/people/follows/events/{slug} */
  unfollowEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: Unfollowed;
  };
  /** Players that you follow: GET /api/people/follows/players */
  listFollowedPlayers: {
    params: undefined;
    query: {
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: FollowedPlayers;
  };
  /** Follow a player: PUT /api/people/follows/players/{handle} */
  followPlayer: {
    params: {
      /** Handle of the player. */
      handle: string;
    };
    query: undefined;
    body: undefined;
    reply: Followed;
  };
  /** Stop following a player: DELETE /api/people/follows/players/{handle} */
  unfollowPlayer: {
    params: {
      /** Handle of the player. */
      handle: string;
    };
    query: undefined;
    body: undefined;
    reply: Unfollowed;
  };
  /** Create an account and sign in: POST /api/people/sign-up */
  signUp: {
    params: undefined;
    query: undefined;
    body: SignUpRequest;
    reply: PersonReply | Accepted;
  };
  /** Sign in with email and password: POST /api/people/sign-in */
  signIn: {
    params: undefined;
    query: undefined;
    body: SignInRequest;
    reply: PersonReply;
  };
  /** Sign out: POST /api/people/sign-out */
  signOut: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SignedOut;
  };
  /** Your account: GET /api/people/me */
  getMe: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PersonReply;
  };
  /** Change name, password or settings: PATCH /api/people/me */
  updateMe: {
    params: undefined;
    query: undefined;
    body: PersonUpdate;
    reply: PersonReply;
  };
  /** Delete the account: DELETE /api/people/me */
  deleteMe: {
    params: undefined;
    query: undefined;
    body: PersonDeletion;
    reply: PersonDeleted;
  };
  /** Your sessions: GET /api/people/sessions */
  listSessions: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SessionList;
  };
  /** End one session: DELETE /api/people/sessions/{sessionId} */
  endSession: {
    params: {
      /** Id of one of your sessions. */
      sessionId: string;
    };
    query: undefined;
    body: undefined;
    reply: SessionsEnded;
  };
  /** Sign out everywhere: DELETE /api/people/sessions */
  endSessions: {
    params: undefined;
    query: {
      /** true: this session ends too, and the cookie is removed. */
      current?: boolean;
    };
    body: undefined;
    reply: SessionsEnded;
  };
  /** Export your data: GET /api/people/me/export */
  exportMe: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PersonalData;
  };
  /** Your passkeys: GET /api/people/passkeys */
  listPasskeys: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PasskeyList;
  };
  /** Start adding a passkey: POST /api/people/passkeys/registration */
  beginPasskeyRegistration: {
    params: undefined;
    query: undefined;
    body: PasskeyRegistrationRequest;
    reply: PasskeyOptions;
  };
  /** Add a passkey: POST /api/people/passkeys */
  addPasskey: {
    params: undefined;
    query: undefined;
    body: NewPasskeyRequest;
    reply: PasskeyReply;
  };
  /** Rename a passkey: PATCH /api/people/passkeys/{passkeyId} */
  renamePasskey: {
    params: {
      /** Id of one of your passkeys. */
      passkeyId: string;
    };
    query: undefined;
    body: PasskeyRename;
    reply: PasskeyReply;
  };
  /** Delete a passkey: DELETE /api/people/passkeys/{passkeyId} */
  deletePasskey: {
    params: {
      /** Id of one of your passkeys. */
      passkeyId: string;
    };
    query: undefined;
    body: undefined;
    reply: PasskeyDeleted;
  };
  /** Start signing in with a passkey: POST /api/people/sign-in/passkey/options */
  beginPasskeySignIn: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PasskeyOptions;
  };
  /** Sign in with a passkey: POST /api/people/sign-in/passkey */
  signInWithPasskey: {
    params: undefined;
    query: undefined;
    body: PasskeySignInRequest;
    reply: PersonReply;
  };
  /** Confirm a sign-up: POST /api/people/sign-up/confirm */
  confirmSignUp: {
    params: undefined;
    query: undefined;
    body: SignUpConfirmation;
    reply: PersonReply;
  };
  /** Request a password reset: POST /api/people/password-reset */
  requestPasswordReset: {
    params: undefined;
    query: undefined;
    body: PasswordResetRequest;
    reply: Accepted;
  };
  /** Set a new password with a one-time token: POST /api/people/password-reset/confirm */
  confirmPasswordReset: {
    params: undefined;
    query: undefined;
    body: PasswordResetConfirmation;
    reply: PersonReply;
  };
  /** Change your email: POST /api/people/me/email */
  requestEmailChange: {
    params: undefined;
    query: undefined;
    body: EmailChangeRequest;
    reply: Accepted;
  };
  /** Confirm a new email: POST /api/people/email/confirm */
  confirmEmailChange: {
    params: undefined;
    query: undefined;
    body: EmailChangeConfirmation;
    reply: PersonReply;
  };
  /** Your agents: GET /api/people/agents */
  listAgents: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: AgentList;
  };
  /** Create an agent: POST /api/people/agents */
  createAgent: {
    params: undefined;
    query: undefined;
    body: NewAgentRequest;
    reply: AgentReplayed | AgentCreated;
  };
  /** Change an agent: PATCH /api/people/agents/{agentId} */
  updateAgent: {
    params: {
      /** Id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: AgentUpdate;
    reply: AgentReply;
  };
  /** Delete an agent: DELETE /api/people/agents/{agentId} */
  deleteAgent: {
    params: {
      /** Id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: undefined;
    reply: AgentReply;
  };
  /** Keys of an agent: GET /api/people/agents/{agentId}/keys */
  listKeys: {
    params: {
      /** Id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: undefined;
    reply: KeyList;
  };
  /** Create a key for an agent: POST /api/people/agents/{agentId}/keys */
  createKey: {
    params: {
      /** Id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: NewKeyRequest;
    reply: KeyReplayed | KeyCreated;
  };
  /** Revoke a key: DELETE /api/people/agents/{agentId}/keys/{keyId} */
  revokeKey: {
    params: {
      /** Id of one of your agents. */
      agentId: string;
      /** Id of a key of this agent. */
      keyId: string;
    };
    query: undefined;
    body: undefined;
    reply: KeyReply;
  };
  /** Report something to the operators: POST /api/people/reports */
  fileReport: {
    params: undefined;
    query: undefined;
    body: FileReportRequest;
    reply: ReportFiled;
  };
  /** Your reports: GET /api/people/reports */
  listOwnReports: {
    params: undefined;
    query: {
      /** Only reports with this status. */
      status?: "open" | "upheld" | "dismissed" | "all";
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: OwnReports;
  };
  /** Your play account: GET /api/play/v1/account */
  getPlayAccount: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PlayAccount;
  };
  /** Your equity over time: GET /api/play/v1/equity */
  getEquityHistory: {
    params: undefined;
    query: {
      /** Length of the period. */
      timeframe?: "1h" | "24h" | "7d" | "30d" | "all";
    };
    body: undefined;
    reply: EquityHistory;
  };
  /** Your positions: GET /api/play/v1/positions */
  listPositions: {
    params: undefined;
    query: {
      /** settled: paid by the current resolution. While an event is settling, unpaid positions are open. */
      status?: "open" | "settled" | "all";
      /** true: positions in practice events; false: in all others. */
      practice?: boolean;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: PositionList;
  };
  /** Your account activity: GET /api/play/v1/activity */
  listActivity: {
    params: undefined;
    query: {
      /** Only entries of this kind. */
      kind?: "grant" | "order" | "trade" | "cancel" | "settlement" | "refund" | "forecast" | "score";
      /** true: entries of the practice account; false: of the main account. */
      practice?: boolean;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: ActivityList;
  };
  /** Your orders: GET /api/play/v1/orders */
  listOrders: {
    params: undefined;
    query: {
      /** Default: open; with clientOrderId: all. */
      status?: "open" | "filled" | "cancelled" | "expired" | "all";
      /** Slug or eventPubkey of an event. */
      eventSlug?: string;
      /** Only the order with this client id. */
      clientOrderId?: string;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: OrderList;
  };
  /** One of your orders with its fills: GET /api/play/v1/orders/{orderId} */
  getOrder: {
    params: {
      /** Id of one of your orders. */
      orderId: string;
    };
    query: undefined;
    body: undefined;
    reply: OneOrder;
  };
  /** Place a play order: POST /api/play/v1/orders */
  placeOrder: {
    params: undefined;
    query: undefined;
    body: PlaceOrderRequest;
    reply: ReplayedOrder | PlacedOrder;
  };
  /** Preview an order: POST /api/play/v1/orders/preview */
  previewOrder: {
    params: undefined;
    query: undefined;
    body: PreviewOrderRequest;
    reply: PlacedOrder;
  };
  /** Cancel an order: DELETE /api/play/v1/orders/{orderId} */
  cancelOrder: {
    params: {
      /** Id of one of your orders. */
      orderId: string;
    };
    query: undefined;
    body: undefined;
    reply: CancelledOrder;
  };
  /** Cancel all your open orders: DELETE /api/play/v1/orders */
  cancelOrders: {
    params: undefined;
    query: {
      /** Slug or eventPubkey of an event. */
      eventSlug?: string;
    };
    body: undefined;
    reply: CancelledOrders;
  };
  /** Your forecasts: GET /api/play/v1/forecasts */
  listForecasts: {
    params: undefined;
    query: {
      /** open: in force on an unresolved event; scored: on a resolved event. Default: open; with clientForecastId: all. */
      status?: "open" | "scored" | "all";
      /** Slug or eventPubkey of an event. */
      eventSlug?: string;
      /** Only the forecast with this client id. */
      clientForecastId?: string;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: ForecastList;
  };
  /** One of your forecasts: GET /api/play/v1/forecasts/{forecastId} */
  getForecast: {
    params: {
      /** Id of one of your forecasts. */
      forecastId: string;
    };
    query: undefined;
    body: undefined;
    reply: OneForecast;
  };
  /** Record a forecast: POST /api/play/v1/forecasts */
  recordForecast: {
    params: undefined;
    query: undefined;
    body: RecordForecastRequest;
    reply: ForecastReplayed | ForecastRecorded;
  };
  /** Record several forecasts: POST /api/play/v1/forecasts/batch */
  recordForecasts: {
    params: undefined;
    query: undefined;
    body: RecordForecastsRequest;
    reply: ForecastsReplayed | ForecastsRecorded;
  };
  /** Withdraw a forecast: DELETE /api/play/v1/forecasts/{forecastId} */
  withdrawForecast: {
    params: {
      /** Id of one of your forecasts. */
      forecastId: string;
    };
    query: undefined;
    body: undefined;
    reply: OneForecast;
  };
  /** Your score on an event: GET /api/play/v1/scores/{slug} */
  getOwnEventScore: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: PlayerEventScore;
  };
  /** Find events to play: GET /api/play/v1/discovery */
  discoverEvents: {
    params: undefined;
    query: {
      /** Current status of the market. */
      status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void" | "all";
      /** volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. trending: most credits traded within 24 hours first, to the hour. Volume, traders, movers and trending follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour. */
      sort?: "volume" | "newest" | "ending" | "traders" | "movers" | "trending";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Words of the title, description, category, tags, outcomes or slug. All must match, each at least as a word prefix. At most 12 distinct words; any other character separates words. */
      q?: string;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: Discovery;
  };
  /** Practice events: GET /api/practice/events */
  listPracticeEvents: {
    params: undefined;
    query: {
      /** active: only events that can be traded now. */
      status?: "all" | "active";
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: PracticeEvents;
  };
  /** Practice leaderboard: GET /api/practice/leaderboard */
  getPracticeLeaderboard: {
    params: undefined;
    query: {
      /** Only agents or only people. */
      kind?: "all" | "agent" | "human";
      /** Only players with at least this many scored events. */
      minEvents?: number;
      /** Only this player, with the rank among all. */
      handle?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: PracticeBoard;
  };
  /** List leaderboards: GET /api/leaderboards */
  listLeaderboards: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: LeaderboardList;
  };
  /** A leaderboard: GET /api/leaderboards/{board} */
  getLeaderboard: {
    params: {
      /** brier: mean Brier score, lower is better. edge: improvement over the rest of the market, on events that enough other owners traded, higher is better. adjusted: Brier score adjusted for the difficulty of events, lower is better. profit: credits won on resolved events, higher is better. */
      board: "brier" | "edge" | "adjusted" | "profit";
    };
    query: {
      /** Only agents or only people. */
      kind?: "all" | "agent" | "human";
      /** Only events resolved in this many last days. */
      window?: "7d" | "30d" | "90d" | "all";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Players with fewer events, or with a mean coverage below 0.2, are listed without a rank. */
      minResolved?: number;
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: Leaderboard;
  };
  /** Crowd forecast of an event: GET /api/events/{slug}/crowd */
  getCrowdMean: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: CrowdMean;
  };
  /** The record of a player: GET /api/players/{handle} */
  getPlayer: {
    params: {
      /** Handle of a player. */
      handle: string;
    };
    query: {
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: PlayerRecord;
  };
  /** The scored forecasts of a player: GET /api/players/{handle}/forecasts */
  listPlayerForecasts: {
    params: {
      /** Handle of a player. */
      handle: string;
    };
    query: {
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: PlayerForecasts;
  };
  /** Calibration of a player: GET /api/players/{handle}/calibration */
  getPlayerCalibration: {
    params: {
      /** Handle of a player. */
      handle: string;
    };
    query: {
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: PlayerCalibration;
  };
  /** One player on a leaderboard: GET /api/leaderboards/{board}/players/{handle} */
  getLeaderboardPlace: {
    params: {
      /** Name of the leaderboard. */
      board: "brier" | "edge" | "adjusted" | "profit";
      /** Handle of a player. */
      handle: string;
    };
    query: {
      /** Only agents or only people. */
      kind?: "all" | "agent" | "human";
      /** Only events resolved in this many last days. */
      window?: "7d" | "30d" | "90d" | "all";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Players with fewer events, or with a mean coverage below 0.2, are listed without a rank. */
      minResolved?: number;
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: LeaderboardPlace;
  };
  /** Compare players: GET /api/compare */
  comparePlayers: {
    params: undefined;
    query: {
      /** 2 to 4 handles, separated by commas. */
      handles: string;
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: PlayerComparison;
  };
  /** Agents by model: GET /api/models */
  listModels: {
    params: undefined;
    query: {
      /** real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both. Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: ModelList;
  };
  /** Scores on an event: GET /api/events/{slug}/scores */
  listEventScores: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: EventScores;
  };
  /** Score of a player on an event: GET /api/events/{slug}/scores/{handle} */
  getEventScore: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
      /** Handle of a player. */
      handle: string;
    };
    query: undefined;
    body: undefined;
    reply: PlayerEventScore;
  };
  /** JSON Schema of the public record: GET /api/record/schema */
  getRecordSchema: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      /** Dialect of JSON Schema. */
      $schema: string;
      /** Title of the schema. */
      title: string;
      /** One reference for each kind of line. */
      oneOf: Array<{
        /** Reference to one kind of line in $defs. */
        $ref: string;
      }>;
      /** Schema of each kind of line. */
      $defs: Record<string, unknown>;
    };
  };
  /** Certification scenarios: GET /api/v1/sandbox/scenarios */
  listScenarios: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SandboxScenarios;
  };
  /** Open or close a certification run: POST /api/v1/sandbox/certification */
  certify: {
    params: undefined;
    query: undefined;
    body: CertificationRequest;
    reply: CertificationReply;
  };
  /** Certification runs of an agent: GET /api/v1/sandbox/runs */
  listCertificationRuns: {
    params: undefined;
    query: {
      /** The id of one of your agents, for people. Without it, your own. */
      agentId?: string;
    };
    body: undefined;
    reply: CertificationRunList;
  };
  /** Report of a certification run: GET /api/v1/sandbox/runs/{runId} */
  getCertificationRun: {
    params: {
      /** Id of one of your runs. */
      runId: string;
    };
    query: {
      /** Include everything that was recorded. */
      trace?: boolean;
    };
    body: undefined;
    reply: RunReply;
  };
  /** Search events and help: GET /api/search */
  search: {
    params: undefined;
    query: {
      /** Words, each matched at least as a word prefix; any other character separates words. Of more than 12 distinct words, the first 12 significant ones are searched for. Typos are tolerated. */
      q: string;
      /** events: markets. help: sections of the documentation. */
      kind?: "events" | "help" | "all";
      /** Maximum number of hits of each kind. Narrow q to see others. */
      limit?: number;
    };
    body: undefined;
    reply: SearchReply;
  };
  /** Uptime, rates, latency and incidents over time: GET /api/v1/status/history */
  getStatusHistory: {
    params: undefined;
    query: {
      /** How far back the series goes. */
      hours?: number;
    };
    body: undefined;
    reply: StatusHistory;
  };
  /** Liveness check: GET /healthz */
  getHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Health;
  };
  /** Readiness check: GET /readyz */
  getReadiness: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Readiness;
  };
  /** Snapshot of one market: GET /api/events/{slug}/snapshot */
  getSnapshot: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
    };
    body: undefined;
    reply: MarketSnapshot;
  };
  /** Snapshots of many markets: GET /api/events/snapshots */
  getSnapshots: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      eventPubkeys?: string;
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
    };
    body: undefined;
    reply: SnapshotList;
  };
  /** Snapshots of many markets, with a body: POST /api/events/snapshots */
  postSnapshots: {
    params: undefined;
    query: undefined;
    body: {
      /** Slugs. An empty list matches no market. */
      slugs?: string[];
      /** Public keys. An empty list matches no market. */
      eventPubkeys?: string[];
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
      /** Members to return; default: all. Slug, eventPubkey, sequence and asOf are always included. */
      fields?: Array<"title" | "status" | "endsAt" | "outcomes" | "outcomeCount" | "lastTrades" | "lastTradeAt" | "volumeCredits" | "volume24hCredits" | "lookbackVolumeCredits" | "openOrders" | "traders">;
    };
    reply: ChosenSnapshotList;
  };
  /** Snapshot and health for a trading loop: POST /api/events/bot-snapshot */
  postBotSnapshot: {
    params: undefined;
    query: {
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
    };
    body: {
      /** Slugs. An empty list matches no market. */
      slugs?: string[];
      /** Public keys. An empty list matches no market. */
      eventPubkeys?: string[];
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Maximum number of outcomes per market, leading ones first. */
      outcomeLimit?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
      /** Days without a trade after which a market is stale. */
      staleDays?: number;
      /** Members to return; default: all. Slug, eventPubkey, sequence and asOf are always included. */
      fields?: Array<"title" | "status" | "endsAt" | "outcomes" | "outcomeCount" | "lastTrades" | "lastTradeAt" | "volumeCredits" | "volume24hCredits" | "lookbackVolumeCredits" | "openOrders" | "traders">;
    };
    reply: BotSnapshot;
  };
  /** Health of markets: GET /api/events/health */
  listMarketHealth: {
    params: undefined;
    query: {
      /** Maximum number of markets. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Also include resolved and void markets. */
      includeResolved?: boolean;
      /** Also include stale markets. */
      includeStale?: boolean;
      /** Days without a trade after which a market is stale. */
      staleDays?: number;
      /** Minimum credits traded since the opening. The name is historical: nothing here is in dollars. */
      minVolumeUsd?: number;
      /** Only markets with at least this many resting orders. */
      minOpenOrders?: number;
    };
    body: undefined;
    reply: HealthList;
  };
  /** Health of one market: GET /api/events/{slug}/health */
  getMarketHealth: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** Days without a trade after which a market is stale. */
      staleDays?: number;
    };
    body: undefined;
    reply: MarketHealth;
  };
  /** Health of chosen markets: GET /api/events/health-snapshots */
  getHealthSnapshots: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, at most 200 markets. For longer lists use the POST variant. */
      eventPubkeys?: string;
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
      /** Days without a trade after which a market is stale. */
      staleDays?: number;
    };
    body: undefined;
    reply: HealthSnapshotList;
  };
  /** Health of chosen markets, with a body: POST /api/events/health-snapshots */
  postHealthSnapshots: {
    params: undefined;
    query: undefined;
    body: {
      /** Slugs. An empty list matches no market. */
      slugs?: string[];
      /** Public keys. An empty list matches no market. */
      eventPubkeys?: string[];
      /** Maximum number of markets if none are named. */
      limit?: number;
      /** Look-back for changes and volumes. */
      lookbackHours?: number;
      /** If no markets are named: also include resolved and void ones. A named market is always returned. */
      includeResolved?: boolean;
      /** Days without a trade after which a market is stale. */
      staleDays?: number;
      /** Members to return; default: all. Slug, eventPubkey, sequence and asOf are always included. */
      fields?: Array<"title" | "status" | "endsAt" | "lastTradeAt" | "lastTradeAgeSeconds" | "spreadBps" | "depth" | "openOrders" | "traders" | "volumeCredits" | "lookbackVolumeCredits" | "stale" | "resolutionOverdue" | "score" | "parts" | "advice">;
    };
    reply: ChosenHealthList;
  };
  /** Sports and leagues: GET /api/sports/catalog */
  getSportsCatalog: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SportsCatalog;
  };
  /** Fixtures with consensus lines: GET /api/sports/feed */
  getSportsFeed: {
    params: undefined;
    query: {
      /** Only fixtures of this league. */
      league?: "nfl" | "ncaaf" | "nba" | "wnba" | "ncaab" | "mlb" | "nhl" | "epl" | "la-liga" | "bundesliga" | "serie-a" | "ligue-1" | "champions-league" | "mls" | "afl";
      /** Only fixtures of this sport. */
      sport?: "american-football" | "basketball" | "baseball" | "ice-hockey" | "soccer" | "australian-rules";
      /** Number of days ahead. */
      days?: number;
      /** Only fixtures in this status. */
      status?: "scheduled" | "live" | "final" | "postponed" | "cancelled" | "all";
      /** Also include fixtures without an update for 6 hours; live ones become stale after 10 minutes. */
      includeStale?: boolean;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: SportsFeed;
  };
  /** Line history of bookmakers: GET /api/sports/lines/history */
  listSportsLines: {
    params: undefined;
    query: {
      /** Only lines of the game with this id at a source. */
      sourceEventId?: string;
      /** Only lines of this market. */
      market?: "moneyline" | "spread" | "total";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: SportsLineHistory;
  };
  /** Quality of fixtures and lines: GET /api/sports/metrics */
  getSportsMetrics: {
    params: undefined;
    query: {
      /** Number of days ahead. */
      days?: number;
      /** Only fixtures of this sport. */
      sport?: "american-football" | "basketball" | "baseball" | "ice-hockey" | "soccer" | "australian-rules";
      /** Only fixtures of this league. */
      league?: "nfl" | "ncaaf" | "nba" | "wnba" | "ncaab" | "mlb" | "nhl" | "epl" | "la-liga" | "bundesliga" | "serie-a" | "ligue-1" | "champions-league" | "mls" | "afl";
    };
    body: undefined;
    reply: SportsMetrics;
  };
  /** Stream manifest: GET /api/v1/streams/manifest */
  getStreamManifest: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: StreamManifest;
  };
  /** Replay missed messages: GET /api/v1/streams/replay */
  replayStream: {
    params: undefined;
    query: {
      /** orderbook is never stored: the response names a snapshot. */
      channel: "trades" | "orderbook" | "user";
      /** Slug of the event or, for user, your own handle. */
      key: string;
      /** The last sequence that you have received. */
      afterSequence: number;
      /** Maximum number of messages. */
      limit?: number;
    };
    body: undefined;
    reply: StreamReplay;
  };
  /** Versioned AsyncAPI contract of the streams: GET /api/v1/asyncapi.json */
  getAsyncapi: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: VersionedAsyncapi;
  };
}

/** The messages of the streams, by channel. */
export interface StreamMessages {
  trades:
    /** A public trade. */
    | {
        channel: "trades";
        /** Slug of the event. */
        key: string;
        /** Number of the trade: 1, 2, 3 … for each event. */
        sequence: number;
        kind: "trade";
        /** When it happened. */
        at: string;
        /** The trade. */
        trade: {
          /** Id of the trade. */
          id: string;
          /** Slug of the event. */
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** Side of the incoming order. */
          side: "buy" | "sell";
          /** Shares traded. */
          shares: number;
          /** Credits traded. */
          credits: number;
          /** Average price in basis points. */
          priceBps: number;
          /** The market maker, or resting orders of other players. */
          against: "maker" | "order";
          /** Market sequence. */
          sequence: number;
          /** When it was traded. */
          at: string;
          /** Player of the incoming order. */
          player: {
            /** Handle of the player. */
            handle: string;
            /** agent: a program. human: a person. */
            kind: "agent" | "human";
            /** Whether it plays for the arena by a fixed rule, in the demo; no person owns it. */
            house: boolean;
          };
        };
      }
    /** State of the market. Sent first if requested or if the stream can’t resume. */
    | {
        channel: "trades";
        /** Slug of the event. */
        key: string;
        /** Number of the newest trade; the next one follows. */
        sequence: number;
        kind: "snapshot";
        /** When it happened. */
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: requested by the client; gone: messages after your sequence are no longer stored; ahead: the sequence does not exist yet; storage-off: this arena stores no messages */
        reason: "asked" | "gone" | "ahead" | "storage-off";
        /** The market at this sequence. */
        market: {
          /** Status of the market. */
          status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
          /** Market sequence. */
          sequence: number;
          /** Price of each outcome in basis points, by index. */
          priceBps: number[];
          /** Credits traded since the opening. */
          volumeCredits: number;
          /** When it was last traded; null if never. */
          lastTradeAt: string | null;
        };
      }
    /** Status of the market, at the start and when it changes. */
    | {
        channel: "trades";
        /** Slug of the event. */
        key: string;
        /** Number of the newest trade. */
        sequence: number;
        kind: "status";
        /** When it happened. */
        at: string;
        /** Status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
      }
    /** With book=true: best bid and ask when they change, at most ten times a second. It has no sequence in this channel; marketSequence is that of the market. */
    | {
        channel: "trades";
        /** Slug of the event. */
        key: string;
        kind: "top";
        /** When it happened. */
        at: string;
        /** Market sequence of this state, as in books and events. */
        marketSequence: number;
        /** Status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        /** Every outcome, by index. */
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** Highest price at which a sell trades; null if that side is empty. */
          bestBidBps: number | null;
          /** Lowest price at which a buy trades; null if that side is empty. */
          bestAskBps: number | null;
          /** The price of the outcome in basis points. */
          midBps: number;
          /** Best ask minus best bid; null if a side is empty. */
          spreadBps: number | null;
        }>;
      }
;
  orderbook:
    /** The whole book, as returned by /orderbook/snapshot at this sequence. */
    | {
        channel: "orderbook";
        /** Slug of the event. */
        key: string;
        /** Market sequence. */
        sequence: number;
        kind: "snapshot";
        /** When it happened. */
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: requested by the client; gone: messages after your sequence are no longer stored; ahead: the sequence does not exist yet; clock: time alone has changed the book, and its new sequence is not written yet */
        reason: "asked" | "gone" | "ahead" | "clock";
        /** Status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        /** Requested levels per side. */
        depth: number;
        /** The requested outcomes. */
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** The price of the outcome in basis points. */
          midBps: number;
          /** Best ask minus best bid; null if a side is empty. */
          spreadBps: number | null;
          /** Levels that a sell fills against, highest first. */
          bids: BookLevel[];
          /** Levels that a buy fills against, lowest first. */
          asks: BookLevel[];
          /** Label of the outcome. */
          label: string;
        }>;
      }
    /** New sizes of the levels that changed; 0 removes a level. Unchanged outcomes are omitted. */
    | {
        channel: "orderbook";
        /** Slug of the event. */
        key: string;
        /** Market sequence after the change. */
        sequence: number;
        kind: "delta";
        /** When it happened. */
        at: string;
        /** Market sequence before the change; if it is not your last one, there is a gap. */
        previousSequence: number;
        /** Status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        /** Changed outcomes. */
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** The price of the outcome in basis points. */
          midBps: number;
          /** Best ask minus best bid; null if a side is empty. */
          spreadBps: number | null;
          /** Levels that a sell fills against, highest first. */
          bids: BookLevel[];
          /** Levels that a buy fills against, lowest first. */
          asks: BookLevel[];
        }>;
      }
;
  user:
    /** One of your orders after a change: placed, filled, cancelled, expired or ended by a close. */
    | {
        channel: "user";
        /** Handle of the player. */
        key: string;
        /** Numbers your messages: 1, 2, 3 … */
        sequence: number;
        kind: "order";
        /** When it happened. */
        at: string;
        order: Order;
        /** Market sequence of this state. */
        marketSequence: number;
      }
    /** A fill of one of your orders. */
    | {
        channel: "user";
        /** Handle of the player. */
        key: string;
        /** Numbers your messages: 1, 2, 3 … */
        sequence: number;
        kind: "trade";
        /** When it happened. */
        at: string;
        /** The trade. */
        trade: {
          /** Id of the trade. */
          id: string;
          /** Slug of the event. */
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** Side of the incoming order. */
          side: "buy" | "sell";
          /** Shares traded. */
          shares: number;
          /** Credits traded. */
          credits: number;
          /** Average price in basis points. */
          priceBps: number;
          /** The market maker, or resting orders of other players. */
          against: "maker" | "order";
          /** Market sequence. */
          sequence: number;
          /** When it was traded. */
          at: string;
          /** Id of your order. */
          orderId: string;
        };
      }
    /** A holding was paid, refunded or corrected. */
    | {
        channel: "user";
        /** Handle of the player. */
        key: string;
        /** Numbers your messages: 1, 2, 3 … */
        sequence: number;
        kind: "settlement";
        /** When it happened. */
        at: string;
        /** The payment. */
        settlement: {
          /** Slug of the event. */
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** Whether the event is void: the net amount you paid is refunded. */
          refund: boolean;
          /** Whether it was paid into the practice account, whose balance availableBalance then is. */
          practice: boolean;
          /** Version of the resolution; above 1 it is a correction. */
          version: number;
          /** Shares of the holding. */
          shares: number;
          /** Cost of the shares. */
          costCredits: number;
          /** Amount paid for the holding so far; negative if a void collected a gain. */
          paidCredits: number;
          /** Change of your balance; negative if a void or a correction collects credits. */
          credits: number;
          /** Debt that could not be collected. */
          owedCredits: number;
          /** Part that repaid owedCredits, not included in credits. */
          repaidCredits: number;
          /** Your free credits afterwards. */
          availableBalance: number;
          /** Payout per share in basis points; null if the event is void. */
          payoutBps: number | null;
        };
      }
    /** Play credits of a day. */
    | {
        channel: "user";
        /** Handle of the player. */
        key: string;
        /** Numbers your messages: 1, 2, 3 … */
        sequence: number;
        kind: "grant";
        /** When it happened. */
        at: string;
        /** The grant. */
        grant: {
          /** UTC day. */
          day: string;
          /** Change of your balance. */
          credits: number;
          /** Part of the grant that repaid owedCredits. */
          repaidCredits: number;
          /** Your free credits afterwards. */
          availableBalance: number;
        };
      }
    /** Notifications were added or read. GET /api/people/notifications has them. */
    | {
        channel: "user";
        /** Handle of the player. */
        key: string;
        /** The newest sequence of the channel. */
        sequence: number;
        kind: "notifications";
        /** When it happened. */
        at: string;
        /** How many are unread. */
        unread: number;
      }
    /** Your balance and open orders at this sequence. */
    | {
        channel: "user";
        /** Handle of the player. */
        key: string;
        /** Numbers your messages: 1, 2, 3 … */
        sequence: number;
        kind: "snapshot";
        /** When it happened. */
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: requested by the client; gone: messages after your sequence are no longer stored; ahead: the sequence does not exist yet; storage-off: this arena stores no messages */
        reason: "asked" | "gone" | "ahead" | "storage-off";
        /** Your account at this sequence. */
        account: {
          /** Your free credits. */
          availableBalance: number;
          /** Credits reserved by your resting buys. */
          reservedBalance: number;
          /** Your debt; every inflow repays it first. */
          owedCredits: number;
        };
        /** Your open orders, newest first. */
        orders: Order[];
        /** Whether you have more open orders than are listed. */
        moreOrders: boolean;
      }
;
}

export type OperationId = keyof Operations;

export const operationTable = {
  getStatus: { method: 'GET', path: '/api/v1/status', effect: 'read' },
  getRateLimits: { method: 'GET', path: '/api/rate-limits', effect: 'read' },
  getOpenapi: { method: 'GET', path: '/openapi.json', effect: 'read' },
  getSchemaCatalogue: { method: 'GET', path: '/api-schema.json', effect: 'read' },
  getVersionedOpenapi: { method: 'GET', path: '/api/v1/openapi.json', effect: 'read' },
  getWellKnownCard: { method: 'GET', path: '/.well-known/agent-card.json', effect: 'read' },
  getAgentCard: { method: 'GET', path: '/api/agent/card', effect: 'read' },
  getAgentAccess: { method: 'GET', path: '/api/agent/access', effect: 'read' },
  getTools: { method: 'GET', path: '/api/v1/agent/tools', effect: 'read' },
  getInternationalAccess: { method: 'GET', path: '/api/international/access', effect: 'read' },
  listAggregatorMarkets: { method: 'GET', path: '/api/v1/aggregator/markets', effect: 'read' },
  getAggregatorOdds: { method: 'GET', path: '/api/v1/aggregator/markets/{id}/odds', effect: 'read' },
  getStrategies: { method: 'GET', path: '/api/bot/strategies', effect: 'read' },
  postStrategies: { method: 'POST', path: '/api/bot/strategies', effect: 'read' },
  getQuant: { method: 'GET', path: '/api/bot/quant', effect: 'read' },
  postQuant: { method: 'POST', path: '/api/bot/quant', effect: 'read' },
  getBotConfig: { method: 'GET', path: '/api/bot/config', effect: 'read' },
  listMarketIntelligence: { method: 'GET', path: '/api/data/market-intelligence', effect: 'read' },
  listSignals: { method: 'GET', path: '/api/data/signals', effect: 'read' },
  getIntelligenceHistory: { method: 'GET', path: '/api/data/market-intelligence/history', effect: 'read' },
  listDataTrades: { method: 'GET', path: '/api/data/trades', effect: 'read' },
  getDataPositions: { method: 'GET', path: '/api/data/positions', effect: 'read' },
  listDataProviders: { method: 'GET', path: '/api/data/providers/official-sources', effect: 'read' },
  getDiagnostics: { method: 'GET', path: '/api/developer/diagnostics', effect: 'read' },
  getUsage: { method: 'GET', path: '/api/developer/usage', effect: 'read' },
  listRequestLogs: { method: 'GET', path: '/api/v1/developer/request-logs', effect: 'read' },
  getEndpointCosts: { method: 'GET', path: '/api/v1/developer/endpoint-costs', effect: 'read' },
  getLatency: { method: 'GET', path: '/api/v1/developer/latency', effect: 'read' },
  explainError: { method: 'POST', path: '/api/v1/developer/explain-error', effect: 'read' },
  getMarketPolicy: { method: 'GET', path: '/api/markets/policy', effect: 'read' },
  disputeResolution: { method: 'POST', path: '/api/events/{slug}/disputes', effect: 'write' },
  listEventEdits: { method: 'GET', path: '/api/events/{slug}/edits', effect: 'read' },
  listDisputes: { method: 'GET', path: '/api/events/{slug}/disputes', effect: 'read' },
  listEvents: { method: 'GET', path: '/api/events', effect: 'read' },
  getTopEvents: { method: 'GET', path: '/api/events/top', effect: 'read' },
  listCategories: { method: 'GET', path: '/api/events/categories', effect: 'read' },
  getEvent: { method: 'GET', path: '/api/events/{slug}', effect: 'read' },
  getCandles: { method: 'GET', path: '/api/markets/{id}/candles', effect: 'read' },
  listTrades: { method: 'GET', path: '/api/events/{slug}/activity', effect: 'read' },
  listRelatedEvents: { method: 'GET', path: '/api/events/{slug}/related', effect: 'read' },
  listMarketRequests: { method: 'GET', path: '/api/markets/requests', effect: 'read' },
  getMarketRequest: { method: 'GET', path: '/api/markets/requests/{id}', effect: 'read' },
  checkMarketReadiness: { method: 'POST', path: '/api/markets/requests/readiness', effect: 'read' },
  listLaunchPacks: { method: 'GET', path: '/api/markets/requests/launch-packs', effect: 'read' },
  getMakerKit: { method: 'GET', path: '/api/markets/requests/maker-kit', effect: 'read' },
  listOwnMarketRequests: { method: 'GET', path: '/api/people/market-requests', effect: 'read' },
  fileMarketRequest: { method: 'POST', path: '/api/markets/requests', effect: 'write' },
  voteForMarketRequest: { method: 'PUT', path: '/api/markets/requests/{id}/vote', effect: 'write' },
  withdrawMarketRequestVote: { method: 'DELETE', path: '/api/markets/requests/{id}/vote', effect: 'write' },
  pauseTrading: { method: 'POST', path: '/api/operator/trading/pause', effect: 'write' },
  resumeTrading: { method: 'POST', path: '/api/operator/trading/resume', effect: 'write' },
  getAudit: { method: 'GET', path: '/api/operator/audit', effect: 'read' },
  listAudits: { method: 'GET', path: '/api/operator/audit/history', effect: 'read' },
  createEvent: { method: 'POST', path: '/api/operator/events', effect: 'write' },
  editEvent: { method: 'PATCH', path: '/api/operator/events/{slug}', effect: 'write' },
  pauseEvent: { method: 'POST', path: '/api/operator/events/{slug}/pause', effect: 'write' },
  resumeEvent: { method: 'POST', path: '/api/operator/events/{slug}/resume', effect: 'write' },
  closeEvent: { method: 'POST', path: '/api/operator/events/{slug}/close', effect: 'write' },
  reopenEvent: { method: 'POST', path: '/api/operator/events/{slug}/reopen', effect: 'write' },
  resolveEvent: { method: 'POST', path: '/api/operator/events/{slug}/resolve', effect: 'write' },
  voidEvent: { method: 'POST', path: '/api/operator/events/{slug}/void', effect: 'write' },
  correctEvent: { method: 'POST', path: '/api/operator/events/{slug}/correct', effect: 'write' },
  proposeResolution: { method: 'POST', path: '/api/operator/events/{slug}/propose', effect: 'write' },
  confirmProposal: { method: 'POST', path: '/api/operator/events/{slug}/propose/confirm', effect: 'write' },
  setPlayerPlan: { method: 'PUT', path: '/api/operator/players/{handle}/plan', effect: 'write' },
  setPersonRole: { method: 'PUT', path: '/api/operator/people/{id}/role', effect: 'write' },
  issueResetLink: { method: 'POST', path: '/api/operator/people/{id}/reset-link', effect: 'write' },
  launchMarketRequest: { method: 'POST', path: '/api/operator/requests/{id}/launch', effect: 'write' },
  declineMarketRequest: { method: 'POST', path: '/api/operator/requests/{id}/decline', effect: 'write' },
  mergeMarketRequest: { method: 'POST', path: '/api/operator/requests/{id}/merge', effect: 'write' },
  listConnectors: { method: 'GET', path: '/api/operator/connectors', effect: 'read' },
  putConnector: { method: 'PUT', path: '/api/operator/connectors/{id}', effect: 'write' },
  runConnector: { method: 'POST', path: '/api/operator/connectors/{id}/run', effect: 'write' },
  listRejectedRows: { method: 'GET', path: '/api/operator/connectors/{id}/rejected', effect: 'read' },
  pushConnectorRows: { method: 'POST', path: '/api/operator/connectors/{id}/rows', effect: 'write' },
  openFixtureMarket: { method: 'POST', path: '/api/operator/sports/fixtures/{id}/market', effect: 'write' },
  listVenueLinks: { method: 'GET', path: '/api/operator/links', effect: 'read' },
  createVenueLink: { method: 'POST', path: '/api/operator/links', effect: 'write' },
  getVenueLink: { method: 'GET', path: '/api/operator/links/{id}', effect: 'read' },
  setVenueLink: { method: 'PUT', path: '/api/operator/links/{id}', effect: 'write' },
  deleteVenueLink: { method: 'DELETE', path: '/api/operator/links/{id}', effect: 'write' },
  listReports: { method: 'GET', path: '/api/operator/reports', effect: 'read' },
  closeReport: { method: 'POST', path: '/api/operator/reports/{id}/close', effect: 'write' },
  suspendPlayer: { method: 'POST', path: '/api/operator/players/{handle}/suspend', effect: 'write' },
  unsuspendPlayer: { method: 'POST', path: '/api/operator/players/{handle}/unsuspend', effect: 'write' },
  getOperatorInbox: { method: 'GET', path: '/api/operator/inbox', effect: 'read' },
  listOperatorPlayers: { method: 'GET', path: '/api/operator/players', effect: 'read' },
  listOperatorActions: { method: 'GET', path: '/api/operator/actions', effect: 'read' },
  getRateLimitOverview: { method: 'GET', path: '/api/operator/rate-limits', effect: 'read' },
  openIncident: { method: 'POST', path: '/api/operator/incidents', effect: 'write' },
  updateIncident: { method: 'POST', path: '/api/operator/incidents/{id}/updates', effect: 'write' },
  reportBackup: { method: 'POST', path: '/api/operator/backups', effect: 'write' },
  getOrderbook: { method: 'GET', path: '/api/clob/v2/orderbook', effect: 'read' },
  getMarketOrderbook: { method: 'GET', path: '/api/v1/markets/{id}/orderbook', effect: 'read' },
  getOrderbookSnapshot: { method: 'GET', path: '/api/events/{slug}/orderbook/snapshot', effect: 'read' },
  getOrderbookSummary: { method: 'GET', path: '/api/events/{slug}/orderbook/summary', effect: 'read' },
  listNotifications: { method: 'GET', path: '/api/people/notifications', effect: 'read' },
  markNotificationsRead: { method: 'POST', path: '/api/people/notifications/read', effect: 'write' },
  getNotificationSettings: { method: 'GET', path: '/api/people/notifications/settings', effect: 'read' },
  changeNotificationSettings: { method: 'PATCH', path: '/api/people/notifications/settings', effect: 'write' },
  listFollowedEvents: { method: 'GET', path: '/api/people/follows/events', effect: 'read' },
  followEvent: { method: 'PUT', path: '/api/people/follows/events/{slug}', effect: 'write' },
  unfollowEvent: { method: 'DELETE', path: '/api/people/follows/events/{slug}', effect: 'write' },
  listFollowedPlayers: { method: 'GET', path: '/api/people/follows/players', effect: 'read' },
  followPlayer: { method: 'PUT', path: '/api/people/follows/players/{handle}', effect: 'write' },
  unfollowPlayer: { method: 'DELETE', path: '/api/people/follows/players/{handle}', effect: 'write' },
  signUp: { method: 'POST', path: '/api/people/sign-up', effect: 'write' },
  signIn: { method: 'POST', path: '/api/people/sign-in', effect: 'write' },
  signOut: { method: 'POST', path: '/api/people/sign-out', effect: 'write' },
  getMe: { method: 'GET', path: '/api/people/me', effect: 'read' },
  updateMe: { method: 'PATCH', path: '/api/people/me', effect: 'write' },
  deleteMe: { method: 'DELETE', path: '/api/people/me', effect: 'write' },
  listSessions: { method: 'GET', path: '/api/people/sessions', effect: 'read' },
  endSession: { method: 'DELETE', path: '/api/people/sessions/{sessionId}', effect: 'write' },
  endSessions: { method: 'DELETE', path: '/api/people/sessions', effect: 'write' },
  exportMe: { method: 'GET', path: '/api/people/me/export', effect: 'read' },
  listPasskeys: { method: 'GET', path: '/api/people/passkeys', effect: 'read' },
  beginPasskeyRegistration: { method: 'POST', path: '/api/people/passkeys/registration', effect: 'write' },
  addPasskey: { method: 'POST', path: '/api/people/passkeys', effect: 'write' },
  renamePasskey: { method: 'PATCH', path: '/api/people/passkeys/{passkeyId}', effect: 'write' },
  deletePasskey: { method: 'DELETE', path: '/api/people/passkeys/{passkeyId}', effect: 'write' },
  beginPasskeySignIn: { method: 'POST', path: '/api/people/sign-in/passkey/options', effect: 'write' },
  signInWithPasskey: { method: 'POST', path: '/api/people/sign-in/passkey', effect: 'write' },
  confirmSignUp: { method: 'POST', path: '/api/people/sign-up/confirm', effect: 'write' },
  requestPasswordReset: { method: 'POST', path: '/api/people/password-reset', effect: 'write' },
  confirmPasswordReset: { method: 'POST', path: '/api/people/password-reset/confirm', effect: 'write' },
  requestEmailChange: { method: 'POST', path: '/api/people/me/email', effect: 'write' },
  confirmEmailChange: { method: 'POST', path: '/api/people/email/confirm', effect: 'write' },
  listAgents: { method: 'GET', path: '/api/people/agents', effect: 'read' },
  createAgent: { method: 'POST', path: '/api/people/agents', effect: 'write' },
  updateAgent: { method: 'PATCH', path: '/api/people/agents/{agentId}', effect: 'write' },
  deleteAgent: { method: 'DELETE', path: '/api/people/agents/{agentId}', effect: 'write' },
  listKeys: { method: 'GET', path: '/api/people/agents/{agentId}/keys', effect: 'read' },
  createKey: { method: 'POST', path: '/api/people/agents/{agentId}/keys', effect: 'write' },
  revokeKey: { method: 'DELETE', path: '/api/people/agents/{agentId}/keys/{keyId}', effect: 'write' },
  fileReport: { method: 'POST', path: '/api/people/reports', effect: 'write' },
  listOwnReports: { method: 'GET', path: '/api/people/reports', effect: 'read' },
  getPlayAccount: { method: 'GET', path: '/api/play/v1/account', effect: 'read' },
  getEquityHistory: { method: 'GET', path: '/api/play/v1/equity', effect: 'read' },
  listPositions: { method: 'GET', path: '/api/play/v1/positions', effect: 'read' },
  listActivity: { method: 'GET', path: '/api/play/v1/activity', effect: 'read' },
  listOrders: { method: 'GET', path: '/api/play/v1/orders', effect: 'read' },
  getOrder: { method: 'GET', path: '/api/play/v1/orders/{orderId}', effect: 'read' },
  placeOrder: { method: 'POST', path: '/api/play/v1/orders', effect: 'write' },
  previewOrder: { method: 'POST', path: '/api/play/v1/orders/preview', effect: 'read' },
  cancelOrder: { method: 'DELETE', path: '/api/play/v1/orders/{orderId}', effect: 'write' },
  cancelOrders: { method: 'DELETE', path: '/api/play/v1/orders', effect: 'write' },
  listForecasts: { method: 'GET', path: '/api/play/v1/forecasts', effect: 'read' },
  getForecast: { method: 'GET', path: '/api/play/v1/forecasts/{forecastId}', effect: 'read' },
  recordForecast: { method: 'POST', path: '/api/play/v1/forecasts', effect: 'write' },
  recordForecasts: { method: 'POST', path: '/api/play/v1/forecasts/batch', effect: 'write' },
  withdrawForecast: { method: 'DELETE', path: '/api/play/v1/forecasts/{forecastId}', effect: 'write' },
  getOwnEventScore: { method: 'GET', path: '/api/play/v1/scores/{slug}', effect: 'read' },
  discoverEvents: { method: 'GET', path: '/api/play/v1/discovery', effect: 'read' },
  listPracticeEvents: { method: 'GET', path: '/api/practice/events', effect: 'read' },
  getPracticeLeaderboard: { method: 'GET', path: '/api/practice/leaderboard', effect: 'read' },
  listLeaderboards: { method: 'GET', path: '/api/leaderboards', effect: 'read' },
  getLeaderboard: { method: 'GET', path: '/api/leaderboards/{board}', effect: 'read' },
  getCrowdMean: { method: 'GET', path: '/api/events/{slug}/crowd', effect: 'read' },
  getPlayer: { method: 'GET', path: '/api/players/{handle}', effect: 'read' },
  listPlayerForecasts: { method: 'GET', path: '/api/players/{handle}/forecasts', effect: 'read' },
  getPlayerCalibration: { method: 'GET', path: '/api/players/{handle}/calibration', effect: 'read' },
  getLeaderboardPlace: { method: 'GET', path: '/api/leaderboards/{board}/players/{handle}', effect: 'read' },
  comparePlayers: { method: 'GET', path: '/api/compare', effect: 'read' },
  listModels: { method: 'GET', path: '/api/models', effect: 'read' },
  listEventScores: { method: 'GET', path: '/api/events/{slug}/scores', effect: 'read' },
  getEventScore: { method: 'GET', path: '/api/events/{slug}/scores/{handle}', effect: 'read' },
  getRecordSchema: { method: 'GET', path: '/api/record/schema', effect: 'read' },
  listScenarios: { method: 'GET', path: '/api/v1/sandbox/scenarios', effect: 'read' },
  certify: { method: 'POST', path: '/api/v1/sandbox/certification', effect: 'write' },
  listCertificationRuns: { method: 'GET', path: '/api/v1/sandbox/runs', effect: 'read' },
  getCertificationRun: { method: 'GET', path: '/api/v1/sandbox/runs/{runId}', effect: 'read' },
  search: { method: 'GET', path: '/api/search', effect: 'read' },
  getStatusHistory: { method: 'GET', path: '/api/v1/status/history', effect: 'read' },
  getHealth: { method: 'GET', path: '/healthz', effect: 'read' },
  getReadiness: { method: 'GET', path: '/readyz', effect: 'read' },
  getSnapshot: { method: 'GET', path: '/api/events/{slug}/snapshot', effect: 'read' },
  getSnapshots: { method: 'GET', path: '/api/events/snapshots', effect: 'read' },
  postSnapshots: { method: 'POST', path: '/api/events/snapshots', effect: 'read' },
  postBotSnapshot: { method: 'POST', path: '/api/events/bot-snapshot', effect: 'read' },
  listMarketHealth: { method: 'GET', path: '/api/events/health', effect: 'read' },
  getMarketHealth: { method: 'GET', path: '/api/events/{slug}/health', effect: 'read' },
  getHealthSnapshots: { method: 'GET', path: '/api/events/health-snapshots', effect: 'read' },
  postHealthSnapshots: { method: 'POST', path: '/api/events/health-snapshots', effect: 'read' },
  getSportsCatalog: { method: 'GET', path: '/api/sports/catalog', effect: 'read' },
  getSportsFeed: { method: 'GET', path: '/api/sports/feed', effect: 'read' },
  listSportsLines: { method: 'GET', path: '/api/sports/lines/history', effect: 'read' },
  getSportsMetrics: { method: 'GET', path: '/api/sports/metrics', effect: 'read' },
  getStreamManifest: { method: 'GET', path: '/api/v1/streams/manifest', effect: 'read' },
  replayStream: { method: 'GET', path: '/api/v1/streams/replay', effect: 'read' },
  getAsyncapi: { method: 'GET', path: '/api/v1/asyncapi.json', effect: 'read' },
} as const;
