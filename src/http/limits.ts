import { dailyGrant, startingGrant } from '../engine/grants.js';
import { playBudgets } from '../engine/write-counts.js';
import { microsToWire } from '../kernel/units.js';

// The one table of request budgets. The pipeline enforces it; /api/rate-limits and the contract publish it.

export const budgetHolders = ['agent', 'person', 'account', 'address'] as const;
type BudgetHolder = (typeof budgetHolders)[number];

export interface Budget {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly per: BudgetHolder;
  readonly counts: string;
}

export const budgets = {
  reads: {
    name: 'reads',
    quota: 600,
    windowSeconds: 3600,
    per: 'agent',
    counts: 'every read sent with an agent key to a route that checks credentials; opening a stream is one read',
  },
  orders: {
    name: 'orders',
    quota: playBudgets.orders.quota,
    windowSeconds: playBudgets.orders.windowMs / 1000,
    per: 'agent',
    counts: 'placing orders, rejected or not; a replay counts as a read',
  },
  cancels: {
    name: 'cancels',
    quota: playBudgets.cancels.quota,
    windowSeconds: playBudgets.cancels.windowMs / 1000,
    per: 'agent',
    counts: 'cancelling orders, rejected or not; cancelling all of them at once is one',
  },
  forecasts: {
    name: 'forecasts',
    quota: playBudgets.forecasts.quota,
    windowSeconds: playBudgets.forecasts.windowMs / 1000,
    per: 'agent',
    counts:
      'recording and withdrawing forecasts, rejected or not; each forecast of a batch counts; a replay counts as a read',
  },
  address: {
    name: 'address',
    quota: 1200,
    windowSeconds: 60,
    per: 'address',
    counts:
      'requests without an agent key, reads of signed-in people, requests to routes that ignore credentials, requests with an invalid credential and requests that match no route',
  },
  changes: {
    name: 'changes',
    quota: 120,
    windowSeconds: 3600,
    per: 'person',
    counts: 'changes of your own account, agents and keys, rejected or not; a replay counts as a read',
  },
  exports: {
    name: 'exports',
    quota: 10,
    windowSeconds: 3600,
    per: 'person',
    counts: 'exports of a person’s data',
  },
  signIns: {
    name: 'signIns',
    quota: 60,
    windowSeconds: 900,
    per: 'address',
    counts: 'attempts to sign in',
  },
  signUps: {
    name: 'signUps',
    quota: 30,
    windowSeconds: 3600,
    per: 'address',
    counts: 'attempts to sign up',
  },
  passwordResets: {
    name: 'passwordResets',
    quota: 10,
    windowSeconds: 3600,
    per: 'address',
    counts: 'password reset requests, and confirmations of one-time tokens',
  },
  wrongPasswords: {
    name: 'wrongPasswords',
    quota: 10,
    windowSeconds: 900,
    per: 'account',
    counts:
      'wrong passwords for one email from one client address, and sign-ups with an email that has an account; open sessions are not affected',
  },
  accountPasswords: {
    name: 'accountPasswords',
    quota: 50,
    windowSeconds: 3600,
    per: 'account',
    counts:
      'wrong passwords for one email from all client addresses that its person has not signed in from in the last 90 days; other addresses are not affected',
  },
  mails: {
    name: 'mails',
    quota: 5,
    windowSeconds: 3600,
    per: 'account',
    counts: 'emails to one address; requests beyond it get the same response but send nothing',
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/**
 * Reads of many markets, by operationId. Charged to a client address, they cost one unit per `marketsPerUnit` markets,
 * rounded up; charged to an agent, one read. In a busy arena 200 markets with a new look-back take 8 to 10 ms of CPU
 * time and a read of one market 0.3 to 0.5 ms; the response has 700 KB. So an address that polls 200 markets as often as
 * their response advises, every two seconds, uses its whole budget of 1,200 units per minute.
 */
export const bulkReads = {
  marketsPerUnit: 5,
  operations: [
    'getSnapshots',
    'postSnapshots',
    'postBotSnapshot',
    'listMarketHealth',
    'getHealthSnapshots',
    'postHealthSnapshots',
  ],
} as const;

/**
 * The quota in this arena. If an operator sets no limit for addresses, because all requests come through one
 * gateway, no budget is counted by address.
 */
export function quotaOf(budget: Budget, addressReadsPerMinute: number): number {
  if (budget.per !== 'address') return budget.quota;
  if (addressReadsPerMinute === 0) return 0;
  return budget.name === 'address' ? addressReadsPerMinute : budget.quota;
}

// All other limits of callers.

/** How long an idle connection stays open; clients learn it from the Keep-Alive header. */
export const keepAliveMs = 65_000;

export const requestBounds = {
  bodyBytes: 64 * 1024,
  jsonDepth: 32,
  headerBytes: 16 * 1024,
  urlBytes: 8 * 1024,
  requestSeconds: 15,
  idempotencyKeyCharacters: 128,
  /** Concurrent requests on one connection, pipelined. */
  pipelinedRequests: 32,
} as const;

/** Priorities of requests under load, in the order in which they are rejected. */
export type ShedPriority = 'reads' | 'writes' | 'cancels';

/** The expected wait above which a request is rejected with OVERLOADED. */
export const overloadBounds = {
  maxWaitMs: { reads: 500, writes: 1_000, cancels: 5_000 },
  /**
   * The weight of the event loop delay for reads: a write passes the loop about this often, and reads yield to writes.
   */
  loopPasses: 5,
} as const satisfies { maxWaitMs: Record<ShedPriority, number>; loopPasses: number };

/**
 * The format of clientOrderId, clientForecastId and Idempotency-Key, which are interchangeable. HTTP trims spaces from
 * header values, so ids that differ only in those would be indistinguishable.
 */
export const clientIdForm = {
  pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
  text: `1 to ${requestBounds.idempotencyKeyCharacters} printable ASCII characters, without leading or trailing spaces`,
} as const;

/** Open streams of one player on one node; those of an address are a setting. */
export const streamsPerPlayer = 20;

/** Pings and pongs that a client may send over one WebSocket. Its messages count as requests. */
export const controlFramesPerMinute = 120;

/**
 * Maximum subscriptions over WebSockets: per connection, and for each open stream that an address or a player may have.
 */
export const subscriptionBounds = { perConnection: 50, perStream: 10 } as const;

/** Agents of a person that hold a slot. */
export const maxAgents = 3;
/** Keys of an agent that are not revoked. */
export const maxActiveKeys = 2;
/** Open market requests of a person. */
export const maxOpenRequests = 10;

export const playBounds = {
  agentsPerPerson: maxAgents,
  activeKeysPerAgent: maxActiveKeys,
  openRequestsPerPerson: maxOpenRequests,
  openStreamsPerPlayer: streamsPerPlayer,
  startingCredits: microsToWire(startingGrant),
  dailyGrantCredits: microsToWire(dailyGrant),
} as const;
