import { describe, expect, it } from 'vitest';
import { hourMs } from '../../kernel/time.js';
import { type FixtureCandidate, FixtureMatcher } from './match-fixture.js';
import { nameLikeness, teamWords } from './team-names.js';

const startsAt = Date.parse('2026-03-21T15:00:00Z');
const side = (name: string) => ({ name, abbreviation: null, score: null });
const report = (home: string, away: string, changes = {}) => ({
  ...{ source: 'two', league: 'epl', startsAt, home: side(home), away: side(away), demo: false },
  ...changes,
});
const candidate = (id: string, homeName: string, awayName: string, changes = {}): FixtureCandidate => ({
  ...{ id, league: 'epl', startsAt, homeName, awayName, demo: false, sources: ['one'] },
  ...changes,
});

const matchFixture = (sought: ReturnType<typeof report>, candidates: readonly FixtureCandidate[]) =>
  new FixtureMatcher(candidates).match(sought);

describe('names of teams', () => {
  it.each([
    ['Wolverhampton Wanderers', 'Wolves'],
    ['Manchester United', 'Man Utd'],
    ['LA Clippers', 'Los Angeles Clippers'],
    ['Bayern Munich', 'FC Bayern München'],
    ['Inter Milan', 'Internazionale Milan'],
    ['Atlético Madrid', 'Atletico de Madrid'],
    ['St. Louis Blues', 'Saint Louis Blues'],
    ['Michigan St', 'Michigan State'],
    ['1. FC Köln', 'FC Cologne'],
  ])('%s is %s', (one, other) => {
    expect(nameLikeness(teamWords(one), teamWords(other))).toBeGreaterThan(0);
  });

  it.each([
    ['Manchester United', 'Manchester City'],
    ['New York Giants', 'New York Jets'],
    ['Inter Milan', 'AC Milan City'],
    ['Real Madrid', 'Real Sociedad'],
  ])('%s is not %s', (one, other) => {
    expect(nameLikeness(teamWords(one), teamWords(other))).toBe(0);
  });
});

describe('a report of another source', () => {
  it('matches the fixture with the same league, teams and about the same start', () => {
    const fixtures = [
      candidate('a', 'Tottenham Hotspur', 'Wolverhampton Wanderers'),
      candidate('b', 'Arsenal', 'Chelsea'),
    ];
    expect(matchFixture(report('Tottenham', 'Wolves', { startsAt: startsAt + hourMs }), fixtures)).toBe('a');
    expect(matchFixture(report('Tottenham', 'Wolves', { startsAt: startsAt + 2 * hourMs + 1 }), fixtures)).toBeNull();
    expect(matchFixture(report('Tottenham', 'Wolves', { league: 'mls' }), fixtures)).toBeNull();
    expect(matchFixture(report('Wolves', 'Tottenham'), fixtures)).toBeNull();
    expect(matchFixture(report('Tottenham', 'Wolves', { demo: true }), fixtures)).toBeNull();
  });

  it('is another game if its source already reports the first, as in a doubleheader', () => {
    const both = [
      candidate('early', 'Arsenal', 'Chelsea', { sources: ['one', 'two'] }),
      candidate('late', 'Arsenal', 'Chelsea', { startsAt: startsAt + hourMs }),
    ];
    expect(matchFixture(report('Arsenal', 'Chelsea'), both)).toBe('late');
  });

  it('prefers equal names to similar ones, then the closer start, and links nothing on a tie', () => {
    const likelier = [candidate('a', 'Los Angeles', 'Austin'), candidate('b', 'LA Galaxy', 'Austin')];
    expect(matchFixture(report('Los Angeles Galaxy', 'Austin'), likelier)).toBe('b');
    const nearer = [
      candidate('far', 'Arsenal', 'Chelsea', { startsAt: startsAt - hourMs }),
      candidate('near', 'Arsenal', 'Chelsea', { startsAt: startsAt + hourMs / 2 }),
    ];
    expect(matchFixture(report('Arsenal', 'Chelsea'), nearer)).toBe('near');
    const tied = [candidate('a', 'Arsenal', 'Chelsea'), candidate('b', 'Arsenal', 'Chelsea')];
    expect(matchFixture(report('Arsenal', 'Chelsea'), tied)).toBeNull();
  });
});
