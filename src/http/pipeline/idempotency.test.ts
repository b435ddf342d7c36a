import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes, writesSoFar } from '../../../test/support/probe-routes.js';
import { startTestService, type TestAgent, type TestService } from '../../../test/support/test-service.js';

let service: TestService;
let agent: TestAgent;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
  agent = await service.anAgent();
});
afterAll(() => service.stop());

function write(key: string | null, json: object, who = agent) {
  const headers: Record<string, string> = key === null ? who.headers : { ...who.headers, 'idempotency-key': key };
  return service.call('POST', '/probe/v1/certification', { headers, json });
}

describe('Idempotency-Key', () => {
  it('is required', async () => {
    const reply = await write(null, {});
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY', field: 'Idempotency-Key' });
  });

  it.each([
    ['empty', '""'],
    ['too long', 'x'.repeat(129)],
    ['not ASCII', 'caf\u00e9'],
    ['begun with a space', '" run"'],
    ['ended with a space', '"run "'],
    ['a space', '" "'],
  ])('is rejected when it is %s', async (_name, key) => {
    const reply = await write(key, {});
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'Idempotency-Key' });
    expect(reply.body.error).toContain('without leading or trailing spaces');
  });

  it('ignores surrounding spaces', async () => {
    await write('run-0', {});
    expect((await write('  run-0 ', {})).body).toMatchObject({ replayed: true });
  });

  it('replays the stored result, bare or quoted, regardless of the order of members', async () => {
    const first = await write('run-1', { a: 1, b: { c: 2, d: 3 } });
    expect(first.status).toBe(201);
    const again = await write('"run-1"', { b: { d: 3, c: 2 }, a: 1 });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual({ run: first.body.run, replayed: true, code: 'IDEMPOTENT_REPLAY' });
  });

  it('rejects a different body under the same key', async () => {
    await write('run-2', { a: 1 });
    const reply = await write('run-2', { a: 2 });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('IDEMPOTENT_REPLAY');
  });

  it('belongs to one player', async () => {
    const other = await service.anAgent();
    await write('run-3', {});
    expect((await write('run-3', {}, other)).status).toBe(201);
  });

  it('is not consumed by a rejected write', async () => {
    expect((await write('run-4', { refuse: true })).status).toBe(403);
    expect((await write('run-4', {})).status).toBe(201);
  });
});

describe('concurrent writes', () => {
  it('have one effect under one key: one 201, the rest replays', async () => {
    const before = writesSoFar();
    const replies = await Promise.all(Array.from({ length: 40 }, () => write('run-5', { slow: 20 })));
    const statuses = replies.map(reply => reply.status).sort();
    expect(statuses).toEqual([...Array(39).fill(200), 201]);
    expect(writesSoFar()).toBe(before + 1);
    expect(new Set(replies.map(reply => reply.body.run)).size).toBe(1);
  });

  it('cost a write each unless they are replays', async () => {
    const other = await service.anAgent();
    for (let index = 0; index < 120; index += 1) expect((await write(`w-${index}`, {}, other)).status).toBe(201);
    expect((await write('w-120', {}, other)).status).toBe(429);
    expect((await write('w-7', {}, other)).status).toBe(200);
  });
});
