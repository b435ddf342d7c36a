import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { offerLines, reportGames } from '../../test/support/builders/sports-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { newId } from '../http/request-id.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { holdScoreProposal } from '../markets/proposals.js';
import { runDue } from '../markets/transition-event.js';
import { createScoreProposer, holdDisagreeing, proposeFinals, type ScoreProposal } from './fixture-markets.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

async function fixtureOf(sourceEventId: string) {
  const { body } = await service.call('GET', '/api/sports/feed?includeStale=1&days=60');
  return body.fixtures.find((fixture: { sourceEventId: string }) => fixture.sourceEventId === sourceEventId);
}

const openMarket = async (sourceEventId: string, json?: object) =>
  service.operate('POST', `/sports/fixtures/${(await fixtureOf(sourceEventId)).id}/market`, json);

async function proposals(): Promise<ScoreProposal[]> {
  const made: ScoreProposal[] = [];
  await proposeFinals(service.services, async proposal => made.push(proposal) > 0);
  return made;
}

describe('a market on a fixture', () => {
  it('opens at the consensus, ends at the start of the game and names the official source', async () => {
    const startsAt = service.clock.now() + dayMs;
    await reportGames(service, { sourceEventId: 'm1', startsAt, home: { name: 'Arsenal' }, away: { name: 'Chelsea' } });
    await offerLines(service, { sourceEventId: 'm1', prices: { a: [2, 4, 4], b: [2, 4, 4] } });
    const reply = await openMarket('m1', { liquidityCredits: 500 });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({
      replayed: false,
      event: {
        ...{ status: 'active', category: 'sports', endsAt: new Date(startsAt).toISOString(), demo: false },
        outcomes: [
          { label: 'Arsenal', priceBps: 5000 },
          { label: 'Chelsea', priceBps: 2500 },
          { label: 'Draw', priceBps: 2500 },
        ],
        resolutionSource: { name: 'Premier League', url: 'https://www.premierleague.com/matches' },
      },
    });
    expect((await fixtureOf('m1')).eventSlug).toBe(reply.body.event.slug);
  });

  it('takes its prices from bookmakers that quote the draw; two-way moneylines do not enter the consensus', async () => {
    await reportGames(service, { sourceEventId: 'm1b' });
    const twoWay = { c: [1.5, 3], d: [1.5, 3], e: [1.5, 3] } as const;
    await offerLines(service, { sourceEventId: 'm1b', prices: { a: [2, 4, 4], b: [2, 4, 4], ...twoWay } });
    const { lines } = await fixtureOf('m1b');
    const figures = lines.map(({ selection, consensusBps, books, outliers }: Record<string, unknown>) => {
      return { selection, consensusBps, books, outliers };
    });
    expect(figures).toEqual([
      { selection: 'home', consensusBps: 5000, books: 2, outliers: 0 },
      { selection: 'away', consensusBps: 2500, books: 2, outliers: 0 },
      { selection: 'draw', consensusBps: 2500, books: 2, outliers: 0 },
    ]);
    const { body } = await openMarket('m1b');
    expect(body.event.outcomes.map((outcome: { priceBps: number }) => outcome.priceBps)).toEqual([5000, 2500, 2500]);
  });

  it('is opened once, for repeated and concurrent requests', async () => {
    await reportGames(service, { sourceEventId: 'm2', league: 'nba' });
    const replies = await Promise.all([openMarket('m2'), openMarket('m2'), openMarket('m2')]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 200, 201]);
    const [first, ...others] = replies.map(reply => reply.body.event.slug);
    expect(others).toEqual([first, first]);
    expect((await openMarket('m2')).body).toMatchObject({ replayed: true, code: 'IDEMPOTENT_REPLAY' });
  });

  it('opens at equal prices without a moneyline', async () => {
    await reportGames(service, { sourceEventId: 'm3', league: 'nfl' });
    const { body } = await openMarket('m3');
    expect(body.event.outcomes.map((outcome: { priceBps: number }) => outcome.priceBps)).toEqual([5000, 5000]);
  });

  it('is rejected for a game that has started, an unknown fixture and a caller without the role', async () => {
    await reportGames(
      service,
      { sourceEventId: 'live', league: 'nhl', status: 'live', startsAt: service.clock.now() - hourMs },
      { sourceEventId: 'begun', league: 'nhl', startsAt: service.clock.now() },
    );
    expect((await openMarket('live')).body).toMatchObject({ code: 'INVALID_TRANSITION', status: 'live' });
    expect((await openMarket('begun')).status).toBe(409);
    expect((await service.operate('POST', '/sports/fixtures/fix_nothing/market')).status).toBe(404);
    expect((await service.operate('POST', '/sports/fixtures/fix_nothing/market', { prior: [1] })).status).toBe(400);
    const agent = await service.anAgent();
    const path = '/api/operator/sports/fixtures/fix_nothing/market';
    expect((await service.call('POST', path, { headers: agent.headers })).status).toBe(403);
    expect((await service.call('POST', path)).status).toBe(401);
  });
});

