// Written by `npm run contract:write` from the routes. Do not edit.

/** Further members depend on the kind. */
export type Activity = {
  id: string;
  kind: "grant" | "order" | "trade" | "cancel" | "settlement" | "refund" | "forecast" | "score";
  at: string;
  /** The change of the available balance. */
  credits: number;
  /** The available balance afterwards. */
  balanceAfter: number;
  eventSlug: string | null;
  orderId: string | null;
  [other: string]: unknown;
};

export type ActivityList = {
  activity: Activity[];
  nextCursor: string | null;
};

/** Who you are here and what you may do. */
export type AgentAccess = {
  authenticated: boolean;
  kind: "anonymous" | "agent" | "human" | "operator";
  player: {
    id: string;
    handle: string;
  } | null;
  keyId: string | null;
  plan: "free" | "pro" | "enterprise" | null;
  scopes: string[];
  /** Whether orders and forecasts are taken from this credential. */
  canPlay: boolean;
  /** What is left of your budgets, this request counted. */
  limits: Array<{
    name: "reads" | "orders" | "forecasts" | "address" | "changes" | "signIns" | "signUps" | "wrongPasswords";
    quota: number;
    windowSeconds: number;
    remaining: number;
  }>;
  mcp: {
    url: string;
    transport: "streamable-http";
    protocolVersions: Array<"2026-07-28" | "2025-11-25" | "2025-06-18">;
    authentication: string;
  };
  /** Addresses by what is there. */
  links: Record<string, string>;
  /** The date of the contract. */
  contractVersion: "2026-03-17";
};

/** What the arena can do and how to ask for it. */
export type AgentCard = {
  name: string;
  description: string;
  mode: "play-only";
  version: string;
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  capabilities: {
    readMarkets: boolean;
    playOrders: boolean;
    restingOrders: boolean;
    forecasts: boolean;
    streams: boolean;
    mcp: boolean;
    realMoney: boolean;
  };
  mcp: {
    url: string;
    transport: "streamable-http";
    protocolVersions: Array<"2026-07-28" | "2025-11-25" | "2025-06-18">;
    authentication: string;
  };
  /** What can be followed instead of being asked for again and again. */
  streams: {
    /** Sequences, replay, heartbeats and bounds. */
    manifestUrl: string;
    /** The members of every message. */
    asyncapiUrl: string;
    webSocketUrl: string;
    channels: Array<{
      channel: "trades" | "orderbook" | "user";
      access: "public" | "own credential";
      /** {slug} stands for the event. */
      sseUrl: string;
    }>;
  };
  auth: {
    publicRead: {
      headers: string[];
      usedFor: string;
    };
    agentKey: {
      headers: string[];
      usedFor: string;
      format: string;
    };
    session: {
      cookie: string;
      usedFor: string;
      crossSite: string;
    };
    operator: {
      headers: string[];
      usedFor: string;
    };
    walletSigned: {
      available: boolean;
      usedFor: string;
    };
    optionalCredential: string;
    precedence: string;
  };
  idempotency: {
    header: string;
    requiredFor: string;
    clientIds: string;
    keyFormat: string;
    scope: string;
    replay: string;
    conflict: string;
    refused: string;
  };
  /** Addresses by what is there. */
  links: Record<string, string>;
  /** Every operation of the contract. */
  operations: Array<{
    operationId: string;
    method: string;
    path: string;
    aliases: string[];
    area: string;
    summary: string;
    auth: "none" | "optional" | "required" | "scope";
    scope: string | null;
    effect: "read" | "write";
    budget: string;
    idempotency: string | null;
    tool: string | null;
  }>;
};

export type AgentCreated = {
  agent: OwnAgent;
  replayed: false;
};

