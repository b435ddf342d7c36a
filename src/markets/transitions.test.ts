import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { WriteDesk } from '../exchange/desk/write-desk.js';
import { newId } from '../http/request-id.js';
import { hourMs } from '../kernel/time.js';
import { runDue } from './transition-event.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const inHours = (hours: number) => new Date(service.clock.now() + hours * hourMs).toISOString();

const statuses = ['scheduled', 'active', 'paused', 'closed', 'resolved', 'void'] as const;
type Status = (typeof statuses)[number];
const verbs = ['pause', 'resume', 'close', 'reopen', 'resolve', 'void', 'correct'] as const;
type Verb = (typeof verbs)[number];

/** The allowed transitions, listed independently; any other is rejected. */
const table: Partial<Record<Status, Partial<Record<Verb, Status>>>> = {
  scheduled: { void: 'void' },
  active: { pause: 'paused', close: 'closed', resolve: 'resolved', void: 'void' },
  paused: { resume: 'active', close: 'closed', resolve: 'resolved', void: 'void' },
  closed: { reopen: 'active', resolve: 'resolved', void: 'void' },
  resolved: { correct: 'resolved' },
  void: { correct: 'resolved' },
};

const way: Record<Status, readonly Verb[]> = {
  scheduled: [],
  active: [],
  paused: ['pause'],
  closed: ['close'],
  resolved: ['resolve'],
  void: ['void'],
};

function bodyOf(verb: Verb): object | undefined {
  if (verb === 'reopen') return { endsAt: inHours(30) };
  if (verb === 'resolve') return { winningOutcomeIndex: 0, source: 'the test' };
  return verb === 'correct' ? { winningOutcomeIndex: 1, source: 'the test', note: 'misread' } : undefined;
}

function act(slug: string, verb: Verb, body = bodyOf(verb)) {
  return service.operate('POST', `/events/${slug}/${verb}`, body);
}

async function inStatus(status: Status): Promise<string> {
  const { slug } = await service.anEvent(status === 'scheduled' ? { opensAt: inHours(1) } : {});
  for (const verb of way[status]) expect((await act(slug, verb)).status).toBe(200);
  return slug;
}

describe('every verb from every status', () => {
  for (const status of statuses) {
    it(`${status}`, async () => {
      for (const verb of verbs) {
        const slug = await inStatus(status);
        const reply = await act(slug, verb);
        const to = table[status]?.[verb];
        if (to) expect(reply.body.event, `${status} ${verb}`).toMatchObject({ status: to });
        else {
          expect(reply.body, `${status} ${verb}`).toMatchObject({ code: 'INVALID_TRANSITION', status });
          expect(reply.status).toBe(409);
          expect(reply.body.error).toContain(`Allowed: ${Object.keys(table[status] ?? {}).join(', ')}.`);
        }
      }
    });
  }

  it.each(['pause', 'close', 'resolve', 'void'] as const)('%s repeated is rejected with the status', async verb => {
    const { slug } = await service.anEvent();
    await act(slug, verb);
    const again = await act(slug, verb);
    expect(again.status).toBe(409);
    expect(again.body.status).toBe({ pause: 'paused', close: 'closed', resolve: 'resolved', void: 'void' }[verb]);
  });

  it('rejects a correction to the same resolution, but not to void', async () => {
    const slug = await inStatus('resolved');
    expect((await act(slug, 'correct', { winningOutcomeIndex: 0, source: 'x' })).status).toBe(409);
    const voided = await act(slug, 'correct', { void: true, source: 'x' });
    expect(voided.body.event).toMatchObject({
      status: 'void',
      resolution: {
        kind: 'void',
        winningOutcomeIndex: null,
        payoutBps: null,
        correctedFrom: { kind: 'outcome', winningOutcomeIndex: 0, payoutBps: [10_000, 0] },
      },
    });
  });

  it.each([
    ['winningOutcomeIndex', { source: 'x' }],
    ['payoutBps', { source: 'x', winningOutcomeIndex: 0, payoutBps: [10_000, 0] }],
    ['winningOutcomeIndex', { source: 'x', winningOutcomeIndex: 2 }],
    ['payoutBps', { source: 'x', payoutBps: [5000, 4000] }],
    ['source', { winningOutcomeIndex: 0 }],
    ['void', { source: 'x', void: true }],
    ['effectiveCloseAt', { source: 'x', winningOutcomeIndex: 0, effectiveCloseAt: '2030-01-01T00:00:00.000Z' }],
  ])('rejects a wrong %s when resolving', async (field, wrong) => {
    const { slug } = await service.anEvent();
    const reply = await act(slug, 'resolve', wrong);
    expect(reply.status).toBe(400);
    expect(reply.body.field).toBe(field);
  });
});

