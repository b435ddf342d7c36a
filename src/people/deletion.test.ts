import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { trade } from '../../test/support/play-actions.js';
import { probeRoutes } from '../../test/support/probe-routes.js';
import { startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import { WriteDesk } from '../exchange/desk/write-desk.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as orderStore from '../exchange/store/orders.js';
import * as forecastStore from '../forecasts/store.js';
import { newId } from '../http/request-id.js';
import { resolveAndSettle } from '../markets/resolve-event.js';
import * as practiceStore from '../practice/store.js';
import { cancelOrdersOfRetired } from './players.js';

let service: TestService;
let slug: string;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
  slug = (await aMarket(service.pool, service.clock.now())).slug;
});
afterAll(() => service.stop());

let played = 0;
/** A buy far below the price, which rests in the book. */
async function play(headers: Record<string, string>) {
  played += 1;
  const json = {
    eventSlug: slug,
    outcomeIndex: 0,
    side: 'buy',
    amountCredits: 40,
    limitPriceBps: 100,
    clientOrderId: `o-${played}`,
  };
  const reply = await service.call('POST', '/api/play/v1/orders', { headers, json });
  expect(reply.body.order.status).toBe('open');
  return reply.body.order.id as string;
}

async function keyOf(person: TestPerson, agentId: string): Promise<Record<string, string>> {
  const key = await service.call('POST', `/api/people/agents/${agentId}/keys`, { headers: person.headers });
  return { authorization: `Bearer ${key.body.secret}` };
}

let made = 0;
async function create(person: TestPerson) {
  made += 1;
  const json = { name: `Mortal ${made}`, description: 'made for a test' };
  return service.call('POST', '/api/people/agents', { headers: person.headers, json });
}

/** Voids and removes a practice event, as the job does days later. */
async function removePractice({ id, slug: practiceSlug }: { id: string; slug: string }) {
  const command = { answer: { void: true } as const, source: '', note: '', effectiveCloseAt: null };
  await resolveAndSettle(service.services, practiceSlug, 'void', command, 'test');
  await service.store.transact(tx => practiceStore.deleteEvent(tx, id));
}

function remove(person: TestPerson, agentId: string) {
  return service.call('DELETE', `/api/people/agents/${agentId}`, { headers: person.headers });
}

function leave(person: TestPerson, password = person.password) {
  return service.call('DELETE', '/api/people/me', { headers: person.headers, json: { password } });
}

it('cancels the orders of a person who left while the service was stopping', async () => {
  const person = await service.aPerson();
  const orderId = await play(person.headers);
  await service.pool`update accounts set retired = true where player_id = ${person.playerId}`;
  const desk = new WriteDesk({ store: service.store, newId, pause: delay, yieldToEventLoop: () => delay(0) });
  await cancelOrdersOfRetired({ store: service.store, exchange: { desk } });
  const [{ status }] = await service.pool`select status from readable_orders where id = ${orderId}`;
  expect(status).toBe('cancelled');
});

