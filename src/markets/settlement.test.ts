import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import type { Store } from '../database/store.js';
import { newId } from '../http/request-id.js';
import { resolveEvent } from './resolve-event.js';
import { settleMarket } from './settle-market.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

async function traders(
  slug: string,
  outcomes: readonly number[],
): Promise<{ agent: TestAgent; shares: number; cost: number }[]> {
  const made = [];
  for (const outcomeIndex of outcomes) {
    const agent = await service.anAgent();
    const { body } = await service.order(agent, { eventSlug: slug, outcomeIndex, amountCredits: 100 });
    made.push({ agent, shares: body.order.filledShares, cost: body.order.filledCredits });
  }
  return made;
}

/** Advances the clock, so that later rows are newer. */
function decide(slug: string, verb: string, body: object) {
  service.clock.forward(1000);
  return service.operate('POST', `/events/${slug}/${verb}`, body);
}

const cut = (credits: number) => Math.floor(credits * 1e6 + 1e-6) / 1e6;

describe('resolving', () => {
  it('pays one credit per share to winners, nothing to losers, and returns the rest', async () => {
    const { slug, id } = await service.anEvent();
    const [winner, loser] = await traders(slug, [0, 1]);
    await service.order(loser.agent, { eventSlug: slug, outcomeIndex: 1, amountCredits: 40, limitPriceBps: 100 });
    const { body } = await decide(slug, 'resolve', { winningOutcomeIndex: 0, source: 'the news', note: 'clear' });
    expect(body).toMatchObject({ dryRun: false, preview: null });
    expect(body.event).toMatchObject({
      status: 'resolved',
      settling: null,
      openOrders: 0,
      resolution: {
        kind: 'outcome',
        winningOutcomeIndex: 0,
        payoutBps: [10_000, 0],
        source: 'the news',
        note: 'clear',
        correctedFrom: null,
      },
    });
    expect(await service.available(winner.agent)).toBeCloseTo(10_000 - winner.cost + winner.shares, 6);
    expect(await service.available(loser.agent)).toBeCloseTo(10_000 - loser.cost, 6);
    const [{ account }] = await service.pool`select account from markets where event_id = ${id}`;
    expect(account).toBe(0);
    const activity = await service.call('GET', '/api/play/v1/activity', { headers: winner.agent.headers });
    expect(activity.body.activity[0]).toMatchObject({ kind: 'settlement', credits: winner.shares });
    expect(activity.body.activity[0].balanceAfter).toBe(await service.available(winner.agent));
    const closed = await service.order(winner.agent, { eventSlug: slug, amountCredits: 1 });
    expect([closed.status, closed.body.code]).toEqual([409, 'MARKET_CLOSED']);
  });

  it('splits by basis points, rounded down', async () => {
    const { slug } = await service.anEvent({ outcomes: ['A', 'B', 'C'] });
    const made = await traders(slug, [0, 1, 2]);
    const payoutBps = [3333, 3333, 3334];
    const { body } = await decide(slug, 'resolve', { payoutBps, source: 'a tie' });
    expect(body.event.resolution).toMatchObject({ kind: 'split', winningOutcomeIndex: null, payoutBps });
    for (const [outcome, { agent, shares, cost }] of made.entries()) {
      expect(await service.available(agent)).toBeCloseTo(
        10_000 - cost + cut((shares * payoutBps[outcome]) / 10_000),
        6,
      );
    }
  });

  it('reverses all trades when void, including sales', async () => {
    const { slug } = await service.anEvent();
    const [first, second] = await traders(slug, [0, 0]);
    await service.order(first.agent, { eventSlug: slug, side: 'sell', amountShares: first.shares / 2 });
    await decide(slug, 'void', { note: 'the question was wrong' });
    const [{ paid, spent }] = await service.pool`
      select paid, cost - realized_profit as spent from readable_positions where player_id = ${first.agent.playerId}`;
    expect(paid).toBe(spent);
    expect(await service.available(second.agent)).toBe(10_000);
    expect(await service.available(first.agent)).toBe(10_000);
    const activity = await service.call('GET', '/api/play/v1/activity', { headers: second.agent.headers });
    const refund = { kind: 'refund', credits: second.cost, cost: second.cost, paid: second.cost, owed: 0 };
    expect(activity.body.activity[0]).toMatchObject(refund);
  });
});