describe('a final score', () => {
  it('is proposed once its event is closed, with the official source and the score as evidence', async () => {
    const startsAt = service.clock.now() + hourMs;
    const game = {
      sourceEventId: 'f1',
      league: 'nba',
      startsAt,
      home: { name: 'Boston Celtics' },
      away: { name: 'Miami Heat' },
    };
    await reportGames(service, game);
    const { body } = await openMarket('f1');
    expect(await proposals()).toEqual([]);
    service.clock.forward(3 * hourMs);
    expect(await proposals()).toEqual([]);
    await reportGames(service, {
      ...{ ...game, status: 'final' },
      ...{ home: { ...game.home, score: 101 }, away: { ...game.away, score: 110 } },
    });
    const declined: string[] = [];
    await proposeFinals(service.services, async ({ slug }) => declined.push(slug) < 0);
    expect(declined).toEqual([body.event.slug]);
    expect(await proposals()).toEqual([
      {
        slug: body.event.slug,
        winningOutcomeIndex: 1,
        evidence: {
          url: 'https://www.nba.com/games',
          quote: expect.stringContaining('Final: Miami Heat 110, Boston Celtics 101'),
        },
      },
    ]);
    expect(await proposals()).toEqual([]);
  });

  it('is proposed again if corrected, and not while sources disagree', async () => {
    const game = {
      sourceEventId: 'f1',
      league: 'nba',
      status: 'final',
      startsAt: service.clock.now() - 2 * hourMs,
      home: { name: 'Boston Celtics', score: 111 },
      away: { name: 'Miami Heat', score: 110 },
    } as const;
    await reportGames(service, game);
    const other = { ...game, source: 'other', sourceEventId: 'o1' };
    await reportGames(service, { ...other, home: { name: 'Boston Celtics', score: 101 } });
    expect(await proposals()).toEqual([]);
    service.clock.forward(1_000);
    await reportGames(service, other);
    expect(await proposals()).toMatchObject([{ winningOutcomeIndex: 0 }]);
  });
});

describe('a proposal from a final score', () => {
  it('stands on the event until an operator confirms it, and is final after its window', async () => {
    const startsAt = service.clock.now() + hourMs;
    const game = {
      ...{ sourceEventId: 'g1', league: 'nba', startsAt },
      ...{ home: { name: 'Denver Nuggets' }, away: { name: 'Utah Jazz' } },
    };
    await reportGames(service, game);
    const { slug } = (await openMarket('g1')).body.event;
    const agent = await service.anAgent();
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 50 })).status).toBe(201);
    service.clock.forward(4 * hourMs);
    const scores = { home: { ...game.home, score: 120 }, away: { ...game.away, score: 99 } };
    await reportGames(service, { ...game, ...scores, status: 'final' });
    const tools = { ...service.services, newId };
    await proposeFinals(tools, createScoreProposer(tools));
    const { body } = await service.call('GET', `/api/events/${slug}`);
    expect(body.event).toMatchObject({
      status: 'closed',
      proposal: { proposedBy: 'final-score', challengeEndsAt: null, resolution: { winningOutcomeIndex: 0 } },
    });
    expect((await service.operate('POST', `/events/${slug}/propose/confirm`)).status).toBe(200);
    const other = { home: { ...game.home, score: 98 }, away: { ...game.away, score: 99 } };
    await reportGames(service, { ...game, ...other, sourceEventId: 'g1-other', source: 'another', status: 'final' });
    await holdDisagreeing(tools, each => holdScoreProposal(tools, each));
    const held = await service.call('GET', `/api/events/${slug}`);
    expect(held.body.event.proposal).toMatchObject({ challengeEndsAt: null });
    service.clock.forward(2 * dayMs);
    await runDue(tools, 'finalize', () => true);
    expect((await service.call('GET', `/api/events/${slug}`)).body.event.status).toBe('closed');
    expect((await service.operate('POST', `/events/${slug}/propose/confirm`)).status).toBe(200);
    service.clock.forward(dayMs);
    await runDue(tools, 'finalize', () => true);
    const final = await service.call('GET', `/api/events/${slug}`);
    expect(final.body.event).toMatchObject({ status: 'resolved', resolution: { winningOutcomeIndex: 0 } });
  });
});
