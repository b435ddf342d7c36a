import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { base58 } from '../kernel/ids.js';
import { dayMs } from '../kernel/time.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const inDays = (days: number) => new Date(service.clock.now() + days * dayMs).toISOString();

const sourceAt = (url: string) => ({ name: 'Met Office', url, rule: 'Rain at Heathrow.' });

function body(fields: Record<string, unknown> = {}) {
  return {
    title: 'Will it rain in London on 1 May?',
    description: 'At least 0.2 mm.',
    category: 'weather',
    outcomes: ['Yes', 'No'],
    endsAt: inDays(10),
    resolutionSource: sourceAt('https://www.metoffice.gov.uk'),
    ...fields,
  };
}

describe('creating an event', () => {
  it('creates slug, key and market, and funds it from the treasury', async () => {
    const { status, body: reply } = await service.operate('POST', '/events', body({ tags: ['london'] }));
    expect(status).toBe(201);
    const { event } = reply;
    expect(event).toMatchObject({
      slug: 'will-it-rain-in-london-on-1-may',
      status: 'active',
      tags: ['london'],
      liquidityCredits: 1000,
      sequence: 1,
      resolution: null,
      settling: null,
      outcomes: [
        { index: 0, label: 'Yes', priceBps: 5000, lastTradeAt: null, volumeCredits: 0 },
        { index: 1, label: 'No', priceBps: 5000 },
      ],
      url: 'http://presage.test/events/will-it-rain-in-london-on-1-may',
    });
    const { id, slug, title, createdAt } = event;
    const text = JSON.stringify({ createdAt, id, outcomes: ['Yes', 'No'], slug, title });
    expect(event.eventPubkey).toBe(base58(createHash('sha256').update(text).digest()));
    const [{ account }] = await service.pool`select account from markets where event_id = ${id}`;
    expect(account).toBe(Math.ceil(1_000_000_000 * Math.log(2)));
    const [action] = await service.pool`select actor, action, subject from operator_actions where subject = ${slug}`;
    expect(action).toEqual({ actor: 'operator', action: 'event.create', subject: slug });
  });

  it('numbers the slug of a taken title, and accepts a prior', async () => {
    const reply = await service.operate('POST', '/events', body({ prior: [7000, 3000], liquidityCredits: 500 }));
    expect(reply.body.event.slug).toBe('will-it-rain-in-london-on-1-may-2');
    expect(reply.body.event.outcomes.map((outcome: { priceBps: number }) => outcome.priceBps)).toEqual([7000, 3000]);
  });

  it('is scheduled if it opens later', async () => {
    const reply = await service.operate('POST', '/events', body({ opensAt: inDays(1), slug: 'later-on' }));
    expect(reply.body.event).toMatchObject({ status: 'scheduled', opensAt: inDays(1) });
  });

  it.each([
    ['slug', { slug: 'health' }],
    ['slug', { slug: 'discovery' }],
    ['slug', { slug: 'Has-Capitals' }],
    ['outcomes', { outcomes: ['Yes', 'yes '] }],
    ['outcomes', { outcomes: ['Yes'] }],
    ['endsAt', { endsAt: '2020-01-01T00:00:00.000Z' }],
    ['endsAt', { endsAt: 'tomorrow' }],
    ['opensAt', { opensAt: '2026-13-01T00:00:00.000Z' }],
    ['liquidityCredits', { liquidityCredits: 99 }],
    ['prior', { prior: [5000, 4000] }],
    ['title', { title: '' }],
    ['resolutionSource.rule', { resolutionSource: { name: 'x', url: '' } }],
    ['resolutionSource.url', { resolutionSource: sourceAt('javascript:x') }],
    ['resolutionSource.url', { resolutionSource: sourceAt('https://me:secret@example.org') }],
    ['resolutionSource.url', { resolutionSource: sourceAt(`https://example.org/${'a'.repeat(481)}`) }],
    ['liquidity', { liquidity: 1 }],
  ])('rejects a wrong %s by name', async (field, wrong) => {
    const reply = await service.operate('POST', '/events', body(wrong));
    expect(reply.status).toBe(400);
    expect(reply.body.field).toBe(field);
  });
});