describe('a dry run', () => {
  it('shows the payouts, to the micro-credit, and changes nothing', async () => {
    const { slug, id } = await service.anEvent();
    const [winner, loser] = await traders(slug, [0, 1]);
    const before = await service.pool`select account, sequence from markets where event_id = ${id}`;
    const request = { winningOutcomeIndex: 0, source: 'x', dryRun: true };
    const { body } = await decide(slug, 'resolve', request);
    expect(body).toMatchObject({
      dryRun: true,
      event: { status: 'active', resolution: null },
      preview: {
        kind: 'outcome',
        players: 2,
        holdings: 2,
        paidCredits: winner.shares,
        takenBackCredits: 0,
        complete: true,
      },
    });
    expect(body.preview.payouts).toEqual([
      {
        handle: winner.agent.playerId.replace('_', '-'),
        outcomeIndex: 0,
        shares: winner.shares,
        costCredits: winner.cost,
        changeCredits: winner.shares,
        absorbedCredits: 0,
        owedCredits: 0,
      },
    ]);
    expect(body.preview.treasuryCredits).toBeCloseTo(before[0].account / 1e6 - winner.shares, 6);
    expect(await service.pool`select account, sequence from markets where event_id = ${id}`).toEqual(before);
    await decide(slug, 'resolve', { ...request, dryRun: false });
    const correction = await decide(slug, 'correct', { ...request, winningOutcomeIndex: 1 });
    expect(correction.body.preview).toMatchObject({
      paidCredits: loser.shares,
      takenBackCredits: winner.shares,
      absorbedCredits: 0,
      owedCredits: 0,
      debts: [],
    });
    const refused = await decide(slug, 'resolve', request);
    expect(refused.body.code).toBe('INVALID_TRANSITION');
  });
});

