// Finds the fixture that a report of another source refers to.

import { type FixtureReport, maxStartDifferenceMs } from './fixture.js';
import { nameLikeness, teamWords } from './team-names.js';

export interface FixtureCandidate {
  readonly id: string;
  readonly league: string;
  readonly startsAt: number;
  readonly homeName: string;
  readonly awayName: string;
  readonly demo: boolean;
  /** Sources that already report it. A source lists a game once, so its second report is of another game. */
  readonly sources: readonly string[];
}

/** Indexes fixtures by league and start, so that a large import compares each report with a few fixtures only. */
export class FixtureMatcher {
  private readonly slots = new Map<string, Known[]>();
  private readonly places = new Map<string, readonly [slot: string, index: number]>();

  constructor(candidates: readonly FixtureCandidate[]) {
    for (const candidate of candidates) this.add(candidate);
  }

  add(candidate: FixtureCandidate): void {
    const { id, league, startsAt, homeName, awayName } = candidate;
    const slot = `${league} ${Math.floor(startsAt / maxStartDifferenceMs)}`;
    const entry = { ...candidate, homeWords: teamWords(homeName), awayWords: teamWords(awayName) };
    const others = this.slots.get(slot);
    this.places.set(id, [slot, others?.length ?? 0]);
    if (others) others.push(entry);
    else this.slots.set(slot, [entry]);
  }

  /** Records that a source reports the fixture. */
  addSource(id: string, source: string): void {
    const [slot, index] = this.places.get(id) ?? ['', 0];
    const entries = this.slots.get(slot);
    if (entries) entries[index] = { ...entries[index], sources: [...entries[index].sources, source] };
  }

  /**
   * Returns the id of the fixture with the most similar names, then the closest start. Null for a new game, and if two
   * fixtures match equally well: a wrong link would mix two games, a missing one only keeps them separate.
   */
  match(report: Sought): string | null {
    const home = teamWords(report.home.name);
    const away = teamWords(report.away.name);
    const slot = Math.floor(report.startsAt / maxStartDifferenceMs);
    const [best, second] = [slot - 1, slot, slot + 1]
      .flatMap(near => this.slots.get(`${report.league} ${near}`) ?? [])
      .map(entry => matchOne(report, home, away, entry))
      .filter(match => match !== null)
      .sort((a, b) => b.likeness - a.likeness || a.difference - b.difference);
    if (!best) return null;
    const isTie = second && second.likeness === best.likeness && second.difference === best.difference;
    return isTie ? null : best.id;
  }
}

type Sought = Pick<FixtureReport, 'source' | 'league' | 'startsAt' | 'home' | 'away' | 'demo'>;

interface Known extends FixtureCandidate {
  readonly homeWords: readonly string[];
  readonly awayWords: readonly string[];
}

interface Match {
  readonly id: string;
  readonly likeness: number;
  readonly difference: number;
}

function matchOne(report: Sought, home: readonly string[], away: readonly string[], one: Known): Match | null {
  const difference = Math.abs(one.startsAt - report.startsAt);
  if (one.demo !== report.demo || difference > maxStartDifferenceMs) return null;
  if (one.sources.includes(report.source)) return null;
  const homeLikeness = nameLikeness(home, one.homeWords);
  if (homeLikeness === 0) return null;
  const awayLikeness = nameLikeness(away, one.awayWords);
  return awayLikeness === 0 ? null : { id: one.id, likeness: homeLikeness + awayLikeness, difference };
}