describe('the address of the resolution source', () => {
  it('is stored as a link or rejected, for every writer', async () => {
    const made = await service.operate(
      'POST',
      '/events',
      body({ resolutionSource: sourceAt(' HTTPS://Example.org/A ') }),
    );
    const { slug, resolutionSource } = made.body.event;
    expect(resolutionSource).toEqual(sourceAt('https://example.org/A'));
    const edit = (url: string) => service.operate('PATCH', `/events/${slug}`, { resolutionSource: sourceAt(url) });
    const refused = await edit('javascript:x');
    expect([refused.status, refused.body.field]).toEqual([400, 'resolutionSource.url']);
    expect(refused.body.error).toContain('http');
    expect((await service.call('GET', `/api/events/${slug}`)).body.event.resolutionSource).toEqual(resolutionSource);
    expect((await edit(' ')).body.event.resolutionSource.url).toBe('');
    expect((await edit('http://example.org')).body.event.resolutionSource.url).toBe('http://example.org');
  });
});

describe('creating an event twice', () => {
  it('is a replay for the same slug with the same body, and a conflict for another body', async () => {
    const first = await service.operate('POST', '/events', body({ slug: 'one-slug' }));
    const again = await service.operate('POST', '/events', body({ slug: 'one-slug' }));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ replayed: true, code: 'IDEMPOTENT_REPLAY', event: { id: first.body.event.id } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await service.operate('POST', '/events', body({ slug: 'one-slug', category: 'other' }));
    expect(other.body).toMatchObject({ code: 'NAME_TAKEN', field: 'slug' });
  });

  it('happens once per Idempotency-Key, also concurrently', async () => {
    const key = { 'idempotency-key': 'create-1' };
    const title = 'Asked for many times';
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => service.operate('POST', '/events', body({ title }), key)),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(replies.map(reply => reply.body.event.id)).size).toBe(1);
    const other = await service.operate('POST', '/events', body({ title: 'Another' }), key);
    expect(other.body).toMatchObject({ code: 'IDEMPOTENT_REPLAY', field: 'Idempotency-Key' });
    expect(other.status).toBe(409);
  });
});

describe('editing an event', () => {
  it('changes texts and the end, and never the members of the key', async () => {
    const { slug } = await service.anEvent();
    const edit = { description: 'New.', category: 'sports', tags: ['a'], endsAt: inDays(3) };
    const reply = await service.operate('PATCH', `/events/${slug}`, edit);
    expect(reply.body.event).toMatchObject({ ...edit, sequence: 2 });
    for (const wrong of [{ title: 'Other' }, { outcomes: ['a', 'b'] }, {}, { endsAt: inDays(-1) }]) {
      expect((await service.operate('PATCH', `/events/${slug}`, wrong)).status).toBe(400);
    }
    expect((await service.operate('PATCH', '/events/nothing-here', edit)).body.code).toBe('NOT_FOUND');
  });

  it('works by public key and does not change the source of a resolved event', async () => {
    const { slug } = await service.anEvent();
    const { body: shown } = await service.operate('POST', `/events/${slug}/close`);
    const path = `/events/${shown.event.eventPubkey}`;
    const late = await service.operate('PATCH', path, { endsAt: inDays(5) });
    expect(late.body).toMatchObject({ code: 'INVALID_TRANSITION', field: 'endsAt', status: 'closed' });
    await service.operate('POST', `${path}/void`);
    const decided = await service.operate('PATCH', path, { description: 'Rewritten.' });
    expect(decided.body).toMatchObject({ code: 'INVALID_TRANSITION', field: 'description' });
    expect((await service.operate('PATCH', path, { tags: ['kept'] })).body.event.tags).toEqual(['kept']);
  });
});

