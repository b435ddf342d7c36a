import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import * as certificationStore from '../../src/certification/store.js';
import { runBounds } from '../../src/players/rules/certification-mark.js';
import * as profileStore from '../../src/players/store/profiles.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { openRun, sdkIn } from '../support/builders/certification-run.js';
import { runClock } from '../support/running-clock.js';
import { startTestService, type TestAgent, type TestService } from '../support/test-service.js';

let service: TestService;
let stopClock: () => void;
beforeAll(async () => {
  service = await startTestService();
  stopClock = runClock(service);
});
afterAll(async () => {
  stopClock();
  await assertBooksBalance(service.store);
  await service.stop();
});

/** A running command, with its output so far. */
function start(agent: TestAgent, ...args: string[]) {
  let out = '';
  let err = '';
  const environment = {
    PRESAGE_URL: service.url,
    PRESAGE_AGENT_KEY: agent.key,
    PRESAGE_CONFIG: '/nowhere/settings.json',
  };
  const write = (text: string) => {
    out += text;
  };
  const complain = (text: string) => {
    err += text;
  };
  const ended = runPresage(args, { environment, write, complain }).then(code => ({ code, out, err }));
  return { ended, said: () => err };
}

const presage = (agent: TestAgent, ...args: string[]) => start(agent, ...args).ended;

// Certification mostly waits, so its runs overlap. A whole run is tried twice: if the machine stands still for two seconds
// within a task, the client may rightly fail it.
describe.concurrent('presage certify', () => {
  it('passes with the SDK and shows the report', { timeout: 90_000, retry: 1 }, async () => {
    const agent = await service.anAgent();
    const { code, out, err } = await presage(agent, 'certify');
    expect(out).toContain('11 of 11 passed');
    expect(out).toMatch(/✓ server-errors: .*\n.*500 5 time\(s\), pauses: /);
    expect(out).toMatch(
      /Passed\. This certifies the SDK, @presage\/client \d\S+, for contract 2026-03-17, not the agent/,
    );
    const mark = await service.store.read(reader => profileStore.certificationOf(reader, agent.playerId));
    expect(mark?.client).toMatchObject({ subject: 'sdk', name: '@presage/client' });
    expect(err).toContain('key-revoked … done');
    expect(code).toBe(0);
  });

  it('follows the run of another client, closes it and exits with 1 if it failed', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const watching = presage(agent, 'certify', '--watch', run.id, '--every', '2');
    await sdkIn(service, agent, run).step('invalid-order');
    const finished = await presage(agent, 'certify', '--finish', run.id, '--json');
    expect(finished.code).toBe(1);
    const report = JSON.parse(finished.out);
    expect(report).toMatchObject({ run: { id: run.id, passed: false }, certification: null });
    const { code, out } = await watching;
    expect(code).toBe(1);
    expect(out).toContain('1 of 11 passed');
    expect(out).toContain('· reply-lost: Response lost after the commit – not-tried');
    expect(out).toContain('Not passed.');
  });

  it('opens a run for another client and lists its tasks', async () => {
    const agent = await service.anAgent();
    const named = ['--client', 'my-bot', '--client-version', '1.2.0'];
    const watching = presage(agent, 'certify', '--watch', '--every', '2', ...named);
    const open = () => service.store.read(reader => certificationStore.openOf(reader, agent.playerId));
    await expect.poll(open, { timeout: 20_000 }).not.toBeNull();
    const runId = (await open())?.runId as string;
    const finished = await presage(agent, 'certify', '--finish', runId, '--json');
    const client = { subject: 'agent', name: 'my-bot', version: '1.2.0' };
    expect(JSON.parse(finished.out).run.client).toEqual(client);
    const { err } = await watching;
    expect(err).toContain(`http://presage.test/api/v1/sandbox/runs/${runId}`);
    expect(err).toContain('Buy 1 credit of outcome 0');
    expect(err).toContain(`Then: presage certify --finish ${runId}`);
  });
});

describe.concurrent('presage certify, with an open run', () => {
  it('reports it, leaves it unchanged and lists the options', async () => {
    const agent = await service.anAgent();
    const other = await openRun(service, agent);
    const isOpen = async () =>
      (await service.store.read(reader => certificationStore.openOf(reader, agent.playerId)))?.runId;
    for (const args of [[], ['--json']]) {
      const { code, out, err } = await presage(agent, 'certify', ...args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(new RegExp(`${other.id} of this agent, open since 20\\d\\d-.*Z with 0 requests recorded`));
      expect(err).toContain('presage certify --replace closes it');
      expect(await isOpen()).toBe(other.id);
    }
    const both = await presage(agent, 'certify', '--watch', other.id, '--replace');
    expect([both.code, both.err]).toEqual([2, expect.stringContaining(`--watch ${other.id} names one`)]);
    const mixed = await presage(agent, 'certify', '--finish', other.id, '--replace');
    expect([mixed.code, mixed.err]).toEqual([2, expect.stringContaining("cannot be used with option '--replace'")]);
    expect(await isOpen()).toBe(other.id);
  });

  it('closes it with --replace, reports it and starts a new one', { timeout: 90_000, retry: 1 }, async () => {
    const agent = await service.anAgent();
    const left = await openRun(service, agent);
    await sdkIn(service, agent, left).step('key-revoked');
    const { code, out, err } = await presage(agent, 'certify', '--replace', '--json');
    const { run } = JSON.parse(out);
    expect([code, run.passed]).toEqual([0, true]);
    expect(run.id).not.toBe(left.id);
    expect(err).toMatch(new RegExp(`presage: closed run ${left.id} .*, open since .* with \\d+ requests recorded`));
  });

  it('follows it with --watch and reports it', async () => {
    const agent = await service.anAgent();
    const other = await openRun(service, agent);
    const watching = start(agent, 'certify', '--watch', '--every', '2');
    const taken = `run ${other.id} of this agent, open since `;
    await expect.poll(watching.said, { timeout: 20_000 }).toContain(taken);
    expect(watching.said()).toContain('; --replace opens another');
    await presage(agent, 'certify', '--finish', other.id);
    expect((await watching.ended).out).toContain(`Run ${other.id}: finished`);
  });
});

describe.concurrent('presage certify, rejected', () => {
  it('explains how to get a run if there is none, and when to retry if there were too many', async () => {
    const agent = await service.anAgent();
    for (const option of ['--watch', '--finish']) {
      const { code, err } = await presage(agent, 'certify', option, 'nothing');
      expect([code, err]).toEqual([3, expect.stringContaining('presage certify --watch opens one')]);
      expect(err).not.toContain('/api/');
    }
    for (let number = 0; number < runBounds.perDay; number += 1) {
      const { id } = await openRun(service, agent);
      expect((await presage(agent, 'certify', '--finish', id)).code).toBe(1);
    }
    const { code, out, err } = await presage(agent, 'certify');
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/\(RATE_LIMITED\)\nRetry in 86[34]\d\d seconds \(24 hours\)\.\nrequest req_/);
  });

  it('explains what is wrong with a key', async () => {
    const agent = await service.anAgent();
    const { code, err } = await presage({ ...agent, key: 'presage_agent_nobody' }, 'certify');
    expect([code, err]).toEqual([3, expect.stringContaining('UNAUTHORIZED')]);
  });
});
