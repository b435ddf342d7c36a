import { hourMs } from '../durations.js';
import type { FixtureReport } from './fixture.js';
import { nameLikeness, teamWords } from './team-names.js';

/** Finds the fixture that a report of another source is about. */

/** Sources round starting times differently; two games of the same teams on one day lie further apart. */
export const maxStartDifferenceMs = 2 * hourMs;

export interface FixtureCandidate {
  readonly id: string;
  readonly league: string;
  readonly startsAt: number;
  readonly homeName: string;
  readonly awayName: string;
  readonly demo: boolean;
  /** Sources that report it already. A source names a game once, so its second report is of another game. */
  readonly sources: readonly string[];
}

type Sought = Pick<FixtureReport, 'source' | 'league' | 'startsAt' | 'home' | 'away' | 'demo'>;

interface Match {
  readonly id: string;
  readonly likeness: number;
  readonly difference: number;
}

function matchOne(
  report: Sought,
  home: readonly string[],
  away: readonly string[],
  one: FixtureCandidate,
): Match | null {
  const difference = Math.abs(one.startsAt - report.startsAt);
  if (one.league !== report.league || one.demo !== report.demo || difference > maxStartDifferenceMs) return null;
  if (one.sources.includes(report.source)) return null;
  const homeLikeness = nameLikeness(home, teamWords(one.homeName));
  if (homeLikeness === 0) return null;
  const awayLikeness = nameLikeness(away, teamWords(one.awayName));
  return awayLikeness === 0 ? null : { id: one.id, likeness: homeLikeness + awayLikeness, difference };
}

/**
 * Returns the id of the fixture with the most alike names, then the nearest start. Null for a new game, and where two
 * fixtures fit equally well: a wrong link would mix two games, a missing one only leaves them apart.
 */
export function matchFixture(report: Sought, candidates: readonly FixtureCandidate[]): string | null {
  const home = teamWords(report.home.name);
  const away = teamWords(report.away.name);
  const matches = candidates
    .map(candidate => matchOne(report, home, away, candidate))
    .filter(match => match !== null)
    .sort((a, b) => b.likeness - a.likeness || a.difference - b.difference);
  const [best, second] = matches;
  if (!best) return null;
  const isTie = second && second.likeness === best.likeness && second.difference === best.difference;
  return isTie ? null : best.id;
}
