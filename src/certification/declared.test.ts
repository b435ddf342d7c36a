import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { certify, openRun, type Run, scenarioOf } from '../../test/support/builders/certification-run.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import * as certificationStore from './store.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

const report = (agent: TestAgent, run: Run) =>
  service.call('GET', `/api/v1/sandbox/runs/${run.id}`, { headers: agent.headers });

describe('declared results', () => {
  it('compares results with what was observed, inside or outside results', async () => {
    const agent = await service.anAgent();
    const early = await certify(service, agent, { 'rate-limited': 'passed', unheardOf: 7 });
    expect([early.status, early.body.ignored]).toEqual([201, ['unheardOf']]);
    expect(scenarioOf(early.body.run, 'rate-limited')).toMatchObject({ declared: true, agrees: false });
    const { body } = await certify(service, agent, { 'rate-limited': false, 'stale-book': { passed: true } });
    expect(body.run).toMatchObject({ id: early.body.run.id, status: 'finished', passed: false });
    expect(scenarioOf(body.run, 'rate-limited')).toMatchObject({ verdict: 'not-tried', declared: false, agrees: true });
    expect(scenarioOf(body.run, 'stale-book')).toMatchObject({ declared: true, agrees: false });
    expect(scenarioOf(body.run, 'key-revoked')).toMatchObject({ declared: null, agrees: null });
  });

  it('merges results declared at the opening and at the end', async () => {
    const agent = await service.anAgent();
    const { body: opened } = await certify(service, agent, { 'rate-limited': 'passed', 'reply-lost': 'passed' });
    const results = { 'reply-lost': 'failed', 'stale-book': 'passed' };
    const { body } = await certify(service, agent, { runId: opened.run.id, results });
    expect([body.ignored, body.notice]).toEqual([[], null]);
    const declared = Object.fromEntries(
      body.run.scenarios.map((each: Run['scenarios'][0]) => [each.id, each.declared]),
    );
    expect(declared).toMatchObject({
      'rate-limited': true,
      'reply-lost': false,
      'stale-book': true,
      'key-revoked': null,
    });
    expect((await report(agent, body.run)).body.run).toEqual(body.run);
  });

  it('reports results that arrive after the end', async () => {
    const agent = await service.anAgent();
    const { id: runId } = await openRun(service, agent);
    const { body: closed } = await certify(service, agent, { runId, results: { 'rate-limited': 'failed' } });
    const json = {
      runId,
      weather: 1,
      'reply-lost': 'failed',
      results: { 'rate-limited': 'failed', 'stale-book': true },
    };
    const late = await certify(service, agent, json);
    expect(late.status).toBe(200);
    expect(late.body.run).toEqual(closed.run);
    // Results that the run already has are compared too.
    expect(late.body.ignored).toEqual(['reply-lost', 'results.stale-book', 'weather']);
    expect(late.body.notice).toBe(
      `Run ${runId} was closed and judged at ${closed.run.finishedAt}. Results sent later are not used; they are listed in ignored.`,
    );
    const changed = await certify(service, agent, { runId, results: { 'rate-limited': 'passed' } });
    expect([changed.body.ignored, changed.body.run]).toEqual([['results.rate-limited'], closed.run]);
    const plain = await certify(service, agent, { runId });
    expect([plain.body.ignored, plain.body.notice]).toEqual([[], null]);
  });

  it('accepts the same result twice', async () => {
    const agent = await service.anAgent();
    const { id: runId } = await openRun(service, agent);
    const results = { 'stale-book': { verdict: 'failed', passed: false } };
    const { status, body } = await certify(service, agent, { runId, 'stale-book': 'failed', results });
    expect([status, body.ignored]).toEqual([200, []]);
    expect(scenarioOf(body.run, 'stale-book').declared).toBe(false);
  });
});

