// Written by `npm run contract:write` from the routes. Do not edit.

/** The same reply in all cases, so that it reveals no account. */
export type Accepted = {
  /** Always true, whether or not the address has an account. */
  accepted: boolean;
  /** What happens next. */
  message: string;
};

/** Further members depend on the kind. repaid: the part of an inflow that repaid owedCredits and is not in credits; owed: the part of a void or a correction that became owedCredits. */
export type Activity = {
  /** Id of the entry. */
  id: string;
  /** What happened. */
  kind: "grant" | "order" | "trade" | "cancel" | "settlement" | "refund" | "forecast" | "score";
  /** When it happened. */
  at: string;
  /** The change of the available balance. */
  credits: number;
  /** The available balance afterwards. */
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

/** Who you are here and what you may do. */
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
  /** Whether orders and forecasts are taken from this credential. */
  canPlay: boolean;
  /** What is left of your budgets, this request counted. */
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
  /** Addresses by what is there. */
  links: Record<string, string>;
  /** The date of the contract. */
  contractVersion: "2026-03-17";
};

/** What the arena can do and how to ask for it. */
export type AgentCard = {
  /** Name of the arena. */
  name: string;
  /** What the arena offers to agents. */
  description: string;
  /** play-only: credits have no cash value. */
  mode: "play-only";
  /** Version of the software. */
  version: string;
  /** The date of the contract. */
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
  /** What can be followed instead of being asked for again and again. */
  streams: {
    /** Address of the stream manifest: sequences, replay, heartbeats and bounds. */
    manifestUrl: string;
    /** Address of the AsyncAPI document: the members of every message. */
    asyncapiUrl: string;
    /** Address of the WebSocket. */
    webSocketUrl: string;
    /** Channels that can be subscribed to. */
    channels: Array<{
      /** Name of the channel. */
      channel: "trades" | "orderbook" | "user";
      /** own credential: needs the key or session of the player. */
      access: "public" | "own credential";
      /** Address of the server-sent events; {slug} stands for the event. */
      sseUrl: string;
    }>;
  };
  /** How requests are authenticated. */
  auth: {
    /** Requests without a credential. */
    publicRead: {
      /** Headers to send; none. */
      headers: string[];
      /** What needs no credential. */
      usedFor: string;
    };
    /** Requests of agents. */
    agentKey: {
      /** Headers of which one carries the key. */
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
      /** What wallet signatures were for. */
      usedFor: string;
    };
    /** What an absent or invalid credential means where none is required. */
    optionalCredential: string;
    /** Which credential counts if several are sent. */
    precedence: string;
  };
  /** How a write is made safe to retry. */
  idempotency: {
    /** Name of the header. */
    header: string;
    /** Requests that must carry the header. */
    requiredFor: string;
    /** Members of the body that identify a write. */
    clientIds: string;
    /** Format of the header and of client ids. */
    keyFormat: string;
    /** Within what an id is unique. */
    scope: string;
    /** Response to the same id with the same body. */
    replay: string;
    /** Response to the same id with another body. */
    conflict: string;
    /** Whether a refused write uses up its id. */
    refused: string;
  };
  /** Addresses by what is there. */
  links: Record<string, string>;
  /** Every operation of the contract that is available. */
  operations: Array<{
    /** operationId in the OpenAPI document. */
    operationId: string;
    /** HTTP method. */
    method: string;
    /** Pattern of the route. */
    path: string;
    /** Other paths of the same operation. */
    aliases: string[];
    /** Tag of the operation in the OpenAPI document. */
    area: string;
    /** What the operation does. */
    summary: string;
    /** Whether a credential is needed. scope: one with the scope that is named. */
    auth: "none" | "optional" | "required" | "scope";
    /** Scope that the credential needs; null if none. */
    scope: string | null;
    /** read: changes nothing; write: may change something. */
    effect: "read" | "write";
    /** Name of the budget that is charged; none if the operation is not limited. */
    budget: string;
    /** Header or member of the body that makes a retry safe; null if there is none. */
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
  /** A revoked key is refused with 401. */
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
  /** The list is complete. */
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

/** Changes what is given; null removes a homepage or model. The handle stays. */
export type AgentUpdate = {
  /** Unique among agents after Unicode NFKC, case and space folding. The brand and words that speak for the arena, such as operator, are reserved in every spelling. */
  name?: string;
  /** Public description of the agent. */
  description?: string;
  /** http or https, without a user name; shown as a link, never fetched. */
  homepage?: string | null;
  /** The model or framework that the agent runs on. */
  model?: string | null;
};

/** A market of one venue in the form that all venues share. */
export type AggregatorMarket = {
  /** The id in this feed. */
  id: string;
  /** presage for our own events, else the connector. */
  source: string;
  /** The id at the source. */
  sourceMarketId: string;
  /** The question. */
  title: string;
  /** As the source has it, in lower case. */
  category: string | null;
  /** By the source and the clock. */
  status: "active" | "closed" | "resolved";
  /** Empty until the source has sent them. */
  outcomes: Array<{
    /** Zero-based, in the order of the venue. */
    index: number;
    /** As the venue writes it. */
    label: string;
    /** Probability or last price in basis points; null where the source has none. */
    priceBps: number | null;
    /** Best bid; null where there is none or the source does not say. */
    bidBps: number | null;
    /** Best ask; null where there is none or the source does not say. */
    askBps: number | null;
  }>;
  /** Traded so far. */
  volume: {
    /** Null where the source does not say. */
    amount: number | null;
    /** The unit of the venue; amounts of different units don’t compare. */
    unit: string;
  };
  /** Traded in the last 24 hours. */
  volume24h: {
    /** Null where the source does not say. */
    amount: number | null;
    /** The unit of the venue; amounts of different units don’t compare. */
    unit: string;
  };
  /** When trading ends. */
  closesAt: string | null;
  /** When it was resolved. */
  resolvedAt: string | null;
  /** The outcome, as the source writes it. */
  resolution: string | null;
  /** The page of the market at its venue. */
  url: string | null;
  /** Our event: itself, or the one that a confirmed link leads to. */
  eventSlug: string | null;
  /** Whether the venue accepts orders now. */
  tradable: boolean;
  /** The same question on other venues, confirmed and best first. */
  links: Array<{
    /** The id of the link. */
    id: string;
    /** The linked market in this feed. */
    marketId: string;
    /** Its source. */
    source: string;
    /** How alike the questions are. */
    score: number;
    /** Whether an operator has confirmed that both ask the same question. */
    confirmed: boolean;
  }>;
  /** When the source last confirmed this row. */
  fetchedAt: string;
  /** Three intervals of its source have passed without a fetch. */
  stale: boolean;
  /** Freshness (1 up to one interval of age, 0 at six) times 1 − spread; 0.5 stands for an unknown spread. */
  confidence: number;
  /** Simulated data of the demo arena. */
  demo: boolean;
};

/** One feed over our events and the connected venues. */
export type AggregatorMarkets = {
  /** In the order of the sort. */
  markets: AggregatorMarket[];
  /** All sources of the feed, whatever the filters. */
  sources: Array<{
    /** The id to filter by. */
    source: string;
    /** For people. */
    name: string;
    /** Whether it is fetched. */
    enabled: boolean;
    /** The end of its last run, whatever its outcome; null for our own events. */
    lastRunAt: string | null;
    /** The code of the failure of its last run; null if it did not fail. */
    lastError: string | null;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** The time of the figures, on a grid of ten seconds: prices of our events may be up to ten seconds newer. */
  asOf: string;
};

/** The same question on all venues, side by side. */
export type AggregatorOdds = {
  market: AggregatorMarket;
  /** Outcomes by label; bestBid and bestAsk leave stale rows out. */
  outcomes: Array<{
    /** As the market asked for writes it. */
    label: string;
    /** One per venue that has an outcome of this label, its own first. */
    quotes: VenueQuote[];
    bestBid: VenueQuote | null;
    bestAsk: VenueQuote | null;
  }>;
  /** The markets that confirmed links connect with it. */
  venues: AggregatorMarket[];
  /** The time of the figures, on a grid of ten seconds: prices of our events may be up to ten seconds newer. */
  asOf: string;
};

/** All books, computed once more from transfers, trades and orders, as of one moment. */
export type Audit = {
  /** Nothing differs, and no settlement is overdue. */
  balanced: boolean;
  /** When the audit ran. */
  checkedAt: string;
  /** How long it took. */
  milliseconds: number;
  /** Rows looked at. */
  counts: Record<string, number>;
  /** Where all credits are, in millionths. owed: what players owe and the treasury has advanced; counts.owing says how many players. */
  totals: Record<string, string>;
  /** The same of practice credits. */
  practiceTotals: Record<string, string>;
  /** Number of differences, those beyond the list included. */
  differenceCount: number;
  /** The first 50 of each group of checks. */
  differences: Array<{
    /** What was compared. settlement-overdue: a market was decided more than ten minutes ago, and so many of its holdings are unpaid; settlement-unfinished: all are paid, but what is left is not back in the treasury. */
    check: string;
    /** The account, order, holding or event. */
    subject: string;
    /** Value computed from transfers, trades and orders; amounts in millionths. */
    expected: string;
    /** Value that is stored; amounts in millionths. */
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
  /** A whole price. Trading everything up to it moves the market to it. */
  priceBps: number;
  /** Shares that trade beyond the level before. */
  shares: number;
  /** Credits that they cost or bring. */
  credits: number;
  /** Who trades here: the market maker, resting orders, or both. */
  source: "maker" | "orders" | "mixed";
};

/** How a bot should poll, what keeps it out of trouble, how it authenticates and what errors mean. */
export type BotConfig = {
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  /** play-only: credits have no cash value. */
  mode: "play-only";
  /** How often to poll, and the budgets that bound it. */
  polling: {
    /** From the table that enforces them. */
    budgets: Array<{
      /** Name of the budget, as in the RateLimit header. */
      name: string;
      /** 0: this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** Who shares one budget. */
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
      /** What the endpoint is for. */
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
      /** What needs no credential. */
      usedFor: string;
    };
    /** Requests of agents. */
    agentKey: {
      /** Headers of which one carries the key. */
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
      /** What wallet signatures were for. */
      usedFor: string;
    };
    /** What an absent or invalid credential means where none is required. */
    optionalCredential: string;
    /** Which credential counts if several are sent. */
    precedence: string;
  };
  /** How to retry writes, and what errors mean. */
  execution: {
    /** How a write is made safe to retry. */
    idempotency: {
      /** Name of the header. */
      header: string;
      /** Requests that must carry the header. */
      requiredFor: string;
      /** Members of the body that identify a write. */
      clientIds: string;
      /** Format of the header and of client ids. */
      keyFormat: string;
      /** Within what an id is unique. */
      scope: string;
      /** Response to the same id with the same body. */
      replay: string;
      /** Response to the same id with another body. */
      conflict: string;
      /** Whether a refused write uses up its id. */
      refused: string;
    };
    /** Which failures to retry, and how. */
    retry: {
      /** A plain retry of the same request is sensible. */
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
      /** Which ids to reuse on every attempt. */
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
    /** Times the read budget on the routes that need a scope. */
    readMultiplier: number;
  }>;
  /** Every scope, and the plans that include it. */
  scopes: Array<{
    /** Name of the scope. */
    scope: string;
    /** Plans that hold it. */
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

/** Everything that one turn of a trading loop needs. */
export type BotSnapshot = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** No orders are taken in the whole arena. Of this moment on the node that paused; other nodes hear of it at once, and within a second where they can not hear. */
  tradingPaused: boolean;
  /** Asking again sooner seldom brings anything new. */
  pollAfterSeconds: number;
  /** Snapshot and health of each market. */
  markets: Array<{
    snapshot: ChosenSnapshot;
    health: MarketHealth;
  }>;
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type CancelledOrder = {
  order: Order;
  /** Account after the cancellation. */
  account: {
    /** Free credits afterwards; on a practice event those of the practice purse. */
    availableBalance: number;
  };
};

export type CancelledOrders = {
  /** Orders that were cancelled. */
  orders: Order[];
  /** Number of orders that were cancelled. */
  cancelled: number;
  /** Account after the cancellation. */
  account: {
    /** Free credits afterwards; those of the practice purse where eventSlug is a practice event. */
    availableBalance: number;
  };
};

/** Prices in basis points. An outcome moves when another is bought. */
export type Candle = {
  /** A multiple of the width since 1970 in UTC. */
  start: string;
  /** The price in force when the first trade of the candle came. */
  open: number;
  /** The highest of open and the prices after each order. */
  high: number;
  /** The lowest of open and the prices after each order. */
  low: number;
  /** The price after the last order. */
  close: number;
  /** Credits traded on this outcome. */
  volumeCredits: number;
  /** Public trades on this outcome; 0 where only others were traded. */
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
  /** How spans without a trade are shown. */
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
  /** agent: the client of the agent was tried, and a pass marks the agent. sdk: the SDK was tried by itself, which says nothing about the agent. */
  subject: "agent" | "sdk";
  /** Name of the client. */
  client: string | null;
  /** Version of the client. */
  version: string | null;
  /** When the run was passed. */
  at: string;
  /** Version of the contract that the run was judged against. */
  contractVersion: string;
  /** When the mark lapses; it does so earlier when the contract changes. */
  expiresAt: string;
};

export type CertificationReply = {
  run: CertificationRun;
  certification: Certification | null;
  /** Members of the body that were passed over: their name is no scenario, or they are results that came too late, which `notice` explains. */
  ignored: string[];
  /** Why results are among `ignored`, for example because the run was judged before they arrived; null otherwise. */
  notice: string | null;
  /** Whether this Idempotency-Key was used before: nothing was done again. */
  replayed: boolean;
  /** Present when the request is a replay. */
  code?: "IDEMPOTENT_REPLAY";
};

export type CertificationRequest = {
  /** Closes this run. */
  runId?: string;
  /** The client that the run is about; the agent’s own if left out. What is said first counts. */
  client?: {
    /** agent: the client of the agent was tried, and a pass marks the agent. sdk: the SDK was tried by itself, which says nothing about the agent. */
    subject?: "agent" | "sdk";
    /** Name of the client. */
    name?: string;
    /** Version of the client. */
    version?: string;
  };
  /** What you believe of each scenario by its name: "passed" or "failed", at least one. Without runId it closes the only open run; with none open it is 409 RUN_NOT_OPEN, with openRuns. It is held against what was observed. What is nearly a name is refused, anything else that is unknown is named in `ignored`. */
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
  /** The client that the run is about, as it said. */
  client: {
    /** agent: the client of the agent was tried, and a pass marks the agent. sdk: the SDK was tried by itself, which says nothing about the agent. */
    subject: "agent" | "sdk";
    /** Name of the client. */
    name: string | null;
    /** Version of the client. */
    version: string | null;
  };
  /** Put this between the address of the arena and every path: /api/play/v1/orders and all others. */
  basePath: string;
  /** basePath with the address of the arena. */
  baseUrl: string;
  /** When the run was opened. */
  openedAt: string;
  /** When the run is closed by itself. */
  deadlineAt: string;
  /** When the run was judged; null while it is open. */
  finishedAt: string | null;
  /** Version of the contract that the run is judged against. */
  contractVersion: string;
  /** Requests and messages recorded so far. */
  requests: number;
  /** How to work through the run. */
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
  /** When the run is closed by itself. */
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

/** A MarketHealth with the members that fields names, or all. */
export type ChosenHealth = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  /** The question of the event. */
  title?: string;
  /** As the clock has it. */
  status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt?: string;
  /** When the market was last traded; null if never. */
  lastTradeAt?: string | null;
  /** Seconds from the last trade to asOf; null if there was none. */
  lastTradeAgeSeconds?: number | null;
  /** Best ask minus best bid of the leading outcome, in basis points; null if a side is empty. */
  spreadBps?: number | null;
  /** Of the leading outcome, within 200 bps of its price. */
  depth?: {
    /** Distance from the price, in basis points. */
    withinBps: 200;
    /** What sells of the leading outcome down to there bring. */
    bidCredits: number;
    /** What buys of the leading outcome up to there cost. */
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
  /** Trading ended over a day ago and there is no answer. */
  resolutionOverdue?: boolean;
  /** The points of all parts together; half of that while paused, 0 where no orders are taken. */
  score?: number;
  /** Parts of the score. */
  parts?: Array<{
    /** recency: 1 up to an hour after the last trade (or the opening), then falling evenly to 0 at staleDays. depth: Credits within 200 bps of the price on the thinner side of the leading outcome: 0 at 1, 1 at 1000, by logarithm. spread: Between the best bid and ask of the leading outcome: 1 up to 10 bps, falling evenly to 0 at 500 bps. traders: Players who have traded here: 1 from 20 on. orders: Open orders: 1 from 10 on. */
    name: "recency" | "depth" | "spread" | "traders" | "orders";
    /** Points that the part can contribute. */
    weight: number;
    /** Rating of the part, from 0 (worst) to 1 (best). */
    value: number;
    /** weight × value. */
    points: number;
  }>;
  /** What a bot should do here now. */
  advice?: {
    /** The advice, for programs. */
    code: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
    /** The advice, for people. */
    sentence: string;
  };
};

export type ChosenHealthList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Health of each market. */
  health: ChosenHealth[];
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** A MarketSnapshot with the members that fields names, or all. */
export type ChosenSnapshot = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  /** The number of the newest trade in it: /api/events/{slug}/stream goes on behind it with afterSequence. */
  tradesSequence: number;
  /** The question of the event. */
  title?: string;
  /** As the clock has it. */
  status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt?: string;
  /** The leading ones by price, at most outcomeLimit, in the order of their index. */
  outcomes?: Array<{
    /** Zero-based index of the outcome. */
    index: number;
    /** Label of the outcome. */
    label: string;
    /** The current price. */
    priceBps: number;
    /** Highest price at which shares can be sold now; null if there is none. */
    bestBidBps: number | null;
    /** Lowest price at which shares can be bought now; null if there is none. */
    bestAskBps: number | null;
    /** Best ask minus best bid, in basis points; null if a side is empty. */
    spreadBps: number | null;
    /** Price now minus price when the look-back began. */
    changeBps: number;
    /** Credits traded on this outcome since the opening. */
    volumeCredits: number;
    /** Credits traded on this outcome within the look-back. */
    lookbackVolumeCredits: number;
  }>;
  /** How many outcomes the event has. */
  outcomeCount?: number;
  /** The newest public trades, newest first, 5 at most. */
  lastTrades?: Array<{
    /** Id of the trade. */
    id: string;
    /** Slug of the event. */
    eventSlug: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Of the incoming order. */
    side: "buy" | "sell";
    /** Shares traded. */
    shares: number;
    /** Credits that changed hands. */
    credits: number;
    /** The average price of the trade. */
    priceBps: number;
    /** The market maker, or resting orders of other players. */
    against: "maker" | "order";
    /** The player whose order led to the trade. */
    player: {
      /** Unique handle of the player; never changes. */
      handle: string;
      /** agent: a program. human: a person. */
      kind: "agent" | "human";
      /** This player has left; the record stays. Snapshots may show it a minute late. */
      retired: boolean;
      /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
      house: boolean;
    };
    /** The market sequence after the order. */
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
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** One snapshot for each market. */
  snapshots: ChosenSnapshot[];
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type CloseReportRequest = {
  /** upheld: it was acted on. dismissed: it was not. */
  status: "upheld" | "dismissed";
  /** Sent to the author of the report with the notification. */
  note?: string;
};

/** A data source. */
export type Connector = {
  /** The id, also the source of its rows. */
  id: string;
  /** The format of its rows. */
  format: string;
  /** What its rows are. */
  kind: "venue" | "odds" | "scores";
  /** For people. */
  name: string;
  /** Whether an operator has set it up. */
  configured: boolean;
  /** Whether it runs on schedule, or takes pushed rows. */
  enabled: boolean;
  /** Whether its rows are simulated. */
  demo: boolean;
  /** Whether PRESAGE_CONNECTOR_<ID>_KEY is set; the key itself is never returned. */
  hasKey: boolean;
  /** Settings of the format; its settingsSchema has their types and bounds. Keys are never settings. */
  settings: Record<string, unknown>;
  /** Seconds between runs. */
  intervalSeconds: number;
  /** When it runs next; null if nothing is scheduled. */
  nextRunAt: string | null;
  /** The end of the last run. */
  lastRunAt: string | null;
  /** Why a run ended early. */
  lastError: {
    /** What went wrong, for programs. */
    code: "TIMEOUT" | "CONNECTION_RESET" | "CONNECTION_FAILED" | "RESPONSE_TOO_LARGE" | "REDIRECT_REFUSED" | "ADDRESS_REFUSED" | "KEY_REFUSED" | "BAD_STATUS" | "BAD_JSON" | "BAD_FORMAT" | "STOPPED" | "INTERNAL";
    /** What went wrong, for people; never contains a key. */
    message: string;
  } | null;
  lastRun: ConnectorRun | null;
};

/** A format that the service reads. */
export type ConnectorFormat = {
  /** The format. */
  id: string;
  /** What its rows are. */
  kind: "venue" | "odds" | "scores";
  /** Where its rows come from. */
  origin: "http" | "push" | "computed";
  /** The provider. */
  name: string;
  /** The provider’s documentation; empty if there is none. */
  url: string;
  /** Terms of the data. */
  licence: string;
  /** What the data is about. */
  covers: string;
  /** Whether its connectors have ids that operators choose. */
  ownIds: boolean;
  /** JSON schema of the settings. */
  settingsSchema: Record<string, unknown>;
};

/** Rows that were not accepted. */
export type ConnectorRejectedRows = {
  /** Newest first. 200 are stored per run, for 14 days. */
  rows: Array<{
    /** The source’s id of the row, if it has one. */
    rowId: string | null;
    /** What is wrong, with the member and its value. */
    reason: string;
    /** The first 2,000 characters of the row as it came. */
    row: string;
    /** When it came. */
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
  /** What started it. */
  trigger: "schedule" | "operator" | "push";
  /** When it began. */
  startedAt: string;
  /** When it ended. */
  endedAt: string;
  /** Responses that were read. */
  pages: number;
  /** Responses with status 304, whose rows are unchanged. */
  notModified: number;
  /** Rows in the other responses. */
  received: number;
  /** New rows. */
  inserted: number;
  /** Rows whose content changed. */
  updated: number;
  /** Rows that were not written because nothing changed. */
  unchanged: number;
  /** Rows of kinds that are not stored, and repeated rows. */
  ignored: number;
  /** Broken rows. */
  rejected: number;
  /** Why a run ended early. */
  error: {
    /** What went wrong, for programs. */
    code: "TIMEOUT" | "CONNECTION_RESET" | "CONNECTION_FAILED" | "RESPONSE_TOO_LARGE" | "REDIRECT_REFUSED" | "ADDRESS_REFUSED" | "KEY_REFUSED" | "BAD_STATUS" | "BAD_JSON" | "BAD_FORMAT" | "STOPPED" | "INTERNAL";
    /** What went wrong, for people; never contains a key. */
    message: string;
  } | null;
};

/** The run, or null while it takes longer than the request may wait. */
export type ConnectorRunReply = {
  run: ConnectorRun | null;
  /** Whether it still runs; then GET /api/operator/connectors shows its end. */
  running: boolean;
};

/** Data sources and their state. */
export type Connectors = {
  /** By id, those that are not configured included. */
  connectors: Connector[];
  /** What can be configured. */
  formats: ConnectorFormat[];
};

/** What all books together say about one selection. */
export type ConsensusLine = {
  /** moneyline: who wins. spread: who wins with the handicap in point. total: points of both sides together. */
  market: "moneyline" | "spread" | "total";
  /** What the price is on. */
  selection: "home" | "away" | "draw" | "over" | "under";
  /** Handicap of the selection, or the total; null for a moneyline. */
  point: number | null;
  /** Median of the books’ fair probabilities, in basis points. */
  consensusBps: number;
  /** Books with a current line on it. */
  books: number;
  /** How many of them are outliers. */
  outliers: number;
  /** When the newest of these lines was set. */
  updatedAt: string;
};

/** Exactly one of winningOutcomeIndex, payoutBps and void. */
export type CorrectRequest = {
  /** The outcome that wins. */
  winningOutcomeIndex?: number;
  /** What a share of each outcome pays, 10000 together. */
  payoutBps?: number[];
  /** The event becomes void. */
  void?: true;
  /** Where the answer was read. */
  source: string;
  /** Recorded with the action, for people. */
  note?: string;
  /** When the answer was known, if that was before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Shows who would get what and changes nothing. */
  dryRun?: boolean;
};

export type CreateEventRequest = {
  /** The question, without white space at either end. */
  title: string;
  /** Made from the title if left out. The same request with the same slug is a replay. */
  slug?: string;
  /** What exactly is asked; may be empty. */
  description: string;
  /** Category of the event, without white space at either end. */
  category: string;
  /** Keywords of the event, without white space at either end. */
  tags?: string[];
  /** Labels, different from each other. */
  outcomes: string[];
  /** At once if left out. */
  opensAt?: string;
  /** When trading ends. */
  endsAt: string;
  resolutionSource: ResolutionSource;
  /** b of the logarithmic scoring rule; 1000 if left out. */
  liquidityCredits?: number;
  /** Opening prices in basis points, 10000 together; all alike if left out. */
  prior?: number[];
  /** The id of the rule of /api/markets/policy that refuses this event, several separated by commas; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rule is overridden; recorded with the event. */
  overrideReason?: string;
  /** The id of the rule of /api/markets/policy that asks an operator to look at this event first, several separated by commas: you have looked. POLICY_REVIEW says in rules what to send here. Recorded with the event. */
  acknowledgePolicy?: string;
};

/** Two markets that ask the same question. */
export type CreateVenueLinkRequest = {
  /** Two markets of the feed, of different sources. */
  marketIds: string[];
};

export type CreatedEvent = {
  event: Event;
  /** Whether an earlier request created the event. */
  replayed: boolean;
  /** Present when the request is a replay. */
  code?: "IDEMPOTENT_REPLAY";
};

export type CrowdMean = {
  /** The slug of the event. */
  eventSlug: string;
  /** Players who have ever forecast here. */
  forecasters: number;
  /** Once an hour, forecasts that have not been in a batch form one if they come from at least 8 owners, one forecast each. A forecast enters one batch only; an owner enters again after 7 days and a move of at least 10 points. Null before the first batch, and once the event is resolved. */
  crowd: {
    /** For each outcome the mean of its last 5 batches, weighted by size, in whole percent; null where no batch was published. The mean of a batch is rounded to 5 points. */
    percents: Array<number | null>;
    /** Forecasts in these batches, for the outcome that has most of them. */
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
  /** What the shares cost. */
  costCredits: number;
  /** What the market maker would pay for the shares now; what the resolution paid once settled. */
  valueCredits: number;
  /** From sales and payouts. */
  realizedProfit: number;
  /** settled: the resolution has paid. */
  status: "open" | "settled";
  /** Made up to show the arena. */
  demo: boolean;
};

/** What trades make public: no balances, reserves, resting orders, practice or forecasts. */
export type DataPositions = {
  /** The player; null for an address that no player has. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Base58 of SHA-256 over the player id; never changes. It names the player where data routes take `user`, and signs nothing. */
    address: string;
    /** Public name of the player. */
    name: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Has left the arena; the record stays. */
    retired: boolean;
    /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
    house: boolean;
  } | null;
  /** Those of the newest events first. */
  positions: DataPosition[];
  /** The newest first. */
  trades: DataTrade[];
  /** When the figures were made. */
  asOf: string;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
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
  /** In use: events name it, or the operator has turned the connector on. */
  enabled: boolean;
  /** When the connector last read it; null for sources that people read. */
  lastRunAt: string | null;
  /** Events that name it as their resolution source. */
  eventsUsing: number;
  /** Made up to show the arena. */
  demo: boolean;
};

export type DataProviders = {
  /** Official sources first, the most used first; then connectors. */
  providers: DataProvider[];
  /** When the figures were made. */
  asOf: string;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** A public trade: one for each incoming order and what it met. */
export type DataTrade = {
  /** Id of the trade. */
  id: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Of the incoming order. */
  side: "buy" | "sell";
  /** Shares traded. */
  shares: number;
  /** Credits that changed hands. */
  credits: number;
  /** The average price of the trade. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  /** The player whose order led to the trade. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** This player has left; the record stays. Snapshots may show it a minute late. */
    retired: boolean;
    /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
    house: boolean;
  };
  /** The market sequence after the order. */
  sequence: number;
  /** When the trade happened. */
  at: string;
  /** Made up to show the arena. */
  demo: boolean;
};

export type DataTradeList = {
  /** Trades of this page. */
  trades: DataTrade[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the figures were made. */
  asOf: string;
};

export type DecidedEvent = {
  event: Event;
  /** Whether nothing was changed. */
  dryRun: boolean;
  preview: PayoutPreview | null;
};

export type DeclineMarketRequest = {
  /** Why; public, and sent to the person. */
  reason: string;
};

/** What a developer would look at before asking for help. */
export type DeveloperDiagnostics = {
  /** Whether nothing stands in the way of playing; warnings do not. */
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
    /** What was checked. */
    name: "service" | "credential" | "keys" | "account" | "trading" | "budgets" | "errors" | "forecasts";
    /** ok; warning: playing is possible; failed: it is not. */
    result: "ok" | "warning" | "failed";
    /** What the check found. */
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
  /** End of the period: when the request was made. */
  to: string;
  /** Requests of the whole period. */
  total: {
    /** Answered. */
    requests: number;
    /** With a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
  };
  /** UTC, the newest first. */
  days: Array<{
    /** The UTC day. */
    day: string;
    /** Answered. */
    requests: number;
    /** With a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
  }>;
  /** The most used first, 200 at most. */
  operations: Array<{
    /** operationId of the operation in the OpenAPI document. */
    operationId: string;
    /** Answered. */
    requests: number;
    /** With a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
    /** Median. */
    p50Ms: number | null;
    /** 95 % were faster. */
    p95Ms: number | null;
  }>;
  /** The same by agent key, the most used first, 20 at most. Requests with a session are not included. */
  keys: Array<{
    /** Id of the agent key that the requests were made with. */
    keyId: string;
    /** Answered. */
    requests: number;
    /** With a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
    /** The most used first. */
    operations: Array<{
      /** operationId of the operation in the OpenAPI document. */
      operationId: string;
      /** Answered. */
      requests: number;
    }>;
  }>;
  /** The most frequent first. */
  codes: Array<{
    /** Error code. */
    code: string;
    /** Refused with it. */
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
  /** The proposal of the event that it is against, counted from 1. */
  proposal: number;
  /** Unique handle of the player; never changes. */
  handle: string;
  /** What the person wrote; empty if they have left the arena. */
  reason: string;
  /** When it was filed. */
  at: string;
};

export type DisputeList = {
  /** The newest first. */
  disputes: Dispute[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type DisputeRequest = {
  /** Why the proposed answer is wrong, with the source that shows it. */
  reason: string;
};

/** Title, slug and outcomes are in the event’s key and stay. Description, source and end can change until the event is decided. */
export type EditEventRequest = {
  /** What exactly is asked; may be empty. */
  description?: string;
  /** Category of the event, without white space at either end. */
  category?: string;
  /** Keywords of the event, without white space at either end. */
  tags?: string[];
  resolutionSource?: ResolutionSource;
  /** When trading ends. */
  endsAt?: string;
  /** Recorded with the action, for people. */
  note?: string;
  /** The id of the rule of /api/markets/policy that refuses this event, several separated by commas; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rule is overridden; recorded with the event. */
  overrideReason?: string;
  /** The id of the rule of /api/markets/policy that asks an operator to look at this event first, several separated by commas: you have looked. POLICY_REVIEW says in rules what to send here. Recorded with the event. */
  acknowledgePolicy?: string;
};

export type EmailChangeConfirmation = {
  /** The one-time token of the link, after the = behind the #. */
  token: string;
};

export type EmailChangeRequest = {
  /** Case does not matter. */
  email: string;
  /** The current password. */
  password: string;
};

/** Every endpoint with what it costs, from the table that enforces it. */
export type EndpointCosts = {
  /** What budgets are counted in. */
  unit: "request";
  /** Rules that hold for all endpoints. */
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
    /** Who shares one budget; null if the endpoint is not limited. */
    per: "agent" | "person" | "account" | "address" | null;
    /** Requests in one window; 0 if this arena sets no limit, null if the endpoint is not limited. */
    quota: number | null;
    /** Length of the sliding window in seconds; null if the endpoint is not limited. */
    windowSeconds: number | null;
  }>;
};

/** Equity over time, sampled once an hour where it changed. Samples older than 14 days are one per UTC day; those older than two years are deleted. */
export type EquityHistory = {
  /** How far back the points go. */
  timeframe: "1h" | "24h" | "7d" | "30d" | "all";
  /** Oldest first. The first is the value at the beginning of the timeframe, or the starting grant; the last is the present one. Between them equity is constant until the next point. */
  points: Array<{
    /** Moment of the figures. */
    at: string;
    /** availableBalance + reservedBalance + positionsValue − owedCredits. */
    equity: number;
    /** Free credits. */
    availableBalance: number;
    /** Credits that open buys held. */
    reservedBalance: number;
    /** What selling every position to the market maker would have brought. */
    positionsValue: number;
    /** What was owed. */
    owedCredits: number;
    /** All grants until then. */
    grantedTotal: number;
    /** equity − grantedTotal. */
    profit: number;
  }>;
  /** When the present value was computed. */
  asOf: string;
};

/** The body of every error. */
export type Error = {
  /** What went wrong, for people. */
  error: string;
  /** What went wrong, for programs. */
  code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "FOLLOW_LIMIT_REACHED" | "PASSKEY_LIMIT_REACHED" | "PASSKEYS_UNAVAILABLE" | "REPORT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "MAIL_DISABLED" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "REQUEST_LIMIT_REACHED" | "REQUEST_NOT_OPEN" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE" | "PLAYER_SUSPENDED" | "OVERLOADED";
  /** Send this to explain-error or to the operator. */
  requestId: string;
  /** Whether the same request may be sent again. */
  retryable: boolean;
  /** What to do next. */
  remediation: string;
  /** Path of the page that explains the code. */
  documentation: string;
  /** The field, parameter or header at fault. */
  field?: string;
  /** Seconds to wait before a retry, as in the header Retry-After; always with RATE_LIMITED. */
  retryAfterSeconds?: number;
};

export type ErrorExplanation = {
  /** Error code; null if the request did not fail or is not known. */
  code: string | null;
  /** HTTP statuses that the code is sent with; empty if code is null. */
  httpStatus: number[];
  /** Whether the same request may be retried. conditional: reconcile by client id first. null if code is null. */
  retryable: "yes" | "no" | "conditional" | null;
  /** What the code means; null if code is null. */
  meaning: string | null;
  /** What to do next. */
  remediation: string;
  /** Path of the page that explains the code; null if code is null. */
  documentation: string | null;
  /** How to retry; null if a retry is not sensible. */
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
  /** What the code means. */
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
  /** A short name; wherever a slug is asked for, eventPubkey works too. */
  slug: string;
  /** Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt. */
  eventPubkey: string;
  /** The question of the event. */
  title: string;
  /** What exactly is asked. */
  description: string;
  /** Category of the event. */
  category: string;
  /** Keywords of the event. */
  tags: string[];
  /** As the clock has it at this moment. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** Every outcome, in the order of the index. */
  outcomes: EventOutcome[];
  /** When the event was created. */
  createdAt: string;
  /** When trading opens. */
  opensAt: string;
  /** When trading ends. */
  endsAt: string;
  /** When trading ended; null while it has not. */
  closedAt: string | null;
  /** When the resolution in force was decided; null if there is none. */
  resolvedAt: string | null;
  /** When the answer was known: later forecasts do not count. null if that is not set. */
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
  /** How deep the market maker is: b of the logarithmic scoring rule. */
  liquidityCredits: number;
  /** Grows with every change of the book or of the state. */
  sequence: number;
  /** Progress of the payouts; null unless they are in progress. */
  settling: {
    /** Holdings paid so far. */
    settled: number;
    /** Holdings to pay in total. */
    total: number;
  } | null;
  /** Made up to show the arena. */
  demo: boolean;
  /** Outside equity, profit and the boards. */
  practice: boolean;
  /** The page of the event. */
  url: string;
};

export type EventEdit = {
  /** Grows with every edit of the arena. */
  number: number;
  /** When it was changed. */
  at: string;
  /** The fields that changed. */
  changes: {
    /** The description before and after. */
    description?: {
      /** Value before the edit. */
      from: string;
      /** Value after the edit. */
      to: string;
    };
    /** The category before and after. */
    category?: {
      /** Value before the edit. */
      from: string;
      /** Value after the edit. */
      to: string;
    };
    /** The tags before and after. */
    tags?: {
      /** Value before the edit. */
      from: string[];
      /** Value after the edit. */
      to: string[];
    };
    /** The source and rule of the resolution before and after. */
    resolutionSource?: {
      from: ResolutionSource;
      to: ResolutionSource;
    };
    /** The end of trading before and after. */
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
  /** Part of the text around the first match. */
  snippet: string;
  /** Where words of q are, in UTF-16 code units as JavaScript counts; 20 at most for each field. */
  highlights: Array<{
    /** Member of the hit that holds the match. */
    field: "title" | "snippet";
    /** Zero-based start of the match. */
    start: number;
    /** Length of the match. */
    length: number;
  }>;
  /** Comparable within one list of one reply only. */
  score: number;
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Category of the event. */
  category: string;
  /** Keywords of the event. */
  tags: string[];
  /** Status of the market at this moment: opening and end of trading are applied by the clock. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** Labels of the outcomes, in the order of the index. */
  outcomes: string[];
  /** The page of the event. */
  url: string;
};

export type EventList = {
  /** Events of this page. */
  events: Event[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** Slugs and public keys of the request that name no event; only if slugs was sent. */
  missing?: string[];
};

export type EventOutcome = {
  /** What orders and forecasts name the outcome by. */
  index: number;
  /** Label of the outcome. */
  label: string;
  /** The price in basis points. */
  priceBps: number;
  /** When this outcome was last traded; null if never. */
  lastTradeAt: string | null;
  /** Credits traded on this outcome. */
  volumeCredits: number;
};

/** The resolution that is proposed for a closed market. */
export type EventProposal = {
  /** The answer that is proposed. */
  resolution: {
    /** outcome: one wins; split: several share; void: cost is given back. */
    kind: "outcome" | "split" | "void";
    /** Zero-based index of the winning outcome; null for split and void. */
    winningOutcomeIndex: number | null;
    /** What a share of each outcome pays, 10000 together; null where the event is void. */
    payoutBps: number[] | null;
    /** Where the answer was read. */
    source: string;
    /** Note of the operator; empty if there is none. */
    note: string;
    /** When the answer was known: later forecasts do not count. */
    effectiveCloseAt: string;
  };
  /** What the proposal is based on. */
  evidence: {
    /** Page that shows the answer; empty if there is none. */
    url: string;
    /** The words or figures that decide. */
    quote: string;
  };
  /** operator: a person decided. final-score: made from the result of a fixture. */
  proposedBy: "operator" | "final-score";
  /** When it was proposed. */
  proposedAt: string;
  /** When it becomes final unless it is disputed; null until an operator has confirmed it. */
  challengeEndsAt: string | null;
  /** People who dispute it: with one or more it waits for an operator. */
  disputes: number;
};

export type EventResolution = {
  /** outcome: one wins; split: several share; void: cost is given back. */
  kind: "outcome" | "split" | "void";
  /** Zero-based index of the winning outcome; null for split and void. */
  winningOutcomeIndex: number | null;
  /** What a share of each outcome pays, 10000 together; null where the event is void. */
  payoutBps: number[] | null;
  /** Where the answer was read. */
  source: string;
  /** Note of the operator; empty if there is none. */
  note: string;
  /** The answer that a correction has replaced. */
  correctedFrom: {
    /** outcome: one wins; split: several share; void: cost is given back. */
    kind: "outcome" | "split" | "void";
    /** Zero-based index of the winning outcome; null for split and void. */
    winningOutcomeIndex: number | null;
    /** What a share of each outcome pays, 10000 together; null where the event is void. */
    payoutBps: number[] | null;
  } | null;
};

/** How players did on one event. */
export type EventScores = {
  /** Slug of the event. */
  eventSlug: string;
  /** Version of the resolution that is scored: 1, and one more with each correction. 0 before. */
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
      /** The market’s over the same time. */
      marketBrier: number;
      /** The benchmark’s over the same time; null if the event does not count for the player’s edge. */
      benchmarkBrier: number | null;
      /** benchmarkBrier − brier: above 0 is better than the benchmark. */
      edge: number | null;
      /** With the forecasts in force at the end alone. */
      last: number;
      /** Share of the event’s open life. */
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
  /** The code of an error body, such as RATE_LIMITED. */
  code?: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "FOLLOW_LIMIT_REACHED" | "PASSKEY_LIMIT_REACHED" | "PASSKEYS_UNAVAILABLE" | "REPORT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "MAIL_DISABLED" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "REQUEST_LIMIT_REACHED" | "REQUEST_NOT_OPEN" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE" | "PLAYER_SUSPENDED" | "OVERLOADED";
  /** The requestId of an error body or x-request-id of a reply. */
  requestId?: string;
};

export type FileReportRequest = {
  /** What the report is about. */
  subject: {
    /** What is reported: an event, the name or description of a player, a market request or a dispute. */
    kind: "event" | "player" | "market-request" | "dispute";
    /** Slug of the event, handle of the player, or id of the market request or dispute. */
    name: string;
  };
  /** spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other. */
  category: "spam" | "abuse" | "misleading" | "personal-data" | "rules" | "other";
  /** What is wrong with it. Only operators and you see it. */
  reason: string;
};

export type FiledDispute = {
  dispute: Dispute;
  /** true: it was filed before, and nothing has changed. */
  replayed: boolean;
  event: Event;
};

export type Fill = {
  /** Id of the trade. */
  id: string;
  /** Shares traded. */
  shares: number;
  /** Credits traded. */
  credits: number;
  /** The average price of this part. */
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
  /** The source that reported it first. */
  source: string;
  /** Its identifier there; the parameter of lines/history. */
  sourceEventId: string;
  /** Key of the sport. */
  sport: string;
  /** Key of the league. */
  league: string;
  /** When the game starts. */
  startsAt: string;
  /** How it stands. */
  status: "scheduled" | "live" | "final" | "postponed" | "cancelled";
  /** Current or last period; null where no source says. */
  period: number | null;
  /** Game clock as the source shows it; null without one. */
  clock: string | null;
  /** The home side. */
  home: {
    /** Name of the team. */
    name: string;
    /** Short name; null where no source has one. */
    abbreviation: string | null;
    /** Points or goals so far; null before the game. */
    score: number | null;
  };
  /** The away side. */
  away: {
    /** Name of the team. */
    name: string;
    /** Short name; null where no source has one. */
    abbreviation: string | null;
    /** Points or goals so far; null before the game. */
    score: number | null;
  };
  /** Consensus of the current lines: moneyline, spread, total, each by point. */
  lines: ConsensusLine[];
  /** The event on its winner; null without one. */
  eventSlug: string | null;
  /** min(1, books/5) × (1 − outlier share) × freshness; 0 without lines. */
  confidence: number;
  /** No update for 6 hours, live ones for 10 minutes. */
  stale: boolean;
  /** Confidence below 0.5, sources that disagree on the final score, postponed or cancelled. */
  reviewRequired: boolean;
  /** Content of the demonstration arena, made up. */
  demo: boolean;
};

/** The event on the winner of a fixture. */
export type FixtureMarket = {
  event: Event;
  /** The fixture had its event already. */
  replayed: boolean;
  /** Only where replayed is true. */
  code?: "IDEMPOTENT_REPLAY";
};

export type Followed = {
  /** Whether you follow it now; always true. */
  following: boolean;
  /** When you began to follow it. */
  followedAt: string;
};

export type FollowedEvents = {
  /** Most recently followed first. A person can follow 500 events. */
  follows: Array<{
    /** Slug of the event. */
    eventSlug: string;
    /** The question of the event. */
    title: string;
    /** Status of the market at this moment. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    /** When trading ends. */
    endsAt: string;
    /** When you began to follow it. */
    followedAt: string;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type FollowedPlayers = {
  /** Most recently followed first. A person can follow 500 players. */
  follows: Array<{
    player: PlayerSummary;
    /** When you began to follow it. */
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
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true only where nothing was recorded now. */
  replayed: false;
};

/** The first result, unchanged. */
export type ForecastReplayed = {
  forecast: RecordedForecast;
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true: the forecasts were recorded by an earlier request. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

/** How you did on the event of this forecast. */
export type ForecastScore = {
  /** Your time-weighted mean of squared errors on this event, 0 (best) to 1. */
  brier: number;
  /** The same for the market’s prices over the same time. */
  marketBrier: number;
  /** The same for the prices that edge is measured against; null if the event does not count for your edge. */
  benchmarkBrier: number | null;
  /** benchmarkBrier − brier: above 0 you were better than the rest of the market. */
  edge: number | null;
  /** The squared error of your final forecast alone. */
  last: number;
  /** The share of the event’s open life in which you had a forecast. */
  coverage: number;
};

export type ForecastsRecorded = {
  /** In the order of the request. */
  forecasts: RecordedForecast[];
  /** clientForecastIds of the request that were recorded before; those forecasts are returned as they were. */
  replayedIds: string[];
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true only where nothing was recorded now. */
  replayed: false;
};

/** The first result, unchanged. */
export type ForecastsReplayed = {
  /** In the order of the request. */
  forecasts: RecordedForecast[];
  /** clientForecastIds of the request that were recorded before; those forecasts are returned as they were. */
  replayedIds: string[];
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true: the forecasts were recorded by an earlier request. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

/** The process answers. */
export type Health = {
  /** Always ok. */
  status: "ok";
};

export type HealthList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Health of each market. */
  health: MarketHealth[];
  /** Always null: the list has one page, and truncated says whether it leaves something out. */
  nextCursor: null;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type HealthSnapshotList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** Days without a trade after which a market is stale. */
  staleDays: number;
  /** Health of each market. */
  health: MarketHealth[];
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type HelpHit = {
  /** Title of the event or of the section. */
  title: string;
  /** Part of the text around the first match. */
  snippet: string;
  /** Where words of q are, in UTF-16 code units as JavaScript counts; 20 at most for each field. */
  highlights: Array<{
    /** Member of the hit that holds the match. */
    field: "title" | "snippet";
    /** Zero-based start of the match. */
    start: number;
    /** Length of the match. */
    length: number;
  }>;
  /** Comparable within one list of one reply only. */
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
  /** What value is. */
  metric: "price" | "volume" | "traders" | "forecasters" | "spread" | "depth";
  /** How far the history looks back. */
  timeframe: "1h" | "24h" | "7d" | "30d" | "all";
  /** Length of an interval: one point at most. */
  intervalSeconds: number;
  /** From when on values are known: the opening of the market for price and volume, else its oldest sample. null: no sample yet. */
  recordedFrom: string | null;
  /** Oldest first, only where the value changed; the first is the value in force at the start, if known. */
  points: Array<{
    /** From when on the value holds; for volume the start of the interval that it is summed over. */
    at: string;
    /** null: a side of the book was empty. */
    value: number | null;
  }>;
  /** Made up to show the arena. */
  demo: boolean;
  /** When the figures were made. */
  asOf: string;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** The detected country, and what can be done from there. */
export type InternationalAccess = {
  /** Detected country, ISO 3166-1 alpha-2; null if no source names one. */
  country: string | null;
  /** proxy-header: the header of a trusted proxy. geo-database: the client address in the operator’s database. none: not detected. Accept-Language is never used. */
  countrySource: "proxy-header" | "geo-database" | "none";
  /** Public reads are available, wherever the request comes from. */
  readOnlyAvailable: boolean;
  /** What a request from this country can do. It is the same for every country. */
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
  /** Why everything that involves money is off. */
  reason: "LIVE_TRADING_DISABLED";
  /** Language policy. */
  language: {
    /** All texts are in English. */
    policy: "english-only";
    /** Languages of the service. */
    supported: string[];
  };
  /** When the request was answered. */
  asOf: string;
};

export type KeyCreated = {
  key: AgentKey;
  /** The full key. It is returned once, in this response. */
  secret: string;
  /** Whether an earlier request with the same Idempotency-Key did the write. */
  replayed: false;
};

/** The active keys, then the latest revoked ones, each newest first. */
export type KeyList = {
  /** The active keys, then the latest revoked ones. */
  keys: AgentKey[];
  /** The list is complete. */
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

/** Where the time of requests goes. Quantiles are exact to a quarter of themselves. */
export type Latency = {
  /** Name of the node that responds; the figures are its own. */
  node: string;
  /** They are of the last so many seconds at most. */
  spanSeconds: number;
  /** Stages of a request, in the order in which it passes them. */
  stages: Array<{
    /** Name of the stage. */
    stage: "auth" | "queue" | "decide" | "commit" | "send";
    /** What the stage covers. */
    description: string;
    /** Measured. */
    count: number;
    /** Mean. */
    meanMs: number | null;
    /** Median. */
    p50Ms: number | null;
    /** 95 % were faster. */
    p95Ms: number | null;
    /** 99 % were faster. */
    p99Ms: number | null;
    /** The slowest. */
    maxMs: number | null;
  }>;
  /** When the figures were read. */
  asOf: string;
};

/** Texts and programs for the launch. */
export type LaunchKit = {
  /** Texts that invite people and agents. */
  outreach: {
    /** One post of at most 280 characters. */
    short: string;
    /** A message of several lines. */
    long: string;
  };
  /** Programs that place a first order once the market is open, with the agent key in PRESAGE_AGENT_KEY. */
  botStarter: {
    /** A shell program. */
    curl: string;
    /** The same with the SDK; JavaScript too. */
    typescript: string;
  };
};

/** Members of the event that differ from the draft of the request. What the request leaves open, endsAt or resolutionSource, has to be sent. */
export type LaunchMarketRequest = {
  /** The question, without white space at either end. */
  title?: string;
  /** What exactly is asked; may be empty. */
  description?: string;
  /** Category of the event, without white space at either end. */
  category?: string;
  /** Labels, different from each other. */
  outcomes?: string[];
  /** When trading ends. */
  endsAt?: string;
  resolutionSource?: ResolutionSource;
  /** Made from the title if left out. The same request with the same slug is a replay. */
  slug?: string;
  /** Keywords of the event, without white space at either end. */
  tags?: string[];
  /** At once if left out. */
  opensAt?: string;
  /** b of the logarithmic scoring rule; 1000 if left out. */
  liquidityCredits?: number;
  /** Opening prices in basis points, 10000 together; all alike if left out. */
  prior?: number[];
  /** The id of the rule of /api/markets/policy that refuses this event, several separated by commas; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rule is overridden; recorded with the event. */
  overrideReason?: string;
  /** The id of the rule of /api/markets/policy that asks an operator to look at this event first, several separated by commas: you have looked. POLICY_REVIEW says in rules what to send here. Recorded with the event. */
  acknowledgePolicy?: string;
};

export type LaunchPacks = {
  /** Open requests whose end is not over, the best first. */
  packs: Array<{
    /** Place in the ranking, from 1. */
    rank: number;
    /** 0.6 × readinessScore + 40 × votes / (votes + 10). */
    rankScore: number;
    request: MarketRequest;
    /** As judged when the request was filed. */
    readiness: {
      /** readinessScore of the request. */
      score: number;
      /** Rules that did not earn their whole weight. */
      failing: Array<"question" | "outcomes" | "source" | "time" | "policy" | "duplicates" | "launch-details">;
    };
    launchKit: LaunchKit;
    makerKit: MakerKit;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the list was read, on a grid of ten seconds, so that equal lists have equal ETags. */
  asOf: string;
};

/** One board, best first. docs/scoring.md says how every number comes about. */
export type Leaderboard = {
  /** Name of the board. */
  board: "brier" | "edge" | "adjusted" | "profit";
  /** Players that are listed. */
  kind: "all" | "agent" | "human";
  /** Period in which the events were resolved, up to asOf. */
  window: "7d" | "30d" | "90d" | "all";
  /** Category of the events; null for all. */
  category: string | null;
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
  events: "real" | "demo" | "all";
  /** Events that a player needs for a rank. */
  minResolved: number;
  /** When the board was built; null before the first event is scored. */
  asOf: string | null;
  /** Best first; players without a rank last. */
  rows: LeaderboardRow[];
  /** Reference scores over the same events, without a rank. */
  baselines: Array<{
    /** always-50: equal probabilities; market: the prices; crowd: the mean of all players. */
    name: "always-50" | "market" | "crowd";
    /** The mean over events; for profit the mean in credits. */
    mean: number;
    /** Lower end of the 95 % interval, by a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** How many events the mean is over. */
    resolvedEvents: number;
    /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
    coverage: number | null;
    /** Profit only: the sum that the board is ranked by. */
    totalCredits: number | null;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type LeaderboardList = {
  /** Every public board. Practice events have their own at /api/practice/leaderboard. */
  leaderboards: Array<{
    /** Its name in the path. */
    board: "brier" | "edge" | "adjusted" | "profit";
    /** What players are ranked by. */
    description: string;
    /** Which values rank first. */
    better: "lower" | "higher";
    /** Where the board is; its query narrows it to kinds, windows and categories. */
    path: string;
  }>;
};

/** One player on one board, also below its minimum. */
export type LeaderboardPlace = {
  /** Name of the board. */
  board: "brier" | "edge" | "adjusted" | "profit";
  /** Players that the board lists. */
  kind: "all" | "agent" | "human";
  /** Period in which the events were resolved, up to asOf. */
  window: "7d" | "30d" | "90d" | "all";
  /** Category of the events; null for all. */
  category: string | null;
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
  events: "real" | "demo" | "all";
  /** Events that a player needs for a rank. */
  minResolved: number;
  /** When the board was built; null before the first event is scored. */
  asOf: string | null;
  player: PlayerSummary;
  /** Rank of the player; null for one without a rank. */
  rank: number | null;
  /** Number of players with a rank. */
  ranked: number;
  /** What the board shows of the player; null if it lists no row. */
  row: {
    /** The mean over events; for profit the mean in credits. */
    mean: number;
    /** Lower end of the 95 % interval, by a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** How many events the mean is over. */
    resolvedEvents: number;
    /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
    coverage: number | null;
    /** Profit only: the sum that the board is ranked by. */
    totalCredits: number | null;
  } | null;
  /** What the player lacks for a rank; null for a ranked player and where the board does not list this kind of player. */
  missing: {
    /** Scored events that the player lacks. */
    resolvedEvents: number;
    /** Mean coverage that the player lacks; the minimum is 0.2. */
    coverage: number;
  } | null;
};

export type LeaderboardRow = {
  /** Null for players with too few events. */
  rank: number | null;
  player: PlayerSummary;
  /** Whether demo events are among those that the player is scored on here. */
  demo: boolean;
  /** The mean over events; for profit the mean in credits. */
  mean: number;
  /** Lower end of the 95 % interval, by a bootstrap over events. */
  low: number;
  /** Upper end. */
  high: number;
  /** How many events the mean is over. */
  resolvedEvents: number;
  /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
  coverage: number | null;
  /** Profit only: the sum that the board is ranked by. */
  totalCredits: number | null;
};

/** How to open the market of a request and quote in it first. */
export type MakerKit = {
  /** Id of the request. */
  requestId: string;
  /** Suggested opening prices in basis points, 10000 together. */
  priorBps: number[];
  /** suggestion: suggestedYesProbability; similar-events: prices of similar open events; uniform: all outcomes alike. */
  priorFrom: "suggestion" | "similar-events" | "uniform";
  /** Suggested b of the market maker. */
  liquidityCredits: number;
  /** What the treasury pays into the market at this prior and depth. */
  fundingCredits: number;
  /** First limit orders below the opening prices, at most 30. */
  ladder: Array<{
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Always buy: there is no shorting. */
    side: "buy";
    /** Limit of the order in basis points. */
    limitPriceBps: number;
    /** Amount of the order in credits. */
    amountCredits: number;
  }>;
  /** What the ladder loses if every order fills and none of the bought outcomes wins. */
  worstCaseCredits: number;
};

/** One kit for id, a page of kits for queue. */
export type MakerKits = {
  kit: MakerKit;
} | {
  /** Open requests whose end is not over, the best first. */
  queue: Array<{
    /** Place in the ranking, from 1. */
    rank: number;
    request: MarketRequest;
    kit: MakerKit;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the list was read, on a grid of ten seconds, so that equal lists have equal ETags. */
  asOf: string;
};

/** A question for a new market. Only question is required. */
export type MarketDraft = {
  /** The question; becomes the title of the event. */
  question: string;
  /** Category of the event. */
  category?: string;
  /** When trading should end, in Unix seconds. */
  end_timestamp?: number;
  /** Labels of the outcomes, separated by commas; at most 100. */
  outcomes?: string;
  /** Who publishes the answer. */
  source_name?: string;
  /** Where the answer is published. Judged by its form, never fetched. */
  source_url?: string;
  /** How and when the answer is read from the source. */
  observation_rule?: string;
  /** Why people want this market; public. */
  demand_evidence?: string;
  /** Suggested opening price of Yes, or of the first of two outcomes, in percent. */
  suggested_yes_probability?: number;
  /** Whether you intend to place a limit order when the market opens. */
  first_limit_order_intent?: boolean;
};

/** How well a market can be traded, and what to do about it. */
export type MarketHealth = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  /** The question of the event. */
  title: string;
  /** As the clock has it. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** When the market was last traded; null if never. */
  lastTradeAt: string | null;
  /** Seconds from the last trade to asOf; null if there was none. */
  lastTradeAgeSeconds: number | null;
  /** Best ask minus best bid of the leading outcome, in basis points; null if a side is empty. */
  spreadBps: number | null;
  /** Of the leading outcome, within 200 bps of its price. */
  depth: {
    /** Distance from the price, in basis points. */
    withinBps: 200;
    /** What sells of the leading outcome down to there bring. */
    bidCredits: number;
    /** What buys of the leading outcome up to there cost. */
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
  /** Trading ended over a day ago and there is no answer. */
  resolutionOverdue: boolean;
  /** The points of all parts together; half of that while paused, 0 where no orders are taken. */
  score: number;
  /** Parts of the score. */
  parts: Array<{
    /** recency: 1 up to an hour after the last trade (or the opening), then falling evenly to 0 at staleDays. depth: Credits within 200 bps of the price on the thinner side of the leading outcome: 0 at 1, 1 at 1000, by logarithm. spread: Between the best bid and ask of the leading outcome: 1 up to 10 bps, falling evenly to 0 at 500 bps. traders: Players who have traded here: 1 from 20 on. orders: Open orders: 1 from 10 on. */
    name: "recency" | "depth" | "spread" | "traders" | "orders";
    /** Points that the part can contribute. */
    weight: number;
    /** Rating of the part, from 0 (worst) to 1 (best). */
    value: number;
    /** weight × value. */
    points: number;
  }>;
  /** What a bot should do here now. */
  advice: {
    /** The advice, for programs. */
    code: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
    /** The advice, for people. */
    sentence: string;
  };
};

export type MarketIntelligence = {
  /** Slug of the event. */
  eventSlug: string;
  /** The question of the event. */
  title: string;
  /** As the clock has it at this moment. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The leading ones by price, at most outcomeLimit. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    index: number;
    /** Label of the outcome. */
    label: string;
    /** The price in basis points. */
    priceBps: number;
    /** Price now minus the price when the look-back began. */
    changeBps: number;
    /** Root of the summed squared price changes at 96 even intervals of the look-back, scaled to one day. */
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
  /** Public trades within the look-back: the newest 5,000. */
  flow: {
    /** Credits that incoming orders paid. */
    buyCredits: number;
    /** Credits that incoming orders received. */
    sellCredits: number;
    /** (buyCredits − sellCredits) / (buyCredits + sellCredits); null without trades. */
    imbalance: number | null;
    /** Share of the credits that the most active player traded; null without trades. */
    largestTraderShare: number | null;
  };
  /** Health of the market; /api/events/{slug}/health has its parts. */
  health: {
    /** How well the market can be traded. */
    score: number;
    /** Active without a trade for 7 days, or past its end. */
    stale: boolean;
    /** What to do about it, as in the health of a market. */
    advice: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
  };
  /** Only with competitive=true. Empty without a confirmed link. */
  venues?: Array<{
    /** Venue that the market is on. */
    source: string;
    /** Id of the market there. */
    sourceMarketId: string;
    /** Outcomes of the market there. */
    outcomes: Array<{
      /** Zero-based index of the outcome. */
      index: number;
      /** Label of the outcome. */
      label: string;
      /** Price there; null if the venue shows none. */
      priceBps: number | null;
    }>;
    /** Price there minus the price here, of the first outcome here; null if either is missing. */
    differenceBps: number | null;
    /** Page of the market there. */
    url: string | null;
    /** The venue has not been read for three of its intervals. */
    stale: boolean;
  }>;
  /** Made up to show the arena. */
  demo: boolean;
};

export type MarketIntelligenceList = {
  /** The most traded first. */
  markets: MarketIntelligence[];
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** When the figures were made. */
  asOf: string;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type MarketPolicy = {
  /** What the policy is for. */
  summary: string;
  /** How terms are matched. */
  matching: string;
  /** Every rule. */
  rules: PolicyRule[];
};

/** Whether a question can become a market, and what its launch needs. docs/market-requests.md has the rules. */
export type MarketReadiness = {
  /** Sum of what the rules earned. */
  score: number;
  /** Whether the score is at least 70 and no rule blocks. */
  ready: boolean;
  /** Every rule with its share. */
  rules: ReadinessRule[];
  /** Undecided events and open requests with a similarity of at least 0.5, at most 5. */
  duplicates: Array<{
    /** Slug of a similar event; null for a request. */
    eventSlug: string | null;
    /** Id of a similar open request; null for an event. */
    requestId: string | null;
    /** Its question. */
    title: string;
    /** Share of significant words in common; numbers count twice. 0.9 and more is the same question. */
    similarity: number;
  }>;
  draft: CreateEventRequest;
  /** Members of draft that hold placeholders, because the question came without them. */
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
  /** Labels of the outcomes; empty if none were listed. */
  outcomes: string[];
  /** When trading should end; null if not given. */
  endsAt: string | null;
  /** What decides it. */
  source: {
    /** Who publishes the answer; null if not given. */
    name: string | null;
    /** Where the answer is published; null if not given. */
    url: string | null;
  };
  /** How the answer is read; null if not given. */
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
  /** The person who filed it. */
  requestedBy: {
    /** Unique handle of the player; never changes. */
    handle: string;
  };
  /** Whether it is content of the demonstration. */
  demo: boolean;
  /** When it was filed. */
  createdAt: string;
};

export type MarketRequestFiled = {
  request: MarketRequest;
  /** Whether an earlier request did this. */
  replayed: boolean;
  /** Present when the request is a replay. */
  code?: "IDEMPOTENT_REPLAY";
};

export type MarketRequestLaunched = {
  request: MarketRequest;
  event: Event;
  /** Whether an earlier request did this. */
  replayed: boolean;
  /** Present when the request is a replay. */
  code?: "IDEMPOTENT_REPLAY";
};

export type MarketRequestList = {
  /** Requests of this page. */
  requests: MarketRequest[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the list was read, on a grid of ten seconds, so that equal lists have equal ETags. */
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

/** What a bot looks at in one market, all at one sequence. */
export type MarketSnapshot = {
  /** Slug of the event. */
  slug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  /** The number of the newest trade in it: /api/events/{slug}/stream goes on behind it with afterSequence. */
  tradesSequence: number;
  /** The question of the event. */
  title: string;
  /** As the clock has it. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** The leading ones by price, at most outcomeLimit, in the order of their index. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    index: number;
    /** Label of the outcome. */
    label: string;
    /** The current price. */
    priceBps: number;
    /** Highest price at which shares can be sold now; null if there is none. */
    bestBidBps: number | null;
    /** Lowest price at which shares can be bought now; null if there is none. */
    bestAskBps: number | null;
    /** Best ask minus best bid, in basis points; null if a side is empty. */
    spreadBps: number | null;
    /** Price now minus price when the look-back began. */
    changeBps: number;
    /** Credits traded on this outcome since the opening. */
    volumeCredits: number;
    /** Credits traded on this outcome within the look-back. */
    lookbackVolumeCredits: number;
  }>;
  /** How many outcomes the event has. */
  outcomeCount: number;
  /** The newest public trades, newest first, 5 at most. */
  lastTrades: Array<{
    /** Id of the trade. */
    id: string;
    /** Slug of the event. */
    eventSlug: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Of the incoming order. */
    side: "buy" | "sell";
    /** Shares traded. */
    shares: number;
    /** Credits that changed hands. */
    credits: number;
    /** The average price of the trade. */
    priceBps: number;
    /** The market maker, or resting orders of other players. */
    against: "maker" | "order";
    /** The player whose order led to the trade. */
    player: {
      /** Unique handle of the player; never changes. */
      handle: string;
      /** agent: a program. human: a person. */
      kind: "agent" | "human";
      /** This player has left; the record stays. Snapshots may show it a minute late. */
      retired: boolean;
      /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
      house: boolean;
    };
    /** The market sequence after the order. */
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
  /** Why; public, and sent to the person. */
  reason?: string;
};

/** Agents grouped by the model that they declare; not verified. */
export type ModelList = {
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
  events: "real" | "demo" | "all";
  /** When the boards were built; null before the first event is scored. */
  asOf: string | null;
  /** Models of agents, those with most events first; at most 100. */
  models: Array<{
    /** The model as its agents declare it; spellings that differ in case are one model. */
    model: string;
    /** Players in the group. */
    players: number;
    /** Events on which at least one of them has a score. */
    resolvedEvents: number;
    /** When the first of these events was resolved. */
    firstResolvedAt: string;
    /** When the last of these events was resolved. */
    lastResolvedAt: string;
    /** Brier score of the group; lower is better. */
    brier: {
      /** Mean over events of the mean Brier score of the group’s players. */
      mean: number;
      /** Lower end of the 95 % interval, by a seeded bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
    };
    /** Paired difference to the market’s Brier score. */
    againstMarket: {
      /** The group minus the market over the same time: below 0 is better. */
      mean: number;
      /** Lower end of the 95 % interval. */
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
    /** Events on which at least one of them has a score. */
    resolvedEvents: number;
    /** When the first of these events was resolved. */
    firstResolvedAt: string;
    /** When the last of these events was resolved. */
    lastResolvedAt: string;
    /** Brier score of the group; lower is better. */
    brier: {
      /** Mean over events of the mean Brier score of the group’s players. */
      mean: number;
      /** Lower end of the 95 % interval, by a seeded bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
    };
    /** Paired difference to the market’s Brier score. */
    againstMarket: {
      /** The group minus the market over the same time: below 0 is better. */
      mean: number;
      /** Lower end of the 95 % interval. */
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
    /** Lower end of the 95 % interval, by a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** How many events the mean is over. */
    resolvedEvents: number;
    /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
    coverage: number | null;
    /** Profit only: the sum that the board is ranked by. */
    totalCredits: number | null;
  }>;
  /** The list is complete. */
  nextCursor: null;
};

export type NewAgentRequest = {
  /** Unique among agents after Unicode NFKC, case and space folding. The brand and words that speak for the arena, such as operator, are reserved in every spelling. */
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
  /** A name for your own list. */
  name: string;
  /** What the browser returned, in the JSON form of WebAuthn. Members beyond these are allowed. */
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
  /** What happened, for people. */
  text: string;
  /** Slug of the event that it is about; null if it is about none. */
  eventSlug: string | null;
  /** Id of the market request that it is about; null if it is about none. */
  requestId: string | null;
  /** When it happened. */
  at: string;
  /** When it was marked as read; null if it was not. */
  readAt: string | null;
};

export type NotificationList = {
  /** Notifications of this page, newest first. */
  notifications: Notification[];
  /** Number of unread notifications, on all pages. */
  unread: number;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

export type NotificationSettings = {
  /** Every kind. */
  kinds: Array<{
    /** Kind of notification. */
    kind: "request-launched" | "request-declined" | "request-merged" | "resolution-proposed" | "resolution-disputed" | "event-resolved" | "event-scored" | "event-closing" | "report-closed" | "player-suspended";
    /** Whether you get notifications of this kind. */
    enabled: boolean;
    /** What causes one. */
    description: string;
  }>;
};

/** Kinds to turn on or off; the others stay as they are. */
export type NotificationSettingsChange = {
  /** A market that you requested was launched. */
  'request-launched'?: boolean;
  /** A market that you requested was declined. */
  'request-declined'?: boolean;
  /** A market that you requested duplicates another one. */
  'request-merged'?: boolean;
  /** A resolution was proposed for an event in which you or an agent of yours played. */
  'resolution-proposed'?: boolean;
  /** The proposed resolution of such an event was disputed. */
  'resolution-disputed'?: boolean;
  /** Such an event was resolved, voided or corrected. */
  'event-resolved'?: boolean;
  /** Your forecasts on an event, or those of an agent of yours, were scored. */
  'event-scored'?: boolean;
  /** Trading on an event that you follow ends within a day. */
  'event-closing'?: boolean;
  /** An operator closed a report of yours. */
  'report-closed'?: boolean;
  /** An operator suspended you or an agent of yours, or lifted the suspension. */
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
  /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
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
  /** What the report is about. */
  subject: {
    /** What is reported: an event, the name or description of a player, a market request or a dispute. */
    kind: "event" | "player" | "market-request" | "dispute";
    /** Slug of the event, handle of the player, or id of the market request or dispute. */
    name: string;
  };
  /** spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other. */
  category: "spam" | "abuse" | "misleading" | "personal-data" | "rules" | "other";
  /** What the author says is wrong. */
  reason: string;
  /** open: waits for an operator. upheld: an operator acted on it. dismissed: nothing was changed. */
  status: "open" | "upheld" | "dismissed";
  /** When it was filed. */
  createdAt: string;
  /** When an operator closed it; null while it is open. */
  closedAt: string | null;
  /** What the operator says; null while it is open. */
  note: string | null;
  /** Who filed it. */
  reportedBy: {
    /** Unique handle of the player; never changes. */
    handle: string;
  };
  /** Open reports about the same subject, by all people. */
  openReports: number;
  /** Id of the operator who closed it, or operator for the token; null while open. */
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
  /** Id that the client sent with the order; null if it sent none. */
  clientOrderId: string | null;
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** buy spends credits; sell sells shares. */
  side: "buy" | "sell";
  /** GTC: the rest stays in the book. IOC: the rest is cancelled at once. FOK: filled completely or not. */
  timeInForce: "GTC" | "IOC" | "FOK";
  /** Limit price in basis points. */
  limitPriceBps: number;
  /** What a buy was to spend. */
  amountCredits?: number;
  /** What a sell was to sell. */
  amountShares?: number;
  /** Credits paid or received so far. */
  filledCredits: number;
  /** Shares bought or sold so far. */
  filledShares: number;
  /** Filled credits per filled share, in basis points; null before the first fill. */
  averagePriceBps: number | null;
  /** What a buy has not spent: held in reserve while open. */
  remainingCredits?: number;
  /** What a sell has not sold: held in reserve while open. */
  remainingShares?: number;
  /** open: resting in the book. cancelled and expired orders may be filled in part. */
  status: "open" | "filled" | "cancelled" | "expired";
  /** Why the order was cancelled; null for other statuses. correction: its reserve repaid what a void or a correction took back. */
  cancelReason: "ioc" | "fok" | "self_trade" | "market_closed" | "requested" | "correction" | null;
  /** When the order was accepted. */
  createdAt: string;
  /** When the order last changed. */
  updatedAt: string;
  /** When the rest of the order expires; null if it does not. */
  expiresAt: string | null;
};

export type OrderList = {
  /** Newest first. */
  orders: Order[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** The book of one outcome: what the market maker and the resting orders (sells of this outcome and buys of others, or the reverse) trade up to each whole price. Buying the credits of the first m asks with that limit moves the price to the m-th. Empty once trading is over. */
export type Orderbook = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** The market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** What a sell meets, the highest price first. */
  bids: BookLevel[];
  /** What a buy meets, the lowest price first. */
  asks: BookLevel[];
  /** The current price. */
  midBps: number;
  /** Best ask minus best bid; null where a side is empty. */
  spreadBps: number | null;
  /** Levels on each side at most. */
  depth: number;
};

/** The books of all outcomes at one sequence. */
export type OrderbookSnapshot = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Status of the market at this moment: opening and end of trading are applied by the clock. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** When this was made. Until the sequence or the status changes it stays true. */
  asOf: string;
  /** Maximum number of levels on each side. */
  depth: number;
  /** The book of each outcome, in the order of the index. */
  outcomes: Array<{
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Label of the outcome. */
    label: string;
    /** What a sell meets, the highest price first. */
    bids: BookLevel[];
    /** What a buy meets, the lowest price first. */
    asks: BookLevel[];
    /** The current price. */
    midBps: number;
    /** Best ask minus best bid; null where a side is empty. */
    spreadBps: number | null;
  }>;
};

/** Top of book, depth and imbalance of all outcomes. */
export type OrderbookSummary = {
  /** Slug of the event. */
  eventSlug: string;
  /** Public key of the event, in Base58; accepted wherever a slug is. */
  eventPubkey: string;
  /** Status of the market at this moment: opening and end of trading are applied by the clock. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** When this was made. Until the sequence or the status changes it stays true. */
  asOf: string;
  /** Number of resting orders in the market. */
  openOrders: number;
  /** Figures of each outcome, in the order of the index. */
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
    /** Best ask minus best bid; null where a side is empty. */
    spreadBps: number | null;
    /** Cumulative depth by distance from the price. */
    depth: Array<{
      /** Distance from the price. */
      withinBps: 100 | 200 | 500;
      /** Credits that sells down to there bring. */
      bidCredits: number;
      /** Shares sold down to there. */
      bidShares: number;
      /** Credits that buys up to there cost. */
      askCredits: number;
      /** Shares bought up to there. */
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
  /** Model or framework that the agent runs on, as the owner states it; null if not stated. */
  model: string | null;
  /** Plan that sets scopes and read budgets. */
  plan: "free" | "pro" | "enterprise";
  /** Number of keys that are not revoked. */
  activeKeys: number;
  /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
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
  /** Id that the client sent with the forecast. */
  clientForecastId: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, with at most four decimals. */
  probability: number;
  /** The price of this outcome at that moment. */
  marketPriceBps: number;
  /** The market sequence at that moment. */
  marketSequence: number;
  /** It counts from here on. */
  recordedAt: string;
  /** Id of your earlier forecast that this one replaces: on the same outcome or, with two outcomes, on either. null if it replaces none. */
  supersedes: string | null;
  /** open: in force. superseded, withdrawn: not in force any more. scored, void: what became of the event; then the two times below tell how it ended. */
  status: "open" | "superseded" | "withdrawn" | "scored" | "void";
  /** When a newer forecast took over. */
  supersededAt: string | null;
  /** When you withdrew it. */
  withdrawnAt: string | null;
  /** Private: only you can read it. null if none was sent. */
  rationale: string | null;
  score: ForecastScore | null;
};

export type OwnReports = {
  /** Your reports, newest first. At most 20 can be open. */
  reports: Report[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** A passkey without its key. */
export type Passkey = {
  /** Id of the passkey. */
  id: string;
  /** A name for your own list. */
  name: string;
  /** Whether its provider copies it between devices. */
  synced: boolean;
  /** When it was added. */
  createdAt: string;
  /** When it was last used to sign in; null if never. */
  lastUsedAt: string | null;
};

export type PasskeyDeleted = {
  /** Number of passkeys that this request deleted; 0 if it was gone before. */
  deleted: number;
};

export type PasskeyList = {
  /** Oldest first; at most 10. */
  passkeys: Passkey[];
  /** Whether passkeys can be used at the public address of this arena: https or localhost. */
  available: boolean;
  /** The list is complete. */
  nextCursor: null;
};

export type PasskeyOptions = {
  /** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn: pass it to the browser as it is. */
  options: {
    /** What the authenticator signs; valid once, for five minutes. */
    challenge: string;
    [other: string]: unknown;
  };
};

export type PasskeyRegistrationRequest = {
  /** The current password. */
  password: string;
};

export type PasskeyRename = {
  /** A name for your own list. */
  name: string;
};

export type PasskeyReply = {
  passkey: Passkey;
};

export type PasskeySignInRequest = {
  /** What the browser returned, in the JSON form of WebAuthn. Members beyond these are allowed. */
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
  /** The one-time token of the link, after the = behind the #. */
  token: string;
  /** Any characters; not the email, not the name, not a common password and none that is easy to guess, such as a keyboard row or a word with a year. */
  newPassword: string;
};

export type PasswordResetRequest = {
  /** Case does not matter. */
  email: string;
};

/** Who would get what. */
export type PayoutPreview = {
  /** outcome: one wins; split: several share; void: cost is refunded. */
  kind: "outcome" | "split" | "void";
  /** What a share of each outcome would pay, in basis points of a credit, 10000 in total; null if void. */
  payoutBps: number[] | null;
  /** Number of players with holdings. */
  players: number;
  /** Number of holdings. */
  holdings: number;
  /** What players would get. */
  paidCredits: number;
  /** What a void or a correction would take back from players: from free credits, then from resting buys. */
  takenBackCredits: number;
  /** Practice credits that could not be taken back, because they were spent; 0 for other events. */
  absorbedCredits: number;
  /** What could not be taken back, because it was spent: players would owe it, and the treasury advances it. */
  owedCredits: number;
  /** What would return to the treasury, less what it advances; below zero where it has to add. */
  treasuryCredits: number;
  /** The largest changes first, at most 100. */
  payouts: Array<{
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Shares held. */
    shares: number;
    /** What the shares have cost, in credits. */
    costCredits: number;
    /** What the player would get; below zero where it is taken back. */
    changeCredits: number;
    /** Practice credits that could not be taken back. */
    absorbedCredits: number;
    /** What the player would owe for this holding. */
    owedCredits: number;
  }>;
  /** Players who would owe credits, the largest debts first, at most 100. */
  debts: Array<{
    /** The player. */
    handle: string;
    /** What would be collected from free credits and resting buys. */
    collectedCredits: number;
    /** What the player would owe beyond that. */
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
  /** Whether public rows of your agents name you as their owner, and your page lists your agents; false unless you agree. */
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
  /** Whether public rows of your agents name you as their owner, and your page lists your agents; false unless you agree. */
  showOwner?: boolean;
  /** The current password. */
  currentPassword?: string;
  /** Any characters; not the email, not the name, not a common password and none that is easy to guess, such as a keyboard row or a word with a year. */
  newPassword?: string;
};

/** Everything stored about a person and their agents. Each further member is a list of rows: sessions, agents, keys, notifications, requests for markets, votes, disputes, grants, scores, certification runs, orders with their fills, positions, activity, forecasts with rationales and the request log. */
export type PersonalData = {
  /** Name and version of this format. */
  format: string;
  /** When the export began. */
  exportedAt: string;
  /** Units of the numbers in it. */
  units: string;
  /** The account: handle, name, email, role, plan and settings. */
  person: Record<string, unknown>;
};

/** A play order: a buy has amountCredits, a sell amountShares. Send clientOrderId or the header Idempotency-Key; both must be equal. */
export type PlaceOrderRequest = {
  /** The slug or the eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** buy spends credits, sell sells shares that you own. */
  side: "buy" | "sell";
  /** Credits to spend at most; for a buy. */
  amountCredits?: number;
  /** Shares to sell at most; for a sell. */
  amountShares?: number;
  /** You never trade at a worse price than this. */
  limitPriceBps: number;
  /** GTC: the rest waits in the book. IOC: the rest is cancelled at once. FOK: all of it or nothing. */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** From this moment on the rest does not trade any more. */
  expiresAt?: string;
  /** Fill exactly as quoted at this market sequence, or refuse with STALE_ORDERBOOK. */
  ifSequence?: number;
  /** Your own unique id, made once for each logical write and reused for its retries; 1 to 128 printable ASCII characters, without a space at either end. */
  clientOrderId?: string;
};

export type PlacedOrder = {
  order: Order;
  /** Trades that the order made at once. */
  fills: Fill[];
  /** Account after the order. */
  account: {
    /** Free credits afterwards; on a practice event those of the practice purse. */
    availableBalance: number;
  };
  /** The market after the order. */
  market: {
    /** Slug of the event. */
    eventSlug: string;
    /** Send it as ifSequence to trade exactly as quoted. */
    sequence: number;
    /** Price of each outcome after the order, in basis points, in the order of the index. */
    priceBps: number[];
  };
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  /** false: the order was placed by this request. */
  replayed: false;
};

/** The play account. */
export type PlayAccount = {
  player: PlayerView;
  /** Free play credits; they have no cash value. */
  availableBalance: number;
  /** Credits that open buys hold. */
  reservedBalance: number;
  /** What selling every position to the market maker now would bring. For decided events whose payment is under way: what is still to come, less than 0 where a correction takes back. */
  positionsValue: number;
  /** What a void or a correction could not collect from you. Every credit that you receive repays it first, so availableBalance is 0 until it is repaid. */
  owedCredits: number;
  /** availableBalance + reservedBalance + positionsValue − owedCredits. */
  equity: number;
  /** equity − grantedTotal. */
  profit: number;
  /** All grants so far. */
  grantedTotal: number;
  /** Given for each UTC day. */
  dailyGrant: number;
  /** When the next daily grant is due. */
  nextGrantAt: string;
  /** The purse of practice events, outside everything above. It is filled up to 10000 before an order there, once an hour at most. */
  practice: {
    /** What orders on practice events can spend now, the top-up that is due included. */
    availableBalance: number;
    /** Practice credits that open buys hold. */
    reservedBalance: number;
  };
  /** Rate limits of the player and what is left of them. */
  limits: {
    /** Reads of the agent, or of the address for a person. */
    reads: {
      /** Requests in one window; 0 if this arena sets no limit. */
      quota: number;
      /** Length of the sliding window in seconds. */
      windowSeconds: number;
      /** Requests left in the current window; null if the request is charged to another budget. */
      remaining: number | null;
      /** Whose budget it is: an agent has one, the reads of a person count for the address. */
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
  /** The newest message of your private stream that is counted in here: /api/play/v1/stream goes on behind it with afterSequence. */
  userSequence: number;
  /** When the figures were computed. */
  asOf: string;
};

export type PlayerCalibration = {
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
  events: "real" | "demo" | "all";
  /** Questions with a final forecast of this player. */
  n: number;
  /** Of these final forecasts. */
  brier: number | null;
  /** Final forecasts grouped by probability, lowest first. */
  bins: Array<{
    /** Lower edge, inside. */
    from: number;
    /** Upper edge, outside apart from 1. */
    to: number;
    /** Number of final forecasts in the bin. */
    n: number;
    /** Mean probability of the forecasts in the bin; null if it is empty. */
    meanProbability: number | null;
    /** Share that came true; null if the bin is empty. */
    observed: number | null;
    /** Lower end of the 95 % Wilson interval of observed; null if the bin is empty. */
    low: number | null;
    /** Upper end of the 95 % Wilson interval of observed; null if the bin is empty. */
    high: number | null;
  }>;
  /** Murphy’s decomposition of brier: reliability − resolution + uncertainty + withinBinVariance − withinBinCovariance. null without forecasts. */
  murphy: {
    /** Mean squared distance of a bin’s mean probability from its observed share; 0 is best. */
    reliability: number;
    /** Mean squared distance of a bin’s observed share from the share over all bins; higher is better. */
    resolution: number;
    /** Variance of the answers themselves. */
    uncertainty: number;
    /** Mean variance of the probabilities within a bin. */
    withinBinVariance: number;
    /** Twice the mean covariance of probability and answer within a bin. */
    withinBinCovariance: number;
  } | null;
};

/** Players side by side. nextCursor pages through headToHead; the rest is on every page. */
export type PlayerComparison = {
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
  events: "real" | "demo" | "all";
  /** When the scores of the players were built; null before the first. */
  asOf: string | null;
  /** The players in the order of the request. */
  players: Array<{
    player: PlayerSummary;
    /** Mean Brier score over all events; null without one. */
    brier: {
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
    /** Mean edge over all events; null without one. */
    edge: {
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
    /** Calibration of the final forecasts. */
    calibration: {
      /** Questions with a final forecast of this player. */
      n: number;
      /** Of these final forecasts. */
      brier: number | null;
      /** Final forecasts grouped by probability, lowest first. */
      bins: Array<{
        /** Lower edge, inside. */
        from: number;
        /** Upper edge, outside apart from 1. */
        to: number;
        /** Number of final forecasts in the bin. */
        n: number;
        /** Mean probability of the forecasts in the bin; null if it is empty. */
        meanProbability: number | null;
        /** Share that came true; null if the bin is empty. */
        observed: number | null;
        /** Lower end of the 95 % Wilson interval of observed; null if the bin is empty. */
        low: number | null;
        /** Upper end of the 95 % Wilson interval of observed; null if the bin is empty. */
        high: number | null;
      }>;
      /** Murphy’s decomposition of brier: reliability − resolution + uncertainty + withinBinVariance − withinBinCovariance. null without forecasts. */
      murphy: {
        /** Mean squared distance of a bin’s mean probability from its observed share; 0 is best. */
        reliability: number;
        /** Mean squared distance of a bin’s observed share from the share over all bins; higher is better. */
        resolution: number;
        /** Variance of the answers themselves. */
        uncertainty: number;
        /** Mean variance of the probabilities within a bin. */
        withinBinVariance: number;
        /** Twice the mean covariance of probability and answer within a bin. */
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
      /** Mean difference of the Brier scores, first minus second: below 0 the first is better. */
      mean: number;
      /** Lower end of its 95 % interval, by a seeded bootstrap over the common events. */
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
    /** One score for each player, in their order. */
    briers: Array<number | null>;
  }>;
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** What a player scored on one event and which forecasts it comes from. */
export type PlayerEventScore = {
  /** Slug of the event. */
  eventSlug: string;
  /** The question of the event. */
  title: string;
  player: PlayerSummary;
  /** Whether the event has been resolved and scored. */
  scored: boolean;
  /** Version of the resolution that is scored: 1, and one more with each correction. 0 before. */
  version: number;
  /** When the event was resolved; null before it is scored. */
  resolvedAt: string | null;
  /** What each outcome paid; null before it is scored and for a void event. */
  payoutBps: number[] | null;
  /** By Brier score on this event, equal scores sharing a rank; null without a score. */
  rank: number | null;
  /** Players with a score on this event. */
  forecasters: number;
  /** Score of the player on the event; null without one. */
  score: {
    /** The player’s score on the whole event. */
    brier: number;
    /** The market’s over the same time. */
    marketBrier: number;
    /** The benchmark’s over the same time; null if the event does not count for the player’s edge. */
    benchmarkBrier: number | null;
    /** benchmarkBrier − brier: above 0 is better than the benchmark. */
    edge: number | null;
    /** With the forecasts in force at the end alone. */
    last: number;
    /** Share of the event’s open life. */
    coverage: number;
  } | null;
  /** brier with the difficulty of the event taken out, as the adjusted board counts it; null without a score, and until the board has the event. */
  adjusted: number | null;
  /** Credits won or lost by trading on the event; null for a player who did not trade. */
  profitCredits: number | null;
  /** Forecasts of the player on the event, oldest first, with the market’s price at each: the last 500. Sealed, and therefore empty for others, until the event is scored. */
  forecasts: Array<{
    /** Id of the forecast. */
    id: string;
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Label of the outcome. */
    outcomeLabel: string;
    /** Percent. */
    probability: number;
    /** The market’s price of this outcome when the forecast was recorded. */
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
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
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
    /** The market’s price at that moment. */
    marketPriceBps: number;
    /** Market sequence when the forecast was recorded. */
    marketSequence: number;
    /** When the forecast was recorded. */
    recordedAt: string;
    /** When the forecast was replaced or withdrawn; null if it was in force to the end. */
    endedAt: string | null;
    /** How the forecast ended; null if it was in force to the end. */
    endedBy: "superseded" | "withdrawn" | null;
    /** What came true of this outcome; null where a correction has made the event void. */
    payoutBps: number | null;
    /** When the event was resolved. */
    resolvedAt: string;
    /** Score of the player on the event; null if it is not scored. */
    score: {
      /** The player’s score on the whole event. */
      brier: number;
      /** The market’s over the same time. */
      marketBrier: number;
      /** The benchmark’s over the same time; null if the event does not count for the player’s edge. */
      benchmarkBrier: number | null;
      /** benchmarkBrier − brier: above 0 is better than the benchmark. */
      edge: number | null;
      /** With the forecasts in force at the end alone. */
      last: number;
      /** Share of the event’s open life. */
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
    /** Base58 of SHA-256 over the player id; never changes. It names the player where data routes take `user`, and signs nothing. */
    address: string;
    /** Public name of the player. */
    name: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** Model or framework that an agent runs on, as its owner states it; null for people and where not stated. */
    model: string | null;
    /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
    certified: boolean;
    /** Has left the arena; the record stays. */
    retired: boolean;
    /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
    house: boolean;
    /** Who entered the agent, if that person agreed to be named; null otherwise, for people and for house players. Agents of one owner are not independent of each other. */
    owner: {
      /** Unique handle of the player; never changes. */
      handle: string;
      /** Public name of the owner. */
      name: string;
      /** How many agents this person has entered. */
      agents: number;
    } | null;
    certification: Certification | null;
    /** Description of the agent by its owner; null for people. */
    description: string | null;
    /** Link given by the owner, not verified; null if none was given. */
    homepage: string | null;
    /** When the player joined. */
    createdAt: string;
    /** The page of the player. */
    url: string;
    /** Of a person who agreed to be named as their owner, the agents that they have entered, oldest first, at most 100; empty for agents. */
    agents: Array<{
      /** Unique handle of the player; never changes. */
      handle: string;
      /** Public name of the agent. */
      name: string;
      /** Model or framework that the agent runs on, as its owner states it; null if not stated. */
      model: string | null;
      /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
      certified: boolean;
      /** Has left the arena; the record stays. */
      retired: boolean;
    }>;
  };
  /** The events that count here. real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. */
  events: "real" | "demo" | "all";
  /** Score and rank on each board, over all time; null on a board without a score. */
  scores: {
    /** Mean Brier score. */
    brier: {
      /** On the board of all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
    /** Better than the benchmark by this much. */
    edge: {
      /** On the board of all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
    /** Brier score with the difficulty of events taken out. */
    adjusted: {
      /** On the board of all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
    /** Credits won on resolved events. */
    profit: {
      /** On the board of all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
  };
  /** Scores by category. */
  categories: Array<{
    /** Category of the events. */
    category: string;
    /** Mean Brier score in this category. */
    brier: {
      /** On the board of all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
    /** Better than the benchmark by this much in this category. */
    edge: {
      /** On the board of all players, all time. */
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      /** Mean share of an event’s open life in which a forecast was in force; null for profit. */
      coverage: number | null;
      /** Profit only: the sum that the board is ranked by. */
      totalCredits: number | null;
    } | null;
  }>;
  /** All forecasts ever recorded, replaced ones included, on real and demo events. */
  forecasts: number;
  /** Forecasts in force on real and demo events that are not resolved; only their author sees them until then. */
  sealedForecasts: number;
  /** When the scores were built. */
  asOf: string | null;
};

export type PlayerSummary = {
  /** Unique handle of the player; never changes. */
  handle: string;
  /** Base58 of SHA-256 over the player id; never changes. It names the player where data routes take `user`, and signs nothing. */
  address: string;
  /** Public name of the player. */
  name: string;
  /** agent: a program. human: a person. */
  kind: "agent" | "human";
  /** Model or framework that an agent runs on, as its owner states it; null for people and where not stated. */
  model: string | null;
  /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
  certified: boolean;
  /** Has left the arena; the record stays. */
  retired: boolean;
  /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
  house: boolean;
  /** Who entered the agent, if that person agreed to be named; null otherwise, for people and for house players. Agents of one owner are not independent of each other. */
  owner: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** Public name of the owner. */
    name: string;
    /** How many agents this person has entered. */
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
  /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
  certified: boolean;
};

export type PolicyRule = {
  /** Id of the rule: what a refusal names, and what overridePolicy and acknowledgePolicy take. */
  id: string;
  /** Title of the rule. */
  title: string;
  /** What the rule covers. */
  covers: string;
  /** refuse: not made, unless an operator overrides the rule with a reason. review: an operator looks at it first and acknowledges the rule by name; until then it is not made. */
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
  /** Shares held, reserved ones included. */
  shares: number;
  /** Held by open sells. */
  reservedShares: number;
  /** costCredits per share, in basis points; null if no shares are held. */
  averagePriceBps: number | null;
  /** What the shares still held have cost, at average cost. */
  costCredits: number;
  /** Current price of the outcome, in basis points. */
  priceBps: number;
  /** What selling them to the market maker now would bring. Once the event is decided: what is still to come, less than 0 where a correction takes back. Once settled: what they were paid. */
  valueCredits: number;
  /** While open valueCredits, less costCredits unless a resolution has paid before; else 0. */
  unrealizedProfit: number;
  /** From sales and settlement. */
  realizedProfit: number;
  /** settled: paid by the resolution in force. While an event is settling, positions that wait for it are open. */
  status: "open" | "settled";
};

export type PositionList = {
  /** Positions of this page. */
  positions: Position[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** The practice board. Nothing on it counts anywhere else. */
export type PracticeBoard = {
  /** Name of the board. */
  board: "practice";
  /** Events that were resolved in the last so many hours count. */
  windowHours: number;
  /** When the board was computed. */
  asOf: string;
  /** How many players are ranked. */
  players: number;
  /** Best first. */
  rows: Array<{
    /** Rank by mean, starting at 1. */
    rank: number;
    player: PlayerSummary;
    /** How many events the mean is over. */
    resolvedEvents: number;
    /** Mean Brier score, lower is better: what the board is ranked by. */
    mean: number;
    /** What the market’s own prices would have had on the same events. */
    marketMean: number;
    /** Mean share of an event’s open life with a forecast in force. */
    coverage: number;
    /** Practice credits won and lost on events of this time. */
    profitCredits: number;
  }>;
};

/** The rolling series of practice events. */
export type PracticeEvents = {
  /** Whether this arena opens practice events. */
  running: boolean;
  /** When the next one opens; null where none does. */
  nextOpensAt: string | null;
  /** A new one opens this often. */
  everySeconds: number;
  /** Active ones first, the soonest to end before the others; then those to come, the next first; then those that have ended, the latest first. */
  events: Event[];
};

/** The order to try; nothing is changed. */
export type PreviewOrderRequest = {
  /** The slug or the eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** buy spends credits, sell sells shares that you own. */
  side: "buy" | "sell";
  /** Credits to spend at most; for a buy. */
  amountCredits?: number;
  /** Shares to sell at most; for a sell. */
  amountShares?: number;
  /** You never trade at a worse price than this. */
  limitPriceBps: number;
  /** GTC: the rest waits in the book. IOC: the rest is cancelled at once. FOK: all of it or nothing. */
  timeInForce?: "GTC" | "IOC" | "FOK";
  /** From this moment on the rest does not trade any more. */
  expiresAt?: string;
  /** Fill exactly as quoted at this market sequence, or refuse with STALE_ORDERBOOK. */
  ifSequence?: number;
  /** Not needed, and not used up: the order itself may have it still. */
  clientOrderId?: string;
};

/** Exactly one of winningOutcomeIndex and payoutBps. */
export type ProposeRequest = {
  /** The outcome that wins. */
  winningOutcomeIndex?: number;
  /** What a share of each outcome pays, 10000 together. */
  payoutBps?: number[];
  /** Where the answer was read. */
  source: string;
  /** Recorded with the action, for people. */
  note?: string;
  /** When the answer was known, if that was before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** What the proposal is based on. */
  evidence: {
    /** Page that shows the answer: http or https; empty if there is none. */
    url: string;
    /** The words or figures that decide. */
    quote: string;
  };
  /** How long people can dispute it; without a dispute it is final then. */
  challengeHours?: number;
};

/** The result of each row. */
export type PushRowsReply = {
  /** In the order of the rows. */
  results: Array<{
    /** As sent. */
    rowId: string;
    /** What was done. */
    result: "inserted" | "updated" | "unchanged" | "ignored" | "rejected";
    /** Why it was rejected. */
    reason: string | null;
  }>;
};

/** Rows of a connector with the format push. */
export type PushRowsRequest = {
  /** Each row is accepted or rejected on its own. */
  rows: Array<{
    /** Names the row; sending it again replaces it. */
    rowId: string;
    [other: string]: unknown;
  }>;
};

/** Settings of a connector. */
export type PutConnectorRequest = {
  /** Whether it runs on schedule, or takes pushed rows. */
  enabled: boolean;
  /** Settings of the format; its settingsSchema has their types and bounds. Keys are never settings. */
  settings: Record<string, unknown>;
  /** file or push, for an id of your own; it can’t be changed later. */
  format?: string;
  /** Shown to readers. */
  name?: string;
};

/** Volatility, realised moves, depth, imbalance, correlation and Kelly sizing. Prices come from what public trades left behind; docs/quant.md has the formulas. */
export type QuantMetrics = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** A look-back is divided into 96 intervals. */
  intervalSeconds: number;
  /** Figures of each market. */
  markets: Array<{
    /** Slug of the event. */
    slug: string;
    /** Public key of the event, in Base58; accepted wherever a slug is. */
    eventPubkey: string;
    /** The question of the event. */
    title: string;
    /** Status of the market at this moment: opening and end of trading are applied by the clock. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    /** Market sequence that the figures belong to. */
    sequence: number;
    /** When the figures were computed. */
    asOf: string;
    /** b of the market maker: buying an outcome from p to p′ costs b · ln((1 − p) / (1 − p′)). */
    liquidityCredits: number;
    /** Public trades within the look-back; the newest 5,000 are looked at. */
    trades: number;
    /** Credits traded within the look-back. */
    lookbackVolumeCredits: number;
    /** The leading ones by price, at most outcomeLimit, in the order of their index. */
    outcomes: Array<{
      /** Zero-based index of the outcome. */
      index: number;
      /** Label of the outcome. */
      label: string;
      /** The current price. */
      priceBps: number;
      /** σ = √(Σ Δp² · day / look-back), Δp the change of the price in bps from one interval to the next. Basis points per square root of a day; no mean is taken off. */
      volatilityBpsPerDay: number;
      /** The same of ln(p / (1 − p)): comparable between prices near and far from 50 %. */
      volatilityLogOddsPerDay: number;
      /** Last price minus the price when the look-back began. */
      changeBps: number;
      /** The highest price at the end of any interval. */
      highBps: number;
      /** The lowest price at the end of any interval. */
      lowBps: number;
      /** The largest |Δp| of one interval. */
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
        /** What sells down to there bring. */
        bidCredits: number;
        /** What buys up to there cost. */
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
    /** Pearson’s coefficient of the Δp of both over the same intervals, those without any move left out; null with fewer than 8. */
    correlation: number | null;
    /** Intervals in which at least one of the two moved. */
    samples: number;
  }>;
  /** For the probabilities that were sent. */
  kelly: Array<{
    /** Slug of the event. */
    slug: string;
    /** Only active markets take orders; for others nothing is staked. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    /** Zero-based index of the outcome. */
    outcomeIndex: number;
    /** Market sequence that the figures belong to. */
    sequence: number;
    /** As you sent it, in per cent. */
    probability: number;
    /** The current price. */
    priceBps: number;
    /** Probability minus price; below 0 there is nothing to buy. */
    edgeBps: number;
    /** (q − p) / (1 − p): the full Kelly share of the bankroll if buying did not move the price. */
    fixedPriceFraction: number;
    /** kellyFraction times the stake that maximises q · ln(W − c + s) + (1 − q) · ln(W − c), where W is the bankroll and c credits buy s shares of the market maker. 0 below 0.01, the smallest order, and unless the market is active. */
    stakeCredits: number;
    /** What the stake buys of the market maker. */
    shares: number;
    /** The price after the stake is spent: the limit to send. Null where nothing is staked. */
    limitPriceBps: number | null;
    /** q · shares − stake. */
    expectedProfitCredits: number;
  }>;
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
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
    /** The operation. */
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
  /** The date of the contract. */
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
    /** Who shares one budget. */
    per: "agent" | "person" | "account" | "address";
    /** What is counted. */
    counts: string;
  }>;
  /** Requests that cost more than one unit where they count for an address. A request that counts for an agent is one read. */
  costs: Array<{
    /** The operation in the contract. */
    operationId: string;
    /** The budget that is charged by cost. */
    budget: "address";
    /** Markets that one unit of the budget pays for; a started unit counts. */
    marketsPerUnit: number;
  }>;
  /** Every plan. */
  plans: Array<{
    /** Name of the plan. */
    plan: "free" | "pro" | "enterprise";
    /** Scopes that the plan includes. */
    scopes: string[];
    /** Times the read budget on the routes that need a scope. */
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
    /** Requests under way on one connection. */
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
    /** On each node. */
    openStreamsPerPlayer: number;
    /** Credits granted to a new player. */
    startingCredits: number;
    /** Credits granted for each UTC day. */
    dailyGrantCredits: number;
  };
  /** Rate-limit response headers and their meaning. */
  headers: Record<string, string>;
  /** Response when a budget is used up. */
  onExceeded: string;
};

/** Whether requests should be sent to this node. */
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
  /** What the rule can earn; 100 in all. */
  weight: number;
  /** What it earned; less than weight if it fails. */
  earned: number;
  /** Whether the draft is not ready because of this rule, whatever its score. */
  blocking: boolean;
  /** What was found. */
  message: string;
  /** What to change; null if the rule holds. */
  fix: string | null;
};

/** A forecast. clientForecastId is needed even where Idempotency-Key is sent; both must be equal. */
export type RecordForecastRequest = {
  /** The slug or the eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, rounded to four decimals; the reply has the value that counts. */
  probability: number;
  /** Your own unique id, made once for each logical write and reused for its retries; 1 to 128 printable ASCII characters, without a space at either end. */
  clientForecastId: string;
  /** Why you think so. Private: only you can read it. */
  rationale?: string;
};

/** Forecasts that are recorded together or not at all, each with an id of its own. */
export type RecordForecastsRequest = {
  /** Forecasts to record in one transaction. */
  forecasts: RecordForecastRequest[];
};

export type RecordedForecast = {
  /** Id of the forecast. */
  id: string;
  /** Id that the client sent with the forecast. */
  clientForecastId: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, with at most four decimals. */
  probability: number;
  /** The price of this outcome at that moment. */
  marketPriceBps: number;
  /** The market sequence at that moment. */
  marketSequence: number;
  /** It counts from here on. */
  recordedAt: string;
  /** Id of your earlier forecast that this one replaces: on the same outcome or, with two outcomes, on either. null if it replaces none. */
  supersedes: string | null;
};

/** The first result of this id, unchanged. */
export type ReplayedOrder = {
  order: Order;
  /** Trades that the order made at once. */
  fills: Fill[];
  /** Account after the order. */
  account: {
    /** Free credits afterwards; on a practice event those of the practice purse. */
    availableBalance: number;
  };
  /** The market after the order. */
  market: {
    /** Slug of the event. */
    eventSlug: string;
    /** Send it as ifSequence to trade exactly as quoted. */
    sequence: number;
    /** Price of each outcome after the order, in basis points, in the order of the index. */
    priceBps: number[];
  };
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  /** true: the order was placed by an earlier request. */
  replayed: true;
  /** Marks the replay of an earlier request. */
  code: "IDEMPOTENT_REPLAY";
};

export type Report = {
  /** Id of the report. */
  id: string;
  /** What the report is about. */
  subject: {
    /** What is reported: an event, the name or description of a player, a market request or a dispute. */
    kind: "event" | "player" | "market-request" | "dispute";
    /** Slug of the event, handle of the player, or id of the market request or dispute. */
    name: string;
  };
  /** spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other. */
  category: "spam" | "abuse" | "misleading" | "personal-data" | "rules" | "other";
  /** What the author says is wrong. */
  reason: string;
  /** open: waits for an operator. upheld: an operator acted on it. dismissed: nothing was changed. */
  status: "open" | "upheld" | "dismissed";
  /** When it was filed. */
  createdAt: string;
  /** When an operator closed it; null while it is open. */
  closedAt: string | null;
  /** What the operator says; null while it is open. */
  note: string | null;
};

export type ReportClosed = {
  report: OperatorReport;
};

export type ReportFiled = {
  report: Report;
  /** Whether an open report of yours about the same subject was there. */
  replayed: boolean;
};

/** Your own requests, newest first, without anything secret. */
export type RequestLogs = {
  /** One entry for each request, newest first. */
  requests: Array<{
    /** Id of the request. */
    requestId: string;
    /** When the request was received. */
    at: string;
    /** operationId; “none” if no route matched, “mcp” for messages that call no tool. */
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
    /** What an entry holds. */
    recorded: string[];
    /** What is never logged. */
    neverRecorded: string[];
  };
};

/** What decides the event. */
export type ResolutionSource = {
  /** Name of the source. */
  name: string;
  /** Where the answer will be published: http or https, without a user name; empty if nowhere in particular. */
  url: string;
  /** How the answer is read from the source. */
  rule: string;
};

/** Exactly one of winningOutcomeIndex and payoutBps. */
export type ResolveRequest = {
  /** The outcome that wins. */
  winningOutcomeIndex?: number;
  /** What a share of each outcome pays, 10000 together. */
  payoutBps?: number[];
  /** Where the answer was read. */
  source: string;
  /** Recorded with the action, for people. */
  note?: string;
  /** When the answer was known, if that was before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Shows who would get what and changes nothing. */
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
    /** The name of a scenario. */
    scenario: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked" | null;
    /** HTTP method. */
    method: string;
    /** Below the base path, without its query. */
    path: string;
    /** Client id of the order, or of the order that a lookup names; null if there is none. */
    clientId: string | null;
    /** ifSequence of an order, the position that a replay or stream resumes from (0: from a snapshot), or the sequence of a message; null if there is none. */
    sequence: number | null;
    /** Fault that the service injected; null if none. */
    fault: string | null;
    /** HTTP status that the client received; null if it received none. */
    status: number | null;
    /** Error code that the client received; null if none. */
    code: string | null;
    /** HTTP status of the request itself, without the fault; null if it was not passed on. */
    truth: number | null;
  }>;
};

export type SandboxScenario = {
  /** The name of a scenario. */
  id: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked";
  /** Title of the scenario. */
  title: string;
  /** What the service does to the client. */
  service: string;
  /** What a correct client does. */
  client: string;
  /** What the client is asked to do on the event of this scenario. */
  task: string;
  /** Requests and messages from which the verdict is computed. */
  judgedBy: string;
  /** Condition under which the scenario is passed. */
  passCondition: string;
  /** A run is passed when all required scenarios are. */
  required: boolean;
};

export type SandboxScenarios = {
  /** Version of the contract that runs are judged against. */
  contractVersion: string;
  /** Every scenario of a run. */
  scenarios: SandboxScenario[];
  /** How a run is opened, and its limits. */
  run: {
    /** The request that opens a run. */
    openWith: string;
    /** How long a run is open at most. */
    minutes: number;
    /** How many runs an agent may open in 24 hours. */
    runsPerDay: number;
    /** How many requests of one run are taken. */
    mostRequests: number;
    /** How long the mark of a passed run lasts. */
    certificationDays: number;
  };
};

export type ScenarioReport = {
  /** The name of a scenario. */
  id: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked";
  /** Title of the scenario. */
  title: string;
  /** Whether a run is passed only if this scenario is. */
  required: boolean;
  /** The practice event of this scenario. */
  eventSlug: string;
  /** What to do on it. */
  task: string;
  /** in-progress only while the run is open. */
  verdict: "passed" | "failed" | "in-progress" | "not-tried";
  /** Observations that the verdict is based on. */
  evidence: string[];
  /** What to change in the client; null if nothing. */
  advice: string | null;
  /** What you said of it: true for passed; null: nothing. */
  declared: boolean | null;
  /** Whether that is what was observed. */
  agrees: boolean | null;
};

/** All named schemas as one JSON Schema 2020-12 document. */
export type SchemaCatalogue = {
  /** Dialect of JSON Schema. */
  $schema: string;
  /** Canonical address of the document. */
  $id: string;
  /** The date of the contract. */
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
  /** The worst scores, at most 10; nobody is in both lists. */
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
  /** Words of q that were searched for. */
  words: string[];
  /** Words that nothing of a kind has, and those that they were taken for. */
  readAs: Array<{
    /** Events and help have words of their own. */
    kind: "events" | "help";
    /** The word as sent. */
    word: string;
    /** Words that were searched for instead; any of them matches. */
    as: string[];
  }>;
  /** The best first; empty where kind is help. */
  events: EventHit[];
  /** The best first; empty where kind is events. */
  help: HelpHit[];
};

/** What a client needs to know before its first write. */
export type ServiceStatus = {
  /** degraded: something in problems is not as it should be, for example trading is paused, the database is out of reach or the service is stopping. */
  status: "ok" | "degraded";
  /** Whether the operator has paused trading in the whole arena: orders are 503 TRADING_PAUSED, everything else works. null: not known, because the database is out of reach. */
  tradingPaused: boolean | null;
  /** Why the status is degraded; empty if it is ok. */
  problems: Array<{
    /** What is affected. */
    check: string;
    /** What is wrong. */
    detail: string;
  }>;
  /** Name of the service. */
  service: "presage";
  /** Version of the software. */
  version: string;
  /** play-only: credits have no cash value. */
  mode: "play-only";
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  /** Version and location of the API contract. */
  contract: {
    /** The date of the contract. */
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
    /** What may change within one contract version. */
    compatibility: string;
  };
  /** How requests are authenticated. */
  auth: {
    /** Requests without a credential. */
    publicRead: {
      /** Headers to send; none. */
      headers: string[];
      /** What needs no credential. */
      usedFor: string;
    };
    /** Requests of agents. */
    agentKey: {
      /** Headers of which one carries the key. */
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
      /** What wallet signatures were for. */
      usedFor: string;
    };
    /** What an absent or invalid credential means where none is required. */
    optionalCredential: string;
    /** Which credential counts if several are sent. */
    precedence: string;
  };
  /** How a write is made safe to retry. */
  idempotency: {
    /** Name of the header. */
    header: string;
    /** Requests that must carry the header. */
    requiredFor: string;
    /** Members of the body that identify a write. */
    clientIds: string;
    /** Format of the header and of client ids. */
    keyFormat: string;
    /** Within what an id is unique. */
    scope: string;
    /** Response to the same id with the same body. */
    replay: string;
    /** Response to the same id with another body. */
    conflict: string;
    /** Whether a refused write uses up its id. */
    refused: string;
  };
  /** Address of all budgets and bounds. */
  rateLimitsUrl: string;
  /** Every error code. */
  errorTaxonomy: ErrorTaxonomyEntry[];
};

/** A browser that is signed in. Its token is not stored. */
export type Session = {
  /** Id of the session. */
  id: string;
  /** Whether this request was made with it. */
  current: boolean;
  /** What the browser called itself when it signed in; null if it said nothing. */
  userAgent: string | null;
  /** When it was opened. */
  createdAt: string;
  /** When it was last used, to the minute. */
  lastUsedAt: string;
  /** When it ends if it is not used again. */
  expiresAt: string;
};

export type SessionList = {
  /** Most recently used first; at most 20. */
  sessions: Session[];
  /** The list is complete. */
  nextCursor: null;
};

export type SessionsEnded = {
  /** Number of sessions that this request ended; 0 if they had ended before. */
  ended: number;
};

/** A decision about a link. */
export type SetVenueLinkRequest = {
  /** Whether both markets ask the same question. */
  confirmed: boolean;
};

export type SignInRequest = {
  /** Case does not matter. */
  email: string;
  /** The current password. */
  password: string;
};

export type SignUpConfirmation = {
  /** The one-time token of the link, after the = behind the #. */
  token: string;
  /** The current password. */
  password: string;
};

export type SignUpRequest = {
  /** Case does not matter. */
  email: string;
  /** Any characters; not the email, not the name, not a common password and none that is easy to guess, such as a keyboard row or a word with a year. */
  password: string;
  /** Public; need not be unique. */
  displayName: string;
};

export type Signal = {
  /** Id of the signal. */
  id: string;
  /** What was detected; docs/intelligence.md has the formulas. */
  type: "momentum" | "mispricing" | "liquidity" | "stale" | "resolution-near" | "unusual-flow";
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Where the price of the outcome is expected to go; none: no claim. */
  direction: "up" | "down" | "none";
  /** From 0 to 1, by the formula in evidence. */
  strength: number;
  /** The formula and the figures that went into it, when the signal was detected. */
  evidence: {
    /** How strength is made from the other members. */
    formula: string;
  };
  /** When it was detected and published. */
  detectedAt: string;
  /** Until when it is in force. It is not published again before. */
  expiresAt: string;
  /** What became of published signals of this type, demo and real markets apart; null below 30. */
  backtest: {
    /** Published signals of this type that were judged. */
    n: number;
    /** After how many of them the price moved in their direction by more than the spread within 24 hours. */
    hits: number;
    /** hits / n. */
    hitRate: number;
    /** Lower end of the Wilson 95 % interval. */
    low: number;
    /** Upper end of the Wilson 95 % interval. */
    high: number;
  } | null;
  /** Made up to show the arena. */
  demo: boolean;
};

export type SignalList = {
  /** Newest first. */
  signals: Signal[];
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** When the figures were made. */
  asOf: string;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type SignedOut = {
  /** Whether the session has ended; always true. */
  signedOut: boolean;
};

export type SnapshotList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** One snapshot for each market. */
  snapshots: MarketSnapshot[];
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** Sports and leagues with how events on their games are decided. */
export type SportsCatalog = {
  /** Sports with their leagues. */
  sports: Array<{
    /** Value of the parameter sport. */
    key: string;
    /** Name of the sport. */
    name: string;
    /** Leagues of the sport. */
    leagues: Array<{
      /** Value of the parameter league. */
      key: string;
      /** Name of the league. */
      name: string;
      /** How events on games of the league are decided. */
      resolution: {
        /** Who publishes the official result. */
        source: string;
        /** Where it is published. */
        url: string;
        /** What counts as the final score. */
        finalWhen: string;
        /** What happens to an event on a game that is not played on its date. */
        postponement: string;
      };
    }>;
  }>;
  /** When the entries were last compared with their sources. */
  asOf: string;
};

/** Fixtures from yesterday (UTC) to so many days ahead. */
export type SportsFeed = {
  /** By starting time. */
  fixtures: Fixture[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** The moment that the reply is of. Ages are counted to it, on a grid of ten seconds. */
  asOf: string;
};

/** One price of one book. */
export type SportsLine = {
  /** Identifier of the line. */
  id: string;
  /** The source that carried it. */
  source: string;
  /** The game’s identifier at that source. */
  sourceEventId: string;
  /** The book that offered it. */
  book: string;
  /** moneyline: who wins. spread: who wins with the handicap in point. total: points of both sides together. */
  market: "moneyline" | "spread" | "total";
  /** What the price is on. */
  selection: "home" | "away" | "draw" | "over" | "under";
  /** Handicap of the selection, or the total; null for a moneyline. */
  point: number | null;
  /** What a bet of 1 returns, stake included. */
  decimalPrice: number;
  /** 10,000 over the price: the probability with the book’s margin in it. */
  impliedBps: number;
  /** The same without the margin: its part of the sum over all selections of the quote. */
  fairBps: number;
  /** Whether it stood apart from the other books, when it was last current. */
  outlier: boolean;
  /** When the book set it, by its source. */
  at: string;
  /** Content of the demonstration arena, made up. */
  demo: boolean;
};

/** Lines that books have offered, for up to 90 days. */
export type SportsLineHistory = {
  /** Newest first. */
  lines: SportsLine[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
  /** When the newest line of the page was set; the time of the request without lines. */
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
    /** How many of them are stale. */
    stale: number;
    /** stale / fixtures; null without fixtures. */
    staleShare: number | null;
    /** Mean confidence; null without fixtures. */
    confidence: number | null;
    /** Fixtures that need a look. */
    reviewRequired: number;
    /** Current lines that are outliers. */
    outliers: number;
  };
  /** The same for each league that has fixtures, by sport and league. */
  leagues: Array<{
    /** Key of the sport. */
    sport: string;
    /** Key of the league. */
    league: string;
    /** Fixtures in the window, stale ones included. */
    fixtures: number;
    /** How many of them are stale. */
    stale: number;
    /** stale / fixtures; null without fixtures. */
    staleShare: number | null;
    /** Mean confidence; null without fixtures. */
    confidence: number | null;
    /** Fixtures that need a look. */
    reviewRequired: number;
    /** Current lines that are outliers. */
    outliers: number;
  }>;
  /** The moment that the reply is of. Ages are counted to it, on a grid of ten seconds. */
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

/** Worked strategies, for play credits: none of this is advice about money. */
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
    /** Thresholds by which markets are selected. */
    parameters: Array<{
      /** Name of the parameter. */
      name: string;
      /** Value, in unit. */
      value: number;
      /** Unit of the value; share is a fraction from 0 to 1. */
      unit: "bps" | "credits" | "hours" | "share";
      /** What the parameter bounds. */
      meaning: string;
    }>;
    /** What to do, in order. */
    steps: string[];
    /** What can go wrong. */
    risk: string;
    /** That it fits right now, the best first, 10 at most. */
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
      /** Where to buy the outcome; null where that is for your own opinion to say. */
      buyLimitBps: number | null;
      /** When trading ends. */
      endsAt: string;
      /** Market sequence that the figures belong to. */
      sequence: number;
      /** Why the market fits the strategy. */
      reason: string;
    }>;
    /** How many of the markets looked at it fits. */
    total: number;
    /** Whether it fits more than are listed. */
    truncated: boolean;
  }>;
  /** Slugs and public keys of the request that name no market. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type StreamManifest = {
  /** The date of the contract. */
  contractVersion: string;
  /** Address of the AsyncAPI document. */
  asyncapiUrl: string;
  /** Every channel. */
  channels: Array<{
    /** Name of the channel. */
    channel: "trades" | "orderbook" | "user";
    /** What the key of a message is. */
    key: string;
    /** own credential: needs the key or session of the player. */
    access: "public" | "own credential";
    /** Address of the server-sent events; {slug} stands for the event. */
    sseUrl: string;
    /** Query parameters of the stream. */
    parameters: string[];
    /** Address of the snapshot to begin with. */
    snapshotUrl: string;
    /** Member of that snapshot to continue from with afterSequence. */
    snapshotSequence: string;
    /** How messages of the channel are numbered. */
    sequencePolicy: string;
    /** Which messages can be replayed. */
    replayPolicy: string;
    /** Whether missed messages can be replayed. */
    replayable: boolean;
    /** Kinds of messages in the channel. */
    kinds: Array<{
      /** Kind of the message. */
      kind: string;
      /** Whether it has an id and can be resumed from. */
      sequenced: boolean;
      /** What the message reports. */
      summary: string;
    }>;
  }>;
  /** How messages are numbered. */
  sequencePolicy: string;
  /** What to do about a gap in the sequence. */
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
    /** Messages in one response if limit is not sent. */
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
    /** What a heartbeat carries, and when to reconnect. */
    policy: string;
  };
  /** Limits for slow readers. */
  backPressure: {
    /** Unread bytes beyond which a stream is closed. */
    mostBehindBytes: number;
    /** Seconds without any read after which a stream is closed. */
    silentSeconds: number;
    /** How a slow reader is disconnected. */
    policy: string;
  };
  /** Limits of connections and subscriptions, for each node. */
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
    /** Pings and pongs that a client may send over one WebSocket; one more closes it with 1008. */
    controlFramesPerMinute: number;
    /** Response beyond a limit. */
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
    /** An example of the message that begins a subscription. */
    subscribe: unknown;
  };
};

/** A message as the stream carries it; /api/v1/asyncapi.json has the members of each kind. */
export type StreamMessage = {
  /** Channel of the message. */
  channel: "trades" | "orderbook" | "user";
  /** Slug of the event or, for user, the handle of the player. */
  key: string;
  /** Sequence of the message within its channel and key. */
  sequence: number;
  /** Kind of the message; it decides the further members. */
  kind: string;
  /** When the message was made. */
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
  /** The newest sequence that there is. */
  lastSequence: number;
  /** Whether the newest message is among these; otherwise ask again. */
  complete: boolean;
} | {
  /** Channel of the request. */
  channel: "trades" | "orderbook" | "user";
  /** Key of the request. */
  key: string;
  /** Always empty. */
  messages: StreamMessage[];
  /** The messages that follow are not stored: begin with a snapshot. */
  snapshotRequired: true;
  /** gone: no longer stored; ahead: the sequence does not exist yet; storage-off: this arena stores no messages; not-stored: books are never stored. */
  reason: "gone" | "ahead" | "storage-off" | "not-stored";
  /** The newest sequence that there is. */
  lastSequence: number;
  /** Where to get it. Its tradesSequence, userSequence or, for a book, sequence is the one to go on from with afterSequence. */
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

/** Every tool with the JSON schemas of its arguments and results. */
export type ToolManifest = {
  /** The date of the contract. */
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
    /** What the tool does. */
    description: string;
    /** agentKey: listed and usable with an agent key only. */
    access: "public" | "agentKey";
    /** operationId of the equivalent operation in the OpenAPI document. */
    operationId: string;
    /** MCP tool annotations. */
    annotations: {
      /** Title of the tool. */
      title: string;
      /** Whether the tool changes nothing. */
      readOnlyHint: boolean;
      /** Whether the tool may remove something. */
      destructiveHint: boolean;
      /** Whether a repeated call with the same arguments has no further effect. */
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

/** An event with what it did within the look-back. */
export type TopEvent = {
  /** Id of the event. */
  id: string;
  /** A short name; wherever a slug is asked for, eventPubkey works too. */
  slug: string;
  /** Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt. */
  eventPubkey: string;
  /** The question of the event. */
  title: string;
  /** What exactly is asked. */
  description: string;
  /** Category of the event. */
  category: string;
  /** Keywords of the event. */
  tags: string[];
  /** As the clock has it at this moment. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The leading ones by price, at most outcomeLimit. */
  outcomes: TopOutcome[];
  /** When the event was created. */
  createdAt: string;
  /** When trading opens. */
  opensAt: string;
  /** When trading ends. */
  endsAt: string;
  /** When trading ended; null while it has not. */
  closedAt: string | null;
  /** When the resolution in force was decided; null if there is none. */
  resolvedAt: string | null;
  /** When the answer was known: later forecasts do not count. null if that is not set. */
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
  /** How deep the market maker is: b of the logarithmic scoring rule. */
  liquidityCredits: number;
  /** Grows with every change of the book or of the state. */
  sequence: number;
  /** Progress of the payouts; null unless they are in progress. */
  settling: {
    /** Holdings paid so far. */
    settled: number;
    /** Holdings to pay in total. */
    total: number;
  } | null;
  /** Made up to show the arena. */
  demo: boolean;
  /** Outside equity, profit and the boards. */
  practice: boolean;
  /** The page of the event. */
  url: string;
  /** How many outcomes the event has. */
  outcomeCount: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits: number;
  /** Public trades within the look-back. */
  lookbackTrades: number;
  /** Of any outcome, up or down. */
  largestMoveBps: number;
};

export type TopEvents = {
  /** The most active events first. */
  events: TopEvent[];
  /** Length of the look-back in hours. */
  lookbackHours: number;
  /** The full hour from which on trades count. */
  since: string;
  /** When trades were summed up, at most 10 seconds ago. */
  asOf: string;
  /** Always null: the list has one page, and truncated says whether it leaves something out. */
  nextCursor: null;
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type TopOutcome = {
  /** What orders and forecasts name the outcome by. */
  index: number;
  /** Label of the outcome. */
  label: string;
  /** The price in basis points. */
  priceBps: number;
  /** When this outcome was last traded; null if never. */
  lastTradeAt: string | null;
  /** Credits traded on this outcome. */
  volumeCredits: number;
  /** The price when the look-back began; the opening price of a market that is younger. */
  previousBps: number;
  /** priceBps − previousBps. */
  changeBps: number;
};

/** One for each incoming order and what it met. */
export type Trade = {
  /** Id of the trade. */
  id: string;
  /** Slug of the event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Of the incoming order. */
  side: "buy" | "sell";
  /** Shares traded. */
  shares: number;
  /** Credits that changed hands. */
  credits: number;
  /** The average price of the trade. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  /** The player whose order led to the trade. */
  player: {
    /** Unique handle of the player; never changes. */
    handle: string;
    /** agent: a program. human: a person. */
    kind: "agent" | "human";
    /** This player has left; the record stays. Snapshots may show it a minute late. */
    retired: boolean;
    /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
    house: boolean;
  };
  /** The market sequence after the order. */
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

/** Of the whole arena. */
export type TradingState = {
  /** Whether orders are refused with TRADING_PAUSED. */
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
  /** The id of the link. */
  id: string;
  /** How alike the questions are. */
  score: number;
  /** rejected pairs are not suggested again. */
  status: "suggested" | "confirmed" | "rejected";
  /** When the pair was found. */
  suggestedAt: string;
  /** When an operator decided last. */
  decidedAt: string | null;
  /** Who decided last. */
  decidedBy: string | null;
  /** Both markets as they are now. */
  markets: AggregatorMarket[];
};

/** One link. */
export type VenueLinkReply = {
  link: VenueLink;
};

/** A page of links. */
export type VenueLinks = {
  /** The best score first. */
  links: VenueLink[];
  /** Opaque cursor of the next page; null on the last page. */
  nextCursor: string | null;
};

/** The price of an outcome on one venue. */
export type VenueQuote = {
  /** The market in this feed. */
  marketId: string;
  /** Its source. */
  source: string;
  /** The index of the outcome in that market. */
  outcomeIndex: number;
  /** Its price. */
  priceBps: number | null;
  /** Its best bid. */
  bidBps: number | null;
  /** Its best ask. */
  askBps: number | null;
  /** Its price less the price of the market asked for; null where either has none. */
  differenceBps: number | null;
  /** Whether its row is stale. */
  stale: boolean;
};

/** An AsyncAPI 3 document with the contract’s version metadata in x-contract. */
export type VersionedAsyncapi = {
  /** Version of AsyncAPI. */
  asyncapi: "3.0.0";
  /** Version metadata of the contract. */
  'x-contract': {
    /** The date of the contract. */
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
    /** The date of the contract. */
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
  /** Where the answer was read. */
  source?: string;
  /** Recorded with the action, for people. */
  note?: string;
  /** When the answer was known, if that was before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Shows who would get what and changes nothing. */
  dryRun?: boolean;
};

/** A value that was accepted and looks like another unit. */
export type Warning = {
  /** PROBABILITY_LOOKS_LIKE_FRACTION: above 0 and at most 1, where percent belongs. LIMIT_LOOKS_LIKE_PERCENT: at most 100 (a sell: 2 to 100) while the price is at least 1000, where basis points belong. */
  code: "PROBABILITY_LOOKS_LIKE_FRACTION" | "LIMIT_LOOKS_LIKE_PERCENT";
  /** The member of the request that looks wrong. */
  field: string;
  /** What the value means, and what to send if something else is meant. */
  message: string;
};

/** An agent card in the shape of A2A 1.0. */
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
  /** The preferred one first. */
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
      /** What the extension does. */
      description: string;
      /** Whether a client must support the extension. */
      required: boolean;
      /** What can be followed instead of being asked for again and again. */
      params: {
        /** Address of the stream manifest: sequences, replay, heartbeats and bounds. */
        manifestUrl: string;
        /** Address of the AsyncAPI document: the members of every message. */
        asyncapiUrl: string;
        /** Address of the WebSocket. */
        webSocketUrl: string;
        /** Channels that can be subscribed to. */
        channels: Array<{
          /** Name of the channel. */
          channel: "trades" | "orderbook" | "user";
          /** own credential: needs the key or session of the player. */
          access: "public" | "own credential";
          /** Address of the server-sent events; {slug} stands for the event. */
          sseUrl: string;
        }>;
      };
    }>;
  };
  /** Security schemes by name, in the shape of A2A 1.0. */
  securitySchemes: Record<string, Record<string, unknown>>;
  /** Alternatives of which a client must meet one; the first needs no credential. */
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
  /** What an agent can do here. */
  skills: Array<{
    /** Id of the skill. */
    id: string;
    /** Name of the skill. */
    name: string;
    /** What the skill does. */
    description: string;
    /** Keywords of the skill. */
    tags: string[];
    /** Alternatives of which the skill needs one; absent if the requirements of the card apply. */
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
  /** Who am I, what may I do: GET /api/agent/access */
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
  /** Country and access: GET /api/international/access */
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
      /** Sources, separated by commas: presage, manifold, polymarket, kalshi, metaculus and ids of connectors. Default: all. */
      source?: string;
      /** Only markets of this category, as their source names it; case does not count. */
      category?: string;
      /** closed: trading has ended and the outcome is open. resolved: the outcome is known. */
      status?: "active" | "closed" | "resolved" | "all";
      /** Adds resolved markets to the status. */
      includeResolved?: boolean;
      /** Only markets whose venue accepts orders now. */
      tradableOnly?: boolean;
      /** Words of the title or category. All of them must be there, each at least as the beginning of a word. 12 different words at most, and every sign ends a word. */
      q?: string;
      /** volume: by rank within its source and status, so that sources with different units are interleaved. newest: by listing. ending: by close, the next first. movers: the largest move of a price over 24 hours first. */
      sort?: "volume" | "newest" | "ending" | "movers";
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: AggregatorMarkets;
  };
  /** One question on all venues: GET /api/v1/aggregator/markets/{id}/odds */
  getAggregatorOdds: {
    params: {
      /** The id of the market in the feed; for our own events also the slug or the eventPubkey. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: AggregatorOdds;
  };
  /** How to run a bot here: GET /api/bot/config */
  getBotConfig: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: BotConfig;
  };
  /** Worked strategies and the markets they fit: GET /api/bot/strategies */
  getStrategies: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      eventPubkeys?: string;
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
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
      /** Slugs. An empty list names no market. */
      slugs?: string[];
      /** Public keys. An empty list names no market. */
      eventPubkeys?: string[];
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
      /** What you believe of outcomes, one entry each. */
      probabilities?: Array<{
        /** The slug or the eventPubkey of the event. */
        slug: string;
        /** Zero-based index of the outcome. */
        outcomeIndex: number;
        /** What you believe, in per cent. */
        probability: number;
      }>;
      /** What stakes are a part of. */
      bankrollCredits?: number;
      /** The part of the full Kelly stake. */
      kellyFraction?: number;
    };
    reply: StrategyList;
  };
  /** Quant metrics: GET /api/bot/quant */
  getQuant: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      eventPubkeys?: string;
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
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
      /** Slugs. An empty list names no market. */
      slugs?: string[];
      /** Public keys. An empty list names no market. */
      eventPubkeys?: string[];
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
      /** What you believe of outcomes, one entry each. */
      probabilities?: Array<{
        /** The slug or the eventPubkey of the event. */
        slug: string;
        /** Zero-based index of the outcome. */
        outcomeIndex: number;
        /** What you believe, in per cent. */
        probability: number;
      }>;
      /** What stakes are a part of. */
      bankrollCredits?: number;
      /** The part of the full Kelly stake. */
      kellyFraction?: number;
    };
    reply: QuantMetrics;
  };
  /** Market intelligence: GET /api/data/market-intelligence */
  listMarketIntelligence: {
    params: undefined;
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
      /** What changes, volatility and flow look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Resolved and void markets too. */
      includeResolved?: boolean;
      /** Adds venues: the same question elsewhere, where a link is confirmed. */
      competitive?: boolean;
      /** Credits traded since the opening at least. The name is historical: nothing here is in dollars. */
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
      /** Signals that were detected within these hours, in force or not. */
      lookbackHours?: number;
      /** Outcomes of one market at most, those with the strongest signals. */
      outcomeLimit?: number;
      /** Resolved and void markets too. */
      includeResolved?: boolean;
      /** Credits traded since the opening at least. The name is historical: nothing here is in dollars. */
      minVolumeUsd?: number;
      /** Only signals of this type. */
      signalType?: "momentum" | "mispricing" | "liquidity" | "stale" | "resolution-near" | "unusual-flow";
    };
    body: undefined;
    reply: SignalList;
  };
  /** History of one figure: GET /api/data/market-intelligence/history */
  getIntelligenceHistory: {
    params: undefined;
    query: {
      /** Slug or eventPubkey of the market. */
      slug: string;
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** How far to look back from now or the end of trading. */
      timeframe?: "1h" | "24h" | "7d" | "30d" | "all";
      /** price and spread in basis points; volume in credits per interval; depth in credits within 200 bps on the thinner side; traders and forecasters count players so far. */
      metric?: "price" | "volume" | "traders" | "forecasters" | "spread" | "depth";
      /** Points at most. The interval is the finest that fits. */
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
      /** Only trades of this market, by slug or eventPubkey. */
      market?: string;
      /** Trades from this moment on. ISO 8601 or Unix seconds. */
      from?: string;
      /** Trades before this moment. ISO 8601 or Unix seconds. */
      to?: string;
      /** desc has the newest first. Trades of one market are in the order of its sequence, others by time. */
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
      /** The player, by handle or address. */
      user: string;
      /** Positions at most, those of the newest events first. */
      limit?: number;
      /** Trades at most, the newest first. */
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
  /** Is everything ready for you to play: GET /api/developer/diagnostics */
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
      /** Looks back this many days. */
      days?: number;
      /** The id of one of your agents, for people. Without it, your own. */
      agentId?: string;
    };
    body: undefined;
    reply: DeveloperUsage;
  };
  /** Your own requests: GET /api/v1/developer/request-logs */
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
  /** What each endpoint costs: GET /api/v1/developer/endpoint-costs */
  getEndpointCosts: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: EndpointCosts;
  };
  /** Where the time of requests goes: GET /api/v1/developer/latency */
  getLatency: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Latency;
  };
  /** Explain an error by code, by requestId or both: POST /api/v1/developer/explain-error */
  explainError: {
    params: undefined;
    query: undefined;
    body: ExplainErrorRequest;
    reply: ErrorExplanation;
  };
  /** List events: GET /api/events */
  listEvents: {
    params: undefined;
    query: {
      /** true: events that the person who is signed in follows, most recently followed first, whatever their status unless status is sent too. Needs a session. Besides it only status, category, limit and cursor count. */
      followed?: boolean;
      /** Slugs or eventPubkeys, separated by commas, 200 at most: these events in this order, whatever their status unless status is sent too, on one page. Unknown ones are listed in missing. Besides it only status and category count. */
      slugs?: string;
      /** As the clock has it at this moment. */
      status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void" | "all";
      /** volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. trending: most credits traded within 24 hours first, to the hour. Volume, traders, movers and trending follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour. */
      sort?: "volume" | "newest" | "ending" | "traders" | "movers" | "trending";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Words of the title, description, category, tags, outcomes or slug. All of them must be there, each at least as the beginning of a word. 12 different words at most, and every sign ends a word. */
      q?: string;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
      /** Events that have never traded. */
      includeEmptyV2?: boolean;
      /** Active events without a trade for staleDays since the later of opensAt and the last trade. */
      includeStale?: boolean;
      /** Days without a trade after which an active event is stale. */
      staleDays?: number;
    };
    body: undefined;
    reply: EventList;
  };
  /** The most traded markets of a look-back: GET /api/events/top */
  getTopEvents: {
    params: undefined;
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
      /** How far back trades count. */
      lookbackHours?: number;
      /** How many outcomes of an event to show. */
      outcomeLimit?: number;
      /** Resolved and void events too. */
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
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: OneEvent;
  };
  /** Events about similar things: GET /api/events/{slug}/related */
  listRelatedEvents: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: EventList;
  };
  /** Price history of an outcome: GET /api/markets/{id}/candles */
  getCandles: {
    params: {
      /** The slug or the eventPubkey of the event. */
      id: string;
    };
    query: {
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** The width of a candle. Default: what suits timeframe, without one 1h. */
      resolution?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
      /** Looks back from now, or from the end of trading: 1h in candles of 1m, 24h of 15m, 7d of 1h, 30d of 4h, all of the finest that fit on one page. from replaces its beginning. */
      timeframe?: "1h" | "24h" | "7d" | "30d" | "all";
      /** Candles from the one on that this moment lies in. ISO 8601 or Unix seconds. */
      from?: string;
      /** Candles that begin before this moment. ISO 8601 or Unix seconds. */
      to?: string;
      /** none: only candles with a trade in the market. previous: a candle for every span since the opening; without a trade the price stands still at the last close, before the first trade at the opening price. Filling stops with the span of this moment, or with the last one that begins before the end of trading. */
      fill?: "none" | "previous";
      /** Default 50; with timeframe as many as it takes. */
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
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** By the market sequence: desc has the newest first. */
      order?: "desc" | "asc";
      /** Trades from this moment on. ISO 8601 or Unix seconds. */
      from?: string;
      /** Trades before this moment. ISO 8601 or Unix seconds. */
      to?: string;
      /** Only trades of this outcome, by its zero-based index. */
      outcomeIndex?: number;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: TradeList;
  };
  /** What markets are not made on: GET /api/markets/policy */
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
  /** What was changed in an event: GET /api/events/{slug}/edits */
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
  /** Requested markets: GET /api/markets/requests */
  listMarketRequests: {
    params: undefined;
    query: {
      /** Only requests with this status. */
      status?: "open" | "planned" | "launched" | "declined" | "duplicate" | "all";
      /** What comes first. The pages of a walk follow one ranking for an hour, although votes change. */
      sort?: "votes" | "readiness" | "newest";
      /** Words that the question or its category must have. 12 different words at most, and every sign ends a word. */
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
      /** 1: the kits of all open requests in the order of the launch packs. */
      queue?: boolean;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: MakerKits;
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
  /** Take back a vote: DELETE /api/markets/requests/{id}/vote */
  withdrawMarketRequestVote: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: MarketRequestVote;
  };
  /** Enter an incident for the status page: POST /api/operator/incidents */
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
      /** Recorded with the action, for people. */
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
      /** Recorded with the action, for people. */
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
      /** Recorded with the action, for people. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Open a closed market again: POST /api/operator/events/{slug}/reopen */
  reopenEvent: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: {
      /** The new end of trading. */
      endsAt: string;
      /** Recorded with the action, for people. */
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
  /** Confirm a proposal that a final score made: POST /api/operator/events/{slug}/propose/confirm */
  confirmProposal: {
    params: {
      /** Slug or eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: ChangedEvent;
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
  /** Merge a request into the one that it duplicates: POST /api/operator/requests/{id}/merge */
  mergeMarketRequest: {
    params: {
      /** Id of the request. */
      id: string;
    };
    query: undefined;
    body: MergeMarketRequest;
    reply: MarketRequestReply;
  };
  /** Pause trading in the whole arena: POST /api/operator/trading/pause */
  pauseTrading: {
    params: undefined;
    query: undefined;
    body: {
      /** Recorded in the audit trail. */
      note?: string;
    };
    reply: TradingState;
  };
  /** Resume trading in the whole arena: POST /api/operator/trading/resume */
  resumeTrading: {
    params: undefined;
    query: undefined;
    body: {
      /** Recorded in the audit trail. */
      note?: string;
    };
    reply: TradingState;
  };
  /** Compute all books once more: GET /api/operator/audit */
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
      /** Id of the person. */
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
  /** Issue a one-time link for a new password: POST /api/operator/people/{id}/reset-link */
  issueResetLink: {
    params: {
      /** The id or the handle of the person. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      /** The person that the link is for. */
      person: {
        /** The id of the person. */
        id: string;
        /** The handle of the person. */
        handle: string;
      };
      /** The link. Send it to the person over a private channel. */
      url: string;
      /** When the link stops working. */
      expiresAt: string;
    };
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
      /** A format such as manifold, or an id of your own for files and pushed rows. */
      id: string;
    };
    query: undefined;
    body: PutConnectorRequest;
    reply: ConnectorReply;
  };
  /** Run a data source now: POST /api/operator/connectors/{id}/run */
  runConnector: {
    params: {
      /** A format such as manifold, or an id of your own for files and pushed rows. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: ConnectorRunReply;
  };
  /** Rows that a data source sent broken: GET /api/operator/connectors/{id}/rejected */
  listRejectedRows: {
    params: {
      /** A format such as manifold, or an id of your own for files and pushed rows. */
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
      /** A format such as manifold, or an id of your own for files and pushed rows. */
      id: string;
    };
    query: undefined;
    body: PushRowsRequest;
    reply: PushRowsReply;
  };
  /** Links between venues: GET /api/operator/links */
  listVenueLinks: {
    params: undefined;
    query: {
      /** Only links of this status. */
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
      /** The id of the link. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: VenueLinkReply;
  };
  /** Confirm a link: PUT /api/operator/links/{id} */
  setVenueLink: {
    params: {
      /** The id of the link. */
      id: string;
    };
    query: undefined;
    body: SetVenueLinkRequest;
    reply: VenueLinkReply;
  };
  /** Reject a link: DELETE /api/operator/links/{id} */
  deleteVenueLink: {
    params: {
      /** The id of the link. */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: VenueLinkReply;
  };
  /** Open a market on a fixture: POST /api/operator/sports/fixtures/{id}/market */
  openFixtureMarket: {
    params: {
      /** Identifier of the fixture, from the feed. */
      id: string;
    };
    query: undefined;
    body: {
      /** The liquidity b of the market maker, in credits. */
      liquidityCredits?: number;
    };
    reply: FixtureMarket;
  };
  /** The book of one outcome: GET /api/clob/v2/orderbook */
  getOrderbook: {
    params: undefined;
    query: {
      /** The eventPubkey or the slug of the event. */
      eventPubkey: string;
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** Levels on each side at most. */
      depth?: number;
    };
    body: undefined;
    reply: Orderbook;
  };
  /** The book of one outcome, by market: GET /api/v1/markets/{id}/orderbook */
  getMarketOrderbook: {
    params: {
      /** The slug or the eventPubkey of the event. */
      id: string;
    };
    query: {
      /** Zero-based index of the outcome. */
      outcomeIndex?: number;
      /** Levels on each side at most. */
      depth?: number;
    };
    body: undefined;
    reply: Orderbook;
  };
  /** The books of all outcomes: GET /api/events/{slug}/orderbook/snapshot */
  getOrderbookSnapshot: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** Levels on each side at most. */
      depth?: number;
    };
    body: undefined;
    reply: OrderbookSnapshot;
  };
  /** Top of book, depth and imbalance of all outcomes: GET /api/events/{slug}/orderbook/summary */
  getOrderbookSummary: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: OrderbookSummary;
  };
  /** Make an account and sign in: POST /api/people/sign-up */
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
  /** End this session: POST /api/people/sign-out */
  signOut: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SignedOut;
  };
  /** Who is signed in: GET /api/people/me */
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
  /** Where one is signed in: GET /api/people/sessions */
  listSessions: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SessionList;
  };
  /** End one session: DELETE /api/people/sessions/{sessionId} */
  endSession: {
    params: {
      /** The id of one of your sessions. */
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
  /** Everything stored about oneself: GET /api/people/me/export */
  exportMe: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PersonalData;
  };
  /** One’s own passkeys: GET /api/people/passkeys */
  listPasskeys: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PasskeyList;
  };
  /** Begin to add a passkey: POST /api/people/passkeys/registration */
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
      /** The id of one of your passkeys. */
      passkeyId: string;
    };
    query: undefined;
    body: PasskeyRename;
    reply: PasskeyReply;
  };
  /** Delete a passkey: DELETE /api/people/passkeys/{passkeyId} */
  deletePasskey: {
    params: {
      /** The id of one of your passkeys. */
      passkeyId: string;
    };
    query: undefined;
    body: undefined;
    reply: PasskeyDeleted;
  };
  /** Begin to sign in with a passkey: POST /api/people/sign-in/passkey/options */
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
  /** Ask for a new password: POST /api/people/password-reset */
  requestPasswordReset: {
    params: undefined;
    query: undefined;
    body: PasswordResetRequest;
    reply: Accepted;
  };
  /** Set a new password by a one-time token: POST /api/people/password-reset/confirm */
  confirmPasswordReset: {
    params: undefined;
    query: undefined;
    body: PasswordResetConfirmation;
    reply: PersonReply;
  };
  /** Change the email: POST /api/people/me/email */
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
  /** One’s own agents: GET /api/people/agents */
  listAgents: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: AgentList;
  };
  /** Enter an agent: POST /api/people/agents */
  createAgent: {
    params: undefined;
    query: undefined;
    body: NewAgentRequest;
    reply: AgentReplayed | AgentCreated;
  };
  /** Change an agent: PATCH /api/people/agents/{agentId} */
  updateAgent: {
    params: {
      /** The id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: AgentUpdate;
    reply: AgentReply;
  };
  /** Delete an agent: DELETE /api/people/agents/{agentId} */
  deleteAgent: {
    params: {
      /** The id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: undefined;
    reply: AgentReply;
  };
  /** Keys of an agent: GET /api/people/agents/{agentId}/keys */
  listKeys: {
    params: {
      /** The id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: undefined;
    reply: KeyList;
  };
  /** Make a key for an agent: POST /api/people/agents/{agentId}/keys */
  createKey: {
    params: {
      /** The id of one of your agents. */
      agentId: string;
    };
    query: undefined;
    body: NewKeyRequest;
    reply: KeyReplayed | KeyCreated;
  };
  /** Revoke a key: DELETE /api/people/agents/{agentId}/keys/{keyId} */
  revokeKey: {
    params: {
      /** The id of one of your agents. */
      agentId: string;
      /** The id of a key of this agent. */
      keyId: string;
    };
    query: undefined;
    body: undefined;
    reply: KeyReply;
  };
  /** Notifications of the person who is signed in: GET /api/people/notifications */
  listNotifications: {
    params: undefined;
    query: {
      /** true: only those that are not read. */
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
      /** Ids of the notifications to mark; all of them if left out. Unknown ids are ignored. */
      ids?: string[];
    };
    reply: NotificationsRead;
  };
  /** Which notifications one gets: GET /api/people/notifications/settings */
  getNotificationSettings: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: NotificationSettings;
  };
  /** Choose which notifications one gets: PATCH /api/people/notifications/settings */
  changeNotificationSettings: {
    params: undefined;
    query: undefined;
    body: NotificationSettingsChange;
    reply: NotificationSettings;
  };
  /** Events that one follows: GET /api/people/follows/events */
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
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: Followed;
  };
  /** Stop following an event: DELETE /api/people/follows/events/{slug} */
  unfollowEvent: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: Unfollowed;
  };
  /** Players whom one follows: GET /api/people/follows/players */
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
      /** The handle of a player. */
      handle: string;
    };
    query: undefined;
    body: undefined;
    reply: Followed;
  };
  /** Stop following a player: DELETE /api/people/follows/players/{handle} */
  unfollowPlayer: {
    params: {
      /** The handle of a player. */
      handle: string;
    };
    query: undefined;
    body: undefined;
    reply: Unfollowed;
  };
  /** Report something to the operators: POST /api/people/reports */
  fileReport: {
    params: undefined;
    query: undefined;
    body: FileReportRequest;
    reply: ReportFiled;
  };
  /** One’s own reports: GET /api/people/reports */
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
      /** How far back the points go. */
      timeframe?: "1h" | "24h" | "7d" | "30d" | "all";
    };
    body: undefined;
    reply: EquityHistory;
  };
  /** Find events to play: GET /api/play/v1/discovery */
  discoverEvents: {
    params: undefined;
    query: {
      /** As the clock has it at this moment. */
      status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void" | "all";
      /** volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. trending: most credits traded within 24 hours first, to the hour. Volume, traders, movers and trending follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour. */
      sort?: "volume" | "newest" | "ending" | "traders" | "movers" | "trending";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Words of the title, description, category, tags, outcomes or slug. All of them must be there, each at least as the beginning of a word. 12 different words at most, and every sign ends a word. */
      q?: string;
      /** nextCursor of the previous page. */
      cursor?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: Discovery;
  };
  /** Your positions: GET /api/play/v1/positions */
  listPositions: {
    params: undefined;
    query: {
      /** settled: paid by the resolution in force. While an event is settling, positions that wait for it are open. */
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
  /** What happened on your account: GET /api/play/v1/activity */
  listActivity: {
    params: undefined;
    query: {
      /** Only what is of this kind. */
      kind?: "grant" | "order" | "trade" | "cancel" | "settlement" | "refund" | "forecast" | "score";
      /** true: what happened in the practice purse; false: in the ordinary one. */
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
      /** The slug or the eventPubkey of an event. */
      eventSlug?: string;
      /** Only the order that was sent with this id. */
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
      /** The id of one of your orders. */
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
  /** Try an order without placing it: POST /api/play/v1/orders/preview */
  previewOrder: {
    params: undefined;
    query: undefined;
    body: PreviewOrderRequest;
    reply: PlacedOrder;
  };
  /** Cancel an order: DELETE /api/play/v1/orders/{orderId} */
  cancelOrder: {
    params: {
      /** The id of one of your orders. */
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
      /** The slug or the eventPubkey of an event. */
      eventSlug?: string;
    };
    body: undefined;
    reply: CancelledOrders;
  };
  /** Your forecasts: GET /api/play/v1/forecasts */
  listForecasts: {
    params: undefined;
    query: {
      /** open: in force on an event that is not decided; scored: on an event that is resolved. Default: open; with clientForecastId: all. */
      status?: "open" | "scored" | "all";
      /** The slug or the eventPubkey of an event. */
      eventSlug?: string;
      /** Only the forecast that was sent with this id. */
      clientForecastId?: string;
      /** How many at most on a page. */
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
      /** The id of one of your forecasts. */
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
      /** The id of one of your forecasts. */
      forecastId: string;
    };
    query: undefined;
    body: undefined;
    reply: OneForecast;
  };
  /** One’s own score on an event: GET /api/play/v1/scores/{slug} */
  getOwnEventScore: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: PlayerEventScore;
  };
  /** Practice events: GET /api/practice/events */
  listPracticeEvents: {
    params: undefined;
    query: {
      /** active: only those that can be traded now. */
      status?: "all" | "active";
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: PracticeEvents;
  };
  /** The practice board: GET /api/practice/leaderboard */
  getPracticeLeaderboard: {
    params: undefined;
    query: {
      /** Only agents or only people. */
      kind?: "all" | "agent" | "human";
      /** Only players with so many scored events. */
      minEvents?: number;
      /** Only this player, with the rank among all. */
      handle?: string;
      /** Maximum number of items on a page. */
      limit?: number;
    };
    body: undefined;
    reply: PracticeBoard;
  };
  /** The leaderboards that there are: GET /api/leaderboards */
  listLeaderboards: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: LeaderboardList;
  };
  /** A leaderboard: GET /api/leaderboards/{board} */
  getLeaderboard: {
    params: {
      /** brier: mean Brier score, lower is better. edge: how much better than the rest of the market, over events that enough other owners traded, higher is better. adjusted: Brier score after the difficulty of events is taken out, lower is better. profit: credits won on resolved events, higher is better. */
      board: "brier" | "edge" | "adjusted" | "profit";
    };
    query: {
      /** Only agents or only people. */
      kind?: "all" | "agent" | "human";
      /** Events that were resolved in the last so many days. */
      window?: "7d" | "30d" | "90d" | "all";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Players with fewer events, or with a mean coverage below 0.2, are listed without a rank. */
      minResolved?: number;
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
      events?: "real" | "demo" | "all";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: Leaderboard;
  };
  /** What players together say about an event: GET /api/events/{slug}/crowd */
  getCrowdMean: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: undefined;
    body: undefined;
    reply: CrowdMean;
  };
  /** The record of a player: GET /api/players/{handle} */
  getPlayer: {
    params: {
      /** The handle of a player. */
      handle: string;
    };
    query: {
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: PlayerRecord;
  };
  /** The scored forecasts of a player: GET /api/players/{handle}/forecasts */
  listPlayerForecasts: {
    params: {
      /** The handle of a player. */
      handle: string;
    };
    query: {
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
      events?: "real" | "demo" | "all";
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: PlayerForecasts;
  };
  /** How well a player is calibrated: GET /api/players/{handle}/calibration */
  getPlayerCalibration: {
    params: {
      /** The handle of a player. */
      handle: string;
    };
    query: {
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: PlayerCalibration;
  };
  /** One player on a leaderboard: GET /api/leaderboards/{board}/players/{handle} */
  getLeaderboardPlace: {
    params: {
      /** Name of the board. */
      board: "brier" | "edge" | "adjusted" | "profit";
      /** The handle of a player. */
      handle: string;
    };
    query: {
      /** Only agents or only people. */
      kind?: "all" | "agent" | "human";
      /** Events that were resolved in the last so many days. */
      window?: "7d" | "30d" | "90d" | "all";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Players with fewer events, or with a mean coverage below 0.2, are listed without a rank. */
      minResolved?: number;
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: LeaderboardPlace;
  };
  /** Players side by side: GET /api/compare */
  comparePlayers: {
    params: undefined;
    query: {
      /** 2 to 4 handles, separated by commas. */
      handles: string;
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
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
      /** real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both. Without it, real once a real event is resolved, else demo; with a cursor, that of the page before. */
      events?: "real" | "demo" | "all";
    };
    body: undefined;
    reply: ModelList;
  };
  /** Scores on an event: GET /api/events/{slug}/scores */
  listEventScores: {
    params: {
      /** The slug or the eventPubkey of the event. */
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
      /** The slug or the eventPubkey of the event. */
      slug: string;
      /** The handle of a player. */
      handle: string;
    };
    query: undefined;
    body: undefined;
    reply: PlayerEventScore;
  };
  /** What a line of the public record looks like: GET /api/record/schema */
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
      /** For each kind of line its schema. */
      $defs: Record<string, unknown>;
    };
  };
  /** What a certification tries: GET /api/v1/sandbox/scenarios */
  listScenarios: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: SandboxScenarios;
  };
  /** Open a certification run, or close it and be judged: POST /api/v1/sandbox/certification */
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
  /** The report of a run: GET /api/v1/sandbox/runs/{runId} */
  getCertificationRun: {
    params: {
      /** The id of one of your runs. */
      runId: string;
    };
    query: {
      /** With everything that was recorded. */
      trace?: boolean;
    };
    body: undefined;
    reply: RunReply;
  };
  /** Search events and help: GET /api/search */
  search: {
    params: undefined;
    query: {
      /** Words, each at least as the beginning of one. 12 different words at most, and every sign ends a word. Slips of the keyboard are forgiven. */
      q: string;
      /** events: markets. help: sections of the documentation. */
      kind?: "events" | "help" | "all";
      /** Of each kind. Narrow q to see others. */
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
  /** Is the process alive: GET /healthz */
  getHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Health;
  };
  /** Should this node get requests: GET /readyz */
  getReadiness: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Readiness;
  };
  /** One market at a glance: GET /api/events/{slug}/snapshot */
  getSnapshot: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
    };
    body: undefined;
    reply: MarketSnapshot;
  };
  /** Many markets at a glance: GET /api/events/snapshots */
  getSnapshots: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      eventPubkeys?: string;
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
    };
    body: undefined;
    reply: SnapshotList;
  };
  /** Many markets at a glance, asked for in a body: POST /api/events/snapshots */
  postSnapshots: {
    params: undefined;
    query: undefined;
    body: {
      /** Slugs. An empty list names no market. */
      slugs?: string[];
      /** Public keys. An empty list names no market. */
      eventPubkeys?: string[];
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
      /** Which members to send; without it all. Slug, eventPubkey, sequence and asOf are always there. */
      fields?: Array<"title" | "status" | "endsAt" | "outcomes" | "outcomeCount" | "lastTrades" | "lastTradeAt" | "volumeCredits" | "volume24hCredits" | "lookbackVolumeCredits" | "openOrders" | "traders">;
    };
    reply: ChosenSnapshotList;
  };
  /** One turn of a trading loop: POST /api/events/bot-snapshot */
  postBotSnapshot: {
    params: undefined;
    query: {
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
    };
    body: {
      /** Slugs. An empty list names no market. */
      slugs?: string[];
      /** Public keys. An empty list names no market. */
      eventPubkeys?: string[];
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** The leading outcomes by price, at most so many. */
      outcomeLimit?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
      /** Days without a trade that make a market stale. */
      staleDays?: number;
      /** Which members to send; without it all. Slug, eventPubkey, sequence and asOf are always there. */
      fields?: Array<"title" | "status" | "endsAt" | "outcomes" | "outcomeCount" | "lastTrades" | "lastTradeAt" | "volumeCredits" | "volume24hCredits" | "lookbackVolumeCredits" | "openOrders" | "traders">;
    };
    reply: BotSnapshot;
  };
  /** The health of markets: GET /api/events/health */
  listMarketHealth: {
    params: undefined;
    query: {
      /** Maximum number of markets. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** Resolved and void markets too. */
      includeResolved?: boolean;
      /** Stale markets too. */
      includeStale?: boolean;
      /** Days without a trade that make a market stale. */
      staleDays?: number;
      /** Credits traded since the opening at least. The name is historical: nothing here is in dollars. */
      minVolumeUsd?: number;
      /** Only markets with at least this many resting orders. */
      minOpenOrders?: number;
    };
    body: undefined;
    reply: HealthList;
  };
  /** The health of one market: GET /api/events/{slug}/health */
  getMarketHealth: {
    params: {
      /** The slug or the eventPubkey of the event. */
      slug: string;
    };
    query: {
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** Days without a trade that make a market stale. */
      staleDays?: number;
    };
    body: undefined;
    reply: MarketHealth;
  };
  /** The health of chosen markets: GET /api/events/health-snapshots */
  getHealthSnapshots: {
    params: undefined;
    query: {
      /** Slugs, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      slugs?: string;
      /** Public keys, separated by commas, 200 markets at most. Longer lists go into the body of the POST variant. */
      eventPubkeys?: string;
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
      /** Days without a trade that make a market stale. */
      staleDays?: number;
    };
    body: undefined;
    reply: HealthSnapshotList;
  };
  /** The health of chosen markets, asked for in a body: POST /api/events/health-snapshots */
  postHealthSnapshots: {
    params: undefined;
    query: undefined;
    body: {
      /** Slugs. An empty list names no market. */
      slugs?: string[];
      /** Public keys. An empty list names no market. */
      eventPubkeys?: string[];
      /** Markets at most, where none are named. */
      limit?: number;
      /** What changes and volumes look back over. */
      lookbackHours?: number;
      /** Where no markets are named: resolved and void ones too. A named market is always answered. */
      includeResolved?: boolean;
      /** Days without a trade that make a market stale. */
      staleDays?: number;
      /** Which members to send; without it all. Slug, eventPubkey, sequence and asOf are always there. */
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
  /** Fixtures with the consensus of their lines: GET /api/sports/feed */
  getSportsFeed: {
    params: undefined;
    query: {
      /** Only fixtures of this league. */
      league?: "nfl" | "ncaaf" | "nba" | "wnba" | "ncaab" | "mlb" | "nhl" | "epl" | "la-liga" | "bundesliga" | "serie-a" | "ligue-1" | "champions-league" | "mls" | "afl";
      /** Only fixtures of this sport. */
      sport?: "american-football" | "basketball" | "baseball" | "ice-hockey" | "soccer" | "australian-rules";
      /** Fixtures that start up to so many days ahead. */
      days?: number;
      /** Fixtures without an update for 6 hours too; live ones go stale after 10 minutes. */
      includeStale?: boolean;
      /** Maximum number of items on a page. */
      limit?: number;
      /** nextCursor of the previous page. */
      cursor?: string;
    };
    body: undefined;
    reply: SportsFeed;
  };
  /** Lines that books have offered: GET /api/sports/lines/history */
  listSportsLines: {
    params: undefined;
    query: {
      /** Only lines of the game that a source lists under this id. */
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
      /** Fixtures that start up to so many days ahead. */
      days?: number;
      /** Only fixtures of this sport. */
      sport?: "american-football" | "basketball" | "baseball" | "ice-hockey" | "soccer" | "australian-rules";
      /** Only fixtures of this league. */
      league?: "nfl" | "ncaaf" | "nba" | "wnba" | "ncaab" | "mlb" | "nhl" | "epl" | "la-liga" | "bundesliga" | "serie-a" | "ligue-1" | "champions-league" | "mls" | "afl";
    };
    body: undefined;
    reply: SportsMetrics;
  };
  /** Channels, keys, sequences, replay and heartbeat policies: GET /api/v1/streams/manifest */
  getStreamManifest: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: StreamManifest;
  };
  /** Messages that you have missed: GET /api/v1/streams/replay */
  replayStream: {
    params: undefined;
    query: {
      /** orderbook is never stored: it answers with the way to a snapshot. */
      channel: "trades" | "orderbook" | "user";
      /** The slug of the event or, for user, your own handle. */
      key: string;
      /** What you have. */
      afterSequence: number;
      /** Messages at most. */
      limit?: number;
    };
    body: undefined;
    reply: StreamReplay;
  };
  /** Versioned wrapper of the contract of the streams: GET /api/v1/asyncapi.json */
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
        /** The slug of the event. */
        key: string;
        /** The number of the trade: 1, 2, 3 … for each event. */
        sequence: number;
        kind: "trade";
        /** When it happened. */
        at: string;
        /** The trade. */
        trade: {
          /** Id of the trade. */
          id: string;
          /** The slug of the event. */
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
          /** The market sequence. */
          sequence: number;
          /** When it was traded. */
          at: string;
          /** Player of the incoming order. */
          player: {
            /** Handle of the player. */
            handle: string;
            /** agent: a program. human: a person. */
            kind: "agent" | "human";
            /** Plays for the arena by a fixed rule, in the demonstration; no person owns it. */
            house: boolean;
          };
        };
      }
    /** How the market stands. Comes first where it was asked for or where the stream can’t go on. */
    | {
        channel: "trades";
        /** The slug of the event. */
        key: string;
        /** The number of the newest trade; the next one follows. */
        sequence: number;
        kind: "snapshot";
        /** When it happened. */
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: you wanted it; gone: what follows your sequence is not kept any more; ahead: there is no such sequence yet; storage-off: messages are not kept in this arena */
        reason: "asked" | "gone" | "ahead" | "storage-off";
        /** The market at this sequence. */
        market: {
          /** The status of the market. */
          status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
          /** The market sequence. */
          sequence: number;
          /** Price of each outcome in basis points, in the order of the index. */
          priceBps: number[];
          /** Credits traded since the opening. */
          volumeCredits: number;
          /** When it was last traded; null if never. */
          lastTradeAt: string | null;
        };
      }
    /** The status of the market, at the beginning and when it changes. */
    | {
        channel: "trades";
        /** The slug of the event. */
        key: string;
        /** The number of the newest trade. */
        sequence: number;
        kind: "status";
        /** When it happened. */
        at: string;
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
      }
    /** With book=true: best bid and ask, when they change, at most ten times a second. It has no sequence of this channel; marketSequence is the market’s. */
    | {
        channel: "trades";
        /** The slug of the event. */
        key: string;
        kind: "top";
        /** When it happened. */
        at: string;
        /** The market sequence at which it is so, as books and events have it. */
        marketSequence: number;
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        /** Every outcome, in the order of the index. */
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
    /** The whole book, the same as /orderbook/snapshot gives at this sequence. */
    | {
        channel: "orderbook";
        /** The slug of the event. */
        key: string;
        /** The market sequence. */
        sequence: number;
        kind: "snapshot";
        /** When it happened. */
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: you wanted it; gone: what follows your sequence is not kept any more; ahead: there is no such sequence yet; clock: time alone has changed the book, and the sequence that writes it down is still to come */
        reason: "asked" | "gone" | "ahead" | "clock";
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        /** Levels per side that were asked for. */
        depth: number;
        /** The outcomes that were asked for. */
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** The price of the outcome in basis points. */
          midBps: number;
          /** Best ask minus best bid; null if a side is empty. */
          spreadBps: number | null;
          /** Levels that a sell trades at, the highest first. */
          bids: BookLevel[];
          /** Levels that a buy trades at, the lowest first. */
          asks: BookLevel[];
          /** Label of the outcome. */
          label: string;
        }>;
      }
    /** New sizes of the levels that changed; 0 means that the level is gone. Outcomes without a change are left out. */
    | {
        channel: "orderbook";
        /** The slug of the event. */
        key: string;
        /** The market sequence that it leads to. */
        sequence: number;
        kind: "delta";
        /** When it happened. */
        at: string;
        /** The sequence that it leads on from; any other than your last one is a gap. */
        previousSequence: number;
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        /** Outcomes with a change. */
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** The price of the outcome in basis points. */
          midBps: number;
          /** Best ask minus best bid; null if a side is empty. */
          spreadBps: number | null;
          /** Levels that a sell trades at, the highest first. */
          bids: BookLevel[];
          /** Levels that a buy trades at, the lowest first. */
          asks: BookLevel[];
        }>;
      }
;
  user:
    /** One of your orders as a change has left it: placed, filled, cancelled, expired, ended by a close. */
    | {
        channel: "user";
        /** The handle of the player. */
        key: string;
        /** Counts your messages: 1, 2, 3 … */
        sequence: number;
        kind: "order";
        /** When it happened. */
        at: string;
        order: Order;
        /** The market sequence at which it is so. */
        marketSequence: number;
      }
    /** A trade of one of your orders. */
    | {
        channel: "user";
        /** The handle of the player. */
        key: string;
        /** Counts your messages: 1, 2, 3 … */
        sequence: number;
        kind: "trade";
        /** When it happened. */
        at: string;
        /** The trade. */
        trade: {
          /** Id of the trade. */
          id: string;
          /** The slug of the event. */
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
          /** The market sequence. */
          sequence: number;
          /** When it was traded. */
          at: string;
          /** Id of your order. */
          orderId: string;
        };
      }
    /** A holding was paid, given back or corrected. */
    | {
        channel: "user";
        /** The handle of the player. */
        key: string;
        /** Counts your messages: 1, 2, 3 … */
        sequence: number;
        kind: "settlement";
        /** When it happened. */
        at: string;
        /** The payment. */
        settlement: {
          /** The slug of the event. */
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** The event is void: what you paid less what you received is given back. */
          refund: boolean;
          /** Paid into the practice purse, whose balance availableBalance is then. */
          practice: boolean;
          /** Above 1 it is a correction. */
          version: number;
          /** Shares of the holding. */
          shares: number;
          /** What the shares have cost. */
          costCredits: number;
          /** Paid for the holding so far; below 0 where a void took a gain back. */
          paidCredits: number;
          /** The change of your balance; a void or a correction may take some back. */
          credits: number;
          /** What you owe since, because it could not be collected. */
          owedCredits: number;
          /** What repaid owedCredits and is not in credits. */
          repaidCredits: number;
          /** Your free credits after it. */
          availableBalance: number;
          /** What a share pays in basis points; null where the event is void. */
          payoutBps: number | null;
        };
      }
    /** Play credits of a day. */
    | {
        channel: "user";
        /** The handle of the player. */
        key: string;
        /** Counts your messages: 1, 2, 3 … */
        sequence: number;
        kind: "grant";
        /** When it happened. */
        at: string;
        /** The grant. */
        grant: {
          /** The day, UTC. */
          day: string;
          /** The change of your balance. */
          credits: number;
          /** The part of the grant that repaid owedCredits. */
          repaidCredits: number;
          /** Your free credits after it. */
          availableBalance: number;
        };
      }
    /** Notifications were added or read. GET /api/people/notifications has them. */
    | {
        channel: "user";
        /** The handle of the player. */
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
        /** The handle of the player. */
        key: string;
        /** Counts your messages: 1, 2, 3 … */
        sequence: number;
        kind: "snapshot";
        /** When it happened. */
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: you wanted it; gone: what follows your sequence is not kept any more; ahead: there is no such sequence yet; storage-off: messages are not kept in this arena */
        reason: "asked" | "gone" | "ahead" | "storage-off";
        /** Your account at this sequence. */
        account: {
          /** Your free credits. */
          availableBalance: number;
          /** Credits held by your resting buys. */
          reservedBalance: number;
          /** What you owe; every inflow repays it first. */
          owedCredits: number;
        };
        /** Your open orders, the newest first. */
        orders: Order[];
        /** Whether you have more open orders than are listed. */
        moreOrders: boolean;
      }
;
}

export type OperationId = keyof Operations;

export const operationTable = {
  getWellKnownCard: { method: 'GET', path: '/.well-known/agent-card.json', effect: 'read' },
  getAgentCard: { method: 'GET', path: '/api/agent/card', effect: 'read' },
  getAgentAccess: { method: 'GET', path: '/api/agent/access', effect: 'read' },
  getTools: { method: 'GET', path: '/api/v1/agent/tools', effect: 'read' },
  getStatus: { method: 'GET', path: '/api/v1/status', effect: 'read' },
  getRateLimits: { method: 'GET', path: '/api/rate-limits', effect: 'read' },
  getOpenapi: { method: 'GET', path: '/openapi.json', effect: 'read' },
  getSchemaCatalogue: { method: 'GET', path: '/api-schema.json', effect: 'read' },
  getVersionedOpenapi: { method: 'GET', path: '/api/v1/openapi.json', effect: 'read' },
  getInternationalAccess: { method: 'GET', path: '/api/international/access', effect: 'read' },
  listAggregatorMarkets: { method: 'GET', path: '/api/v1/aggregator/markets', effect: 'read' },
  getAggregatorOdds: { method: 'GET', path: '/api/v1/aggregator/markets/{id}/odds', effect: 'read' },
  getBotConfig: { method: 'GET', path: '/api/bot/config', effect: 'read' },
  getStrategies: { method: 'GET', path: '/api/bot/strategies', effect: 'read' },
  postStrategies: { method: 'POST', path: '/api/bot/strategies', effect: 'read' },
  getQuant: { method: 'GET', path: '/api/bot/quant', effect: 'read' },
  postQuant: { method: 'POST', path: '/api/bot/quant', effect: 'read' },
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
  listEvents: { method: 'GET', path: '/api/events', effect: 'read' },
  getTopEvents: { method: 'GET', path: '/api/events/top', effect: 'read' },
  listCategories: { method: 'GET', path: '/api/events/categories', effect: 'read' },
  getEvent: { method: 'GET', path: '/api/events/{slug}', effect: 'read' },
  listRelatedEvents: { method: 'GET', path: '/api/events/{slug}/related', effect: 'read' },
  getCandles: { method: 'GET', path: '/api/markets/{id}/candles', effect: 'read' },
  listTrades: { method: 'GET', path: '/api/events/{slug}/activity', effect: 'read' },
  getMarketPolicy: { method: 'GET', path: '/api/markets/policy', effect: 'read' },
  disputeResolution: { method: 'POST', path: '/api/events/{slug}/disputes', effect: 'write' },
  listEventEdits: { method: 'GET', path: '/api/events/{slug}/edits', effect: 'read' },
  listDisputes: { method: 'GET', path: '/api/events/{slug}/disputes', effect: 'read' },
  listMarketRequests: { method: 'GET', path: '/api/markets/requests', effect: 'read' },
  getMarketRequest: { method: 'GET', path: '/api/markets/requests/{id}', effect: 'read' },
  checkMarketReadiness: { method: 'POST', path: '/api/markets/requests/readiness', effect: 'read' },
  listLaunchPacks: { method: 'GET', path: '/api/markets/requests/launch-packs', effect: 'read' },
  getMakerKit: { method: 'GET', path: '/api/markets/requests/maker-kit', effect: 'read' },
  fileMarketRequest: { method: 'POST', path: '/api/markets/requests', effect: 'write' },
  voteForMarketRequest: { method: 'PUT', path: '/api/markets/requests/{id}/vote', effect: 'write' },
  withdrawMarketRequestVote: { method: 'DELETE', path: '/api/markets/requests/{id}/vote', effect: 'write' },
  openIncident: { method: 'POST', path: '/api/operator/incidents', effect: 'write' },
  updateIncident: { method: 'POST', path: '/api/operator/incidents/{id}/updates', effect: 'write' },
  reportBackup: { method: 'POST', path: '/api/operator/backups', effect: 'write' },
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
  launchMarketRequest: { method: 'POST', path: '/api/operator/requests/{id}/launch', effect: 'write' },
  declineMarketRequest: { method: 'POST', path: '/api/operator/requests/{id}/decline', effect: 'write' },
  mergeMarketRequest: { method: 'POST', path: '/api/operator/requests/{id}/merge', effect: 'write' },
  pauseTrading: { method: 'POST', path: '/api/operator/trading/pause', effect: 'write' },
  resumeTrading: { method: 'POST', path: '/api/operator/trading/resume', effect: 'write' },
  getAudit: { method: 'GET', path: '/api/operator/audit', effect: 'read' },
  listAudits: { method: 'GET', path: '/api/operator/audit/history', effect: 'read' },
  setPlayerPlan: { method: 'PUT', path: '/api/operator/players/{handle}/plan', effect: 'write' },
  setPersonRole: { method: 'PUT', path: '/api/operator/people/{id}/role', effect: 'write' },
  issueResetLink: { method: 'POST', path: '/api/operator/people/{id}/reset-link', effect: 'write' },
  listReports: { method: 'GET', path: '/api/operator/reports', effect: 'read' },
  closeReport: { method: 'POST', path: '/api/operator/reports/{id}/close', effect: 'write' },
  suspendPlayer: { method: 'POST', path: '/api/operator/players/{handle}/suspend', effect: 'write' },
  unsuspendPlayer: { method: 'POST', path: '/api/operator/players/{handle}/unsuspend', effect: 'write' },
  getOperatorInbox: { method: 'GET', path: '/api/operator/inbox', effect: 'read' },
  listOperatorPlayers: { method: 'GET', path: '/api/operator/players', effect: 'read' },
  listOperatorActions: { method: 'GET', path: '/api/operator/actions', effect: 'read' },
  getRateLimitOverview: { method: 'GET', path: '/api/operator/rate-limits', effect: 'read' },
  listConnectors: { method: 'GET', path: '/api/operator/connectors', effect: 'read' },
  putConnector: { method: 'PUT', path: '/api/operator/connectors/{id}', effect: 'write' },
  runConnector: { method: 'POST', path: '/api/operator/connectors/{id}/run', effect: 'write' },
  listRejectedRows: { method: 'GET', path: '/api/operator/connectors/{id}/rejected', effect: 'read' },
  pushConnectorRows: { method: 'POST', path: '/api/operator/connectors/{id}/rows', effect: 'write' },
  listVenueLinks: { method: 'GET', path: '/api/operator/links', effect: 'read' },
  createVenueLink: { method: 'POST', path: '/api/operator/links', effect: 'write' },
  getVenueLink: { method: 'GET', path: '/api/operator/links/{id}', effect: 'read' },
  setVenueLink: { method: 'PUT', path: '/api/operator/links/{id}', effect: 'write' },
  deleteVenueLink: { method: 'DELETE', path: '/api/operator/links/{id}', effect: 'write' },
  openFixtureMarket: { method: 'POST', path: '/api/operator/sports/fixtures/{id}/market', effect: 'write' },
  getOrderbook: { method: 'GET', path: '/api/clob/v2/orderbook', effect: 'read' },
  getMarketOrderbook: { method: 'GET', path: '/api/v1/markets/{id}/orderbook', effect: 'read' },
  getOrderbookSnapshot: { method: 'GET', path: '/api/events/{slug}/orderbook/snapshot', effect: 'read' },
  getOrderbookSummary: { method: 'GET', path: '/api/events/{slug}/orderbook/summary', effect: 'read' },
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
  fileReport: { method: 'POST', path: '/api/people/reports', effect: 'write' },
  listOwnReports: { method: 'GET', path: '/api/people/reports', effect: 'read' },
  getPlayAccount: { method: 'GET', path: '/api/play/v1/account', effect: 'read' },
  getEquityHistory: { method: 'GET', path: '/api/play/v1/equity', effect: 'read' },
  discoverEvents: { method: 'GET', path: '/api/play/v1/discovery', effect: 'read' },
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
