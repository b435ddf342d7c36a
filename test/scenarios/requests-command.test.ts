import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-requests-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopBalanced(service);
});

async function presage(...args: string[]) {
  const output = { out: '', err: '' };
  const code = await runPresage(args, {
    environment: {
      PRESAGE_URL: service.url,
      PRESAGE_CONFIG: join(folder, 'settings.json'),
      PRESAGE_PASSWORD: 'correct horse battery',
      ...(args[1] === 'launch' || args[1] === 'decline' || args[1] === 'merge'
        ? { PRESAGE_OPERATOR_TOKEN: 'operator-token-of-the-tests' }
        : {}),
    },
    write: text => {
      output.out += text;
    },
    complain: text => {
      output.err += text;
    },
  });
  return { code, ...output };
}

const draft = (day: number) => [
  `Will it rain at Heathrow on ${day} April 2026?`,
  ...['--category', 'weather', '--ends-at', `2026-04-0${day}T00:00:00Z`, '--outcomes', 'Yes, No', '--yes', '45%'],
  ...['--source-name', 'Met Office', '--source-url', 'https://www.metoffice.gov.uk', '--demand', 'A club asks.'],
  ...['--rule', 'Yes if at least 0.2 mm are reported for that day.', '--first-order'],
];

async function file(day: number): Promise<string> {
  const filed = await presage('requests', 'file', ...draft(day), '--json');
  expect(filed.code, filed.err).toBe(0);
  return JSON.parse(filed.out).request.id;
}

it('checks, files, votes, decides and notifies', async () => {
  const checked = await presage('requests', 'check', ...draft(1));
  expect(checked).toMatchObject({ code: 0, err: '' });
  expect(checked.out).toContain('Readiness 100 of 100: ready.');
  const bare = await presage('requests', 'check', 'Rain soon?');
  expect(bare.out).toMatch(/not ready[\s\S]*blocks/);

  const anonymous = await presage('requests', 'file', ...draft(1));
  expect(anonymous).toMatchObject({ code: 1, out: '' });
  expect(anonymous.err).toContain('presage login');
  const { email } = await service.aPerson();
  expect((await presage('login', '--email', email)).code).toBe(0);
  const ids = [await file(1), await file(2), await file(3)];
  expect((await presage('requests', 'vote', ids[0])).out).toContain('has 1 votes, including yours');
  expect((await presage('requests', 'unvote', ids[0])).out).toContain('has 0 votes, not including yours');
  await presage('requests', 'vote', ids[1]);
  const listed = await presage('requests', 'list', '-q', 'rain heathrow', '--sort', 'votes');
  expect(listed.out.split('\n')[1]).toMatch(new RegExp(`^${ids[1]} +open +1`));

  const launched = await presage('requests', 'launch', ids[0], '--slug', 'rain-by-command', '--liquidity', '300');
  expect(launched.code, launched.err).toBe(0);
  expect(launched.out).toContain('rain-by-command');
  expect((await presage('requests', 'merge', ids[1], '--into', ids[0], '--reason', 'Much alike.')).code).toBe(0);
  expect((await presage('requests', 'decline', ids[2], '--reason', 'Too late.')).out).toContain('Too late.');
  expect((await presage('requests', 'show', ids[1])).out).toMatch(/status +duplicate/);
  const late = await presage('requests', 'vote', ids[2]);
  expect(late).toMatchObject({ code: 3, out: '' });
  expect(late.err).toContain('REQUEST_NOT_OPEN');

  const notified = await presage('notifications', '--mark-read');
  expect(notified.out).toMatch(/was declined: Too late\.[\s\S]*merged into it[\s\S]*is now a market/);
  expect((await presage('notifications', '--unread')).out).toBe('No notifications.\n');
});

it('explains how to find a request that does not exist', async () => {
  const { code, err } = await presage('requests', 'show', 'mrq_nothing');
  expect(code).toBe(3);
  expect(err).toContain('presage requests list --status all');
});