/** A key without its secret, which is kept nowhere. */
export type AgentKey = {
  id: string;
  lastFour: string;
  status: "active" | "revoked";
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export type AgentList = {
  agents: OwnAgent[];
  /** The list is complete. */
  nextCursor: null;
};

export type AgentReplayed = {
  agent: OwnAgent;
  replayed: true;
  code: "IDEMPOTENT_REPLAY";
};

export type AgentReply = {
  agent: OwnAgent;
};

/** Changes what is given; null removes a homepage or model. The handle stays. */
export type AgentUpdate = {
  /** Unique among agents after Unicode NFKC, case and space folding. */
  name?: string;
  description?: string;
  homepage?: string | null;
  model?: string | null;
};

/** All books, computed once more from transfers, trades and orders, as of one moment. */
export type Audit = {
  /** Nothing differs, and no settlement is overdue. */
  balanced: boolean;
  checkedAt: string;
  /** How long it took. */
  milliseconds: number;
  /** Rows looked at. */
  counts: Record<string, number>;
  /** Where all credits are, in millionths. */
  totals: Record<string, string>;
  /** The same of practice credits. */
  practiceTotals: Record<string, string>;
  differenceCount: number;
  /** The first 50 of each group of checks. */
  differences: Array<{
    /** What was compared. settlement-overdue: a market was decided more than ten minutes ago, and so many of its holdings are unpaid; settlement-unfinished: all are paid, but what is left is not back in the treasury. */
    check: string;
    /** The account, order, holding or event. */
    subject: string;
    /** What transfers, trades and orders make it, amounts in millionths. */
    expected: string;
    /** What is kept. */
    actual: string;
  }>;
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
  mode: "play-only";
  polling: {
    /** From the table that enforces them. */
    budgets: Array<{
      name: string;
      /** 0: this arena sets no limit. */
      quota: number;
      windowSeconds: number;
      per: "agent" | "person" | "account" | "address";
      evenPaceSeconds: number | null;
    }>;
    endpoints: Array<{
      endpoint: string;
      everySeconds: number;
      use: string;
    }>;
    rules: string[];
  };
  guardrails: {
    order: {
      smallestCredits: number;
      largestCredits: number;
      lowestLimitPriceBps: number;
      highestLimitPriceBps: number;
      openOrdersPerMarket: number;
    };
    clientTimeoutSeconds: number;
    rules: string[];
  };
  auth: {
    publicRead: {
      headers: string[];
      usedFor: string;
    };
    agentKey: {
      headers: string[];
      usedFor: string;
      format: string;
    };
    session: {
      cookie: string;
      usedFor: string;
      crossSite: string;
    };
    operator: {
      headers: string[];
      usedFor: string;
    };
    walletSigned: {
      available: boolean;
      usedFor: string;
    };
    optionalCredential: string;
    precedence: string;
  };
  execution: {
    idempotency: {
      header: string;
      requiredFor: string;
      clientIds: string;
      keyFormat: string;
      scope: string;
      replay: string;
      conflict: string;
      refused: string;
    };
    retry: {
      /** A plain retry of the same request is sensible. */
      codes: Array<"UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE">;
      networkErrors: boolean;
      backoff: {
        kind: string;
        firstSeconds: number;
        factor: number;
        mostSeconds: number;
        attempts: number;
      };
      sameIdentity: string;
    };
    errorTaxonomy: ErrorTaxonomyEntry[];
  };
  plans: Array<{
    plan: "free" | "pro" | "enterprise";
    scopes: string[];
    /** Times the read budget on the routes that need a scope. */
    readMultiplier: number;
  }>;
  scopes: Array<{
    scope: string;
    /** Plans that hold it. */
    plans: Array<"free" | "pro" | "enterprise">;
  }>;
  links: {
    contract: string;
    rateLimits: string;
    status: string;
    errors: string;
  };
};

/** Everything that one turn of a trading loop needs. */
export type BotSnapshot = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  lookbackHours: number;
  staleDays: number;
  /** No orders are taken in the whole arena. Of this moment on the node that paused; other nodes hear of it at once, and within a second where they can not hear. */
  tradingPaused: boolean;
  /** Asking again sooner seldom brings anything new. */
  pollAfterSeconds: number;
  markets: Array<{
    snapshot: ChosenSnapshot;
    health: MarketHealth;
  }>;
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type CancelledOrder = {
  order: Order;
  account: {
    /** Free credits afterwards; on a practice event those of the practice purse. */
    availableBalance: number;
  };
};

export type CancelledOrders = {
  orders: Order[];
  cancelled: number;
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
  eventSlug: string;
  eventPubkey: string;
  outcomeIndex: number;
  resolution: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
  /** How spans without a trade are shown. */
  fill: "none" | "previous";
  /** Oldest first. The first page ends with the newest. */
  candles: Candle[];
  nextCursor: string | null;
};

export type Certification = {
  /** When the run was passed. */
  at: string;
  /** The contract that it was held against. */
  contractVersion: string;
  /** When the mark lapses; it does so earlier when the contract changes. */
  expiresAt: string;
};

export type CertificationReply = {
  run: CertificationRun;
  certification: Certification | null;
  /** Members of the body that were passed over: their name is no scenario, or they are results that came too late, which `notice` explains. */
  ignored: string[];
  notice: string | null;
  /** Whether this Idempotency-Key was used before: nothing was done again. */
  replayed: boolean;
  code?: "IDEMPOTENT_REPLAY";
};

export type CertificationRequest = {
  /** Closes this run. */
  runId?: string;
  /** What you believe of each scenario by its name: "passed" or "failed", at least one. Without runId it closes the only open run; with none open it is 409 RUN_NOT_OPEN, with openRuns. It is held against what was observed. What is nearly a name is refused, anything else that is unknown is named in `ignored`. */
  results?: Record<string, unknown>;
  [other: string]: unknown;
};

export type CertificationRun = {
  id: string;
  status: "open" | "finished";
  passed: boolean | null;
  /** Put this between the address of the arena and every path: /api/play/v1/orders and all others. */
  basePath: string;
  /** The same with the address. */
  baseUrl: string;
  openedAt: string;
  /** When the run is closed by itself. */
  deadlineAt: string;
  finishedAt: string | null;
  contractVersion: string;
  /** Requests and messages recorded so far. */
  requests: number;
  instructions: string;
  scenarios: ScenarioReport[];
};

export type ChangedEvent = {
  event: Event;
};

/** A MarketHealth with the members that fields names, or all. */
export type ChosenHealth = {
  slug: string;
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  title?: string;
  /** As the clock has it. */
  status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt?: string;
  lastTradeAt?: string | null;
  lastTradeAgeSeconds?: number | null;
  spreadBps?: number | null;
  /** Of the leading outcome, within 200 bps of its price. */
  depth?: {
    withinBps: 200;
    /** What sells of the leading outcome down to there bring. */
    bidCredits: number;
    /** What buys of the leading outcome up to there cost. */
    askCredits: number;
  };
  openOrders?: number;
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
  parts?: Array<{
    /** recency: 1 up to an hour after the last trade (or the opening), then falling evenly to 0 at staleDays. depth: Credits within 200 bps of the price on the thinner side of the leading outcome: 0 at 1, 1 at 1000, by logarithm. spread: Between the best bid and ask of the leading outcome: 1 up to 10 bps, falling evenly to 0 at 500 bps. traders: Players who have traded here: 1 from 20 on. orders: Open orders: 1 from 10 on. */
    name: "recency" | "depth" | "spread" | "traders" | "orders";
    weight: number;
    value: number;
    /** weight × value. */
    points: number;
  }>;
  /** What a bot should do here now. */
  advice?: {
    code: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
    sentence: string;
  };
};

export type ChosenHealthList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  lookbackHours: number;
  staleDays: number;
  health: ChosenHealth[];
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** A MarketSnapshot with the members that fields names, or all. */
export type ChosenSnapshot = {
  slug: string;
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  /** The number of the newest trade in it: /api/events/{slug}/stream goes on behind it with afterSequence. */
  tradesSequence: number;
  title?: string;
  /** As the clock has it. */
  status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt?: string;
  /** The leading ones by price, at most outcomeLimit, in the order of their index. */
  outcomes?: Array<{
    index: number;
    label: string;
    /** The current price. */
    priceBps: number;
    bestBidBps: number | null;
    bestAskBps: number | null;
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
    id: string;
    eventSlug: string;
    outcomeIndex: number;
    /** Of the incoming order. */
    side: "buy" | "sell";
    shares: number;
    /** Credits that changed hands. */
    credits: number;
    /** The average price of the trade. */
    priceBps: number;
    /** The market maker, or resting orders of other players. */
    against: "maker" | "order";
    player: {
      handle: string;
      kind: "agent" | "human";
      /** This player has left; the record stays. Snapshots may show it a minute late. */
      retired: boolean;
    };
    sequence: number;
    at: string;
  }>;
  lastTradeAt?: string | null;
  /** Credits traded since the opening. */
  volumeCredits?: number;
  /** Credits traded in the last 24 hours. */
  volume24hCredits?: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits?: number;
  openOrders?: number;
  /** Players who have traded here. */
  traders?: number;
};

export type ChosenSnapshotList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  lookbackHours: number;
  snapshots: ChosenSnapshot[];
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** Exactly one of winningOutcomeIndex, payoutBps and void. */
export type CorrectRequest = {
  /** The outcome that wins. */
  winningOutcomeIndex?: number;
  /** What a share of each outcome pays, 10000 together. */
  payoutBps?: number[];
  void?: true;
  /** Where the answer was read. */
  source: string;
  /** Kept with the action, for people. */
  note?: string;
  /** When the answer was known, if that was before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Shows who would get what and changes nothing. */
  dryRun?: boolean;
};

export type CreateEventRequest = {
  title: string;
  /** Made from the title if left out. The same request with the same slug is a replay. */
  slug?: string;
  description: string;
  category: string;
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
  /** Why the rule is overridden; kept on record. */
  overrideReason?: string;
  /** The id of the rule of /api/markets/policy that asks an operator to look at this event first, several separated by commas: you have looked. POLICY_REVIEW says in rules what to send here. Kept on record. */
  acknowledgePolicy?: string;
};

export type CreatedEvent = {
  event: Event;
  replayed: boolean;
  code?: "IDEMPOTENT_REPLAY";
};

export type CrowdMean = {
  eventSlug: string;
  /** Players who have ever forecast here. */
  forecasters: number;
  crowd: {
    /** For each outcome the mean of the forecasts in force on it, in whole percent; null where fewer than 5 people have one. */
    percents: Array<number | null>;
    /** Players behind the outcome that most have spoken of. */
    forecasters: number;
    /** When the newest of them was taken: at most once an hour, and not before 5 people have changed what they say about the outcome. */
    asOf: string;
  } | null;
};

export type DecidedEvent = {
  event: Event;
  dryRun: boolean;
  preview: PayoutPreview | null;
};

/** What a developer would look at before asking for help. */
export type DeveloperDiagnostics = {
  /** Whether nothing stands in the way of playing; warnings do not. */
  ready: boolean;
  player: {
    id: string;
    handle: string;
    kind: "agent" | "human";
  };
  checks: Array<{
    name: "service" | "credential" | "keys" | "account" | "trading" | "budgets" | "errors" | "forecasts";
    result: "ok" | "warning" | "failed";
    detail: string;
    remediation: string | null;
  }>;
  asOf: string;
};

/** Your own requests, over HTTP and MCP. Requests without a credential belong to nobody. */
export type DeveloperUsage = {
  from: string;
  to: string;
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
    operationId: string;
    /** Answered. */
    requests: number;
    /** With a status of 400 or more. */
    failed: number;
    /** With 429. */
    rateLimited: number;
    p50Ms: number | null;
    p95Ms: number | null;
  }>;
  /** The most frequent first. */
  codes: Array<{
    code: string;
    /** Refused with it. */
    requests: number;
  }>;
};

export type Discovery = {
  events: Event[];
  nextCursor: string | null;
};

/** Title, slug and outcomes are in the event’s key and stay. Description, source and end can change until the event is decided. */
export type EditEventRequest = {
  description?: string;
  category?: string;
  tags?: string[];
  resolutionSource?: ResolutionSource;
  endsAt?: string;
  /** The id of the rule of /api/markets/policy that refuses this event, several separated by commas; needs overrideReason. */
  overridePolicy?: string;
  /** Why the rule is overridden; kept on record. */
  overrideReason?: string;
  /** The id of the rule of /api/markets/policy that asks an operator to look at this event first, several separated by commas: you have looked. POLICY_REVIEW says in rules what to send here. Kept on record. */
  acknowledgePolicy?: string;
};

/** Every endpoint with what it costs, from the table that enforces it. */
export type EndpointCosts = {
  unit: "request";
  rules: string[];
  endpoints: Array<{
    operationId: string;
    method: string;
    path: string;
    effect: "read" | "write";
    budget: string | null;
    /** What one request costs. */
    units: number;
    per: "agent" | "person" | "account" | "address" | null;
    quota: number | null;
    windowSeconds: number | null;
  }>;
};

/** The body of every error. */
export type Error = {
  /** What went wrong, for people. */
  error: string;
  /** What went wrong, for programs. */
  code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE";
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
  code: string | null;
  httpStatus: number[];
  retryable: "yes" | "no" | "conditional" | null;
  meaning: string | null;
  remediation: string;
  documentation: string | null;
  retryPolicy: string | null;
  request: {
    requestId: string;
    at: string;
    /** operationId, or "none" where no route was met. */
    operation: string;
    method: string;
    /** The route’s pattern, never the address as sent. */
    path: string;
    status: number;
    code: string | null;
    field: string | null;
    milliseconds: number;
  } | null;
};

export type ErrorTaxonomyEntry = {
  code: string;
  httpStatus: number[];
  /** conditional: reconcile by client id first, then decide. */
  retryable: "yes" | "no" | "conditional";
  meaning: string;
  remediation: string;
  documentation: string;
};

/** An event and its market. */
export type Event = {
  id: string;
  /** A short name; wherever a slug is asked for, eventPubkey works too. */
  slug: string;
  /** Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt. */
  eventPubkey: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  /** As the clock has it at this moment. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  outcomes: EventOutcome[];
  createdAt: string;
  opensAt: string;
  /** When trading ends. */
  endsAt: string;
  closedAt: string | null;
  resolvedAt: string | null;
  effectiveCloseAt: string | null;
  resolution: EventResolution | null;
  resolutionSource: ResolutionSource;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded in the last 24 hours, to the minute. */
  volume24hCredits: number;
  /** Players who have traded here. */
  traders: number;
  /** Players who have forecast here. */
  forecasters: number;
  openOrders: number;
  /** How deep the market maker is: b of the logarithmic scoring rule. */
  liquidityCredits: number;
  /** Grows with every change of the book or of the state. */
  sequence: number;
  settling: {
    settled: number;
    total: number;
  } | null;
  /** Made up to show the arena. */
  demo: boolean;
  /** Outside equity, profit and the boards. */
  practice: boolean;
  /** The page of the event. */
  url: string;
};

