import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { csvHead, csvLine, isBroken, normalizedRow } from '../support/builders/venue-rows.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-connector-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

async function presage(...args: string[]) {
  let out = '';
  let err = '';
  const token = operatorHeaders.authorization.replace('Bearer ', '');
  const environment = { PRESAGE_URL: service.url, PRESAGE_OPERATOR_TOKEN: token };
  const code = await runPresage(args, {
    environment,
    write: text => {
      out += text;
    },
    complain: text => {
      err += text;
    },
  });
  return { code, out, err };
}

const numbers = Array.from({ length: 700 }, (_value, n) => n).filter(n => !isBroken(n));

function aFile(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

it('configures a source, pushes a file in batches and shows rejected rows', async () => {
  expect(await presage('connector', 'set', 'house', '--format', 'push')).toMatchObject({ code: 0, err: '' });
  const csv = aFile('rows.csv', [csvHead, ...numbers.map(csvLine)]);
  const pushed = await presage('connector', 'push', 'house', csv);
  expect(pushed, pushed.err).toMatchObject({ code: 0 });
  expect(pushed.out).toContain(`inserted  ${numbers.length}`);
  expect((await presage('connector', 'push', 'house', csv)).out).toContain(`unchanged  ${numbers.length}`);
  const lines = aFile('rows.ndjson', [JSON.stringify(normalizedRow(1)), JSON.stringify(normalizedRow(13))]);
  const broken = await presage('connector', 'push', 'house', lines);
  expect(broken).toMatchObject({ code: 1 });
  expect(broken.out).toContain('row-13: outcomes must be a list of 1 to 100');
  expect((await presage('connector', 'rejected', 'house')).out).toContain('row-13');
  const listed = (await presage('connector', 'list')).out;
  expect(listed).toMatch(/house +push +on +3600 s/);
  expect(listed).toMatch(/manifold +manifold +off/);
});

it('runs a source and exits with 1 if it failed', async () => {
  const settings = JSON.stringify({ baseUrl: 'http://127.0.0.1:1/' });
  expect((await presage('connector', 'set', 'kalshi', '--off', '--settings', settings)).code).toBe(0);
  const failed = await presage('connector', 'run', 'kalshi');
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.out).toContain('ADDRESS_REFUSED');
  expect((await presage('connector', 'set', 'kalshi', '--settings', 'no')).err).toContain('must be a JSON object');
});

it('links markets and decides on links', async () => {
  const event = await service.anEvent();
  await service.call('GET', '/api/v1/aggregator/markets?source=presage');
  const { body } = await service.call('GET', '/api/v1/aggregator/markets?source=house&limit=1');
  const added = await presage('link', 'add', event.id, body.markets[0].id);
  expect(added, added.err).toMatchObject({ code: 0 });
  const [id] = added.out.match(/lnk_\w+/) as RegExpMatchArray;
  expect((await presage('link', 'list', '--status', 'confirmed')).out).toContain(id);
  expect((await presage('link', 'unconfirm', id)).out).toContain('suggested');
  expect((await presage('link', 'confirm', id)).out).toContain('confirmed');
  expect((await presage('link', 'reject', id)).out).toContain('rejected');
  expect((await presage('link', 'show', id)).out).toContain('rejected');
});
