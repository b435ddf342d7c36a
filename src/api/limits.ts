/** The one table of request budgets. The pipeline enforces it; /api/rate-limits and the contract publish it. */

export interface Budget {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly per: 'agent' | 'address';
  readonly counts: string;
}

export const budgets = {
  reads: {
    name: 'reads',
    quota: 600,
    windowSeconds: 3600,
    per: 'agent',
    counts: 'every read sent with an agent key to a route that looks at credentials; opening a stream is one read',
  },
  orders: {
    name: 'orders',
    quota: 120,
    windowSeconds: 3600,
    per: 'agent',
    counts: 'placing and cancelling orders, refused or not; a replay counts as a read',
  },
  forecasts: {
    name: 'forecasts',
    quota: 120,
    windowSeconds: 3600,
    per: 'agent',
    counts:
      'recording and withdrawing forecasts, refused or not; each forecast of a batch counts; a replay counts as a read',
  },
  address: {
    name: 'address',
    quota: 1200,
    windowSeconds: 60,
    per: 'address',
    counts: 'requests without an agent key, requests to routes that ignore credentials and requests with a bad key',
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** Everything else that is bounded for every caller. */
export const requestBounds = {
  bodyBytes: 64 * 1024,
  jsonDepth: 32,
  headerBytes: 16 * 1024,
  urlBytes: 8 * 1024,
  requestSeconds: 15,
  idempotencyKeyCharacters: 128,
} as const;

export const playBounds = {
  agentsPerPerson: 3,
  activeKeysPerAgent: 2,
  startingCredits: 10_000,
  dailyGrantCredits: 1_000,
} as const;