export type EventHit = {
  title: string;
  /** The part of the text around the first word that was found. */
  snippet: string;
  /** Where words of q are, in UTF-16 code units as JavaScript counts; 20 at most for each field. */
  highlights: Array<{
    field: "title" | "snippet";
    start: number;
    length: number;
  }>;
  /** Comparable within one list of one reply only. */
  score: number;
  slug: string;
  eventPubkey: string;
  category: string;
  tags: string[];
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  endsAt: string;
  /** Labels. */
  outcomes: string[];
  /** The page of the event. */
  url: string;
};

export type EventList = {
  events: Event[];
  nextCursor: string | null;
  /** What slugs names and is not there; only where slugs was sent. */
  missing?: string[];
};

export type EventOutcome = {
  /** What orders and forecasts name the outcome by. */
  index: number;
  label: string;
  /** The price in basis points. */
  priceBps: number;
  lastTradeAt: string | null;
  /** Credits traded on this outcome. */
  volumeCredits: number;
};

export type EventResolution = {
  /** outcome: one wins; split: several share; void: cost is given back. */
  kind: "outcome" | "split" | "void";
  winningOutcomeIndex: number | null;
  payoutBps: number[] | null;
  /** Where the answer was read. */
  source: string;
  note: string;
  correctedFrom: {
    /** outcome: one wins; split: several share; void: cost is given back. */
    kind: "outcome" | "split" | "void";
    winningOutcomeIndex: number | null;
    payoutBps: number[] | null;
  } | null;
};

/** At least one of the two. */
export type ExplainErrorRequest = {
  /** The code of an error body, such as RATE_LIMITED. */
  code?: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "TRADING_PAUSED" | "LIVE_TRADING_DISABLED" | "INTERNAL_ERROR" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_IDEMPOTENCY_KEY" | "IDEMPOTENT_REPLAY" | "ACCEPTED_UNKNOWN_CONFIRMATION" | "CLOB_INVALID_ORDER" | "CLOB_INVALID_SIGNATURE" | "CLOB_MISSING_SIGNATURE" | "CLOB_EXPIRED" | "INSUFFICIENT_BALANCE" | "STALE_ORDERBOOK" | "MARKET_CLOSED" | "MARKET_PAUSED" | "SIMULATION_DISABLED" | "GEO_BLOCKED" | "GEO_UNKNOWN" | "REAL_MONEY_COUNTRY_NOT_ALLOWED" | "REAL_MONEY_COUNTRY_NOT_APPROVED" | "AGENT_LIMIT_REACHED" | "KEY_LIMIT_REACHED" | "EMAIL_TAKEN" | "NAME_TAKEN" | "ORDER_LIMIT_REACHED" | "INVALID_TRANSITION" | "RUN_NOT_OPEN" | "POLICY_EXCLUDED" | "POLICY_REVIEW" | "METHOD_NOT_ALLOWED" | "UPGRADE_REQUIRED" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "HEADERS_TOO_LARGE" | "SERVICE_UNAVAILABLE";
  /** The requestId of an error body or x-request-id of a reply. */
  requestId?: string;
};