describe('deleted players', () => {
  /** A buy of the first outcome slightly below its price, which would match a large enough buy of the second. */
  async function restIn(eventSlug: string, headers: Record<string, string>) {
    const fields = {
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 100,
      limitPriceBps: 4500,
      clientOrderId: 'in the way',
    };
    const reply = await service.call('POST', '/api/play/v1/orders', { headers, json: { eventSlug, ...fields } });
    expect(reply.body.order.status).toBe('open');
  }

  async function openOrders(eventSlug: string): Promise<number> {
    return (await service.call('GET', `/api/events/${eventSlug}`)).body.event.openOrders;
  }

  /** The person has no order left in the market, and all reserves are released. */
  async function expectGone(eventSlug: string, playerIds: readonly string[]) {
    expect(await openOrders(eventSlug)).toBe(0);
    const buyer = await service.anAgent();
    await trade(service, buyer, eventSlug, { outcomeIndex: 1, amountCredits: 200 });
    const met = await service.pool`select 1 from readable_fills where player_id = any(${playerIds as string[]})`;
    expect(met).toHaveLength(0);
    for (const playerId of playerIds) {
      const account = await service.store.read(reader => accountStore.find(reader, playerId));
      expect(account).toMatchObject({ retired: true, available: 10_000_000_000 });
    }
    await assertBooksBalance(service.store);
  }

  it('stop trading as of the response, a person and every agent', async () => {
    const market = await aMarket(service.pool, service.clock.now(), { liquidityCredits: 100 });
    const person = await service.aPerson();
    const agents = [(await create(person)).body.agent.id, (await create(person)).body.agent.id];
    await restIn(market.slug, person.headers);
    for (const agentId of agents) await restIn(market.slug, await keyOf(person, agentId));
    expect(await openOrders(market.slug)).toBe(3);
    expect((await leave(person)).status).toBe(200);
    await expectGone(market.slug, [person.playerId, ...agents]);
  });

  it('stop trading when an agent alone is deleted', async () => {
    const market = await aMarket(service.pool, service.clock.now(), { liquidityCredits: 100 });
    const person = await service.aPerson();
    const { id } = (await create(person)).body.agent;
    await restIn(market.slug, await keyOf(person, id));
    expect((await remove(person, id)).status).toBe(200);
    await expectGone(market.slug, [id]);
  });
});

describe('deleting an agent', () => {
  it('revokes its keys at once and retires its name', async () => {
    const person = await service.aPerson();
    const { agent } = (await create(person)).body;
    const key = await service.call('POST', `/api/people/agents/${agent.id}/keys`, { headers: person.headers });
    const headers = { authorization: `Bearer ${key.body.secret}` };
    expect((await service.call('GET', '/probe/required', { headers })).status).toBe(200);
    const deleted = await remove(person, agent.id);
    expect(deleted.body.agent).toMatchObject({ id: agent.id, activeKeys: 0 });
    expect(deleted.body.agent.retiredAt).not.toBeNull();
    expect((await service.call('GET', '/probe/required', { headers })).status).toBe(401);
    expect((await service.call('GET', '/api/people/agents', { headers: person.headers })).body.agents).toEqual([]);
    service.clock.forward(1000);
    expect((await remove(person, agent.id)).body).toEqual(deleted.body);
    const path = `/api/people/agents/${agent.id}`;
    expect((await service.call('POST', `${path}/keys`, { headers: person.headers })).status).toBe(404);
    expect((await service.call('PATCH', path, { headers: person.headers, json: { model: 'x' } })).status).toBe(404);
    const json = { name: agent.name, description: 'takes the name over' };
    const taken = await service.call('POST', '/api/people/agents', { headers: person.headers, json });
    expect(taken.body.code).toBe('NAME_TAKEN');
  });

  it('frees a slot only if it never played', async () => {
    const person = await service.aPerson();
    const agents: { id: string }[] = [];
    for (let index = 0; index < 3; index += 1) agents.push((await create(person)).body.agent);
    expect((await create(person)).body.code).toBe('AGENT_LIMIT_REACHED');
    const orderId = await play(await keyOf(person, agents[0].id));
    await remove(person, agents[0].id);
    const order = await service.store.read(reader => orderStore.find(reader, agents[0].id, orderId));
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'requested' });
    const account = await service.store.read(reader => accountStore.find(reader, agents[0].id));
    expect(account).toMatchObject({ retired: true, available: 10_000_000_000 });
    expect((await create(person)).body.code).toBe('AGENT_LIMIT_REACHED');
    await remove(person, agents[1].id);
    expect((await create(person)).status).toBe(201);
    expect((await create(person)).body.code).toBe('AGENT_LIMIT_REACHED');
  });

  it.each([['an order'], ['a forecast']])(
    'counts %s on a practice event as playing, also after the event is removed',
    async what => {
      const practice = await aPracticeEvent(service, { title: `Which colour is drawn after ${what}?` });
      const person = await service.aPerson();
      const agents: { id: string }[] = [];
      for (let index = 0; index < 3; index += 1) agents.push((await create(person)).body.agent);
      for (const [index, { id }] of agents.slice(0, 2).entries()) {
        const headers = await keyOf(person, id);
        if (what === 'an order') await trade(service, { headers }, practice.slug, { amountCredits: 5 });
        else expect((await forecast(service, { headers }, practice.slug)).status).toBe(201);
        if (index === 1) await removePractice(practice);
      }
      for (const { id } of agents.slice(0, 2)) await remove(person, id);
      expect((await create(person)).body.code).toBe('AGENT_LIMIT_REACHED');
      expect((await remove(person, agents[2].id)).status).toBe(200);
      expect((await create(person)).status).toBe(201);
      await assertBooksBalance(service.store);
    },
  );
});