describe('results without a run', () => {
  const results = { 'rate-limited': 'failed', 'stale-book': 'passed' };

  it('close the only open run, once', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const { status, body } = await certify(service, agent, { results }, 'close');
    expect([status, body.run.id, body.run.status]).toEqual([200, run.id, 'finished']);
    expect(scenarioOf(body.run, 'rate-limited')).toMatchObject({ declared: false, agrees: true });
    const again = await certify(service, agent, { results }, 'close');
    expect([again.status, again.body.replayed, again.body.run]).toEqual([200, true, body.run]);
  });

  it('return 409 with the open runs if none is open, and open none', async () => {
    const agent = await service.anAgent();
    const refused = await certify(service, agent, { results }, 'early');
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, 'RUN_NOT_OPEN', 'runId']);
    expect(refused.body.openRuns).toEqual([]);
    expect(await service.store.read(reader => certificationStore.openOf(reader, agent.playerId))).toBeNull();
    const other = await openRun(service, await service.anAgent());
    expect((await certify(service, agent, { results })).body.openRuns).toEqual([]);
    expect((await service.store.read(reader => certificationStore.find(reader, other.id)))?.finished).toBeNull();
    const run = await openRun(service, agent);
    expect((await certify(service, agent, { results }, 'early')).body.run).toMatchObject({ id: run.id, passed: false });
  });
});

describe('the body', () => {
  it.each([
    [{ runid: 'x' }, 'runid', 'runId'],
    [{ run_id: 'x' }, 'run_id', 'runId'],
    [{ rnuId: 'x' }, 'rnuId', 'runId'],
    [{ run: 'x' }, 'run', 'runId'],
    [{ id: 'x' }, 'id', 'runId'],
    [{ theOneToClose: 'run_01kx3v7p9ye1f8m2q4s6t8v0wz' }, 'theOneToClose', 'runId'],
    [{ rnuId: 'x', results: { 'rate-limited': 'passed' } }, 'rnuId', 'runId'],
    [{ result: {} }, 'result', 'results'],
    [{ rateLimited: 'passed' }, 'rateLimited', 'rate-limited'],
    [{ results: { 'reply-losst': 'passed' } }, 'results.reply-losst', 'results.reply-lost'],
  ])('is rejected for a misspelt name: %j', async (json, field, meant) => {
    const agent = await service.anAgent();
    const refused = await certify(service, agent, json);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'INVALID_PAYLOAD', field]);
    expect(refused.body.error).toContain(`did you mean ${meant}?`);
    expect(await service.store.read(reader => certificationStore.openOf(reader, agent.playerId))).toBeNull();
  });

  it.each([
    [{ 'stale-book': 'maybe' }, 'stale-book', 'must be either "passed" or "failed"'],
    [{ runId: 'x', results: { 'stale-book': 'maybe' } }, 'results.stale-book', 'must be either "passed" or "failed"'],
    [{ runId: 'x', results: { 'stale-book': null } }, 'results.stale-book', 'must be either "passed" or "failed"'],
    [{ 'stale-book': { verdict: 'passed', passed: false } }, 'stale-book', 'must be either "passed" or "failed"'],
    [
      { runId: 'x', results: { 'stale-book': { passed: true, status: 'failed' } } },
      'results.stale-book',
      'must be either "passed" or "failed"',
    ],
    [
      { runId: 'x', 'stale-book': 'passed', results: { 'stale-book': 'failed' } },
      'results.stale-book',
      'contradicts stale-book outside results',
    ],
    [{ runId: 'x', results: {} }, 'results', 'at least one scenario'],
    [{ results: {} }, 'results', 'at least one scenario'],
    [{ runId: 'x', results: ['passed'] }, 'results', ''],
  ])('is rejected for an ambiguous result: %j', async (json, field, problem) => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const refused = await certify(service, agent, json);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'INVALID_PAYLOAD', field]);
    expect(refused.body.error).toContain(problem);
    expect((await report(agent, run)).body.run.status).toBe('open');
  });

  it('lists ignored members', async () => {
    const agent = await service.anAgent();
    const { status, body } = await certify(service, agent, { team: 'mine', 'rate-limited': 'failed' });
    expect([status, body.ignored]).toEqual([201, ['team']]);
    expect(scenarioOf(body.run, 'rate-limited').declared).toBe(false);
    const plain = await certify(service, agent);
    expect(plain.body.ignored).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`member ${index}`, index]));
    expect((await certify(service, agent, many)).body.ignored).toHaveLength(20);
    const odd = await certify(service, agent, { [`${'d'.repeat(63)}😀`]: 1 });
    expect([odd.status, odd.body.ignored]).toEqual([200, [`${'d'.repeat(63)}\ufffd`]]);
    const results = { 'rate-limited': 'failed', weather: 'passed' };
    const closed = await certify(service, agent, { runId: body.run.id, results });
    expect([closed.body.run.status, closed.body.ignored]).toEqual(['finished', ['results.weather']]);
  });
});
