import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { canonicalJson } from '../http/pipeline/idempotency.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

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
  it('is public, and equals the one applied to new events', async () => {
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

  it('is overridden by naming the rule with a reason, which is recorded', async () => {
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
  ])('requires both to be valid: %s', async (field, fields) => {
    expect((await create(fields)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });
});

describe('rules that require a review', () => {
  it('require an acknowledgement of the review, which is recorded', async () => {
    const asked = { title: 'How many troops and victims after the ceasefire?', slug: 'ceasefire-holds' };
    const refused = await create(asked);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      409,
      'POLICY_REVIEW',
      'acknowledgePolicy',
    ]);
    expect(refused.body.error).toContain('armed-conflict, because of the words “ceasefire”');
    expect((await create({ ...asked, acknowledgePolicy: 'armed-conflict' })).body.rules).toBe('disaster');
    const acknowledgePolicy = refused.body.rules as string;
    const reply = await create({ ...asked, acknowledgePolicy });
    expect(reply.status, reply.text).toBe(201);
    expect(await recorded('ceasefire-holds')).toEqual([
      ['event.create', { reviewed: ['armed-conflict', 'disaster'], overridden: [], reason: null }],
    ]);
    expect((await create({ ...asked, acknowledgePolicy })).body).toMatchObject({ replayed: true });
    const stranger = await create({ ...asked, acknowledgePolicy: `${acknowledgePolicy},self-harm` });
    expect(stranger.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'acknowledgePolicy' });
  });

  it('do not apply to earlier events and their replays', async () => {
    const asked = { title: 'Will the lake freeze before May?', slug: 'lake-freezes' };
    expect((await create(asked)).status).toBe(201);
    const digest = service.pool`(select request_digest from events where slug = 'lake-freezes')`;
    const texts = body({ title: 'Will the invasion of crickets end?', slug: 'crickets' });
    expect((await service.operate('POST', '/events', texts)).body.code).toBe('POLICY_REVIEW');
    const made = await service.operate('POST', '/events', { ...texts, acknowledgePolicy: 'armed-conflict' });
    expect(made.status).toBe(201);
    // As if created by the request that names no rule.
    const plain = hash('sha256', canonicalJson(texts), 'hex');
    await service.pool`update events set request_digest = decode(${plain}, 'hex') where slug = 'crickets'`;
    expect((await service.operate('POST', '/events', texts)).body).toMatchObject({ replayed: true });
    await service.pool`update events set request_digest = ${digest} where slug = 'crickets'`;
    expect((await service.operate('POST', '/events', texts)).body.code).toBe('POLICY_REVIEW');
  });
});

describe('the policy and edits', () => {
  it('applies to edits that trigger new rules', async () => {
    const description = 'The series ends in July.';
    const patch = (fields: Record<string, unknown>) => service.operate('PATCH', '/events/last-episode', fields);
    expect((await patch({ description })).status).toBe(200);
    const source = { name: 'Rumours', url: '', rule: 'What people say.' };
    const refused = await patch({ resolutionSource: source });
    expect(refused.body).toMatchObject({ code: 'POLICY_EXCLUDED', rule: 'no-clear-source', field: 'resolutionSource' });
    const override = { resolutionSource: source, overridePolicy: 'no-clear-source', overrideReason };
    for (let time = 0; time < 2; time += 1) {
      const reply = await patch(override);
      expect(reply.status, reply.text).toBe(200);
    }
    const war = { description: 'The series about the war ends in July.' };
    expect((await patch(war)).body).toMatchObject({ code: 'POLICY_REVIEW', rules: 'armed-conflict', terms: 'war' });
    expect((await patch({ ...war, acknowledgePolicy: 'armed-conflict' })).status).toBe(200);
    expect((await patch(war)).status).toBe(200);
  });
});
