import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aDraft, aRequest } from '../../test/support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const check = (json: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/markets/requests/readiness', { json, headers });

describe('POST /api/markets/requests/readiness', () => {
  it('scores a complete draft with 100 and stores nothing', async () => {
    const { status, body } = await check(aDraft);
    expect(status).toBe(200);
    expect(body).toMatchObject({ score: 100, ready: true, duplicates: [], draftAssumes: [] });
    expect(body.rules.map(({ id }: { id: string }) => id)).toEqual([
      'question',
      'outcomes',
      'source',
      'time',
      'policy',
      'duplicates',
      'launch-details',
    ]);
    const [{ count }] = await service.pool`select count(*)::int as count from market_requests`;
    expect(count).toBe(0);
  });

  it('needs no credential, accepts those of agents, and ignores invalid ones', async () => {
    const agent = await service.anAgent();
    for (const headers of [{}, agent.headers, { authorization: 'Bearer nonsense' }]) {
      expect((await check({ question: 'Will it rain 5 times?' }, headers as Record<string, string>)).status).toBe(200);
    }
  });

  it('requires only a question', async () => {
    const { status, body } = await check({ question: 'Will it rain at Kew on 2 April 2026?' });
    expect(status).toBe(200);
    expect(body.ready).toBe(false);
    expect(body.draftAssumes).toEqual([
      'category',
      'outcomes',
      'endsAt',
      'resolutionSource.name',
      'resolutionSource.rule',
    ]);
    expect((await check({})).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'question' });
  });

  it.each([
    [{ question: 5 }, 'question'],
    [{ question: '  \u200b ' }, 'question'],
    [{ question: 'x'.repeat(201) }, 'question'],
    [{ end_timestamp: '1809129600' }, 'end_timestamp'],
    [{ end_timestamp: 1.5 }, 'end_timestamp'],
    [{ end_timestamp: 1_809_129_600_000 }, 'end_timestamp'],
    [{ outcomes: ['Yes', 'No'] }, 'outcomes'],
    [{ outcomes: Array.from({ length: 101 }, (_, k) => `o${k}`).join(',') }, 'outcomes'],
    [{ outcomes: `Yes,${'x'.repeat(121)}` }, 'outcomes'],
    [{ suggested_yes_probability: 101 }, 'suggested_yes_probability'],
    [{ first_limit_order_intent: 'yes' }, 'first_limit_order_intent'],
    [{ sourceUrl: 'https://example.org' }, 'sourceUrl'],
  ])('rejects %j with the field', async (change, field) => {
    expect((await check({ ...aDraft, ...change })).body).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });
});

describe('what a readiness check returns', () => {
  it.each([
    ['a complete one', aDraft],
    ['a bare question', { question: 'Will it rain at Kew on 3 April 2026?' }],
    [
      'one with doubled outcomes, a past end and a bad address',
      {
        ...aDraft,
        question: 'Will it rain at Kew on 4 April 2026?',
        outcomes: 'Yes, yes,, No',
        end_timestamp: 5,
        source_url: 'javascript:x',
      },
    ],
    [
      'one with three outcomes and blanks',
      { ...aDraft, question: '  Who wins   race 9? ', outcomes: 'Ada ,Ben, Other', category: ' sailing  sport ' },
    ],
  ])('is a draft that creates an event, for %s', async (_what, json) => {
    const { draft } = (await check(json)).body;
    const created = await service.operate('POST', '/events', draft);
    expect(created.status, created.text).toBe(201);
    expect(created.body.event).toMatchObject({ title: draft.title, category: draft.category });
  });

  it('includes similar events and requests, the most similar first', async () => {
    await service.anEvent({ title: 'Will comet Halley be seen over Oslo on 5 June 2026?' });
    const person = await service.aPerson();
    const id = await aRequest(service, person, { question: 'Will comet Halley be seen over Oslo on 6 June 2026?' });
    const { body } = await check({ ...aDraft, question: 'Will comet Halley be seen over Oslo on 6 June 2026?' });
    expect(body.duplicates).toEqual([
      { eventSlug: null, requestId: id, title: 'Will comet Halley be seen over Oslo on 6 June 2026?', similarity: 1 },
      {
        eventSlug: 'will-comet-halley-be-seen-over-oslo-on-5-june-2026',
        requestId: null,
        title: 'Will comet Halley be seen over Oslo on 5 June 2026?',
        similarity: 0.8,
      },
    ]);
    const rule = body.rules.find(({ id }: { id: string }) => id === 'duplicates');
    expect(rule).toMatchObject({ earned: 0, blocking: true });
    expect(rule.message).toContain(id);
    expect(body.ready).toBe(false);
  });

  it('does not count resolved events as duplicates', async () => {
    const title = 'Will the Vesta probe land before 7 July 2026?';
    const { slug } = await service.anEvent({ title });
    const similar = async () => (await check({ ...aDraft, question: title })).body.duplicates;
    expect(await similar()).toMatchObject([{ eventSlug: slug, similarity: 1 }]);
    await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'The test' });
    expect(await similar()).toEqual([]);
  });
});
