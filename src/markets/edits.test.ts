import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { dayMs } from '../kernel/time.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

const edits = async (slug: string, query = '') => (await service.call('GET', `/api/events/${slug}/edits${query}`)).body;
const edit = (slug: string, json: object) => service.operate('PATCH', `/events/${slug}`, json);

describe('the history of an event', () => {
  it('contains the changes of each edit, newest first', async () => {
    const { slug } = await service.anEvent({ tags: ['old'] });
    expect((await edits(slug)).edits).toEqual([]);
    await edit(slug, { description: 'Now clearer.', category: 'test' });
    service.clock.forward(1000);
    const endsAt = new Date(service.clock.now() + 20 * dayMs).toISOString();
    await edit(slug, { tags: ['new', 'newer'], endsAt, note: 'The match was postponed.' });
    const { edits: list } = await edits(slug);
    expect(list).toHaveLength(2);
    expect(list[0].changes).toMatchObject({ tags: { from: ['old'], to: ['new', 'newer'] }, endsAt: { to: endsAt } });
    expect(list.map(({ note }: { note: string }) => note)).toEqual(['The match was postponed.', '']);
    expect(list[1].changes).toEqual({ description: { from: 'Made for a test.', to: 'Now clearer.' } });
    const first = await edits(slug, '?limit=1');
    expect((await edits(slug, `?limit=1&cursor=${first.nextCursor}`)).edits).toEqual([list[1]]);
  });

  it('omits edits that change nothing', async () => {
    const { slug } = await service.anEvent();
    await edit(slug, { description: 'Made for a test.' });
    expect((await edits(slug)).edits).toEqual([]);
  });

  it('contains the new end of a reopened market', async () => {
    const { slug } = await service.anEvent();
    await service.operate('POST', `/events/${slug}/close`, { note: '' });
    const endsAt = new Date(service.clock.now() + 30 * dayMs).toISOString();
    const reopened = await service.operate('POST', `/events/${slug}/reopen`, { endsAt, note: 'Closed by mistake.' });
    expect(reopened.status, reopened.text).toBe(200);
    expect((await edits(slug)).edits).toMatchObject([
      { note: 'Closed by mistake.', changes: { endsAt: { to: endsAt } } },
    ]);
  });

  it('is 404 for an unknown event', async () => {
    expect((await service.call('GET', '/api/events/no-such-event/edits')).status).toBe(404);
  });
});

describe('GET /api/events/{slug}/related', () => {
  const related = async (slug: string, query = '') => {
    const reply = await service.call('GET', `/api/events/${slug}/related${query}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body.events.map((event: { slug: string }) => event.slug);
  };

  it('ranks similar titles before shared tags before a shared category, and omits the rest', async () => {
    const named = (title: string, fields: object = {}) =>
      service.anEvent({ title, category: 'storms', tags: [], ...fields });
    const one = await named('Will hurricane Zelda reach Florida in June?', { tags: ['atlantic', 'landfall'] });
    const title = await named('Will hurricane Zelda reach Florida in July?', { category: 'other' });
    const tags = await named('Does pressure fall below 950 hPa?', { tags: ['atlantic', 'landfall'] });
    const category = await named('How strong are the winds at Cape Verde?');
    const closed = await named('Will hurricane Zelda reach Florida in May?');
    await named('Who wins the cup?', { category: 'football' });
    await service.operate('POST', `/events/${closed.slug}/close`, { note: '' });
    expect(await related(one.slug)).toEqual([title.slug, tags.slug, category.slug]);
    expect(await related(one.slug, '?limit=1')).toEqual([title.slug]);
    expect((await service.call('GET', `/api/events/${one.slug}/related?limit=21`)).status).toBe(400);
    expect((await service.call('GET', '/api/events/no-such-event/related')).status).toBe(404);
  });
});
