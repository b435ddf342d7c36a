import { describe, expect, it } from 'vitest';
import { decideCreateMarket } from '../../engine/create-market.js';
import { isRefusal } from '../../kernel/refusal.js';
import type { ConsensusLine } from './consensus.js';
import { eventOfFixture, type FixtureOfMarket, outcomeOfFinal, priorOf } from './fixture-market.js';
import { findLeague, leagueKeys, sportsCatalog } from './leagues.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const consensus = (selection: ConsensusLine['selection'], consensusBps: number): ConsensusLine => ({
  ...{ market: 'moneyline', selection, point: null, consensusBps, books: 5, outliers: 0, updatedAt: now },
});
const side = (name: string, score: number | null = null) => ({ name, abbreviation: null, score });
const fixture = (changes: Partial<FixtureOfMarket> = {}): FixtureOfMarket => ({
  id: 'fix_01kx3v7p9ye1f8m2q4s6t8v0wz',
  startsAt: now + 86_400_000,
  status: 'scheduled',
  scoresDisagree: false,
  home: side('Arsenal'),
  away: side('Bayern München'),
  lines: [],
  demo: false,
  ...changes,
});
const league = (key: string) => findLeague(key) ?? expect.fail(key);

describe('the catalogue', () => {
  it('has at least ten leagues with unique keys, https sources and complete rules', () => {
    expect(leagueKeys.length).toBeGreaterThanOrEqual(10);
    expect(new Set(leagueKeys).size).toBe(leagueKeys.length);
    for (const { resolution, oddsApiKey, espnPath } of sportsCatalog.flatMap(({ leagues }) => leagues)) {
      expect(resolution.url).toMatch(/^https:\/\/[\w.-]+\//);
      expect(resolution.finalWhen.length).toBeGreaterThan(20);
      expect(resolution.postponement).toMatch(/void/);
      expect([oddsApiKey, espnPath]).toEqual([
        expect.stringMatching(/^[a-z_]+$/),
        expect.stringMatching(/^[a-z-]+\/[a-z.0-9-]+$/),
      ]);
    }
  });
});

describe('the event on a fixture', () => {
  it('opens at the scaled consensus, in whole basis points that sum to 10,000', () => {
    const lines = [consensus('home', 4500.4), consensus('away', 2900.2), consensus('draw', 2650.1)];
    const prior = priorOf(lines, 3) ?? [];
    expect(prior.reduce((sum, bps) => sum + bps, 0)).toBe(10_000);
    expect(prior[0]).toBe(Math.round((10_000 * 4500.4) / 10_050.7));
    expect(priorOf([consensus('home', 9990), consensus('away', 10)], 2)).toEqual([9950, 50]);
    expect(priorOf(lines.slice(0, 2), 3)).toBeNull();
  });

  it.each(['epl', 'nfl'])('of %s can be created', key => {
    const lines = [consensus('home', 9999), consensus('away', 1), consensus('draw', 1)];
    const command = eventOfFixture(fixture({ lines }), league(key), { liquidity: 1_000_000_000, actor: 'operator' });
    expect(command.slug).toBe(`${key}-bayern-munchen-at-arsenal-2026-03-18-t8v0wz`);
    expect(command.outcomes).toEqual(['Arsenal', 'Bayern München', ...(key === 'epl' ? ['Draw'] : [])]);
    expect(command.endsAt).toBe(now + 86_400_000);
    expect(isRefusal(decideCreateMarket({ ...command, marketId: 'evt_1' }, now))).toBe(false);
  });
});

describe('a final score', () => {
  const two = { outcomes: ['Home', 'Away'] };
  const three = { outcomes: ['Home', 'Away', 'Draw'] };
  const final = (home: number | null, away: number | null, changes: Partial<FixtureOfMarket> = {}) =>
    fixture({ status: 'final', home: side('Home', home), away: side('Away', away), ...changes });

  it('names the winner, the draw, or half for each side', () => {
    expect(outcomeOfFinal(final(2, 1), three)).toEqual({ winningOutcomeIndex: 0 });
    expect(outcomeOfFinal(final(0, 1), two)).toEqual({ winningOutcomeIndex: 1 });
    expect(outcomeOfFinal(final(1, 1), three)).toEqual({ winningOutcomeIndex: 2 });
    expect(outcomeOfFinal(final(20, 20), two)).toEqual({ payoutBps: [5000, 5000] });
  });

  it('is ignored while it is not final, missing or disputed', () => {
    expect(outcomeOfFinal(final(2, 1, { status: 'live' }), two)).toBeNull();
    expect(outcomeOfFinal(final(2, null), two)).toBeNull();
    expect(outcomeOfFinal(final(2, 1, { scoresDisagree: true }), two)).toBeNull();
  });
});
