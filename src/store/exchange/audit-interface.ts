import type { EventRow, MarketRow } from '../markets/interface.js';

/** A figure that differs from the one recomputed from transfers, trades and orders. */
export interface Difference {
  readonly check: string;
  /** An account, an order, a holding or an event. */
  readonly subject: string;
  /** Whole numbers as text, amounts in millionths. */
  readonly expected: string;
  readonly actual: string;
}

export interface Differences {
  readonly count: number;
  /** The first differences. */
  readonly listed: readonly Difference[];
}

export interface AuditFigures {
  /** Rows checked, by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** Micro-credits, as text because they sum over everything that ever happened. */
  readonly totals: PurseTotals & {
    /** The debts of players. The treasury has advanced them, so they are in none of the other totals. */
    readonly owed: string;
  };
  /** The same for practice credits. */
  readonly practiceTotals: PurseTotals;
}

export type PurseTotals = Readonly<Record<'issued' | 'treasury' | 'available' | 'reserved' | 'markets', string>>;

export type AuditCheck = (typeof auditChecks)[number];

export const auditChecks = [
  'accounts',
  'positions',
  'books',
  'orders',
  'grants',
  'activity',
  'settlements',
  'payouts',
  'references',
  'forecasts',
  'purses',
  'debts',
  'messages',
  'values',
] as const;

export interface AuditReads {
  figures(): Promise<AuditFigures>;
  differences(check: AuditCheck, limit: number): Promise<Differences>;
  /** Unresolved markets, ordered by id. */
  openMarkets(
    after: string,
    limit: number,
  ): Promise<
    (Pick<EventRow, 'liquidity' | 'openingShares'> & Pick<MarketRow, 'shares' | 'account'> & { marketId: string })[]
  >;
}

/** The summary of one audit. */
export interface AuditRun extends AuditFigures {
  readonly at: number;
  /** The id of an operator, `operator` for the token, or `schedule`. */
  readonly startedBy: string;
  readonly balanced: boolean;
  readonly differenceCount: number;
  readonly milliseconds: number;
}

export interface AuditRunReads {
  /** Newest first. */
  list(limit: number): Promise<AuditRun[]>;
}

export interface AuditRunWrites extends AuditRunReads {
  add(run: AuditRun): Promise<void>;
  deleteBefore(at: number): Promise<void>;
}

declare module '../store.js' {
  interface Reads {
    readonly audit: AuditReads;
    readonly auditRuns: AuditRunReads;
  }

  interface Writes {
    readonly auditRuns: AuditRunWrites;
  }
}
