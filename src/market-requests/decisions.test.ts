import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance, stopBalanced } from '../../test/support/assert-books-balance.js';
import { aDraft, aRequest, vote } from '../../test/support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestPerson } from '../../test/support/test-service.js';

let service: OperatorService;
let ann: TestPerson;
let voters: TestPerson[];
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson({ displayName: 'Ann' });
  voters = await Promise.all(Array.from({ length: 3 }, () => service.aPerson()));
});
afterAll(() => stopBalanced(service));

let asked = 0;
const ask = (change: object = {}) => {
  asked += 1;
  return aRequest(service, ann, {
    question: `Will site ${asked}${'abcdefghij'[asked % 10]} flood in April 2026?`,
    ...change,
  });
};
const decide = (id: string, verb: string, json?: object) => service.operate('POST', `/requests/${id}/${verb}`, json);
const one = async (id: string) => (await service.call('GET', `/api/markets/requests/${id}`)).body.request;
const notifications = async ({ headers }: TestPerson, query = '') =>
  (await service.call('GET', `/api/people/notifications${query}`, { headers })).body;

describe('launching a request', () => {
  it('creates the event from the draft and notifies the person', async () => {
    const id = await ask();
    for (const person of voters) await vote(service, person, id);
    const reply = await decide(id, 'launch');
    expect(reply.status, reply.text).toBe(201);
    const { event, request } = reply.body;
    expect(request).toMatchObject({ id, status: 'launched', eventSlug: event.slug, votes: 3 });
    expect(event).toMatchObject({
      status: 'active',
      title: request.question,
      category: 'weather',
      endsAt: request.endsAt,
      liquidityCredits: 800,
      demo: false,
      resolutionSource: { name: 'Met Office', url: aDraft.source_url, rule: aDraft.observation_rule },
    });
    expect(event.outcomes.map(({ priceBps }: { priceBps: number }) => priceBps)).toEqual([4500, 5500]);
    const { notifications: list } = await notifications(ann);
    expect(list[0]).toMatchObject({
      kind: 'request-launched',
      eventSlug: event.slug,
      requestId: id,
      text: `Your request “${request.question}” is now a market.`,
      readAt: null,
    });
  });

  it('responds with the same event as the next read, although time passes during the launch', async () => {
    const id = await ask();
    const { clock } = service;
    const { now } = clock;
    const ticking = () => {
      clock.forward(1);
      return now();
    };
    Object.assign(clock, { now: ticking });
    const { body } = await decide(id, 'launch');
    Object.assign(clock, { now });
    expect(body).toMatchObject({ request: { status: 'launched' }, event: { status: 'active' } });
    expect(await one(id)).toEqual(body.request);
  });
});

