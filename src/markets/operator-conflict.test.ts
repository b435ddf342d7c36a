import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aForecast, forecast, forecastBatch } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { trade } from '../../test/support/play-actions.js';
import type { CallReply, TestPerson } from '../../test/support/test-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

type Headers = Record<string, string>;
interface Player {
  readonly headers: Headers;
}

async function anOperator(): Promise<TestPerson> {
  const person = await service.aPerson();
  const reply = await service.operate('PUT', `/people/${person.playerId}/role`, { role: 'operator' });
  expect(reply.status).toBe(200);
  return person;
}

let agents = 0;
async function agentOf(person: TestPerson): Promise<Player> {
  agents += 1;
  const json = { name: `Conflicted ${agents}`, description: 'made for a test' };
  const { agent } = (await service.call('POST', '/api/people/agents', { headers: person.headers, json })).body;
  const { secret } = (await service.call('POST', `/api/people/agents/${agent.id}/keys`, { headers: person.headers }))
    .body;
  return { headers: { authorization: `Bearer ${secret}` } };
}

function operateAs({ headers }: Player, method: string, path: string, json?: unknown): Promise<CallReply> {
  return service.call(method, `/api/operator${path}`, { headers, json });
}

async function createdBy(operator: Player): Promise<string> {
  const reply = await operateAs(operator, 'POST', '/events', {
    title: `Will the operator of ${Math.random()} be fair?`,
    description: 'Made for a test.',
    category: 'test',
    outcomes: ['Yes', 'No'],
    endsAt: new Date(service.clock.now() + 10 * 86_400_000).toISOString(),
    resolutionSource: { name: 'The test', url: '', rule: 'As the test says.' },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.event.slug;
}

let orders = 0;
function placing({ headers }: Player, eventSlug: string, path = ''): Promise<CallReply> {
  orders += 1;
  const order = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 10, limitPriceBps: 9999 };
  const json = path === '' ? { ...order, clientOrderId: `conflict-${orders}` } : order;
  return service.call('POST', `/api/play/v1/orders${path}`, { headers, json });
}

/** No way of playing is allowed, and the error explains why. */
async function expectBarred(player: Player, slug: string): Promise<void> {
  const replies = [
    await placing(player, slug),
    await placing(player, slug, '/preview'),
    await forecast(service, player, slug),
    await forecastBatch(service, player, [aForecast(slug)]),
  ];
  for (const { status, body } of replies) {
    expect(status, JSON.stringify(body)).toBe(403);
    expect(body.code).toBe('FORBIDDEN');
    expect(body.error).toContain('created, edited or proposed');
    expect(body.field).toMatch(/eventSlug$/);
  }
}

describe('an operator by role who created or edited an event', () => {
  it('can’t trade or forecast there, and neither can their agents', async () => {
    const operator = await anOperator();
    const [before, slug] = [await agentOf(operator), await createdBy(operator)];
    const after = await agentOf(operator);
    for (const player of [operator, before, after]) await expectBarred(player, slug);
    const outsider = await service.aPerson();
    await trade(service, outsider, slug);
    expect((await forecast(service, outsider, slug)).status).toBe(201);
    await assertBooksBalance(service.store);
  });

  it('stays barred after the role is revoked', async () => {
    const operator = await anOperator();
    const slug = await createdBy(operator);
    await service.operate('PUT', `/people/${operator.playerId}/role`, { role: 'member' });
    await expectBarred(operator, slug);
  });

  it('is barred as of the edit', async () => {
    const operator = await anOperator();
    const { slug } = await service.anEvent();
    const agent = await agentOf(operator);
    const edited = await operateAs(operator, 'PATCH', `/events/${slug}`, { description: 'Changed for a test.' });
    expect(edited.status, edited.text).toBe(200);
    for (const player of [operator, agent]) await expectBarred(player, slug);
    await assertBooksBalance(service.store);
  });

  it('may play elsewhere, and resolve events that they created', async () => {
    const operator = await anOperator();
    const slug = await createdBy(operator);
    const other = await service.anEvent();
    await trade(service, operator, other.slug);
    const outcome = { winningOutcomeIndex: 0, source: 'The test' };
    expect((await operateAs(operator, 'POST', `/events/${slug}/resolve`, outcome)).status).toBe(200);
    await assertBooksBalance(service.store);
  });
});

const outcome = { winningOutcomeIndex: 0, source: 'The test' };
const endsAt = () => new Date(service.clock.now() + 20 * 86_400_000).toISOString();

async function expectNoDecision(operator: Player, slug: string): Promise<void> {
  const attempts: [string, string, unknown][] = [
    ['POST', '/resolve', outcome],
    ['POST', '/resolve', { ...outcome, dryRun: true }],
    ['POST', '/void', {}],
    ['POST', '/pause', {}],
    ['POST', '/close', {}],
    ['PATCH', '', { description: 'In my favour.' }],
    ['PATCH', '', { endsAt: endsAt() }],
  ];
  for (const [method, path, json] of attempts) {
    const { status, body } = await operateAs(operator, method, `/events/${slug}${path}`, json);
    expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBe(403);
    expect(body.code).toBe('FORBIDDEN');
    expect(body.error).toContain('traded or forecast');
    expect(body.error).toContain('Another operator or the operator token');
  }
}

describe('an operator with a stake', () => {
  it.each<[string, (player: Player, slug: string) => Promise<unknown>]>([
    ['a position', (player, slug) => trade(service, player, slug)],
    ['a forecast', (player, slug) => forecast(service, player, slug)],
    ['a resting order', (player, slug) => trade(service, player, slug, { amountCredits: 5, limitPriceBps: 100 })],
  ])('blocks changes and resolution by an operator after %s of theirs or of an agent', async (_what, stake) => {
    const operator = await anOperator();
    for (const player of [operator, await agentOf(operator)]) {
      const { slug } = await service.anEvent();
      await stake(player, slug);
      await expectNoDecision(operator, slug);
      expect((await service.call('GET', `/api/events/${slug}`)).body.event.status).toBe('active');
    }
    await assertBooksBalance(service.store);
  });
});

describe('the stake of an operator', () => {
  it('outlasts selling everything, deleting the agent, and the resolution of the event', async () => {
    const operator = await anOperator();
    const agent = await agentOf(operator);
    const { slug } = await service.anEvent();
    const { order } = (await trade(service, agent, slug)).body;
    await trade(service, agent, slug, { side: 'sell', amountShares: order.filledShares });
    const [{ id }] = (await service.call('GET', '/api/people/agents', { headers: operator.headers })).body.agents;
    await service.call('DELETE', `/api/people/agents/${id}`, { headers: operator.headers });
    await expectNoDecision(operator, slug);
    expect((await service.operate('POST', `/events/${slug}/resolve`, outcome)).status).toBe(200);
    const correction = { winningOutcomeIndex: 1, source: 'The test', note: 'Changed.' };
    expect((await operateAs(operator, 'POST', `/events/${slug}/correct`, correction)).status).toBe(403);
    await assertBooksBalance(service.store);
  });

  it('leaves the resolution to another operator or the token, and the record names them', async () => {
    const [operator, other] = [await anOperator(), await anOperator()];
    const slugs = [(await service.anEvent()).slug, (await service.anEvent()).slug];
    for (const slug of slugs) await trade(service, operator, slug);
    expect((await operateAs(other, 'POST', `/events/${slugs[0]}/resolve`, outcome)).status).toBe(200);
    expect((await service.operate('POST', `/events/${slugs[1]}/resolve`, outcome)).status).toBe(200);
    const rows = await service.pool<{ subject: string; actor: string }[]>`
      select subject, actor from operator_actions where action = 'event.resolve' and subject = any(${slugs})`;
    expect(Object.fromEntries(rows.map(({ subject, actor }) => [subject, actor]))).toEqual({
      [slugs[0]]: other.playerId,
      [slugs[1]]: 'operator',
    });
    await assertBooksBalance(service.store);
  });

  it('can still pause the whole arena', async () => {
    const operator = await anOperator();
    await trade(service, operator, (await service.anEvent()).slug);
    expect((await operateAs(operator, 'POST', '/trading/pause')).status).toBe(200);
    expect((await operateAs(operator, 'POST', '/trading/resume')).status).toBe(200);
    await assertBooksBalance(service.store);
  });
});
