import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/books.js';
import { type OperatorService, startOperatorService } from '../../../test/operator.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

const body = (fields: Record<string, unknown> = {}) => ({
  title: 'Will there be an assassination in the last episode?',
  description: 'The series ends in June.',
  category: 'culture',
  outcomes: ['Yes', 'No'],
  endsAt: new Date(service.clock.now() + 864_000_000).toISOString(),
  resolutionSource: { name: 'The broadcaster', url: '', rule: 'The synopsis of the last episode.' },
  ...fields,
});
const create = (fields?: Record<string, unknown>) => service.operate('POST', '/events', body(fields));
const overrideReason = 'It is about a work of fiction.';

async function recorded(slug: string) {
  const rows =
    await service.pool`select action, details->'policy' as policy from operator_actions where subject = ${slug} order by id`;
  return rows.map(row => [row.action, row.policy]);
}

describe('the market policy', () => {
  it('is public, and the same that creating an event applies', async () => {
    const { rules } = (await service.call('GET', '/api/markets/policy')).body;
    expect(rules.length).toBeGreaterThan(8);
    const refused = await create();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'POLICY_EXCLUDED',
      rule: 'violence-and-terror',
      term: 'assassination',
      field: 'title',
    });
    expect(rules.find((rule: { id: string }) => rule.id === refused.body.rule)).toMatchObject({ action: 'refuse' });
    expect((await service.call('GET', '/api/search?q=assassination&kind=events')).body.events).toEqual([]);
  });

  it('is overridden by naming the rule with a reason, which is on record', async () => {
    const reply = await create({ overridePolicy: 'violence-and-terror', overrideReason, slug: 'last-episode' });
    expect(reply.status, reply.text).toBe(201);
    expect(await recorded('last-episode')).toEqual([
      ['event.create', { reviewed: [], overridden: ['violence-and-terror'], reason: overrideReason }],
    ]);
    const again = await create({ overridePolicy: 'violence-and-terror', overrideReason, slug: 'last-episode' });
    expect(again.body).toMatchObject({ replayed: true });
  });

  it.each([
    ['overrideReason', { overridePolicy: 'violence-and-terror' }],
    ['overrideReason', { overridePolicy: 'violence-and-terror', overrideReason: 'so' }],
    ['overridePolicy', { overrideReason: 'Because it is fiction.' }],
    ['overridePolicy', { overridePolicy: 'all', overrideReason: 'Because it is fiction.' }],
    ['overridePolicy', { title: 'Harmless?', overridePolicy: 'self-harm', overrideReason: 'Because it is fiction.' }],
  ])('needs both in order: %s', async (field, fields) => {
    expect((await create(fields)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });

  it('has what needs a look on record', async () => {
    const reply = await create({ title: 'Will the ceasefire hold until June?', slug: 'ceasefire-holds' });
    expect(reply.status).toBe(201);
    expect(await recorded('ceasefire-holds')).toEqual([
      ['event.create', { reviewed: ['armed-conflict'], overridden: [], reason: null }],
    ]);
  });

  it('holds for edits, as far as they bring something new', async () => {
    const description = 'The series ends in July.';
    const patch = (fields: Record<string, unknown>) => service.operate('PATCH', '/events/last-episode', fields);
    expect((await patch({ description })).status).toBe(200);
    const source = { name: 'Rumours', url: '', rule: 'What people say.' };
    const refused = await patch({ resolutionSource: source });
    expect(refused.body).toMatchObject({ code: 'POLICY_EXCLUDED', rule: 'no-clear-source', field: 'resolutionSource' });
    const reply = await patch({ resolutionSource: source, overridePolicy: 'no-clear-source', overrideReason });
    expect(reply.status, reply.text).toBe(200);
  });
});
