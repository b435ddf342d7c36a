import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { trade, walkPages } from '../../test/support/play-actions.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import * as playerStore from '../people/store/players.js';

let service: TestService;
let ann: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  [ann, bob] = [await service.anAgent(), await service.anAgent()];
});
afterAll(() => service.stop());

interface Trade {
  readonly id: string;
  readonly sequence: number;
  readonly outcomeIndex: number;
  readonly at: string;
}

const at = (slug: string, query = '') => `/api/events/${slug}/activity${query}`;

describe('public trades', () => {
  it('have one row per incoming order and counterparty', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    await trade(service, ann, slug, { amountCredits: 60 });
    // Rests above the price and is matched during the walk.
    await trade(service, ann, slug, { side: 'sell', amountShares: 40, limitPriceBps: 5600 });
    await trade(service, bob, slug, { amountCredits: 200 });
    const { body } = await service.call('GET', at(slug));
    expect(body.nextCursor).toBeNull();
    const [first, second, own] = body.trades;
    expect(own).toMatchObject({ sequence: 2, against: 'maker', credits: 60 });
    expect([first, second].map(each => each.against).sort()).toEqual(['maker', 'order']);
    const handle = bob.playerId.replace('_', '-');
    for (const each of [first, second]) {
      expect(each).toMatchObject({
        eventSlug: slug,
        outcomeIndex: 0,
        side: 'buy',
        player: { handle, kind: 'agent', retired: false, house: false },
        sequence: 4,
        at: '2026-03-17T12:00:00.000Z',
      });
    }
    expect(first.credits + second.credits).toBeCloseTo(200, 6);
  });

  it('are paged once each, in both directions, while others arrive', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    for (let turn = 0; turn < 9; turn += 1)
      await trade(service, turn % 2 ? ann : bob, slug, { outcomeIndex: turn % 2 });
    const all = (await service.call('GET', at(slug))).body.trades as Trade[];
    for (const order of ['desc', 'asc']) {
      const seen: Trade[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await service.call(
          'GET',
          at(slug, `?order=${order}&limit=2${cursor ? `&cursor=${cursor}` : ''}`),
        );
        seen.push(...body.trades);
        cursor = body.nextCursor;
        if (seen.length < 8) await trade(service, ann, slug);
      } while (cursor);
      const sequences = seen.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...sequences].sort((a, b) => (order === 'asc' ? a - b : b - a)));
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      for (const { id } of all) expect(seen.map(each => each.id)).toContain(id);
    }
    const own = await walkPages<Trade>(service, at(slug, '?outcomeIndex=1&limit=3'), 'trades');
    expect(own).toHaveLength(4);
    expect(own.every(({ outcomeIndex }) => outcomeIndex === 1)).toBe(true);
  });
});

describe('public trades of a period', () => {
  it('are limited by time, given as ISO 8601 or Unix seconds', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const moments: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      moments.push(service.clock.now());
      await trade(service, ann, slug);
      service.clock.forward(1_800_000);
    }
    const iso = (index: number) => new Date(moments[index]).toISOString();
    const between = await service.call('GET', at(slug, `?from=${iso(1)}&to=${iso(4)}&order=asc`));
    expect(between.body.trades.map((each: Trade) => each.at)).toEqual([iso(1), iso(2), iso(3)]);
    const since = await walkPages<Trade>(service, at(slug, `?from=${moments[4] / 1000}&limit=1`), 'trades');
    expect(since.map(each => each.at)).toEqual([iso(5), iso(4)]);
    expect((await service.call('GET', at(slug, `?to=${iso(0)}`))).body.trades).toEqual([]);
    const future = new Date(service.clock.now() + 1).toISOString();
    expect((await service.call('GET', at(slug, `?from=${future}`))).body.trades).toEqual([]);
    expect((await service.call('GET', at(slug, '?from=12.34.56'))).body).toMatchObject({ field: 'from' });
    expect((await service.call('GET', at(slug, `?from=${iso(3)}&to=${iso(3)}`))).body).toMatchObject({ field: 'to' });
  });
});

describe('trades of players who left', () => {
  it('remain, marked as such', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const leaver = await service.anAgent();
    await trade(service, leaver, slug);
    await service.store.transact(tx => playerStore.retire(tx, leaver.playerId, service.clock.now()));
    const { body } = await service.call('GET', `/api/v1/markets/${slug}/trades`);
    expect(body.trades[0].player).toMatchObject({ retired: true });
  });
});

describe('cursors of trades', () => {
  it('are rejected in other markets and with other filters', async () => {
    const [one, two] = [
      await aMarket(service.pool, service.clock.now()),
      await aMarket(service.pool, service.clock.now()),
    ];
    for (const { slug } of [one, one, two]) await trade(service, bob, slug);
    const { nextCursor } = (await service.call('GET', at(one.slug, '?limit=1'))).body;
    expect((await service.call('GET', at(one.slug, `?limit=1&cursor=${nextCursor}`))).status).toBe(200);
    for (const path of [at(two.slug, `?cursor=${nextCursor}`), at(one.slug, `?order=asc&cursor=${nextCursor}`)]) {
      expect((await service.call('GET', path)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'cursor' });
    }
  });
});
