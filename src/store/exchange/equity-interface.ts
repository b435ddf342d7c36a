/** Equity of players over time. Times are epoch milliseconds, amounts millionths. */
export interface EquitySample {
  readonly at: number;
  readonly available: number;
  /** Credits reserved by open buys, outside practice. */
  readonly reserved: number;
  /** The proceeds of selling every position to the market maker. */
  readonly positions: number;
  readonly owed: number;
  readonly granted: number;
}

export interface EquityReads {
  /** Samples from a time on, oldest first, and the last one before it. */
  samples(playerId: string, from: number): Promise<EquitySample[]>;
  /**
   * Players without a sample since a time whose equity may have changed since their last one, ordered by id. An account
   * that held nothing then and has the same balance now has not changed.
   */
  candidates(since: number, after: string, limit: number): Promise<string[]>;
}

export interface EquityWrites extends EquityReads {
  /** One per player and time; a second one changes nothing. */
  add(samples: readonly (EquitySample & { readonly playerId: string })[]): Promise<void>;
  /** Keeps only the last sample of each player and UTC day between the two times. */
  thin(from: number, to: number): Promise<void>;
  deleteBefore(at: number): Promise<void>;
}

declare module '../store.js' {
  interface Reads {
    readonly equity: EquityReads;
  }
  interface Writes {
    readonly equity: EquityWrites;
  }
}
