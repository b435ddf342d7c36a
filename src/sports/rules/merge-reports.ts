// Merges the reports of several sources into one fixture, and compares successive reports of one source.

import { minuteMs } from '../../kernel/time.js';
import { type FixtureReport, type FixtureStatus, maxStartDifferenceMs, type Side } from './fixture.js';

export interface MergedFixture {
  readonly startsAt: number;
  readonly status: FixtureStatus;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  readonly asOf: number;
  readonly scoresDisagree: boolean;
}

/** `reports` begins with the source that reported the fixture first, whose names are used. */
export function mergeReports(reports: readonly [FixtureReport, ...FixtureReport[]]): MergedFixture {
  const [first] = reports;
  const leading = leadingOf(reports);
  const abbreviationOf = (side: 'home' | 'away') =>
    reports.map(report => report[side].abbreviation).find(text => text !== null) ?? null;
  const sideOf = (side: 'home' | 'away'): Side => ({
    name: first[side].name,
    abbreviation: abbreviationOf(side),
    score: leading?.[side].score ?? null,
  });
  return {
    startsAt: startOf(first, reports),
    status: leading?.status ?? 'scheduled',
    period: leading?.period ?? null,
    clock: leading?.clock ?? null,
    home: sideOf('home'),
    away: sideOf('away'),
    asOf: Math.max(...reports.map(({ asOf }) => asOf)),
    scoresDisagree: finalScoresDisagree(reports),
  };
}

/**
 * The start by the first source, unless the newest report has moved it: smaller differences come from rounding, and
 * following them would move the game back and forth.
 */
function startOf(first: FixtureReport, reports: readonly FixtureReport[]): number {
  const newest = newestOf(reports)?.startsAt ?? first.startsAt;
  return Math.abs(newest - first.startsAt) > maxStartDifferenceMs ? newest : first.startsAt;
}

/** A source with a status outranks one that only lists the game, and "final" outranks a late "live". */
function leadingOf(reports: readonly FixtureReport[]): FixtureReport | null {
  const over = reports.filter(({ status }) => status === 'final');
  return newestOf(over.length > 0 ? over : reports.filter(({ status }) => status !== null));
}

/** The newest report wins; of two with the same time, the source that comes first in the alphabet. */
function newestOf(reports: readonly FixtureReport[]): FixtureReport | null {
  return reports.reduce<FixtureReport | null>((best, report) => {
    const isNewer = !best || report.asOf > best.asOf || (report.asOf === best.asOf && report.source < best.source);
    return isNewer ? report : best;
  }, null);
}

/** Scores of live games routinely differ for seconds, so only final ones are compared. */
function finalScoresDisagree(reports: readonly FixtureReport[]): boolean {
  const finals = reports.filter(report => report.status === 'final' && hasScore(report));
  return finals.some(({ home, away }) => home.score !== finals[0].home.score || away.score !== finals[0].away.score);
}

function hasScore({ home, away }: FixtureReport): boolean {
  return home.score !== null && away.score !== null;
}

type ReportChange = 'changed' | 'confirmed' | 'unchanged';

/** Compares a report with the stored one of the same source and game. An older one changes nothing. */
export function compareReports(before: FixtureReport, report: FixtureReport): ReportChange {
  if (report.asOf < before.asOf) return 'unchanged';
  if (contentOf(before) !== contentOf(report)) return 'changed';
  return isWorthConfirming(report.status, before.asOf, report.asOf) ? 'confirmed' : 'unchanged';
}

function contentOf({ league, startsAt, status, period, clock, home, away }: FixtureReport): string {
  return JSON.stringify([
    ...[league, startsAt, status, period, clock],
    ...[home, away].flatMap(({ name, abbreviation, score }) => [name, abbreviation, score]),
  ]);
}

export function isWorthConfirming(status: FixtureStatus | null, before: number, asOf: number): boolean {
  return asOf - before >= (status === 'live' ? confirmLiveEveryMs : confirmEveryMs);
}

/** Reports confirmed no later than these times need a confirmation at `at`. */
export function confirmBounds(at: number): { readonly live: number; readonly other: number } {
  return { live: at - confirmLiveEveryMs, other: at - confirmEveryMs };
}

/** An unchanged report is stored only if it is this much newer, so that repeated imports write nothing. */
const confirmEveryMs = 10 * minuteMs;
const confirmLiveEveryMs = minuteMs;
