import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestPerson } from '../../test/support/test-service.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { maxFollows, notifyClosing } from './follow.js';

let service: OperatorService;
let ann: TestPerson;
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson({ displayName: 'Ann' });
});
afterAll(() => service.stop());

const path = '/api/people/follows';
const call = (method: string, rest: string, person: { headers: Record<string, string> } = ann) =>
  service.call(method, `${path}${rest}`, { headers: person.headers });
const slugsOf = (body: { follows: { eventSlug: string }[] }) => body.follows.map(({ eventSlug }) => eventSlug);

describe('followed events', () => {
  it('are listed most recently followed first, once each, and can be unfollowed', async () => {
    const person = await service.aPerson();
    const slugs: string[] = [];
    for (let k = 0; k < 3; k += 1) {
      service.clock.forward(1000);
      const { slug } = await service.anEvent();
      slugs.unshift(slug);
      const followedAt = new Date(service.clock.now()).toISOString();
      expect((await call('PUT', `/events/${slug}`, person)).body).toEqual({ following: true, followedAt });
      service.clock.forward(1000);
      expect((await call('PUT', `/events/${slug}`, person)).body.followedAt).toBe(followedAt);
    }
    const first = (await call('GET', '/events?limit=2', person)).body;
    const rest = (await call('GET', `/events?limit=2&cursor=${first.nextCursor}`, person)).body;
    expect([...slugsOf(first), ...slugsOf(rest)]).toEqual(slugs);
    expect(rest.nextCursor).toBeNull();
    expect((await call('DELETE', `/events/${slugs[1]}`, person)).body).toEqual({ following: false });
    expect((await call('DELETE', `/events/${slugs[1]}`, person)).body).toEqual({ following: false });
    expect(slugsOf((await call('GET', '/events', person)).body)).toEqual([slugs[0], slugs[2]]);
    expect(slugsOf((await call('GET', '/events')).body)).toEqual([]);
  });

  it('filter the list of events', async () => {
    const person = await service.aPerson();
    const [one, other] = [await service.anEvent({ category: 'blue' }), await service.anEvent({ category: 'red' })];
    for (const { slug } of [one, other]) {
      service.clock.forward(1000);
      await call('PUT', `/events/${slug}`, person);
    }
    await service.operate('POST', `/events/${one.slug}/close`, { note: '' });
    const list = async (query: string) => {
      const { body } = await service.call('GET', `/api/events?followed=true${query}`, { headers: person.headers });
      return body.events.map(({ slug }: { slug: string }) => slug);
    };
    expect(await list('')).toEqual([other.slug, one.slug]);
    expect(await list('&status=closed')).toEqual([one.slug]);
    expect(await list('&category=red')).toEqual([other.slug]);
    const { body } = await service.call('GET', '/api/events?followed=true&limit=1', { headers: person.headers });
    expect(await list(`&limit=1&cursor=${body.nextCursor}`)).toEqual([one.slug]);
    expect((await service.call('GET', '/api/events?followed=true')).status).toBe(401);
    const agent = await service.anAgent();
    expect((await service.call('GET', '/api/events?followed=true', { headers: agent.headers })).status).toBe(403);
  });
});

describe('events that end soon', () => {
  it('notify once that trading ends within a day, unless disabled', async () => {
    const [told, muted] = [await service.aPerson(), await service.aPerson()];
    const endsAt = new Date(service.clock.now() + 3 * dayMs).toISOString();
    const { slug } = await service.anEvent({ endsAt });
    for (const person of [told, muted]) await call('PUT', `/events/${slug}`, person);
    const settings = '/api/people/notifications/settings';
    const off = await service.call('PATCH', settings, { headers: muted.headers, json: { 'event-closing': false } });
    expect(off.body.kinds.filter(({ enabled }: { enabled: boolean }) => !enabled)).toMatchObject([
      { kind: 'event-closing' },
    ]);
    const unread = async ({ headers }: TestPerson) =>
      (await service.call('GET', '/api/people/notifications', { headers })).body.notifications;
    await notifyClosing(service.services, () => true);
    expect(await unread(told)).toEqual([]);
    service.clock.forward(2 * dayMs + hourMs);
    await notifyClosing(service.services, () => true);
    await notifyClosing(service.services, () => true);
    expect(await unread(told)).toMatchObject([{ kind: 'event-closing', eventSlug: slug }]);
    expect(await unread(muted)).toEqual([]);
    const on = await service.call('PATCH', settings, { headers: muted.headers, json: { 'event-closing': true } });
    expect(on.body.kinds.every(({ enabled }: { enabled: boolean }) => enabled)).toBe(true);
    expect((await service.call('PATCH', settings, { headers: muted.headers, json: {} })).status).toBe(400);
    expect((await service.call('PATCH', settings, { headers: muted.headers, json: { gossip: true } })).status).toBe(
      400,
    );
  });
});

describe('followed players', () => {
  it('are listed with their profiles', async () => {
    const bob = await service.aPerson({ displayName: 'Bob' });
    expect((await call('PUT', `/players/${bob.handle}`)).status).toBe(200);
    const { body } = await call('GET', '/players');
    expect(body.follows).toMatchObject([{ player: { handle: bob.handle, name: 'Bob', kind: 'human' } }]);
    await call('DELETE', `/players/${bob.handle}`);
    expect((await call('GET', '/players')).body.follows).toEqual([]);
  });
});

describe('following', () => {
  it('is for people only, for existing subjects, and bounded', async () => {
    expect((await call('PUT', '/events/no-such-event')).body).toMatchObject({ code: 'NOT_FOUND', field: 'slug' });
    expect((await call('PUT', '/players/no-such-player')).body).toMatchObject({ code: 'NOT_FOUND', field: 'handle' });
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    expect((await call('PUT', `/events/${slug}`, agent)).status).toBe(403);
    expect((await call('PUT', `/events/${slug}`, { headers: {} })).status).toBe(401);
    const person = await service.aPerson();
    await service.pool`insert into players (id, kind, handle, name, folded_name, created_at)
      select 'plr_x' || k, 'human', 'filler-' || k, 'x', 'x', now() from generate_series(1, ${maxFollows}::int) k`;
    await service.pool`insert into followed_players (person_id, player_id, followed_at)
      select ${person.playerId}, id, now() from players where handle like 'filler-%'`;
    const refused = await call('PUT', `/players/${ann.handle}`, person);
    expect(refused.body).toMatchObject({ code: 'FOLLOW_LIMIT_REACHED' });
  });

  it('ends with the account', async () => {
    const person = await service.aPerson();
    const { slug } = await service.anEvent();
    await call('PUT', `/events/${slug}`, person);
    await call('PUT', `/players/${ann.handle}`, person);
    const json = { password: person.password };
    expect((await service.call('DELETE', '/api/people/me', { headers: person.headers, json })).status).toBe(200);
    const rows = await service.pool`select person_id from followed_events where person_id = ${person.playerId}
      union all select person_id from followed_players where person_id = ${person.playerId}`;
    expect([...rows]).toEqual([]);
  });
});