describe('correcting', () => {
  it('pays the new winner and collects from the old one, in both directions', async () => {
    const { slug } = await service.anEvent();
    const [yes, no] = await traders(slug, [0, 1]);
    await decide(slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    const { body } = await decide(slug, 'correct', { winningOutcomeIndex: 1, source: 'y', note: 'misread' });
    expect(body.event.resolution).toMatchObject({ winningOutcomeIndex: 1, correctedFrom: { winningOutcomeIndex: 0 } });
    expect(await service.available(yes.agent)).toBeCloseTo(10_000 - yes.cost, 6);
    expect(await service.available(no.agent)).toBeCloseTo(10_000 - no.cost + no.shares, 6);
    await decide(slug, 'correct', { winningOutcomeIndex: 0, source: 'x' });
    expect(await service.available(yes.agent)).toBeCloseTo(10_000 - yes.cost + yes.shares, 6);
    await decide(slug, 'correct', { void: true, source: 'z' });
    expect(await service.available(yes.agent)).toBe(10_000);
    expect(await service.available(no.agent)).toBe(10_000);
    const versions =
      await service.pool`select r.version from resolutions r join events e on e.id = r.event_id where e.slug = ${slug} order by 1`;
    expect(versions.map(row => row.version)).toEqual([1, 2, 3, 4]);
  });

  it('collects the player’s remaining credits, and the player owes the rest', async () => {
    const { slug } = await service.anEvent();
    const { slug: elsewhere } = await service.anEvent({ liquidityCredits: 100_000 });
    const [yes] = await traders(slug, [0, 1]);
    await decide(slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    const rest = (await service.available(yes.agent)) - 1;
    await service.order(yes.agent, { eventSlug: elsewhere, amountCredits: rest, timeInForce: 'IOC' });
    const left = await service.available(yes.agent);
    expect(left).toBeLessThan(yes.shares);
    const preview = await decide(slug, 'correct', { winningOutcomeIndex: 1, source: 'y', dryRun: true });
    expect(preview.body.preview.takenBackCredits).toBeCloseTo(left, 6);
    await decide(slug, 'correct', { winningOutcomeIndex: 1, source: 'y' });
    expect(await service.available(yes.agent)).toBe(0);
    const [{ owed }] = await service.pool`select owed from accounts where player_id = ${yes.agent.playerId}`;
    expect(owed / 1e6).toBeCloseTo(yes.shares - left, 6);
    // Reverting to the first answer repays the debt first.
    await decide(slug, 'correct', { winningOutcomeIndex: 0, source: 'x' });
    expect(await service.available(yes.agent)).toBeCloseTo(left, 6);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('settles one player’s holdings of both outcomes together, from %i to %i', async (wrong, right) => {
    const { slug } = await service.anEvent();
    const { slug: elsewhere } = await service.anEvent();
    const [{ agent, shares }] = await traders(slug, [0]);
    const buy = { eventSlug: slug, outcomeIndex: 1, amountCredits: 300, limitPriceBps: 9999 };
    const held = [shares, (await service.order(agent, buy)).body.order.filledShares];
    await decide(slug, 'resolve', { winningOutcomeIndex: wrong, source: 'x' });
    for (;;) {
      const amountCredits = Math.floor(await service.available(agent));
      if (amountCredits === 0) break;
      const spent = { eventSlug: elsewhere, amountCredits, timeInForce: 'IOC' } as const;
      if ((await service.order(agent, spent)).body.order.filledCredits === 0) break;
    }
    const left = await service.available(agent);
    const net = held[right] - held[wrong];
    const { body } = await decide(slug, 'correct', { winningOutcomeIndex: right, source: 'y', dryRun: true });
    expect(body.preview.owedCredits).toBeCloseTo(Math.max(0, -net - left), 5);
    const corrected = await decide(slug, 'correct', { winningOutcomeIndex: right, source: 'y' });
    expect(corrected.body.event.settling).toBeNull();
    expect(await service.available(agent)).toBeCloseTo(Math.max(0, left + net), 5);
    const { body: told } = await service.call('GET', '/api/play/v1/activity?limit=2', { headers: agent.headers });
    for (const { balanceAfter } of told.activity) expect(balanceAfter).toBeGreaterThanOrEqual(0);
  });
});

/** A store that fails at a chosen call, like a database that becomes unavailable. */
function failing(store: Store, call: number): Store {
  let calls = 0;
  return {
    ...store,
    transact: work => {
      calls += 1;
      if (calls === call) throw new Error('the database went away');
      return store.transact(work);
    },
  };
}

/** Inserts holders directly into the tables: each has bought at one half, without a fill. */
async function manyHolders(eventId: string, count: number): Promise<void> {
  const { pool } = service;
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    select ${eventId} || n, 'human', lower(replace(${eventId} || n, '_', '-')), 'Holder', 'holder', now() from generate_series(1, ${count}) n`;
  await pool`insert into accounts (player_id, available, last_grant_day)
    select ${eventId} || n, 0, '2026-03-17' from generate_series(1, ${count}) n`;
  await pool`insert into positions (market, player, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select m.number, a.number, 0, 2000000, 0, 1000000, 0, now() from generate_series(1, ${count}) n, markets m, accounts a
    where m.event_id = ${eventId} and a.player_id = ${eventId} || n`;
  await pool`update markets set account = account + ${count * 2_000_000}, shares[1] = shares[1] + ${count * 2_000_000} where event_id = ${eventId}`;
}

const answer = { answer: { winningOutcome: 0 }, source: 'x', note: '', effectiveCloseAt: null };

/** Starts a service for the describe block that calls this. */
function useOwnService(): void {
  let other: OperatorService;
  beforeAll(async () => {
    other = service;
    service = await startOperatorService();
  });
  afterAll(async () => {
    await service.stop();
    service = other;
  });
}

async function paid(eventId: string) {
  const [row] = await service.pool`
    select count(*) as holders, sum(a.available)::bigint as available, min(a.available) as least, max(a.available) as most
    from accounts a where a.player_id like ${`${eventId}%`}`;
  return row;
}

describe('settling many', () => {
  useOwnService();

  it('resumes after an interruption, and shows its progress', async () => {
    const { slug, id } = await service.anEvent();
    await manyHolders(id, 1_300);
    const tools = { store: service.store, newId };
    await withJobHeld(service.store, 'settling markets', async () => {
      await resolveEvent(tools, slug, 'resolve', answer, 'test');
      await expect(settleMarket({ ...tools, store: failing(service.store, 3) }, id)).rejects.toThrow('went away');
      const { body } = await service.operate('PATCH', `/events/${slug}`, { tags: ['settling'] });
      // Three pages of 250, each without its last player, who might have more holdings on the next page.
      expect(body.event.settling).toEqual({ settled: 747, total: 1300 });
      expect(await settleMarket(tools, id)).toBe(true);
    });
    expect(await paid(id)).toEqual({ holders: 1300, available: 2_600_000_000, least: 2_000_000, most: 2_000_000 });
    const { body } = await service.operate('PATCH', `/events/${slug}`, { tags: [] });
    expect(body.event.settling).toBeNull();
  });

  it('pays no player of a transaction in which one chunk fails', async () => {
    const { slug, id } = await service.anEvent();
    await manyHolders(id, 600);
    const tools = { store: service.store, newId };
    const take = (amount: number) =>
      service.pool`update markets set account = account - ${amount}::bigint where event_id = ${id}`;
    const [{ account }] = await service.pool<{ account: number }[]>`select account from markets where event_id = ${id}`;
    await withJobHeld(service.store, 'settling markets', async () => {
      await resolveEvent(tools, slug, 'resolve', answer, 'test');
      // Enough for the first chunk only.
      const taken = account - 600_000_000;
      await take(taken);
      await expect(settleMarket(tools, id)).rejects.toThrow('market-pays-winners');
      expect(await paid(id)).toMatchObject({ holders: 600, most: 0 });
      await take(-taken);
      expect(await settleMarket(tools, id)).toBe(true);
    });
    expect(await paid(id)).toMatchObject({ available: 1_200_000_000, least: 2_000_000, most: 2_000_000 });
  });
});

describe('settling concurrently', () => {
  useOwnService();

  it('pays once when several nodes settle concurrently, including corrections', async () => {
    const { slug, id } = await service.anEvent();
    await manyHolders(id, 1_100);
    const tools = { store: service.store, newId };
    await resolveEvent(tools, slug, 'resolve', answer, 'test');
    const settled = await Promise.all([1, 2, 3].map(() => settleMarket(tools, id)));
    expect(settled).toEqual([true, true, true]);
    expect(await paid(id)).toMatchObject({ available: 2_200_000_000, least: 2_000_000, most: 2_000_000 });
    const wrong = { ...answer, answer: { winningOutcome: 1 } };
    await resolveEvent(tools, slug, 'correct', wrong, 'test');
    await settleMarket(tools, id, { maxSteps: 1 });
    await resolveEvent(tools, slug, 'correct', answer, 'test');
    await Promise.all([1, 2].map(() => settleMarket(tools, id)));
    expect(await paid(id)).toMatchObject({ available: 2_200_000_000, least: 2_000_000, most: 2_000_000 });
    const [{ account }] = await service.pool`select account from markets where event_id = ${id}`;
    expect(account).toBe(0);
  });

  it('waits for locked accounts only while it has locked none itself', async () => {
    const { slug, id } = await service.anEvent();
    await manyHolders(id, 300);
    const tools = { store: service.store, newId };
    await withJobHeld(service.store, 'settling markets', async () => {
      await resolveEvent(tools, slug, 'resolve', answer, 'test');
      let waiting: Promise<boolean> | null = null;
      await service.pool.begin(async sql => {
        // The accounts of the second page.
        await sql`select 1 from accounts where player_id like ${`${id}%`} and number not in (
          select player from positions where market = (select number from markets where event_id = ${id})
          order by player limit 249) for update`;
        expect(await settleMarket(tools, id, { maxSteps: 1 })).toBe(false);
        expect(await paid(id)).toMatchObject({ available: 498_000_000 });
        waiting = settleMarket(tools, id);
      });
      expect(await waiting).toBe(true);
    });
    expect(await paid(id)).toMatchObject({ available: 600_000_000, least: 2_000_000 });
  });

  it('does not wait for an account that another transaction has locked', async () => {
    const { slug, id } = await service.anEvent();
    await manyHolders(id, 10);
    const tools = { store: service.store, newId };
    await withJobHeld(service.store, 'settling markets', async () => {
      await resolveEvent(tools, slug, 'resolve', answer, 'test');
      await service.pool.begin(async sql => {
        await sql`select 1 from accounts where player_id = ${`${id}4`} for update`;
        expect(await settleMarket(tools, id, { maxSteps: 1 })).toBe(false);
        expect(await paid(id)).toMatchObject({ available: 18_000_000, least: 0 });
      });
      expect(await settleMarket(tools, id)).toBe(true);
    });
    expect(await paid(id)).toMatchObject({ available: 20_000_000 });
  });
});
