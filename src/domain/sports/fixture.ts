/** Games and bookmakers' prices on them. Times are epoch milliseconds. */

export const fixtureStatuses = ['scheduled', 'live', 'final', 'postponed', 'cancelled'] as const;
export type FixtureStatus = (typeof fixtureStatuses)[number];

export const lineMarkets = ['moneyline', 'spread', 'total'] as const;
export type LineMarket = (typeof lineMarkets)[number];

export const lineSelections = ['home', 'away', 'draw', 'over', 'under'] as const;
export type LineSelection = (typeof lineSelections)[number];

export interface Side {
  readonly name: string;
  readonly abbreviation: string | null;
  readonly score: number | null;
}

/** One source's report on one game. */
export interface FixtureReport {
  readonly source: string;
  readonly sourceEventId: string;
  /** A source may report a game in two parts: its listing, and its score. */
  readonly part: 'listing' | 'score';
  readonly league: string;
  readonly startsAt: number;
  /** Null: the source lists the game without a status. */
  readonly status: FixtureStatus | null;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  /** The time of the report: the source's own time, or the time of the fetch if it sends none. */
  readonly asOf: number;
  readonly demo: boolean;
}

/** One price of one bookmaker. */
export interface Line {
  readonly book: string;
  readonly market: LineMarket;
  readonly selection: LineSelection;
  /** The handicap of the selection, or the total; null for a moneyline. */
  readonly point: number | null;
  readonly decimalPrice: number;
  /** When the bookmaker set it, according to its source. */
  readonly at: number;
}

/** A line with the figures derived from its bookmaker's quote. */
export interface PricedLine extends Line {
  /** 10,000 divided by the price: the probability including the bookmaker's margin. */
  readonly impliedBps: number;
  /** The same without the margin. */
  readonly fairBps: number;
}

/** A stored line. */
export interface StoredLine extends PricedLine {
  readonly id: string;
  readonly source: string;
  readonly outlier: boolean;
}

/** The consensus of all bookmakers on one selection. */
export interface ConsensusLine {
  readonly market: LineMarket;
  readonly selection: LineSelection;
  readonly point: number | null;
  readonly consensusBps: number;
  readonly books: number;
  readonly outliers: number;
  readonly updatedAt: number;
}

/** Statistics of the current lines of a fixture. */
export interface LineSummary {
  readonly lines: readonly ConsensusLine[];
  /** Distinct bookmakers with a current line. */
  readonly books: number;
  /** Current lines, each bookmaker counted once per selection. */
  readonly lineCount: number;
  readonly outlierCount: number;
}
