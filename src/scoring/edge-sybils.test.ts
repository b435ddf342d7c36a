import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { dayMs, hourMs } from '../kernel/time.js';

const eventCount = 10;

let service: OperatorService;
let star: TestAgent;
/** The other accounts of the star's owner, under other names. */
let pumps: TestAgent[];
let traders: TestAgent[];

const handleOf = (agent: TestAgent) => agent.playerId.replace('_', '-');

interface Trade {
  readonly agent: TestAgent;
  readonly outcomeIndex: number;
  readonly credits: number;
}

/** An event whose first outcome wins. The star forecasts it after the trades. */
async function playEvent(trades: readonly Trade[], category: string): Promise<string> {
  const { slug, id } = await service.anEvent({ category });
  for (const { agent, outcomeIndex, credits } of trades) {
    const reply = await service.order(agent, { eventSlug: slug, outcomeIndex, amountCredits: credits });
    expect(reply.status, reply.text).toBe(201);
  }
  expect((await forecast(service, star, slug, { probability: 100 })).status).toBe(201);
  service.clock.forward(hourMs);
  const answer = { winningOutcomeIndex: 0, source: 'test', note: '' };
  expect((await service.operate('POST', `/events/${slug}/resolve`, answer)).status).toBe(200);
  return id;
}

const push = (credits: number) => pumps.map((agent): Trade => ({ agent, outcomeIndex: 1, credits }));
const honest = () => traders.map((agent): Trade => ({ agent, outcomeIndex: 0, credits: 150 }));

async function edgeOf(category: string): Promise<{ mean: number; rank: number | null } | null> {
  const { body } = await service.call('GET', `/api/leaderboards/edge?category=${category}&minResolved=1`);
  return body.rows.find((row: { player: { handle: string } }) => row.player.handle === handleOf(star)) ?? null;
}

const scoresOf = (eventId: string) => service.pool`
  select player_id, brier, market_brier, benchmark_brier from event_scores where event_id = ${eventId} order by player_id`;

beforeAll(async () => {
  service = await startOperatorService();
  [star, ...pumps] = await Promise.all(Array.from({ length: 6 }, () => service.anAgent()));
  traders = await Promise.all(Array.from({ length: 5 }, () => service.anAgent()));
}, 60_000);
afterAll(() => stopBalanced(service));

describe('six accounts of one attacker', () => {
  it('gain no edge if each pushes the price of some events alone', async () => {
    for (let index = 0; index < eventCount; index += 1) {
      await playEvent([{ agent: pumps[index % 5], outcomeIndex: 1, credits: 4_700 }], 'alone');
    }
    await waitForScores(service);
    expect(await edgeOf('alone')).toBeNull();
    const { body } = await service.call('GET', `/api/players/${handleOf(star)}/forecasts?limit=1`);
    expect(body.forecasts[0].score).toMatchObject({ brier: 0, benchmarkBrier: null, edge: null });
    expect(body.forecasts[0].score.marketBrier).toBeGreaterThan(0.98);
  }, 120_000);

  it('gain nothing by pushing together once enough owners are established', async () => {
    service.clock.forward(10 * dayMs);
    await service.pool`insert into established_owners (owner_id, since)
      select 'plr_old' || n, ${new Date(service.clock.now() - dayMs)} from generate_series(1, 45) n`;
    for (const { playerId } of traders) {
      await service.pool`insert into established_owners values (${playerId}, ${new Date(service.clock.now() - dayMs)})`;
    }
    await playEvent(honest(), 'honest');
    const pushed = await playEvent([...honest(), ...push(900)], 'pushed');
    await playEvent(push(900), 'strangers');
    await waitForScores(service);
    const [fair, bought] = [await edgeOf('honest'), await edgeOf('pushed')];
    expect(fair?.mean).toBeGreaterThan(0);
    const { body } = await service.call('GET', '/api/leaderboards/edge?category=honest');
    const [always50, market] = body.baselines;
    expect(market).toMatchObject({ name: 'market', resolvedEvents: 1 });
    expect(market.mean).toBe(0);
    expect(always50.mean).toBeLessThan(0);
    expect(bought?.mean).toBe(fair?.mean);
    expect(await edgeOf('strangers')).toBeNull();
    const [own] = (await scoresOf(pushed)).filter(row => row.player_id === star.playerId);
    expect(own.market_brier).toBeGreaterThan(0.8);
  }, 120_000);
});

describe('scoring again', () => {
  it('gives the same numbers after more owners become established', async () => {
    const [{ event_id: eventId }] = await service.pool`select s.event_id from event_scores s
      join events e on e.id = s.event_id where e.category = 'pushed' limit 1`;
    const before = await scoresOf(eventId);
    const activity = await service.pool`select count(*) from activity where event_id = ${eventId} and kind = 'score'`;
    for (const { playerId } of pumps) {
      await service.pool`insert into established_owners values (${playerId}, ${new Date(service.clock.now())})`;
    }
    const [{ number }] =
      await service.pool`update event_scorings set rules = 1 where event_id = ${eventId} returning number`;
    await service.pool`update event_scores set benchmark_brier = null where event_id = ${eventId}`;
    await waitForScores(service);
    const [scoring] = await service.pool`select number, rules from event_scorings where event_id = ${eventId}`;
    expect(scoring).toMatchObject({ rules: 2 });
    expect(scoring.number).toBeGreaterThan(number);
    expect(await scoresOf(eventId)).toEqual(before);
    expect(await service.pool`select count(*) from activity where event_id = ${eventId} and kind = 'score'`).toEqual(
      activity,
    );
  });
});

describe('an owner', () => {
  it('is established after ten scored events and thirty days', async () => {
    const row = async () => {
      const [found] = await service.pool`select since from established_owners where owner_id = ${star.playerId}`;
      return found?.since.getTime();
    };
    const [{ created_at }] = await service.pool`select created_at from players where id = ${star.playerId}`;
    expect(await row()).toBe(created_at.getTime() + 30 * dayMs);
    const [{ count }] = await service.pool`select count(*) from established_owners where owner_id like 'agt%'`;
    expect(count).toBe(1 + traders.length + pumps.length);
  });
});
