import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance, stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { trade } from '../../test/support/play-actions.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import * as eventStore from '../events/store/events.js';
import { createPracticeTools } from '../jobs/feature-jobs.js';
import { dayMs } from '../kernel/time.js';
import { seriesEveryMs, seriesSlug, verifyPractice } from './rules.js';
import { deleteOldPractice, openSeries, type PracticeTools, resolveSeries } from './run-series.js';

const secret = 'a secret of the practice tests';
const always = () => true;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

let service: TestService;
let tools: PracticeTools;
beforeAll(async () => {
  service = await startTestService({ secret });
  tools = createPracticeTools(service.services, secret);
});
afterAll(() => stopBalanced(service));

const series = () =>
  service.pool<{ slug: string; status: string; liquidity: number }[]>`
    select e.slug, m.status, e.liquidity from events e join markets m on m.event_id = e.id
    where e.practice and e.slug like 'practice-%' order by m.ends_at`;
const current = () => Math.floor(service.clock.now() / seriesEveryMs);
const slugs = (...numbers: number[]) => numbers.map(seriesSlug);
async function event(slug: string) {
  const reply = await service.call('GET', `/api/events/${slug}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.event;
}

describe('the rolling series', () => {
  it('opens due events once, on any number of nodes and runs', async () => {
    await Promise.all([openSeries(tools), openSeries(tools), openSeries(tools)]);
    await openSeries(tools);
    const rows = await series();
    expect(rows.map(row => row.slug)).toEqual(slugs(current() - 1, current(), current() + 1));
    expect(rows.map(row => row.status)).toEqual(['active', 'active', 'scheduled']);
    expect(await event(seriesSlug(current()))).toMatchObject({ practice: true, category: 'practice' });
  });

  it('resolves by the committed seed, pays, and can be verified', async () => {
    const slug = seriesSlug(current());
    const ann = await service.anAgent();
    await trade(service, ann, slug, { outcomeIndex: 0, amountCredits: 40 });
    await trade(service, ann, slug, { outcomeIndex: 1, amountCredits: 40 });
    service.clock.forward(2 * seriesEveryMs);
    await Promise.all([resolveSeries(tools, always), resolveSeries(tools, always)]);
    const { description, outcomes, resolution, status } = await event(slug);
    expect(status).toBe('resolved');
    const checked = verifyPractice(sha256, {
      slug,
      description,
      outcomes: outcomes.map(({ label }: { label: string }) => label),
      winner: resolution.winningOutcomeIndex,
      note: resolution.note,
    });
    expect(checked?.steps.map(({ right }) => right)).toEqual([true, true, true]);
    const settled = await service.call('GET', '/api/play/v1/positions?practice=true&status=settled', {
      headers: ann.headers,
    });
    expect(settled.body.positions).toHaveLength(2);
    await assertBooksBalance(service.store);
  });

  it('continues after an outage without catching up', async () => {
    service.clock.forward(6 * 3_600_000);
    const before = (await series()).length;
    await resolveSeries(tools, always);
    await openSeries(tools);
    const rows = await series();
    expect(rows.length - before).toBe(3);
    expect(rows.filter(({ status }) => status !== 'resolved').map(row => row.slug)).toEqual(
      slugs(current() - 1, current(), current() + 1),
    );
  });

  it('voids events with another secret, and those unresolved for a day', async () => {
    const slug = seriesSlug(current());
    const own = await aPracticeEvent(service, { endsAt: service.clock.now() + 1_000 });
    await service.pool`update events set description = 'SHA-256 of nothing' where slug = ${slug}`;
    service.clock.forward(3 * seriesEveryMs);
    await resolveSeries(tools, always);
    expect((await event(slug)).status).toBe('void');
    expect((await event(own.slug)).status).toBe('closed');
    service.clock.forward(dayMs);
    await resolveSeries(tools, always);
    expect((await event(own.slug)).status).toBe('void');
  });
});

describe('deleting practice events', () => {
  const rows = async () => {
    const [counts] = await service.pool`
      select (select count(*) from readable_orders) as orders, (select count(*) from readable_fills) as fills,
        (select count(*) from readable_positions) as positions, (select count(*) from forecasts) as forecasts,
        (select count(*) from practice_transfers) as transfers, (select count(*) from practice_activity) as activity,
        (select count(*) from practice_scores) as scores, (select count(*) from events where practice) as events,
        (select count(*) from resolutions) as resolutions, (select count(*) from candles) as candles`;
    return { ...counts };
  };

  it('keeps the accounts unchanged, the books balanced and leaves nothing behind', async () => {
    await openSeries(tools);
    const slug = seriesSlug(current());
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    await trade(service, ann, slug, { amountCredits: 70, limitPriceBps: 4500 });
    await trade(service, bob, slug, { outcomeIndex: 1, amountCredits: 300 });
    await trade(service, bob, slug, { amountCredits: 5, limitPriceBps: 1 });
    expect((await forecast(service, ann, slug, { rationale: 'I counted.' })).status).toBe(201);
    service.clock.forward(4 * seriesEveryMs);
    await resolveSeries(tools, always);
    await expect.poll(async () => (await rows()).scores).toBeGreaterThanOrEqual(2);
    const purse = (id: string) => service.pool`select available, practice from accounts where player_id = ${id}`;
    const before = [await purse(ann.playerId), await purse(bob.playerId)];
    service.clock.forward(7 * dayMs);
    await deleteOldPractice(tools, always);
    expect((await event(slug)).status).toBe('resolved');
    service.clock.forward(1 * dayMs);
    // The service's own jobs resolve and score the event that was not open yet.
    const left = async () => {
      await deleteOldPractice(tools, always);
      return Object.entries(await rows()).filter(([, count]) => count !== 0);
    };
    await expect.poll(left, { timeout: 10_000 }).toEqual([]);
    expect([await purse(ann.playerId), await purse(bob.playerId)]).toEqual(before);
    expect(before[1][0].practice).not.toBe(10_000_000_000);
    await assertBooksBalance(service.store);
  });

  it('keeps forecasts on all other events', async () => {
    const { id } = await aPracticeEvent(service);
    await service.pool`update events set practice = false where id = ${id}`;
    const ann = await service.anAgent();
    const { body } = await forecast(
      service,
      ann,
      (await service.store.read(reader => eventStore.findById(reader, id)))?.event.slug ?? '',
    );
    await expect(service.pool`delete from forecasts where id = ${body.forecast.id}`).rejects.toThrow('stays as it was');
    await service.pool`update events set practice = true where id = ${id}`;
    await service.pool`delete from forecasts where id = ${body.forecast.id}`;
    await service.pool`delete from event_forecasters where event_id = ${id}`;
    await service.pool`delete from stored_activity
      where player = (select number from accounts where player_id = ${ann.playerId}) and kind = 'forecast'`;
  });
});
