/** Games and the prices that books offer on them. Times are epoch milliseconds. */

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

/** What one source says about one game. */
export interface FixtureReport {
  readonly source: string;
  readonly sourceEventId: string;
  /** A source may speak of a game in two parts: its listing, and its score. */
  readonly part: 'listing' | 'score';
  readonly league: string;
  readonly startsAt: number;
  /** Null: the source lists the game without saying how it stands. */
  readonly status: FixtureStatus | null;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  /** The moment that the statement is of: the source's own time, or the time of the fetch if it sends none. */
  readonly asOf: number;
  readonly demo: boolean;
}

/** One price of one book. */
export interface Line {
  readonly book: string;
  readonly market: LineMarket;
  readonly selection: LineSelection;
  /** The handicap of the selection, or the total; null for a moneyline. */
  readonly point: number | null;
  readonly decimalPrice: number;
  /** When the book set it, by its source. */
  readonly at: number;
}

/** A line with the figures that its book's quote gives it. */
export interface PricedLine extends Line {
  /** 10,000 over the price: the probability with the book's margin in it. */
  readonly impliedBps: number;
  /** The same without the margin. */
  readonly fairBps: number;
}

/** A line as it is stored. */
export interface StoredLine extends PricedLine {
  readonly id: string;
  readonly source: string;
  readonly outlier: boolean;
}

/** What all books together say about one selection. */
export interface ConsensusLine {
  readonly market: LineMarket;
  readonly selection: LineSelection;
  readonly point: number | null;
  readonly consensusBps: number;
  readonly books: number;
  readonly outliers: number;
  readonly updatedAt: number;
}

/** The current lines of a fixture in figures. */
export interface LineSummary {
  readonly lines: readonly ConsensusLine[];
  /** Different books with a current line. */
  readonly books: number;
  /** Current lines, each book counted once per selection. */
  readonly lineCount: number;
  readonly outlierCount: number;
}
