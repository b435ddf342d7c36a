// Fixtures, reports of sources, and lines. Times are epoch milliseconds.

import type { ConsensusLine, LineSummary } from '../rules/consensus.js';
import type { FixtureReport, FixtureStatus, Side } from '../rules/fixture.js';
import type { LineMarket, PricedLine, StoredLine } from '../rules/lines.js';
import type { MergedFixture } from '../rules/merge-reports.js';
import type { QualityFacts } from '../rules/quality.js';

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

export interface LineChange {
  readonly added: readonly NewLine[];
  /** Lines that are no longer current. */
  readonly endedIds: readonly string[];
  /** Current lines whose outlier mark has changed. */
  readonly rejudged: readonly { readonly id: string; readonly outlier: boolean }[];
}

export interface FixtureSummary extends LineSummary {
  readonly fixtureId: string;
  readonly linesAsOf: number;
}

export interface FinalFixture extends FixtureRow {
  readonly eventSlug: string;
  readonly outcomes: readonly string[];
}
