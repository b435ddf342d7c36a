import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { fillDataFolder } from '../support/disk/prepared-folder.js';
import { Launched } from '../support/launch-service.js';
import { auditBalances, enterAgent, openEvent, operatorToken, send } from '../support/launched-arena.js';

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'presage-backup-command-'));
  chmodSync(scratch, 0o755);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const presage = async (dataDir: string, ...args: string[]) => {
  const env = { PATH: process.env.PATH, HOME: scratch, PRESAGE_DATA_DIR: dataDir };
  const run = promisify(execFile)(process.execPath, [join(packageRoot, 'tools', 'presage.cjs'), ...args], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    error => ({ code: error.code as number, output: String(error.stderr) }),
  );
};

/** The counts and sums of the audit, without its time and duration. */
function digestOf(audit: object): object {
  const { checkedAt: _checkedAt, milliseconds: _milliseconds, ...rest } = audit as Record<string, unknown>;
  return rest;
}

it('moves a running arena into another data folder, with the same audit', { timeout: 240_000 }, async () => {
  const [from, to, folder] = ['from', 'to', 'backup'].map(name => join(scratch, name));
  expect(await presage(from, 'backup', folder)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/holds no database\nSet PRESAGE_DATA_DIR/),
  });
  expect(existsSync(from)).toBe(false);
  await fillDataFolder(from);
  const settings = { PRESAGE_OPERATOR_TOKEN: operatorToken };
  const arena = new Launched({ ...settings, PRESAGE_DATA_DIR: from });
  const url = await arena.url();
  const headers = await enterAgent(url, 'mover');
  const eventSlug = await openEvent(url, 'Does the arena move?');
  const order = {
    eventSlug,
    outcomeIndex: 0,
    side: 'buy',
    amountCredits: 25,
    limitPriceBps: 9_900,
    clientOrderId: 'one',
  };
  expect((await send(url, '/api/play/v1/orders', order, headers)).status).toBe(201);
  const before = await auditBalances(url);
  expect(await presage(from, 'backup', folder)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^backup of .* tables, \d+ rows/),
  });
  expect(await presage(from, 'backup', folder)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not empty: name a new folder/),
  });
  expect(await presage(from, 'backup', folder, '--verify')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/is whole: /),
  });
  const { code, output } = await presage(from, 'backup', folder, '--json');
  expect([code, JSON.parse(output)]).toEqual([1, expect.objectContaining({ exitCode: 1, code: 'FAILED' })]);
  const verified = await presage(from, 'backup', folder, '--verify', '--json');
  expect(JSON.parse(verified.output)).toMatchObject({ folder, rows: expect.any(Number) });
  expect(await presage(from, 'restore', folder)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/in use by another Presage|not empty/),
  });
  await arena.ended('SIGTERM');
  expect(await presage(to, 'restore', join(scratch, 'nothing'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not a backup: it does not exist\nName a folder that presage backup has written/),
  });
  expect(existsSync(to)).toBe(false);
  expect(await presage(to, 'restore', folder)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^restored the backup of/),
  });
  const moved = new Launched({ ...settings, PRESAGE_DATA_DIR: to });
  const movedUrl = await moved.url();
  expect(digestOf(await auditBalances(movedUrl))).toEqual(digestOf(before));
  expect((await send(movedUrl, '/api/play/v1/orders', { ...order, clientOrderId: 'two' }, headers)).status).toBe(201);
  expect(await auditBalances(movedUrl)).toMatchObject({ balanced: true });
  await moved.ended('SIGTERM');
});