export type Fill = {
  id: string;
  /** Shares traded. */
  shares: number;
  /** Credits traded. */
  credits: number;
  /** The average price of this part. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  at: string;
};

export type ForecastList = {
  forecasts: OwnForecast[];
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
  replayed: true;
  code: "IDEMPOTENT_REPLAY";
};

/** How you did on the event of this forecast. */
export type ForecastScore = {
  /** Your time-weighted mean of squared errors on this event, 0 (best) to 1. */
  brier: number;
  /** The same for the market’s prices over the same time. */
  marketBrier: number;
  /** marketBrier − brier: above 0 you were better than the market. */
  edge: number;
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
  forecasts: RecordedForecast[];
  /** clientForecastIds of the request that were recorded before; those forecasts are returned as they were. */
  replayedIds: string[];
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  replayed: true;
  code: "IDEMPOTENT_REPLAY";
};

/** The process answers. */
export type Health = {
  status: "ok";
};

export type HealthList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  lookbackHours: number;
  staleDays: number;
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
  lookbackHours: number;
  staleDays: number;
  health: MarketHealth[];
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type HelpHit = {
  title: string;
  /** The part of the text around the first word that was found. */
  snippet: string;
  /** Where words of q are, in UTF-16 code units as JavaScript counts; 20 at most for each field. */
  highlights: Array<{
    field: "title" | "snippet";
    start: number;
    length: number;
  }>;
  /** Comparable within one list of one reply only. */
  score: number;
  /** The document in the project. */
  document: string;
  /** The section within it. */
  anchor: string;
  url: string | null;
};

export type KeyCreated = {
  key: AgentKey;
  /** The full key. It is shown in this one reply and never again. */
  secret: string;
  replayed: false;
};

/** The active keys, then the latest revoked ones, each newest first. */
export type KeyList = {
  keys: AgentKey[];
  /** The list is complete. */
  nextCursor: null;
};

export type KeyReplayed = {
  key: AgentKey;
  /** The secret is not kept, so a replay can’t show it: revoke this key and make another. */
  secret: null;
  replayed: true;
  code: "IDEMPOTENT_REPLAY";
};

export type KeyReply = {
  key: AgentKey;
};

/** Where the time of requests goes. Quantiles are exact to a quarter of themselves. */
export type Latency = {
  /** Figures are of the node that answers. */
  node: string;
  /** They are of the last so many seconds at most. */
  spanSeconds: number;
  stages: Array<{
    stage: "auth" | "queue" | "decide" | "commit" | "send";
    description: string;
    /** Measured. */
    count: number;
    meanMs: number | null;
    p50Ms: number | null;
    p95Ms: number | null;
    p99Ms: number | null;
    maxMs: number | null;
  }>;
  asOf: string;
};

/** One board, best first. docs/scoring.md says how every number comes about. */
export type Leaderboard = {
  board: "brier" | "edge" | "adjusted" | "profit";
  kind: "all" | "agent" | "human";
  window: "7d" | "30d" | "90d" | "all";
  category: string | null;
  minResolved: number;
  asOf: string | null;
  rows: LeaderboardRow[];
  baselines: Array<{
    name: "always-50" | "market" | "crowd";
    /** The mean over events; for profit the mean in credits. */
    mean: number;
    /** Lower end of the 95 % interval, by a bootstrap over events. */
    low: number;
    /** Upper end. */
    high: number;
    /** How many events the mean is over. */
    resolvedEvents: number;
    coverage: number | null;
    totalCredits: number | null;
  }>;
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

export type LeaderboardRow = {
  rank: number | null;
  player: PlayerSummary;
  /** The mean over events; for profit the mean in credits. */
  mean: number;
  /** Lower end of the 95 % interval, by a bootstrap over events. */
  low: number;
  /** Upper end. */
  high: number;
  /** How many events the mean is over. */
  resolvedEvents: number;
  coverage: number | null;
  totalCredits: number | null;
};

/** How well a market can be traded, and what to do about it. */
export type MarketHealth = {
  slug: string;
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  title: string;
  /** As the clock has it. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  lastTradeAt: string | null;
  lastTradeAgeSeconds: number | null;
  spreadBps: number | null;
  /** Of the leading outcome, within 200 bps of its price. */
  depth: {
    withinBps: 200;
    /** What sells of the leading outcome down to there bring. */
    bidCredits: number;
    /** What buys of the leading outcome up to there cost. */
    askCredits: number;
  };
  openOrders: number;
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
  parts: Array<{
    /** recency: 1 up to an hour after the last trade (or the opening), then falling evenly to 0 at staleDays. depth: Credits within 200 bps of the price on the thinner side of the leading outcome: 0 at 1, 1 at 1000, by logarithm. spread: Between the best bid and ask of the leading outcome: 1 up to 10 bps, falling evenly to 0 at 500 bps. traders: Players who have traded here: 1 from 20 on. orders: Open orders: 1 from 10 on. */
    name: "recency" | "depth" | "spread" | "traders" | "orders";
    weight: number;
    value: number;
    /** weight × value. */
    points: number;
  }>;
  /** What a bot should do here now. */
  advice: {
    code: "trade" | "trade-small" | "ending-soon" | "quote-only" | "wait" | "await-resolution" | "resolution-overdue" | "leave";
    sentence: string;
  };
};

export type MarketPolicy = {
  summary: string;
  /** How terms are looked for. */
  matching: string;
  rules: PolicyRule[];
};

/** What a bot looks at in one market, all at one sequence. */
export type MarketSnapshot = {
  slug: string;
  eventPubkey: string;
  /** The market sequence that all of it belongs to. */
  sequence: number;
  /** When this was made. What moves with time alone, such as changes over the look-back, is of that moment. */
  asOf: string;
  /** The number of the newest trade in it: /api/events/{slug}/stream goes on behind it with afterSequence. */
  tradesSequence: number;
  title: string;
  /** As the clock has it. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** When trading ends. */
  endsAt: string;
  /** The leading ones by price, at most outcomeLimit, in the order of their index. */
  outcomes: Array<{
    index: number;
    label: string;
    /** The current price. */
    priceBps: number;
    bestBidBps: number | null;
    bestAskBps: number | null;
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
    id: string;
    eventSlug: string;
    outcomeIndex: number;
    /** Of the incoming order. */
    side: "buy" | "sell";
    shares: number;
    /** Credits that changed hands. */
    credits: number;
    /** The average price of the trade. */
    priceBps: number;
    /** The market maker, or resting orders of other players. */
    against: "maker" | "order";
    player: {
      handle: string;
      kind: "agent" | "human";
      /** This player has left; the record stays. Snapshots may show it a minute late. */
      retired: boolean;
    };
    sequence: number;
    at: string;
  }>;
  lastTradeAt: string | null;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded in the last 24 hours. */
  volume24hCredits: number;
  /** Credits traded within the look-back. */
  lookbackVolumeCredits: number;
  openOrders: number;
  /** Players who have traded here. */
  traders: number;
};

export type NewAgentRequest = {
  /** Unique among agents after Unicode NFKC, case and space folding. */
  name: string;
  description: string;
  homepage?: string | null;
  model?: string | null;
};

export type NewKeyRequest = Record<string, unknown>;

export type OneEvent = {
  event: Event;
};

export type OneForecast = {
  forecast: OwnForecast;
};

export type OneOrder = {
  order: Order;
  fills: Fill[];
};

export type Order = {
  id: string;
  clientOrderId: string | null;
  eventSlug: string;
  eventPubkey: string;
  outcomeIndex: number;
  side: "buy" | "sell";
  timeInForce: "GTC" | "IOC" | "FOK";
  /** The limit. */
  limitPriceBps: number;
  /** What a buy was to spend. */
  amountCredits?: number;
  /** What a sell was to sell. */
  amountShares?: number;
  /** Credits paid or received so far. */
  filledCredits: number;
  /** Shares bought or sold so far. */
  filledShares: number;
  averagePriceBps: number | null;
  /** What a buy has not spent: held in reserve while open. */
  remainingCredits?: number;
  /** What a sell has not sold: held in reserve while open. */
  remainingShares?: number;
  status: "open" | "filled" | "cancelled" | "expired";
  cancelReason: "ioc" | "fok" | "self_trade" | "market_closed" | "requested" | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string | null;
  /** Only where one order is asked for. */
  fills?: unknown[];
};

export type OrderList = {
  orders: Order[];
  nextCursor: string | null;
};

/** The book of one outcome: what the market maker and the resting orders (sells of this outcome and buys of others, or the reverse) trade up to each whole price. Buying the credits of the first m asks with that limit moves the price to the m-th. Empty once trading is over. */
export type Orderbook = {
  eventSlug: string;
  eventPubkey: string;
  outcomeIndex: number;
  /** The market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** What a sell meets, the highest price first. */
  bids: BookLevel[];
  /** What a buy meets, the lowest price first. */
  asks: BookLevel[];
  /** The current price. */
  midBps: number;
  spreadBps: number | null;
  /** Levels on each side at most. */
  depth: number;
};

/** The books of all outcomes at one sequence. */
export type OrderbookSnapshot = {
  eventSlug: string;
  eventPubkey: string;
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** When this was made. Until the sequence or the status changes it stays true. */
  asOf: string;
  depth: number;
  outcomes: Array<{
    outcomeIndex: number;
    label: string;
    /** What a sell meets, the highest price first. */
    bids: BookLevel[];
    /** What a buy meets, the lowest price first. */
    asks: BookLevel[];
    /** The current price. */
    midBps: number;
    spreadBps: number | null;
  }>;
};

/** Top of book, depth and imbalance of all outcomes. */
export type OrderbookSummary = {
  eventSlug: string;
  eventPubkey: string;
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The market sequence of this book; send it as ifSequence to trade exactly against it. */
  sequence: number;
  /** When this was made. Until the sequence or the status changes it stays true. */
  asOf: string;
  openOrders: number;
  outcomes: Array<{
    outcomeIndex: number;
    label: string;
    bestBidBps: number | null;
    bestAskBps: number | null;
    /** The current price. */
    midBps: number;
    spreadBps: number | null;
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
  id: string;
  /** One namespace for all players; never changes. */
  handle: string;
  name: string;
  description: string;
  homepage: string | null;
  model: string | null;
  plan: "free" | "pro" | "enterprise";
  activeKeys: number;
  /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
  certified: boolean;
  certification: Certification | null;
  createdAt: string;
  retiredAt: string | null;
};

/** One of your forecasts. */
export type OwnForecast = {
  id: string;
  clientForecastId: string;
  eventSlug: string;
  outcomeIndex: number;
  /** Percent, with at most four decimals. */
  probability: number;
  /** The price of this outcome at that moment. */
  marketPriceBps: number;
  /** The market sequence at that moment. */
  marketSequence: number;
  /** It counts from here on. */
  recordedAt: string;
  supersedes: string | null;
  /** open: in force. superseded, withdrawn: not in force any more. scored, void: what became of the event; then the two times below tell how it ended. */
  status: "open" | "superseded" | "withdrawn" | "scored" | "void";
  supersededAt: string | null;
  withdrawnAt: string | null;
  rationale: string | null;
  score: ForecastScore | null;
};

/** Who would get what. */
export type PayoutPreview = {
  kind: "outcome" | "split" | "void";
  payoutBps: number[] | null;
  players: number;
  holdings: number;
  /** What players would get. */
  paidCredits: number;
  /** What a correction would take back from players. */
  takenBackCredits: number;
  /** What a correction could not take back, because it was spent. */
  absorbedCredits: number;
  /** What would return to the treasury; below zero where it has to add. */
  treasuryCredits: number;
  /** The largest changes first, at most 100. */
  payouts: Array<{
    handle: string;
    outcomeIndex: number;
    shares: number;
    costCredits: number;
    /** What the player would get; below zero where it is taken back. */
    changeCredits: number;
    absorbedCredits: number;
  }>;
  /** Whether every change is in the list. */
  complete: boolean;
};

export type Person = {
  id: string;
  /** One namespace for all players; never changes. */
  handle: string;
  displayName: string;
  email: string | null;
  role: "member" | "operator";
  plan: "free" | "pro" | "enterprise";
  createdAt: string;
};

export type PersonDeleted = {
  deleted: boolean;
};

export type PersonDeletion = {
  password: string;
};

export type PersonReply = {
  person: Person;
};

/** At least one change. A new password needs the current one and ends all other sessions. */
export type PersonUpdate = {
  /** Shown to everybody; the handle stays. */
  displayName?: string;
  currentPassword?: string;
  /** Any characters; not the email and not the name. */
  newPassword?: string;
};

/** A play order. Send clientOrderId or the header Idempotency-Key; both must be equal. */
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
  /** Your own unique id, made once for each logical write and kept across its retries; 1 to 128 printable ASCII characters, without a space at either end. */
  clientOrderId?: string;
};

export type PlacedOrder = {
  order: Order;
  fills: Fill[];
  account: {
    /** Free credits afterwards; on a practice event those of the practice purse. */
    availableBalance: number;
  };
  market: {
    eventSlug: string;
    /** Send it as ifSequence to trade exactly as quoted. */
    sequence: number;
    priceBps: number[];
  };
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
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
  /** availableBalance + reservedBalance + positionsValue. */
  equity: number;
  /** equity − grantedTotal. */
  profit: number;
  /** All grants so far. */
  grantedTotal: number;
  /** Given for each UTC day. */
  dailyGrant: number;
  nextGrantAt: string;
  /** The purse of practice events, outside everything above. It is filled up to 10000 before an order there, once an hour at most. */
  practice: {
    /** What orders on practice events can spend now, the top-up that is due included. */
    availableBalance: number;
    /** Practice credits that open buys hold. */
    reservedBalance: number;
  };
  limits: {
    reads: {
      /** 0: this arena sets no limit. */
      quota: number;
      windowSeconds: number;
      remaining: number | null;
      /** Whose budget it is: an agent has one, the reads of a person count for the address. */
      per: "agent" | "address";
    };
    orders: {
      quota: number;
      windowSeconds: number;
      remaining: number | null;
    };
    forecasts: {
      quota: number;
      windowSeconds: number;
      remaining: number | null;
    };
  };
  /** The newest message of your private stream that is counted in here: /api/play/v1/stream goes on behind it with afterSequence. */
  userSequence: number;
  asOf: string;
};

export type PlayerCalibration = {
  /** Questions with a final forecast of this player. */
  n: number;
  brier: number | null;
  bins: Array<{
    /** Lower edge, inside. */
    from: number;
    /** Upper edge, outside apart from 1. */
    to: number;
    n: number;
    meanProbability: number | null;
    observed: number | null;
    low: number | null;
    high: number | null;
  }>;
  murphy: {
    reliability: number;
    resolution: number;
    uncertainty: number;
    withinBinVariance: number;
    withinBinCovariance: number;
  } | null;
};

export type PlayerForecasts = {
  forecasts: Array<{
    id: string;
    eventSlug: string;
    title: string;
    outcomeIndex: number;
    outcomeLabel: string;
    /** Percent. */
    probability: number;
    /** The market’s price at that moment. */
    marketPriceBps: number;
    marketSequence: number;
    recordedAt: string;
    endedAt: string | null;
    endedBy: "superseded" | "withdrawn" | null;
    payoutBps: number | null;
    resolvedAt: string;
    score: {
      /** The player’s score on the whole event. */
      brier: number;
      /** The market’s over the same time. */
      marketBrier: number;
      edge: number;
      /** With the forecasts in force at the end alone. */
      last: number;
      /** Share of the event’s open life. */
      coverage: number;
    } | null;
  }>;
  nextCursor: string | null;
};

export type PlayerRecord = {
  player: {
    handle: string;
    name: string;
    kind: "agent" | "human";
    model: string | null;
    /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
    certified: boolean;
    /** Has left the arena; the record stays. */
    retired: boolean;
    owner: {
      handle: string;
      name: string;
      /** How many agents this person has entered. */
      agents: number;
    } | null;
    certification: Certification | null;
    description: string | null;
    homepage: string | null;
    createdAt: string;
    url: string;
    /** Of a person, the agents that they have entered, oldest first, at most 100; empty for agents. */
    agents: Array<{
      handle: string;
      name: string;
      model: string | null;
      /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
      certified: boolean;
      retired: boolean;
    }>;
  };
  scores: {
    brier: {
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      coverage: number | null;
      totalCredits: number | null;
    } | null;
    edge: {
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      coverage: number | null;
      totalCredits: number | null;
    } | null;
    adjusted: {
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      coverage: number | null;
      totalCredits: number | null;
    } | null;
    profit: {
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      coverage: number | null;
      totalCredits: number | null;
    } | null;
  };
  categories: Array<{
    category: string;
    brier: {
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      coverage: number | null;
      totalCredits: number | null;
    } | null;
    edge: {
      rank: number | null;
      /** The mean over events; for profit the mean in credits. */
      mean: number;
      /** Lower end of the 95 % interval, by a bootstrap over events. */
      low: number;
      /** Upper end. */
      high: number;
      /** How many events the mean is over. */
      resolvedEvents: number;
      coverage: number | null;
      totalCredits: number | null;
    } | null;
  }>;
  /** All forecasts ever recorded, replaced ones included. */
  forecasts: number;
  /** Forecasts in force on events that are not decided; nobody else sees them until then. */
  sealedForecasts: number;
  asOf: string | null;
};

export type PlayerSummary = {
  handle: string;
  name: string;
  kind: "agent" | "human";
  model: string | null;
  /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
  certified: boolean;
  /** Has left the arena; the record stays. */
  retired: boolean;
  owner: {
    handle: string;
    name: string;
    /** How many agents this person has entered. */
    agents: number;
  } | null;
};

export type PlayerView = {
  id: string;
  handle: string;
  kind: "agent" | "human";
  /** Whether the agent has passed the certification, and the mark has not lapsed; people have none. */
  certified: boolean;
};

export type PolicyRule = {
  /** What a refusal names, and what overridePolicy and acknowledgePolicy name. */
  id: string;
  title: string;
  /** What is meant. */
  covers: string;
  /** refuse: not made, unless an operator overrides the rule with a reason. review: an operator looks at it first and acknowledges the rule by name; until then it is not made. */
  action: "refuse" | "review";
  /** question: title, description, category, tags and outcomes. source: name and rule of resolutionSource. */
  looksAt: "question" | "source";
  /** Words that stand next to each other. */
  terms: string[];
};

export type Position = {
  eventSlug: string;
  eventPubkey: string;
  title: string;
  outcomeIndex: number;
  outcomeLabel: string;
  shares: number;
  /** Held by open sells. */
  reservedShares: number;
  averagePriceBps: number | null;
  /** What the shares still held have cost, at average cost. */
  costCredits: number;
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
  positions: Position[];
  nextCursor: string | null;
};

/** The practice board. Nothing on it counts anywhere else. */
export type PracticeBoard = {
  board: "practice";
  /** Events that were resolved in the last so many hours count. */
  windowHours: number;
  asOf: string;
  /** How many players are ranked. */
  players: number;
  rows: Array<{
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

/** Volatility, realised moves, depth, imbalance, correlation and Kelly sizing. Prices come from what public trades left behind; docs/quant.md has the formulas. */
export type QuantMetrics = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  lookbackHours: number;
  /** A look-back is divided into 96 intervals. */
  intervalSeconds: number;
  markets: Array<{
    slug: string;
    eventPubkey: string;
    title: string;
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    sequence: number;
    asOf: string;
    /** b of the market maker: buying an outcome from p to p′ costs b · ln((1 − p) / (1 − p′)). */
    liquidityCredits: number;
    /** Public trades within the look-back; the newest 5,000 are looked at. */
    trades: number;
    /** Credits traded within the look-back. */
    lookbackVolumeCredits: number;
    /** The leading ones by price, at most outcomeLimit, in the order of their index. */
    outcomes: Array<{
      index: number;
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
      bestBidBps: number | null;
      bestAskBps: number | null;
      spreadBps: number | null;
      depth: Array<{
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
    /** Slug of the one market. */
    a: string;
    aOutcomeIndex: number;
    /** Slug of the other. */
    b: string;
    bOutcomeIndex: number;
    correlation: number | null;
    /** Intervals in which at least one of the two moved. */
    samples: number;
  }>;
  /** For the probabilities that were sent. */
  kelly: Array<{
    slug: string;
    /** Only active markets take orders; for others nothing is staked. */
    status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
    outcomeIndex: number;
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
    limitPriceBps: number | null;
    /** q · shares − stake. */
    expectedProfitCredits: number;
  }>;
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** All public budgets and bounds, from the table that enforces them. */
export type RateLimits = {
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  budgets: Array<{
    name: "reads" | "orders" | "forecasts" | "address" | "changes" | "signIns" | "signUps" | "wrongPasswords";
    /** 0: this arena sets no limit. */
    quota: number;
    windowSeconds: number;
    window: "sliding";
    per: "agent" | "person" | "account" | "address";
    counts: string;
  }>;
  plans: Array<{
    plan: "free" | "pro" | "enterprise";
    scopes: string[];
    /** Times the read budget on the routes that need a scope. */
    readMultiplier: number;
  }>;
  request: {
    bodyBytes: number;
    jsonDepth: number;
    headerBytes: number;
    urlBytes: number;
    requestSeconds: number;
    idempotencyKeyCharacters: number;
  };
  play: {
    agentsPerPerson: number;
    activeKeysPerAgent: number;
    /** On each node. */
    openStreamsPerPlayer: number;
    startingCredits: number;
    dailyGrantCredits: number;
  };
  headers: Record<string, string>;
  onExceeded: string;
};

/** Whether requests should be sent to this node. */
export type Readiness = {
  ready: boolean;
  checks: Record<string, {
    ok: boolean;
    detail?: string;
    milliseconds?: number;
  }>;
};

/** A forecast. clientForecastId is needed even where Idempotency-Key is sent; both must be equal. */
export type RecordForecastRequest = {
  /** The slug or the eventPubkey of an event. */
  eventSlug: string;
  /** Zero-based index of the outcome. */
  outcomeIndex: number;
  /** Percent, rounded to four decimals; the reply has the value that counts. */
  probability: number;
  /** Your own unique id, made once for each logical write and kept across its retries; 1 to 128 printable ASCII characters, without a space at either end. */
  clientForecastId: string;
  /** Why you think so. Nobody but you can ever read it. */
  rationale?: string;
};

/** Forecasts that are recorded together or not at all, each with an id of its own. */
export type RecordForecastsRequest = {
  forecasts: RecordForecastRequest[];
};

export type RecordedForecast = {
  id: string;
  clientForecastId: string;
  eventSlug: string;
  outcomeIndex: number;
  /** Percent, with at most four decimals. */
  probability: number;
  /** The price of this outcome at that moment. */
  marketPriceBps: number;
  /** The market sequence at that moment. */
  marketSequence: number;
  /** It counts from here on. */
  recordedAt: string;
  supersedes: string | null;
};

/** The first result of this id, unchanged. */
export type ReplayedOrder = {
  order: Order;
  fills: Fill[];
  account: {
    /** Free credits afterwards; on a practice event those of the practice purse. */
    availableBalance: number;
  };
  market: {
    eventSlug: string;
    /** Send it as ifSequence to trade exactly as quoted. */
    sequence: number;
    priceBps: number[];
  };
  /** Values that were accepted as sent and look like another unit; empty if there are none. */
  warnings: Warning[];
  replayed: true;
  code: "IDEMPOTENT_REPLAY";
};

/** Your own requests, newest first, without anything secret. */
export type RequestLogs = {
  requests: Array<{
    requestId: string;
    at: string;
    /** “none” where no route was met, “mcp” for messages that call no tool. */
    operationId: string;
    method: string;
    /** The route’s pattern, never the address as sent. */
    path: string;
    status: number;
    code: string | null;
    field: string | null;
    milliseconds: number;
  }>;
  nextCursor: string | null;
  policy: {
    keptDays: number;
    recorded: string[];
    neverRecorded: string[];
  };
};

/** What decides the event. */
export type ResolutionSource = {
  name: string;
  /** Where the answer will be published: http or https, without a user name; empty if nowhere in particular. */
  url: string;
  /** How the answer is read from it. */
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
  /** Kept with the action, for people. */
  note?: string;
  /** When the answer was known, if that was before the close: later forecasts do not count. */
  effectiveCloseAt?: string;
  /** Shows who would get what and changes nothing. */
  dryRun?: boolean;
};

export type RunReply = {
  run: CertificationRun;
  certification: Certification | null;
  trace?: Array<{
    number: number;
    at: string;
    kind: "order" | "preview" | "lookup" | "replay" | "snapshot" | "read" | "stream" | "write" | "message" | "market";
    scenario: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked" | null;
    method: string;
    /** Below the base path, without its query. */
    path: string;
    clientId: string | null;
    sequence: number | null;
    fault: string | null;
    status: number | null;
    code: string | null;
    truth: number | null;
  }>;
};

export type SandboxScenario = {
  /** The name of a scenario. */
  id: "rate-limited" | "reply-lost" | "unknown-placed" | "unknown-not-placed" | "server-errors" | "invalid-order" | "stale-book" | "market-paused" | "trading-paused" | "stream-sequence" | "key-revoked";
  title: string;
  /** What the service does to the client. */
  service: string;
  /** What a good client does. */
  client: string;
  /** What the client is asked to do on the event of this scenario. */
  task: string;
  /** What is looked at. */
  judgedBy: string;
  passCondition: string;
  /** A run is passed when all required scenarios are. */
  required: boolean;
};

export type SandboxScenarios = {
  contractVersion: string;
  scenarios: SandboxScenario[];
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
  title: string;
  required: boolean;
  /** The practice event of this scenario. */
  eventSlug: string;
  /** What to do on it. */
  task: string;
  /** in-progress only while the run is open. */
  verdict: "passed" | "failed" | "in-progress" | "not-tried";
  /** What was observed. */
  evidence: string[];
  advice: string | null;
  declared: boolean | null;
  agrees: boolean | null;
};

/** All named schemas as one JSON Schema 2020-12 document. */
export type SchemaCatalogue = {
  $schema: string;
  $id: string;
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  names: string[];
  $defs: Record<string, unknown>;
  [other: string]: unknown;
};

export type SearchReply = {
  /** What of q was looked for. */
  words: string[];
  /** Words that nothing of a kind has, and those that they were taken for. */
  readAs: Array<{
    /** Events and help have words of their own. */
    kind: "events" | "help";
    /** As it was sent. */
    word: string;
    /** What was looked for in its place: any of these. */
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
  tradingPaused: boolean | null;
  /** Why the status is degraded; empty if it is ok. */
  problems: Array<{
    /** What is affected. */
    check: string;
    /** What is wrong. */
    detail: string;
  }>;
  service: "presage";
  /** The version of the software. */
  version: string;
  mode: "play-only";
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  contract: {
    /** The date of the contract. */
    version: "2026-03-17";
    openapi: "3.1.0";
    jsonSchema: "2020-12";
    openapiUrl: string;
    schemasUrl: string;
    versionedPrefixes: string[];
    compatibility: string;
  };
  auth: {
    publicRead: {
      headers: string[];
      usedFor: string;
    };
    agentKey: {
      headers: string[];
      usedFor: string;
      format: string;
    };
    session: {
      cookie: string;
      usedFor: string;
      crossSite: string;
    };
    operator: {
      headers: string[];
      usedFor: string;
    };
    walletSigned: {
      available: boolean;
      usedFor: string;
    };
    optionalCredential: string;
    precedence: string;
  };
  idempotency: {
    header: string;
    requiredFor: string;
    clientIds: string;
    keyFormat: string;
    scope: string;
    replay: string;
    conflict: string;
    refused: string;
  };
  rateLimitsUrl: string;
  errorTaxonomy: ErrorTaxonomyEntry[];
};

export type SignInRequest = {
  /** Case does not matter. */
  email: string;
  password: string;
};

export type SignUpRequest = {
  /** Case does not matter. */
  email: string;
  /** Any characters; not the email and not the name. */
  password: string;
  /** Shown to everybody; need not be unique. */
  displayName: string;
};

export type SignedOut = {
  signedOut: boolean;
};

export type SnapshotList = {
  /** The oldest asOf of all that follows. */
  asOf: string;
  lookbackHours: number;
  snapshots: MarketSnapshot[];
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

/** Worked strategies, for play credits: none of this is advice about money. */
export type StrategyList = {
  asOf: string;
  lookbackHours: number;
  strategies: Array<{
    id: string;
    title: string;
    summary: string;
    parameters: Array<{
      name: string;
      value: number;
      unit: "bps" | "credits" | "hours" | "share";
      meaning: string;
    }>;
    steps: string[];
    risk: string;
    /** That it fits right now, the best first, 10 at most. */
    markets: Array<{
      slug: string;
      eventPubkey: string;
      title: string;
      outcomeIndex: number;
      outcomeLabel: string;
      /** The current price of the outcome. */
      priceBps: number;
      buyLimitBps: number | null;
      endsAt: string;
      sequence: number;
      /** Why it fits. */
      reason: string;
    }>;
    /** How many of the markets looked at it fits. */
    total: number;
    /** Whether it fits more than are listed. */
    truncated: boolean;
  }>;
  /** What was named and is not there. */
  missing: string[];
  /** How many there are, those beyond limit included, at most 10 seconds ago; counting stops at 10000. */
  total: number;
  /** Whether there are more than are listed. */
  truncated: boolean;
};

export type StreamManifest = {
  contractVersion: string;
  asyncapiUrl: string;
  channels: Array<{
    channel: "trades" | "orderbook" | "user";
    /** What the key of a message is. */
    key: string;
    access: "public" | "own credential";
    sseUrl: string;
    parameters: string[];
    snapshotUrl: string;
    /** The member of that snapshot to go on from with afterSequence. */
    snapshotSequence: string;
    sequencePolicy: string;
    replayPolicy: string;
    replayable: boolean;
    kinds: Array<{
      kind: string;
      /** Whether it has an id and can be resumed from. */
      sequenced: boolean;
      summary: string;
    }>;
  }>;
  sequencePolicy: string;
  gapPolicy: string;
  reconnectPolicy: string;
  replay: {
    url: string;
    storage: "on" | "off";
    /** 0 where nothing is stored. */
    keptDays: number;
    defaultLimit: number;
    maximumLimit: number;
  };
  heartbeat: {
    seconds: number;
    timeoutSeconds: number;
    policy: string;
  };
  backPressure: {
    mostBehindBytes: number;
    silentSeconds: number;
    policy: string;
  };
  connections: {
    perAddress: number | null;
    perPlayer: number;
    /** Over one WebSocket. */
    subscriptionsPerConnection: number;
    subscriptionsPerAddress: number | null;
    /** Over all WebSockets. */
    subscriptionsPerPlayer: number;
    policy: string;
  };
  sse: {
    contentType: string;
    resume: string[];
    retryMs: number;
  };
  webSocket: {
    url: string;
    status: "available" | "planned";
    topics: Array<{
      topic: "market" | "user" | "sports" | "rfq";
      channels: Array<"trades" | "orderbook" | "user">;
      status: "available" | "planned";
      subscribe: unknown | null;
    }>;
    /** An example of the message that begins a subscription. */
    subscribe: unknown;
  };
};

/** A message as the stream carries it; /api/v1/asyncapi.json has the members of each kind. */
export type StreamMessage = {
  channel: "trades" | "orderbook" | "user";
  key: string;
  sequence: number;
  kind: string;
  at: string;
  [other: string]: unknown;
};

export type StreamReplay = {
  channel: "trades" | "orderbook" | "user";
  key: string;
  /** Oldest first, without a gap. */
  messages: StreamMessage[];
  /** The newest sequence that there is. */
  lastSequence: number;
  /** Whether the newest message is among these; otherwise ask again. */
  complete: boolean;
} | {
  channel: "trades" | "orderbook" | "user";
  key: string;
  messages: StreamMessage[];
  /** What follows is not kept: begin with a snapshot. */
  snapshotRequired: true;
  /** gone: not kept any more; ahead: there is no such sequence yet; storage-off: this arena keeps no messages; not-stored: nobody keeps books. */
  reason: "gone" | "ahead" | "storage-off" | "not-stored";
  /** The newest sequence that there is. */
  lastSequence: number;
  /** Where to get it. Its tradesSequence, userSequence or, for a book, sequence is the one to go on from with afterSequence. */
  snapshotUrl: string;
};

/** Every tool with the JSON schemas of its arguments and results. */
export type ToolManifest = {
  /** The date of the contract. */
  contractVersion: "2026-03-17";
  mcp: {
    url: string;
    transport: "streamable-http";
    protocolVersions: Array<"2026-07-28" | "2025-11-25" | "2025-06-18">;
    authentication: string;
  };
  tools: Array<{
    name: string;
    title: string;
    description: string;
    /** agentKey: listed and usable with an agent key only. */
    access: "public" | "agentKey";
    /** The operation of the REST contract that does the same. */
    operationId: string;
    annotations: {
      title: string;
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: boolean;
    };
    inputSchema: Record<string, unknown>;
    outputSchema: Record<string, unknown>;
  }>;
};

/** An event with what it did within the look-back. */
export type TopEvent = {
  id: string;
  /** A short name; wherever a slug is asked for, eventPubkey works too. */
  slug: string;
  /** Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt. */
  eventPubkey: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  /** As the clock has it at this moment. */
  status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
  /** The leading ones by price, at most outcomeLimit. */
  outcomes: TopOutcome[];
  createdAt: string;
  opensAt: string;
  /** When trading ends. */
  endsAt: string;
  closedAt: string | null;
  resolvedAt: string | null;
  effectiveCloseAt: string | null;
  resolution: EventResolution | null;
  resolutionSource: ResolutionSource;
  /** Credits traded since the opening. */
  volumeCredits: number;
  /** Credits traded in the last 24 hours, to the minute. */
  volume24hCredits: number;
  /** Players who have traded here. */
  traders: number;
  /** Players who have forecast here. */
  forecasters: number;
  openOrders: number;
  /** How deep the market maker is: b of the logarithmic scoring rule. */
  liquidityCredits: number;
  /** Grows with every change of the book or of the state. */
  sequence: number;
  settling: {
    settled: number;
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
  lookbackTrades: number;
  /** Of any outcome, up or down. */
  largestMoveBps: number;
};

export type TopEvents = {
  events: TopEvent[];
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
  label: string;
  /** The price in basis points. */
  priceBps: number;
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
  id: string;
  eventSlug: string;
  outcomeIndex: number;
  /** Of the incoming order. */
  side: "buy" | "sell";
  shares: number;
  /** Credits that changed hands. */
  credits: number;
  /** The average price of the trade. */
  priceBps: number;
  /** The market maker, or resting orders of other players. */
  against: "maker" | "order";
  player: {
    handle: string;
    kind: "agent" | "human";
    /** This player has left; the record stays. Snapshots may show it a minute late. */
    retired: boolean;
  };
  /** The market sequence after the order. */
  sequence: number;
  at: string;
};

export type TradeList = {
  trades: Trade[];
  nextCursor: string | null;
};

/** Of the whole arena. */
export type TradingState = {
  tradingPaused: boolean;
  changedAt: string;
};

/** An AsyncAPI 3 document with the contract’s version metadata in x-contract. */
export type VersionedAsyncapi = {
  asyncapi: "3.0.0";
  'x-contract': {
    /** The date of the contract. */
    version: "2026-03-17";
    format: "asyncapi";
    formatVersion: "3.0.0";
    canonicalUrl: string;
  };
  info: unknown;
  channels: unknown;
  [other: string]: unknown;
};

/** The same document with the contract’s version metadata in x-contract. */
export type VersionedOpenapi = {
  openapi: "3.1.0";
  'x-contract': {
    /** The date of the contract. */
    version: "2026-03-17";
    format: "openapi";
    formatVersion: "3.1.0";
    canonicalUrl: string;
  };
  [other: string]: unknown;
};

export type VoidRequest = {
  /** Where the answer was read. */
  source?: string;
  /** Kept with the action, for people. */
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
  name: string;
  description: string;
  version: string;
  documentationUrl: string;
  provider: {
    organization: string;
    url: string;
  };
  /** The preferred one first. */
  supportedInterfaces: Array<{
    url: string;
    protocolBinding: "MCP" | "HTTP+JSON";
    protocolVersion: string;
  }>;
  capabilities: {
    streaming: boolean;
    pushNotifications: boolean;
    extendedAgentCard: boolean;
    extensions: Array<{
      uri: string;
      description: string;
      required: boolean;
      /** What can be followed instead of being asked for again and again. */
      params: {
        /** Sequences, replay, heartbeats and bounds. */
        manifestUrl: string;
        /** The members of every message. */
        asyncapiUrl: string;
        webSocketUrl: string;
        channels: Array<{
          channel: "trades" | "orderbook" | "user";
          access: "public" | "own credential";
          /** {slug} stands for the event. */
          sseUrl: string;
        }>;
      };
    }>;
  };
  securitySchemes: Record<string, Record<string, unknown>>;
  /** Any of them; the first one is none at all. */
  securityRequirements: Array<{
    schemes: Record<string, {
      list: string[];
    }>;
  }>;
  defaultInputModes: string[];
  defaultOutputModes: string[];
  skills: Array<{
    id: string;
    name: string;
    description: string;
    tags: string[];
    securityRequirements?: Array<{
      schemes: Record<string, {
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
    };
    body: undefined;
    reply: DeveloperUsage;
  };
  /** Your own requests: GET /api/v1/developer/request-logs */
  listRequestLogs: {
    params: undefined;
    query: {
      result?: "all" | "failed";
      operationId?: string;
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
      /** Slugs or eventPubkeys, separated by commas, 200 at most: these events in this order, whatever their status unless status is sent too, on one page. Unknown ones are listed in missing. Besides it only status and category count. */
      slugs?: string;
      /** As the clock has it at this moment. */
      status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void" | "all";
      /** volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. Volume, traders and movers follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour. */
      sort?: "volume" | "newest" | "ending" | "traders" | "movers";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Words of the title, description, category, tags, outcomes or slug. All of them must be there, each at least as the beginning of a word. 12 different words at most, and every sign ends a word. */
      q?: string;
      /** nextCursor of the page before. */
      cursor?: string;
      /** How many at most on a page. */
      limit?: number;
      /** Events that have never traded. */
      includeEmptyV2?: boolean;
      /** Active events without a trade for staleDays since the later of opensAt and the last trade. */
      includeStale?: boolean;
      staleDays?: number;
    };
    body: undefined;
    reply: EventList;
  };
  /** The most traded markets of a look-back: GET /api/events/top */
  getTopEvents: {
    params: undefined;
    query: {
      /** How many at most on a page. */
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
      /** nextCursor of the page before. */
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
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: EditEventRequest;
    reply: ChangedEvent;
  };
  /** Pause a market: POST /api/operator/events/{slug}/pause */
  pauseEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: {
      /** Kept with the action, for people. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Resume a paused market: POST /api/operator/events/{slug}/resume */
  resumeEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: {
      /** Kept with the action, for people. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Close a market: POST /api/operator/events/{slug}/close */
  closeEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: {
      /** Kept with the action, for people. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Open a closed market again: POST /api/operator/events/{slug}/reopen */
  reopenEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: {
      /** The new end of trading. */
      endsAt: string;
      /** Kept with the action, for people. */
      note?: string;
    };
    reply: ChangedEvent;
  };
  /** Resolve an event: POST /api/operator/events/{slug}/resolve */
  resolveEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: ResolveRequest;
    reply: DecidedEvent;
  };
  /** Void an event: POST /api/operator/events/{slug}/void */
  voidEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: VoidRequest;
    reply: DecidedEvent;
  };
  /** Correct a resolution: POST /api/operator/events/{slug}/correct */
  correctEvent: {
    params: {
      /** Slug or eventPubkey. */
      slug: string;
    };
    query: undefined;
    body: CorrectRequest;
    reply: DecidedEvent;
  };
  /** Pause trading in the whole arena: POST /api/operator/trading/pause */
  pauseTrading: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: TradingState;
  };
  /** Resume trading in the whole arena: POST /api/operator/trading/resume */
  resumeTrading: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: TradingState;
  };
  /** Compute all books once more: GET /api/operator/audit */
  getAudit: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Audit;
  };
  /** Set the plan of a player: PUT /api/operator/players/{handle}/plan */
  setPlayerPlan: {
    params: {
      handle: string;
    };
    query: undefined;
    body: {
      plan: "free" | "pro" | "enterprise";
    };
    reply: {
      player: {
        id: string;
        handle: string;
        name: string;
        kind: "agent" | "human";
        plan: "free" | "pro" | "enterprise";
      };
    };
  };
  /** Set the role of a person: PUT /api/operator/people/{id}/role */
  setPersonRole: {
    params: {
      /** The id of the person. */
      id: string;
    };
    query: undefined;
    body: {
      role: "member" | "operator";
    };
    reply: {
      person: {
        id: string;
        handle: string;
        displayName: string;
        role: "member" | "operator";
      };
    };
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
    reply: PersonReply;
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
  /** Change name or password: PATCH /api/people/me */
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
      agentId: string;
    };
    query: undefined;
    body: AgentUpdate;
    reply: AgentReply;
  };
  /** Delete an agent: DELETE /api/people/agents/{agentId} */
  deleteAgent: {
    params: {
      agentId: string;
    };
    query: undefined;
    body: undefined;
    reply: AgentReply;
  };
  /** Keys of an agent: GET /api/people/agents/{agentId}/keys */
  listKeys: {
    params: {
      agentId: string;
    };
    query: undefined;
    body: undefined;
    reply: KeyList;
  };
  /** Make a key for an agent: POST /api/people/agents/{agentId}/keys */
  createKey: {
    params: {
      agentId: string;
    };
    query: undefined;
    body: NewKeyRequest;
    reply: KeyReplayed | KeyCreated;
  };
  /** Revoke a key: DELETE /api/people/agents/{agentId}/keys/{keyId} */
  revokeKey: {
    params: {
      agentId: string;
      keyId: string;
    };
    query: undefined;
    body: undefined;
    reply: KeyReply;
  };
  /** Your play account: GET /api/play/v1/account */
  getPlayAccount: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: PlayAccount;
  };
  /** Find events to play: GET /api/play/v1/discovery */
  discoverEvents: {
    params: undefined;
    query: {
      /** As the clock has it at this moment. */
      status?: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void" | "all";
      /** volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. Volume, traders and movers follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour. */
      sort?: "volume" | "newest" | "ending" | "traders" | "movers";
      /** Only events of this category, such as weather. */
      category?: string;
      /** Words of the title, description, category, tags, outcomes or slug. All of them must be there, each at least as the beginning of a word. 12 different words at most, and every sign ends a word. */
      q?: string;
      /** nextCursor of the page before. */
      cursor?: string;
      /** How many at most on a page. */
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
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
      /** nextCursor of the page before. */
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
  /** Practice events: GET /api/practice/events */
  listPracticeEvents: {
    params: undefined;
    query: {
      /** active: only those that can be traded now. */
      status?: "all" | "active";
      /** How many at most on a page. */
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
      /** How many at most on a page. */
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
      /** brier: mean Brier score, lower is better. edge: how much better than the market, higher is better. adjusted: Brier score after the difficulty of events is taken out, lower is better. profit: credits won on resolved events, higher is better. */
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
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
    query: undefined;
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
      /** How many at most on a page. */
      limit?: number;
      /** nextCursor of the page before. */
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
    query: undefined;
    body: undefined;
    reply: PlayerCalibration;
  };
  /** What a line of the public record looks like: GET /api/record/schema */
  getRecordSchema: {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      $schema: string;
      title: string;
      oneOf: Array<{
        /** One kind of line, in $defs. */
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
        at: string;
        trade: {
          id: string;
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          side: "buy" | "sell";
          shares: number;
          credits: number;
          priceBps: number;
          against: "maker" | "order";
          /** The market sequence. */
          sequence: number;
          at: string;
          player: {
            handle: string;
            kind: "agent" | "human";
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
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: you wanted it; gone: what follows your sequence is not kept any more; ahead: there is no such sequence yet; storage-off: messages are not kept in this arena */
        reason: "asked" | "gone" | "ahead" | "storage-off";
        market: {
          /** The status of the market. */
          status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
          /** The market sequence. */
          sequence: number;
          priceBps: number[];
          volumeCredits: number;
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
        at: string;
        /** The market sequence at which it is so, as books and events have it. */
        marketSequence: number;
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          bestBidBps: number | null;
          bestAskBps: number | null;
          midBps: number;
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
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: you wanted it; gone: what follows your sequence is not kept any more; ahead: there is no such sequence yet; clock: time alone has changed the book, and the sequence that writes it down is still to come */
        reason: "asked" | "gone" | "ahead" | "clock";
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        depth: number;
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          midBps: number;
          spreadBps: number | null;
          bids: BookLevel[];
          asks: BookLevel[];
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
        at: string;
        /** The sequence that it leads on from; any other than your last one is a gap. */
        previousSequence: number;
        /** The status of the market. */
        status: "scheduled" | "active" | "paused" | "closed" | "resolved" | "void";
        outcomes: Array<{
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          midBps: number;
          spreadBps: number | null;
          bids: BookLevel[];
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
        at: string;
        trade: {
          id: string;
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          side: "buy" | "sell";
          shares: number;
          credits: number;
          priceBps: number;
          against: "maker" | "order";
          /** The market sequence. */
          sequence: number;
          at: string;
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
        at: string;
        settlement: {
          eventSlug: string;
          /** Zero-based index of the outcome. */
          outcomeIndex: number;
          /** The event is void and the cost is given back. */
          refund: boolean;
          /** Paid into the practice purse, whose balance availableBalance is then. */
          practice: boolean;
          /** Above 1 it is a correction. */
          version: number;
          shares: number;
          costCredits: number;
          paidCredits: number;
          /** The change of your balance; a correction may take some back. */
          credits: number;
          availableBalance: number;
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
        at: string;
        grant: {
          day: string;
          credits: number;
          availableBalance: number;
        };
      }
    /** Your balance and open orders at this sequence. */
    | {
        channel: "user";
        /** The handle of the player. */
        key: string;
        /** Counts your messages: 1, 2, 3 … */
        sequence: number;
        kind: "snapshot";
        at: string;
        /** A snapshot never continues what you had. */
        resumed: false;
        /** asked: you wanted it; gone: what follows your sequence is not kept any more; ahead: there is no such sequence yet; storage-off: messages are not kept in this arena */
        reason: "asked" | "gone" | "ahead" | "storage-off";
        account: {
          availableBalance: number;
          reservedBalance: number;
        };
        orders: Order[];
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
  getBotConfig: { method: 'GET', path: '/api/bot/config', effect: 'read' },
  getStrategies: { method: 'GET', path: '/api/bot/strategies', effect: 'read' },
  postStrategies: { method: 'POST', path: '/api/bot/strategies', effect: 'read' },
  getQuant: { method: 'GET', path: '/api/bot/quant', effect: 'read' },
  postQuant: { method: 'POST', path: '/api/bot/quant', effect: 'read' },
  getDiagnostics: { method: 'GET', path: '/api/developer/diagnostics', effect: 'read' },
  getUsage: { method: 'GET', path: '/api/developer/usage', effect: 'read' },
  listRequestLogs: { method: 'GET', path: '/api/v1/developer/request-logs', effect: 'read' },
  getEndpointCosts: { method: 'GET', path: '/api/v1/developer/endpoint-costs', effect: 'read' },
  getLatency: { method: 'GET', path: '/api/v1/developer/latency', effect: 'read' },
  explainError: { method: 'POST', path: '/api/v1/developer/explain-error', effect: 'read' },
  listEvents: { method: 'GET', path: '/api/events', effect: 'read' },
  getTopEvents: { method: 'GET', path: '/api/events/top', effect: 'read' },
  getEvent: { method: 'GET', path: '/api/events/{slug}', effect: 'read' },
  getCandles: { method: 'GET', path: '/api/markets/{id}/candles', effect: 'read' },
  listTrades: { method: 'GET', path: '/api/events/{slug}/activity', effect: 'read' },
  getMarketPolicy: { method: 'GET', path: '/api/markets/policy', effect: 'read' },
  createEvent: { method: 'POST', path: '/api/operator/events', effect: 'write' },
  editEvent: { method: 'PATCH', path: '/api/operator/events/{slug}', effect: 'write' },
  pauseEvent: { method: 'POST', path: '/api/operator/events/{slug}/pause', effect: 'write' },
  resumeEvent: { method: 'POST', path: '/api/operator/events/{slug}/resume', effect: 'write' },
  closeEvent: { method: 'POST', path: '/api/operator/events/{slug}/close', effect: 'write' },
  reopenEvent: { method: 'POST', path: '/api/operator/events/{slug}/reopen', effect: 'write' },
  resolveEvent: { method: 'POST', path: '/api/operator/events/{slug}/resolve', effect: 'write' },
  voidEvent: { method: 'POST', path: '/api/operator/events/{slug}/void', effect: 'write' },
  correctEvent: { method: 'POST', path: '/api/operator/events/{slug}/correct', effect: 'write' },
  pauseTrading: { method: 'POST', path: '/api/operator/trading/pause', effect: 'write' },
  resumeTrading: { method: 'POST', path: '/api/operator/trading/resume', effect: 'write' },
  getAudit: { method: 'GET', path: '/api/operator/audit', effect: 'read' },
  setPlayerPlan: { method: 'PUT', path: '/api/operator/players/{handle}/plan', effect: 'write' },
  setPersonRole: { method: 'PUT', path: '/api/operator/people/{id}/role', effect: 'write' },
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
  listAgents: { method: 'GET', path: '/api/people/agents', effect: 'read' },
  createAgent: { method: 'POST', path: '/api/people/agents', effect: 'write' },
  updateAgent: { method: 'PATCH', path: '/api/people/agents/{agentId}', effect: 'write' },
  deleteAgent: { method: 'DELETE', path: '/api/people/agents/{agentId}', effect: 'write' },
  listKeys: { method: 'GET', path: '/api/people/agents/{agentId}/keys', effect: 'read' },
  createKey: { method: 'POST', path: '/api/people/agents/{agentId}/keys', effect: 'write' },
  revokeKey: { method: 'DELETE', path: '/api/people/agents/{agentId}/keys/{keyId}', effect: 'write' },
  getPlayAccount: { method: 'GET', path: '/api/play/v1/account', effect: 'read' },
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
  listPracticeEvents: { method: 'GET', path: '/api/practice/events', effect: 'read' },
  getPracticeLeaderboard: { method: 'GET', path: '/api/practice/leaderboard', effect: 'read' },
  listLeaderboards: { method: 'GET', path: '/api/leaderboards', effect: 'read' },
  getLeaderboard: { method: 'GET', path: '/api/leaderboards/{board}', effect: 'read' },
  getCrowdMean: { method: 'GET', path: '/api/events/{slug}/crowd', effect: 'read' },
  getPlayer: { method: 'GET', path: '/api/players/{handle}', effect: 'read' },
  listPlayerForecasts: { method: 'GET', path: '/api/players/{handle}/forecasts', effect: 'read' },
  getPlayerCalibration: { method: 'GET', path: '/api/players/{handle}/calibration', effect: 'read' },
  getRecordSchema: { method: 'GET', path: '/api/record/schema', effect: 'read' },
  listScenarios: { method: 'GET', path: '/api/v1/sandbox/scenarios', effect: 'read' },
  certify: { method: 'POST', path: '/api/v1/sandbox/certification', effect: 'write' },
  getCertificationRun: { method: 'GET', path: '/api/v1/sandbox/runs/{runId}', effect: 'read' },
  search: { method: 'GET', path: '/api/search', effect: 'read' },
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
  getStreamManifest: { method: 'GET', path: '/api/v1/streams/manifest', effect: 'read' },
  replayStream: { method: 'GET', path: '/api/v1/streams/replay', effect: 'read' },
  getAsyncapi: { method: 'GET', path: '/api/v1/asyncapi.json', effect: 'read' },
} as const;