describe('who may operate', () => {
  it('the token and people with the role operator only', async () => {
    const path = '/api/operator/trading/pause';
    expect((await service.call('POST', path)).status).toBe(401);
    expect(
      (await service.call('POST', path, { headers: { authorization: 'Bearer wrong-token-0123456789' } })).status,
    ).toBe(401);
    const agent = await service.anAgent();
    expect((await service.call('POST', path, { headers: agent.headers })).status).toBe(403);
    const person = await service.aPerson();
    expect((await service.call('POST', path, { headers: person.headers })).status).toBe(403);
    const promoted = await service.operate('PUT', `/people/${person.playerId}/role`, { role: 'operator' });
    expect(promoted.body.person).toMatchObject({ id: person.playerId, role: 'operator' });
    expect((await service.call('POST', path, { headers: person.headers })).status).toBe(200);
    const [action] = await service.pool`select actor from operator_actions where action = 'trading.pause'`;
    expect(action.actor).toBe(person.playerId);
    await service.operate('POST', '/trading/resume');
  });

  it('sets plans and roles of existing players', async () => {
    const agent = await service.anAgent();
    const handle = agent.playerId.replace('_', '-');
    const reply = await service.operate('PUT', `/players/${handle}/plan`, { plan: 'pro' });
    expect(reply.body.player).toMatchObject({ id: agent.playerId, handle, kind: 'agent', plan: 'pro' });
    expect((await service.operate('PUT', '/players/nobody-at-all/plan', { plan: 'pro' })).status).toBe(404);
    expect((await service.operate('PUT', `/players/${handle}/plan`, { plan: 'gold' })).body.field).toBe('plan');
    expect((await service.operate('PUT', `/people/${agent.playerId}/role`, { role: 'operator' })).status).toBe(404);
  });
});

describe('the pause of the whole arena', () => {
  it('stops orders but not cancels, rejects a repetition, and appears in the service status', async () => {
    const { slug } = await service.anEvent();
    const agent = await service.anAgent();
    const resting = await service.order(agent, { eventSlug: slug, amountCredits: 10, limitPriceBps: 3000 });
    const status = async () => (await service.call('GET', '/api/v1/status')).body;
    const running = { status: 'ok', tradingPaused: false, tradingPauseReason: null, problems: [] };
    expect(await status()).toMatchObject(running);
    const note = 'Upgrade of the database.';
    expect((await service.operate('POST', '/trading/pause', { note })).body.tradingPaused).toBe(true);
    expect(await status()).toMatchObject({
      status: 'degraded',
      tradingPaused: true,
      tradingPauseReason: note,
      problems: [{ check: 'trading', detail: expect.stringContaining('paused') }],
    });
    const again = await service.operate('POST', '/trading/pause');
    expect(again.body).toMatchObject({ code: 'INVALID_TRANSITION', status: 'paused' });
    const refused = await service.order(agent, { eventSlug: slug, amountCredits: 10 });
    expect([refused.status, refused.body.code]).toEqual([503, 'TRADING_PAUSED']);
    const [line] = service.log.filter(text => text.includes(refused.body.requestId));
    expect(JSON.parse(line)).toMatchObject({ level: 20, code: 'TRADING_PAUSED' });
    const path = `/api/play/v1/orders/${resting.body.order.id}`;
    expect((await service.call('DELETE', path, { headers: agent.headers })).status).toBe(200);
    expect((await service.operate('POST', '/trading/resume')).body.tradingPaused).toBe(false);
    expect(await status()).toMatchObject(running);
    expect((await service.operate('POST', '/trading/resume')).status).toBe(409);
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 10 })).status).toBe(201);
    // A later pause without a reason does not repeat the former one.
    await service.operate('POST', '/trading/pause');
    expect(await status()).toMatchObject({ tradingPaused: true, tradingPauseReason: null });
    await service.operate('POST', '/trading/resume');
  });
});
