/** Equity of players over time. Times are epoch milliseconds, amounts millionths. */
export interface EquitySample {
  readonly at: number;
  readonly available: number;
  /** Credits that open buys hold, outside practice. */
  readonly reserved: number;
  /** What selling every position to the market maker would have brought. */
  readonly positions: number;
  readonly owed: number;
  readonly granted: number;
}

export interface EquityReads {
  /** Samples from a moment on, oldest first, and the last one before it. */
  samples(playerId: string, from: number): Promise<EquitySample[]>;
  /**
   * Players without a sample since a moment whose equity may have changed since their last one, in the order of ids. An
   * account that held nothing then and has the same balance now has not changed.
   */
  candidates(since: number, after: string, limit: number): Promise<string[]>;
}

export interface EquityWrites extends EquityReads {
  /** One per player and moment; a second one changes nothing. */
  add(samples: readonly (EquitySample & { readonly playerId: string })[]): Promise<void>;
  /** Leaves the last sample of each player and UTC day between the two moments. */
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
