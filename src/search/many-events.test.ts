import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkPages } from '../../test/support/play-actions.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;

/** Every third event is resolved; the others are active. Later events have more volume. */
const events = `
  insert into events (id, slug, pubkey, title, description, category, outcomes, resolution_source, liquidity, opening_shares, created_at)
  select 'evt_' || lpad(i::text, 26, '0'), 'many-' || i, 'pub' || i,
    case when i % 3 = 0 then 'Dorado ' when i % 2 = 0 then 'Amber ' else 'Basalt ' end
      || case when i % 100 = 0 then 'cobalt ' else '' end || i,
    case when i % 5 = 0 then 'Told by the elders.' else 'Told.' end, 'many', '{Yes,No}',
    '{"name":"Test","url":"","rule":"None."}', 1000000000, '{0,0}', now() - interval '1000 days'
  from generate_series(1, 3000) as i;
  insert into markets (event_id, status, opens_at, ends_at, sequence, shares, account, price_bps, volume, outcome_volumes,
    outcome_traded_at, last_trade_at, resolved_at)
  select 'evt_' || lpad(i::text, 26, '0'), case when i % 3 = 0 then 'resolved' else 'active' end,
    now() - interval '1000 days', now() + interval '300 days', 2, '{0,0}', 700000000, '{5000,5000}', i::bigint * 1000000, '{0,0}', '{0,0}',
    now(), case when i % 3 = 0 then now() end
  from generate_series(1, 3000) as i;
  update candle_progress k set sequence = m.sequence, volume = m.volume from markets m where m.event_id = k.event_id;
  analyze;`;

beforeAll(async () => {
  service = await startTestService();
  await service.pool.unsafe(events);
}, 120_000);
afterAll(() => service.stop());

const all = Array.from({ length: 3000 }, (_, index) => index + 1).reverse();
const isDorado = (i: number) => i % 3 === 0;
const isAmber = (i: number) => !isDorado(i) && i % 2 === 0;

async function found(q: string, limit: number): Promise<number[]> {
  const { body } = await service.call('GET', `/api/search?kind=events&q=${q}&limit=${limit}`);
  return (body.events as { slug: string }[]).map(({ slug }) => Number(slug.slice('many-'.length)));
}

describe('searching many events', () => {
  it.each(['amber', 'ambe', 'ambber', 'in%20amber'])('%s, a frequent word, finds well-traded events', async q => {
    const weighed = new Set(all.filter(isAmber).slice(0, 300));
    for (const limit of [10, 200]) {
      const hits = await found(q, limit);
      expect(new Set(hits).size).toBe(limit);
      expect(hits.filter(i => !weighed.has(i))).toEqual([]);
    }
  });

  it('finds words that only resolved events have', async () => {
    const hits = await found('dorado', 200);
    expect(hits).toHaveLength(200);
    expect(hits.every(isDorado)).toBe(true);
  });

  it('finds every matching event, open ones first', async () => {
    const cobalt = all.filter(i => i % 100 === 0);
    const hits = await found('cobalt', 50);
    expect([...hits].sort((a, b) => b - a)).toEqual(cobalt);
    expect(hits.findIndex(isDorado)).toBe(cobalt.filter(i => !isDorado(i)).length);
    expect(await found('cobalt%20dor', 50)).toEqual(cobalt.filter(isDorado));
    expect(await found('cobalt%20dorado%20elders', 50)).toEqual(cobalt.filter(isDorado));
    expect(await found('many-1234', 5)).toEqual([1234]);
  });

  it('returns nothing for a word without a match', async () => {
    for (const q of ['xylophone', 'amber%20xylophone%20qqqq', '99999']) {
      expect((await found(q, 50)).filter(i => !isAmber(i))).toEqual([]);
    }
    expect(await found('xylophone', 50)).toEqual([]);
  });

  it.each([
    ['dorado', isDorado],
    ['amber', isAmber],
    ['elders dor', (i: number) => i % 5 === 0 && isDorado(i)],
    ['cobalt', (i: number) => i % 100 === 0],
    ['xylophone', () => false],
  ])('%s in a list returns all matches', async (q, has) => {
    const path = `/api/events?status=all&sort=volume&limit=200&q=${encodeURIComponent(q)}`;
    const listed = await walkPages<{ slug: string }>(service, path, 'events');
    expect(listed.map(({ slug }) => Number(slug.slice('many-'.length)))).toEqual(all.filter(has));
  });
});
