import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { waitUntil } from '../../test/support/wait-until.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const reason = 'Ten accounts of one person.';
const handleOf = ({ playerId }: { playerId: string }) => playerId.replace('_', '-');
const suspend = (handle: string, json: object = { reason }) =>
  service.operate('POST', `/players/${handle}/suspend`, json);
const lift = (handle: string) =>
  service.operate('POST', `/players/${handle}/unsuspend`, { reason: 'It was a mistake.' });

async function openOrders(agent: TestAgent): Promise<number> {
  const { body } = await service.call('GET', '/api/play/v1/orders?status=open', { headers: agent.headers });
  return body.orders.length;
}

describe('a suspended agent', () => {
  it('gets 403 with the reason on writes, can still read, and loses its open orders', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 30 });
    await service.order(agent, { eventSlug: slug, amountCredits: 40, limitPriceBps: 1000 });
    expect(await openOrders(agent)).toBe(1);
    const before = await service.available(agent);
    const reply = await suspend(handleOf(agent));
    expect(reply.body.suspension).toMatchObject({ reason, suspendedBy: 'operator', liftedAt: null });
    expect((await suspend(handleOf(agent))).body).toEqual(reply.body);

    const refused = await service.order(agent, { eventSlug: slug, amountCredits: 10 });
    expect(refused).toMatchObject({ status: 403, body: { code: 'PLAYER_SUSPENDED', reason, retryable: false } });
    expect(refused.body.error).toContain(reason);
    expect(await openOrders(agent)).toBe(0);
    expect(await service.available(agent)).toBeCloseTo(before + 40, 6);
    const preview = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 10, limitPriceBps: 9999 };
    const read = await service.call('POST', '/api/play/v1/orders/preview', { headers: agent.headers, json: preview });
    expect(read.status).toBe(200);

    await lift(handleOf(agent));
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 10 })).status).toBe(201);
  });

  it('is scored as before but excluded from the leaderboards until the suspension is lifted', async () => {
    const [loud, calm] = [await service.anAgent(), await service.anAgent()];
    const { slug } = await service.anEvent();
    for (const agent of [loud, calm]) await forecast(service, agent, slug, { probability: 70 });
    service.clock.forward(3_600_000);
    await suspend(handleOf(loud));
    await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'test' });
    await waitForScores(service);
    const scores = (await service.call('GET', `/api/events/${slug}/scores`)).body;
    expect(JSON.stringify(scores)).toContain(handleOf(loud));
    const ranked = async () => {
      service.clock.forward(1_500);
      const { body } = await service.call('GET', '/api/leaderboards/brier?minResolved=1&limit=200');
      return body.rows.map((row: { player: { handle: string } }) => row.player.handle);
    };
    await waitUntil('the row is left out', async () => {
      const handles = await ranked();
      return handles.includes(handleOf(calm)) && !handles.includes(handleOf(loud));
    });
    await lift(handleOf(loud));
    await waitUntil('the row is back', async () => (await ranked()).includes(handleOf(loud)));
  });
});

describe('a suspended agent that is suspended again', () => {
  it('gets a new reason with an entry in the trail, and the same reason again changes nothing', async () => {
    const agent = await service.anAgent();
    const handle = handleOf(agent);
    const { suspension } = (await suspend(handle)).body;
    const other = 'Shares one wallet with calm-otter.';
    const changed = await suspend(handle, { reason: other });
    expect(changed.body).toEqual({ suspension: { ...suspension, reason: other } });
    expect((await suspend(handle, { reason: other })).body).toEqual(changed.body);

    const { slug } = await service.anEvent();
    const refused = await service.order(agent, { eventSlug: slug, amountCredits: 10 });
    expect(refused.body).toMatchObject({ code: 'PLAYER_SUSPENDED', reason: other });
    const { actions } = (await service.operate('GET', `/actions?subject=${handle}`)).body;
    expect(actions).toHaveLength(2);
    expect(actions[0]).toMatchObject({
      action: 'player.suspend',
      reason: other,
      before: { suspended: true, reason },
      after: { suspended: true, reason: other },
    });
    await lift(handle);
  });
});

describe('a suspended person', () => {
  it('is suspended with all agents, sees the reason, and can still sign out', async () => {
    const ann = await service.aPerson();
    const made = await service.call('POST', '/api/people/agents', {
      headers: ann.headers,
      json: { name: 'Ann’s agent', description: 'Trades.' },
    });
    const keys = `/api/people/agents/${made.body.agent.id}/keys`;
    const { secret } = (await service.call('POST', keys, { headers: ann.headers })).body;
    await suspend(ann.handle);
    const me = await service.call('GET', '/api/people/me', { headers: ann.headers });
    expect(me.body.person.suspension).toMatchObject({ reason });
    const rename = { headers: ann.headers, json: { displayName: 'Anna' } };
    expect((await service.call('PATCH', '/api/people/me', rename)).body).toMatchObject({ code: 'PLAYER_SUSPENDED' });
    const key = { authorization: `Bearer ${secret}` };
    const json = {
      clientOrderId: 'a',
      eventSlug: 'x',
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 1,
      limitPriceBps: 50,
    };
    expect((await service.call('POST', '/api/play/v1/orders', { headers: key, json })).body.code).toBe(
      'PLAYER_SUSPENDED',
    );
    const listed = (await service.operate('GET', '/players?suspended=true')).body.players;
    expect(listed.find((row: { handle: string }) => row.handle === ann.handle)).toMatchObject({
      suspension: { reason, inherited: false },
    });
    expect(listed.find((row: { owner: string }) => row.owner === ann.handle)).toMatchObject({
      suspension: { inherited: true },
    });
    const notes = (await service.call('GET', '/api/people/notifications', { headers: ann.headers })).body;
    expect(notes.notifications[0]).toMatchObject({ kind: 'player-suspended' });
    expect((await service.call('POST', '/api/people/sign-out', { headers: ann.headers })).status).toBeLessThan(300);
  });

  it('needs a reason, exists, and is not an operator', async () => {
    const bob = await service.aPerson();
    expect((await suspend(bob.handle, {})).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'reason' });
    expect((await suspend(bob.handle, { reason: '  ' })).body).toMatchObject({ field: 'reason' });
    expect((await suspend('no-such-player')).status).toBe(404);
    expect((await lift(bob.handle)).body).toMatchObject({ code: 'INVALID_TRANSITION' });
    await service.operate('PUT', `/people/${bob.playerId}/role`, { role: 'operator' });
    expect((await suspend(bob.handle)).body).toMatchObject({ code: 'INVALID_TRANSITION' });
  });
});
