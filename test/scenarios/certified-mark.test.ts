import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { contractVersion } from '../../src/http/schema.js';
import * as agentStore from '../../src/people/store/agents.js';
import type { CertifiedClient } from '../../src/players/rules/certification-mark.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import { waitForScores } from '../support/wait-for-scores.js';

let service: OperatorService;
let folder: string;
/** An agent with a scored forecast, whose owner has another one. */
let agentId: string;
let key: string;

async function presage(...args: string[]): Promise<string> {
  let out = '';
  let err = '';
  const environment = {
    PRESAGE_URL: service.url,
    PRESAGE_CONFIG: join(folder, 'settings.json'),
    PRESAGE_PASSWORD: 'correct horse battery',
  };
  const write = (text: string) => {
    out += text;
  };
  const complain = (text: string) => {
    err += text;
  };
  expect(`${await runPresage(args, { environment, write, complain })} ${err}`).toBe('0 ');
  return out;
}

const ownClient = { subject: 'agent', name: 'my-bot', version: '1.2.0' } as const;
const mark = (version: string, client: CertifiedClient = ownClient) =>
  service.store.transact(tx =>
    agentStore.certify(tx, agentId, { at: service.clock.now(), contractVersion: version, client }),
  );

beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-mark-'));
  await presage('login', '--email', 'ada@example.org', '--sign-up', 'Ada');
  await presage('agent', 'new', 'Plain');
  const made = JSON.parse(await presage('agent', 'new', 'Marked', '--json'));
  [agentId, key] = [made.agent.id, made.secret];
  const { slug } = await service.anEvent();
  await presage('forecast', slug, '0', '70');
  service.clock.forward(3_600_000);
  const answer = { winningOutcomeIndex: 0, source: 'test', note: '' };
  expect((await service.operate('POST', `/events/${slug}/resolve`, answer)).status).toBe(200);
  await waitForScores(service);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

/** The line of a table or list that begins with a word. */
function lineOf(text: string, word: string): string {
  return text.split('\n').find(line => new RegExp(`(^|\\s)${word}\\s`).test(line)) ?? '';
}

describe('the certified mark', () => {
  it('is in the tables of the command while it is valid', async () => {
    expect(lineOf(await presage('account'), 'certified')).toMatch(/–$/);
    expect(lineOf(await presage('agent', 'list'), 'marked')).toMatch(/–$/);
    expect(lineOf(await presage('leaderboard'), 'marked')).not.toContain('✓');
    await mark(contractVersion);
    // Pages of leaderboards are cached for five seconds.
    service.clock.forward(6_000);
    expect(lineOf(await presage('account'), 'certified')).toMatch(/✓$/);
    const agents = await presage('agent', 'list');
    expect(lineOf(agents, 'marked')).toMatch(/until 20\d\d-\d\d-\d\d$/);
    expect(lineOf(agents, 'plain')).toMatch(/–$/);
    const board = await presage('leaderboard');
    expect(board.split('\n')[0]).toContain('certified');
    expect(lineOf(board, 'marked')).toContain('✓');
    expect(lineOf(board, 'always-50')).not.toContain('✓');
  });

  it('is in the responses about the agent and about its owner, and in no other', async () => {
    await mark(contractVersion);
    await service.pool`update people set show_owner = true`;
    const { body } = await service.call('GET', '/api/players/ada');
    const { certified, agents } = body.player;
    expect(certified).toBe(false);
    expect(agents).toMatchObject([
      { handle: 'plain', certified: false },
      { handle: 'marked', certified: true },
    ]);
    const own = { subject: 'agent', client: 'my-bot', version: '1.2.0' };
    const player = async () => (await service.call('GET', '/api/players/marked')).body.player;
    expect(await player()).toMatchObject({ certified: true, certification: own });
    await mark(contractVersion, { subject: 'sdk', name: '@presage/client', version: '0.1.0' });
    const sdk = { subject: 'sdk', client: '@presage/client', version: '0.1.0' };
    expect(await player()).toMatchObject({ certified: false, certification: sdk });
    await mark('2020-01-01');
    const { agents: listed } = JSON.parse(await presage('agent', 'list', '--json'));
    expect(listed[1]).toMatchObject({ certified: false, certification: { contractVersion: '2020-01-01' } });
    expect(JSON.parse(await presage('account', '--json')).player.certified).toBe(false);
  });

  it('is in the results of tools', async () => {
    await mark(contractVersion);
    service.clock.forward(6_000);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
    try {
      const player = { handle: 'marked', certified: true };
      const told = async (name: string, args = {}) =>
        (await client.callTool({ name, arguments: args })).structuredContent;
      expect(await told('play_account')).toMatchObject({ player });
      expect(await told('get_player', { handle: 'marked' })).toMatchObject({ player });
      expect(await told('get_leaderboard', { board: 'brier', view: 'full' })).toMatchObject({ rows: [{ player }] });
    } finally {
      await client.close();
    }
  });
});