describe('the clock', () => {
  it('opens and closes automatically, and a close is not repeated', async () => {
    const { slug } = await service.anEvent({ opensAt: inHours(1), endsAt: inHours(2) });
    const agent = await service.anAgent();
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 1 })).body.code).toBe('MARKET_CLOSED');
    service.clock.forward(hourMs);
    const resting = await service.order(agent, { eventSlug: slug, amountCredits: 50, limitPriceBps: 2000 });
    expect(resting.body.order.status).toBe('open');
    const brief = await service.order(agent, {
      eventSlug: slug,
      amountCredits: 5,
      limitPriceBps: 1000,
      expiresAt: inHours(0.5),
    });
    service.clock.forward(hourMs);
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 1 })).body.code).toBe('MARKET_CLOSED');
    const closing = await act(slug, 'close');
    expect(closing.body).toMatchObject({ code: 'INVALID_TRANSITION', status: 'closed' });
    const [first, second] = await Promise.all(
      [resting, brief].map(({ body }) =>
        service.call('GET', `/api/play/v1/orders/${body.order.id}`, { headers: agent.headers }),
      ),
    );
    expect(first.body.order).toMatchObject({ status: 'cancelled', cancelReason: 'market_closed' });
    expect(second.body.order).toMatchObject({ status: 'expired', cancelReason: null });
    expect(await service.available(agent)).toBe(10_000);
  });

  it('is stored by the jobs', async () => {
    const { slug, id } = await service.anEvent({ endsAt: inHours(1) });
    const { slug: other, id: otherId } = await service.anEvent();
    const { id: later } = await service.anEvent({ opensAt: inHours(1) });
    const agent = await service.anAgent();
    await service.order(agent, { eventSlug: slug, amountCredits: 50, limitPriceBps: 2000 });
    const fields = { eventSlug: other, amountCredits: 7, limitPriceBps: 2000, expiresAt: inHours(0.5) };
    const brief = await service.order(agent, fields);
    service.clock.forward(hourMs);
    await expect
      .poll(
        () =>
          service.pool`select status, open_orders from markets where event_id in (${id}, ${otherId}, ${later}) order by event_id`,
        {
          timeout: 10_000,
        },
      )
      .toEqual([
        { status: 'closed', open_orders: 0 },
        { status: 'active', open_orders: 0 },
        { status: 'active', open_orders: 0 },
      ]);
    const { body } = await service.call('GET', `/api/play/v1/orders/${brief.body.order.id}`, {
      headers: agent.headers,
    });
    expect(body.order.status).toBe('expired');
    expect(await service.available(agent)).toBe(10_000);
  });

  it('cancels orders that an interrupted close has left behind', async () => {
    const { slug, id } = await service.anEvent();
    const agent = await service.anAgent();
    const { body } = await service.order(agent, { eventSlug: slug, amountCredits: 50, limitPriceBps: 2000 });
    await service.pool`update markets set status = 'closed', closed_at = now() where event_id = ${id}`;
    await runDue({ store: service.store, newId }, 'clear', () => true);
    const path = `/api/play/v1/orders/${body.order.id}`;
    const { order } = (await service.call('GET', path, { headers: agent.headers })).body;
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'market_closed' });
    expect(await service.available(agent)).toBe(10_000);
  });
});

/** Orders that rest far below the price, a hundred for each of the agents. */
async function restMany(eventId: string, agents: readonly { playerId: string }[]): Promise<void> {
  const desk = new WriteDesk({ store: service.store, newId, pause: async () => {}, yieldToEventLoop: async () => {} });
  const order = { outcome: 0, side: 'buy', amount: 1_000_000, limitBps: 100, timeInForce: 'GTC' } as const;
  const outcomes = await Promise.all(
    agents.flatMap(({ playerId }) =>
      Array.from({ length: 100 }, (_, index) =>
        desk.submit({
          kind: 'place',
          playerId,
          ownerId: playerId,
          eventId,
          clientOrderId: `rest ${index}`,
          bodyDigest: '00',
          order: { ...order, expiresAt: null, ifSequence: null },
        }),
      ),
    ),
  );
  expect(new Set(outcomes.map(outcome => outcome.kind))).toEqual(new Set(['placed']));
}

describe('more orders than one transaction cancels', () => {
  it.each([
    ['close', 'closed'],
    ['void', 'void'],
  ] as const)('are all cancelled after %s', async (verb, status) => {
    const { slug, id } = await service.anEvent();
    const agents = await Promise.all(Array.from({ length: 12 }, () => service.anAgent()));
    await restMany(id, agents);
    const { body } = await act(slug, verb);
    expect(body.event).toMatchObject({ status, openOrders: 0, settling: null });
    for (const agent of agents) expect(await service.available(agent)).toBe(10_000);
  });
});

describe('a reopened market', () => {
  it('trades until its new end, and cancelled orders stay cancelled', async () => {
    const { slug } = await service.anEvent({ endsAt: inHours(1) });
    const agent = await service.anAgent();
    const bought = await service.order(agent, { eventSlug: slug, amountCredits: 20 });
    const selling = await service.order(agent, { eventSlug: slug, side: 'sell', amountShares: 5, limitPriceBps: 9000 });
    expect(selling.body.order.status).toBe('open');
    service.clock.forward(hourMs);
    expect((await act(slug, 'reopen', { endsAt: inHours(-1) })).body.field).toBe('endsAt');
    const { body } = await act(slug, 'reopen', { endsAt: inHours(1) });
    expect(body.event).toMatchObject({ status: 'active', closedAt: null, endsAt: inHours(1), openOrders: 0 });
    const { filledShares } = bought.body.order;
    const sold = await service.order(agent, { eventSlug: slug, side: 'sell', amountShares: filledShares });
    expect(sold.body.order.status).toBe('filled');
    service.clock.forward(hourMs);
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 1 })).body.code).toBe('MARKET_CLOSED');
  });

  it('a pause keeps orders, allows cancels and rejects new ones', async () => {
    const { slug } = await service.anEvent();
    const agent = await service.anAgent();
    const resting = await service.order(agent, { eventSlug: slug, amountCredits: 20, limitPriceBps: 3000 });
    await act(slug, 'pause');
    const refused = await service.order(agent, { eventSlug: slug, amountCredits: 20 });
    expect([refused.status, refused.body.code]).toEqual([409, 'MARKET_PAUSED']);
    const path = `/api/play/v1/orders/${resting.body.order.id}`;
    const cancelled = await service.call('DELETE', path, { headers: agent.headers });
    expect(cancelled.body.order).toMatchObject({ status: 'cancelled', cancelReason: 'requested' });
    await act(slug, 'resume');
    expect((await service.order(agent, { eventSlug: slug, amountCredits: 20 })).status).toBe(201);
  });
});
