import type { QualityFacts } from './rules/consensus.js';
import type {
  ConsensusLine,
  FixtureCandidate,
  FixtureReport,
  FixtureStatus,
  LineMarket,
  LineSummary,
  MergedFixture,
  PricedLine,
  Side,
  StoredLine,
} from './rules/fixture.js';

/** Fixtures, reports of sources, and lines. Times are epoch milliseconds. */

export interface FixtureRow extends QualityFacts {
  readonly id: string;
  readonly source: string;
  readonly sourceEventId: string;
  readonly sport: string;
  readonly league: string;
  readonly startsAt: number;
  readonly status: FixtureStatus;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  readonly lines: readonly ConsensusLine[];
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly demo: boolean;
}

export interface FixtureCursor {
  readonly startsAt: number;
  readonly id: string;
}

export interface FixtureSpan {
  /** Included. */
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly league: string | null;
  readonly sport: string | null;
}

export interface FixtureFilter extends FixtureSpan {
  readonly status: FixtureStatus | null;
  /** Excludes fixtures last confirmed before these times; null includes them. */
  readonly confirmedSince: ConfirmedBefore | null;
  readonly after: FixtureCursor | null;
  readonly limit: number;
}

export interface FixtureQuality extends QualityFacts, FixtureCursor {
  readonly sport: string;
  readonly league: string;
}

export interface LineRow extends StoredLine {
  readonly sourceEventId: string;
  readonly demo: boolean;
}

export interface LineCursor {
  readonly at: number;
  readonly id: string;
}

export interface LineFilter {
  /** Null for all fixtures. */
  readonly fixtureIds: readonly string[] | null;
  readonly market: LineMarket | null;
  readonly before: LineCursor | null;
  readonly limit: number;
}

export interface ConfirmedBefore {
  readonly live: number;
  readonly other: number;
}

export interface StoredReport extends FixtureReport {
  readonly fixtureId: string;
}

/** A fixture under a source's id. */
export interface ReportedFixture {
  readonly sourceEventId: string;
  readonly fixtureId: string;
  readonly league: string;
  readonly status: FixtureStatus;
  readonly linesAsOf: number | null;
  readonly demo: boolean;
}

export interface NewFixture extends MergedFixture {
  readonly id: string;
  readonly sport: string;
  readonly league: string;
  readonly source: string;
  readonly sourceEventId: string;
  readonly demo: boolean;
  readonly createdAt: number;
}

/** A current line with its fixture. */
export interface CurrentLine extends StoredLine {
  readonly fixtureId: string;
}

export interface NewLine extends PricedLine {
  readonly id: string;
  readonly fixtureId: string;
  readonly source: string;
  readonly sourceEventId: string;
  readonly demo: boolean;
}

interface LineChange {
  readonly added: readonly NewLine[];
  /** Lines that are no longer current. */
  readonly endedIds: readonly string[];
  /** Current lines whose outlier mark has changed. */
  readonly rejudged: readonly { readonly id: string; readonly outlier: boolean }[];
}

interface FixtureSummary extends LineSummary {
  readonly fixtureId: string;
  readonly linesAsOf: number;
}

export interface FinalFixture extends FixtureRow {
  readonly eventSlug: string;
  readonly outcomes: readonly string[];
}

export interface SportsReads {
  /** Changes whenever the results of the other reads change. */
  version(): Promise<number>;
  /** By starting time. */
  feed(filter: FixtureFilter): Promise<FixtureRow[]>;
  /** The facts of the fixtures in a timeframe, by starting time. */
  quality(span: FixtureSpan, after: FixtureCursor | null, limit: number): Promise<FixtureQuality[]>;
  fixture(id: string): Promise<FixtureRow | null>;
  /** Fixtures that a source reports under this id. Two sources may use the same id for different games. */
  fixturesReportedAs(sourceEventId: string): Promise<string[]>;
  /** Newest first. */
  lines(filter: LineFilter): Promise<LineRow[]>;
  /** Fixtures with an unproposed final score whose event is closed and not resolved. */
  finalsToPropose(now: number, limit: number): Promise<FinalFixture[]>;
  /** Slugs of events whose confirmed proposal comes from a disputed score. */
  proposalsInDoubt(limit: number): Promise<string[]>;
}

export interface SportsWrites extends SportsReads {
  /**
   * The last step of a transaction with changes: increments the version. Taken earlier, its lock could cause a
   * deadlock.
   */
  moveVersion(): Promise<void>;
  /** Blocks imports of other nodes until the end of the transaction, so that two sources can't add one game twice. */
  lockImports(): Promise<void>;
  /** The source's reports under these ids. */
  reports(source: string, sourceEventIds: readonly string[]): Promise<StoredReport[]>;
  /** All reports of the fixtures, each fixture's in order of arrival. */
  reportsOf(fixtureIds: readonly string[]): Promise<StoredReport[]>;
  /** The source's fixtures under these ids. */
  reported(source: string, sourceEventIds: readonly string[]): Promise<ReportedFixture[]>;
  candidates(leagues: readonly string[], from: number, to: number): Promise<FixtureCandidate[]>;
  addFixtures(fixtures: readonly NewFixture[]): Promise<void>;
  saveReports(reports: readonly StoredReport[]): Promise<void>;
  /**
   * Records that a source confirms its reports, for those last confirmed before the given times. Returns their number.
   */
  confirm(source: string, sourceEventIds: readonly string[], at: number, before: ConfirmedBefore): Promise<number>;
  saveMerged(fixtures: readonly (MergedFixture & { readonly id: string })[]): Promise<void>;
  currentLines(fixtureIds: readonly string[]): Promise<CurrentLine[]>;
  changeLines(change: LineChange): Promise<void>;
  saveSummaries(summaries: readonly FixtureSummary[]): Promise<void>;
  /** Returns the fixture with its row locked. */
  lockFixture(id: string): Promise<FixtureRow | null>;
  linkEvent(id: string, eventId: string): Promise<void>;
  setProposed(id: string, at: number): Promise<void>;
  /**
   * Deletes a batch of lines and fixtures older than these times; fixtures with an event stay. Returns their number.
   */
  deleteOld(linesBefore: number, fixturesBefore: number, limit: number): Promise<number>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly sports: SportsReads;
  }

  interface Writes {
    readonly sports: SportsWrites;
  }
}