describe('deleting an agent that forecast', () => {
  it('counts a forecast as playing, and keeps it', async () => {
    const person = await service.aPerson();
    const agents: { id: string }[] = [];
    for (let index = 0; index < 3; index += 1) agents.push((await create(person)).body.agent);
    const headers = await keyOf(person, agents[0].id);
    const { id } = (await forecast(service, { headers }, slug)).body.forecast;
    await remove(person, agents[0].id);
    expect((await create(person)).body.code).toBe('AGENT_LIMIT_REACHED');
    expect((await ownForecasts(service, { headers }, `/${id}`)).status).toBe(401);
    const kept = await service.store.read(reader => forecastStore.find(reader, id, agents[0].id));
    expect(kept).toMatchObject({ ended: null, marketStatus: 'active' });
    await assertBooksBalance(service.store);
  });
});

describe('deleting an account', () => {
  it('needs the password', async () => {
    const person = await service.aPerson();
    const refused = await leave(person, 'wrong horse battery');
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', field: 'password' });
    const { headers } = person;
    expect((await service.call('DELETE', '/api/people/me', { headers })).body).toMatchObject({ field: 'body' });
    expect((await service.call('GET', '/api/people/me', { headers })).status).toBe(200);
  });

  it('ends sessions, agents and keys, and frees the email of a person who never played', async () => {
    const person = await service.aPerson();
    const { agent } = (await create(person)).body;
    const key = await service.call('POST', `/api/people/agents/${agent.id}/keys`, { headers: person.headers });
    const gone = await leave(person);
    expect(gone.body).toEqual({ deleted: true });
    expect(gone.headers.get('set-cookie')).toMatch(/^presage_session=; .*Max-Age=0/);
    expect((await service.call('GET', '/api/people/me', { headers: person.headers })).status).toBe(401);
    const headers = { authorization: `Bearer ${key.body.secret}` };
    expect((await service.call('GET', '/probe/required', { headers })).status).toBe(401);
    const { email, password } = person;
    expect((await service.call('POST', '/api/people/sign-in', { json: { email, password } })).status).toBe(401);
    expect((await service.aPerson({ email })).playerId).not.toBe(person.playerId);
  });

  it.each([['the person'], ['an agent'], ['an agent deleted before']])(
    'reserves the email if %s has played',
    async who => {
      const person = await service.aPerson();
      const { agent } = (await create(person)).body;
      await play(who === 'the person' ? person.headers : await keyOf(person, agent.id));
      if (who === 'an agent deleted before') await remove(person, agent.id);
      expect((await leave(person)).status).toBe(200);
      const json = { email: person.email, password: person.password, displayName: 'Again' };
      expect((await service.call('POST', '/api/people/sign-up', { json })).body.code).toBe('EMAIL_TAKEN');
      const rows = await service.pool`select email, password_hash from people where player_id = ${person.playerId}`;
      expect(rows[0]).toEqual({ email: null, password_hash: null });
    },
  );

  it('races with agents that are created concurrently, and leaves none behind', async () => {
    const person = await service.aPerson();
    const [gone, ...others] = await Promise.all([leave(person), create(person), create(person)]);
    expect(gone.status).toBe(200);
    for (const { status } of others) expect([201, 401]).toContain(status);
    const rows = await service.pool`
      select 1 from agents a join players p on p.id = a.player_id
      where a.owner_id = ${person.playerId} and p.retired_at is null`;
    expect(rows).toHaveLength(0);
  });
});