describe('a launch of a request', () => {
  it('happens once, also for ten concurrent launches', async () => {
    const id = await ask();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => decide(id, 'launch', { liquidityCredits: 500 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.event.slug)).size).toBe(1);
    for (const { status, body, headers } of replies) {
      if (status !== 200) continue;
      expect(body).toMatchObject({ replayed: true, code: 'IDEMPOTENT_REPLAY' });
      expect(headers.get('idempotent-replayed')).toBe('true');
    }
    const other = await decide(id, 'launch', { liquidityCredits: 900 });
    expect(other).toMatchObject({ status: 409, body: { code: 'REQUEST_NOT_OPEN', status: 'launched' } });
    const { notifications: list } = await notifications(ann);
    expect(list.filter(({ requestId }: { requestId: string }) => requestId === id)).toHaveLength(1);
  });

  it('prefers members of the body to those of the draft', async () => {
    const id = await ask();
    const outcomes = ['High', 'Low', 'Other'];
    const body = { slug: 'flood-override', outcomes, tags: ['water'], endsAt: '2026-04-20T00:00:00.000Z' };
    const { event } = (await decide(id, 'launch', body)).body;
    expect(event).toMatchObject({ slug: 'flood-override', tags: ['water'], endsAt: '2026-04-20T00:00:00.000Z' });
    expect(event.outcomes.map(({ label }: { label: string }) => label)).toEqual(outcomes);
    const taken = await decide(await ask(), 'launch', { slug: 'flood-override' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN', field: 'slug' } });
  });
});

describe('a launch that needs more than the draft', () => {
  it('is planned until the market opens', async () => {
    const id = await ask();
    const opensAt = new Date(service.clock.now() + 3_600_000).toISOString();
    const { body } = await decide(id, 'launch', { opensAt });
    expect(body).toMatchObject({ request: { status: 'planned' }, event: { status: 'scheduled' } });
    const listed = async (status: string) => {
      const reply = await service.call('GET', `/api/markets/requests?status=${status}&limit=200`);
      return reply.body.requests.some((request: { id: string }) => request.id === id);
    };
    expect([await listed('planned'), await listed('launched'), await listed('open')]).toEqual([true, false, false]);
    service.clock.forward(3_600_000);
    expect([await listed('planned'), await listed('launched')]).toEqual([false, true]);
    expect((await one(id)).status).toBe('launched');
  });

  it('rejects placeholders for the end and the source, and names the member', async () => {
    const bare = { end_timestamp: undefined, source_name: undefined, observation_rule: undefined };
    const id = await ask(bare);
    expect((await decide(id, 'launch')).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'endsAt' });
    const endsAt = '2026-04-20T00:00:00.000Z';
    expect((await decide(id, 'launch', { endsAt })).body).toMatchObject({ field: 'resolutionSource.name' });
    const resolutionSource = { name: 'Agency', url: '', rule: 'As the agency reports.' };
    expect((await decide(id, 'launch', { endsAt, resolutionSource })).status).toBe(201);
  });

  it('keeps the request open if the policy requires a review', async () => {
    const id = await ask({ question: 'Will the minister be convicted before 1 April 2026?' });
    const refused = await decide(id, 'launch');
    expect(refused).toMatchObject({ status: 409, body: { code: 'POLICY_REVIEW' } });
    expect((await one(id)).status).toBe('open');
    expect((await decide(id, 'launch', { acknowledgePolicy: refused.body.rules })).status).toBe(201);
  });

  it('is on the operator record, and unknown requests are 404', async () => {
    expect((await decide('mrq_nothing', 'launch')).status).toBe(404);
    const rows = await service.pool`select action from operator_actions where action like 'request.%'`;
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('declining a request', () => {
  it('needs a reason, which the requester receives', async () => {
    const id = await ask();
    expect((await decide(id, 'decline', {})).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'reason' });
    const reply = await decide(id, 'decline', { reason: 'The source is gone.' });
    expect(reply).toMatchObject({
      status: 200,
      body: { request: { status: 'declined', reason: 'The source is gone.' } },
    });
    expect((await decide(id, 'decline', { reason: 'The source is gone.' })).status).toBe(200);
    expect((await decide(id, 'decline', { reason: 'Another reason.' })).body.code).toBe('REQUEST_NOT_OPEN');
    const { notifications: list } = await notifications(ann);
    expect(list[0]).toMatchObject({ kind: 'request-declined', requestId: id, eventSlug: null });
    expect(list[0].text).toMatch(/was declined: The source is gone\.$/);
    expect(list.filter(({ requestId }: { requestId: string }) => requestId === id)).toHaveLength(1);
  });
});

describe('merging a request', () => {
  it('moves the votes to the other request, one per person', async () => {
    const [from, into] = [await ask(), await ask()];
    for (const person of voters) await vote(service, person, from);
    await vote(service, voters[0], into);
    await vote(service, ann, into);
    const reply = await decide(from, 'merge', { requestId: into, reason: 'The same flood.' });
    expect(reply.body.request).toMatchObject({
      status: 'duplicate',
      duplicateOf: into,
      votes: 0,
      reason: 'The same flood.',
    });
    expect((await one(into)).votes).toBe(4);
    expect((await decide(from, 'merge', { requestId: into, reason: 'The same flood.' })).status).toBe(200);
    expect((await one(into)).votes).toBe(4);
    const { notifications: list } = await notifications(ann);
    expect(list[0]).toMatchObject({ kind: 'request-merged', requestId: into });
  });

  it('names the event that the request duplicates', async () => {
    const { slug } = await service.anEvent();
    const id = await ask();
    await vote(service, ann, id);
    const { request } = (await decide(id, 'merge', { eventSlug: slug })).body;
    expect(request).toMatchObject({ status: 'duplicate', eventSlug: slug, duplicateOf: null, votes: 1 });
  });

  it('rejects two targets or none, itself, unknown targets and closed ones', async () => {
    const [id, closed] = [await ask(), await ask()];
    await decide(closed, 'decline', { reason: 'Not now.' });
    const cases: [object, number, string][] = [
      [{}, 400, 'requestId'],
      [{ requestId: closed, eventSlug: 'x' }, 400, 'requestId'],
      [{ requestId: id }, 400, 'requestId'],
      [{ requestId: closed }, 400, 'requestId'],
      [{ requestId: 'mrq_nothing' }, 404, 'requestId'],
      [{ eventSlug: 'no-such-event' }, 404, 'eventSlug'],
    ];
    for (const [json, status, field] of cases) {
      expect(await decide(id, 'merge', json), JSON.stringify(json)).toMatchObject({ status, body: { field } });
    }
    expect((await one(id)).status).toBe('open');
  });

  it('does not deadlock when two requests are merged into each other', async () => {
    const pairs = await Promise.all(Array.from({ length: 1 }, async () => [await ask(), await ask()]));
    for (const [a, b] of pairs) {
      const replies = await Promise.all([decide(a, 'merge', { requestId: b }), decide(b, 'merge', { requestId: a })]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});

describe('a person who leaves', () => {
  it('removes votes, evidence and notifications; the requests remain without a name', async () => {
    const person = await service.aPerson({ displayName: 'Somebody Special' });
    const own = await aRequest(service, person, { question: 'Will Somebody leave before 9 April 2026?' });
    const other = await ask();
    for (const id of [own, other]) for (const voter of [person, voters[0]]) await vote(service, voter, id);
    await decide(other, 'decline', { reason: 'Not now.' });
    const declined = await aRequest(service, person, { question: 'Will Somebody stay until 9 April 2026?' });
    await decide(declined, 'decline', { reason: 'Not now.' });
    const json = { password: person.password };
    expect((await service.call('DELETE', '/api/people/me', { headers: person.headers, json })).status).toBe(200);
    const left = await one(own);
    expect(left).toMatchObject({ status: 'open', votes: 1, demandEvidence: null });
    expect(left.requestedBy.handle).toMatch(/^deleted-/);
    expect((await one(other)).votes).toBe(1);
    const [rows] = await service.pool`
      select (select count(*)::int from notifications where person_id = ${person.playerId}) as notifications,
        (select count(*)::int from market_request_votes where person_id = ${person.playerId}) as votes`;
    expect(rows).toEqual({ notifications: 0, votes: 0 });
    await decide(own, 'decline', { reason: 'The person left.' });
    await assertBooksBalance(service.store);
  });
});
