import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillDataFolder } from '../support/disk/prepared-folder.js';
import { Launched } from '../support/launch-service.js';
import { RawConnection } from '../support/raw-connection.js';
import { waitUntil } from '../support/wait-until.js';

/** Loaded into the service process: converts signals to uncaught errors. */
const faults = `
process.on('SIGUSR2', () => { throw new Error('injected exception'); });
process.on('SIGHUP', () => { Promise.reject(new Error('injected rejection')); });
`;

let folder: string;
let service: Launched;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'presage-last-resort-'));
  chmodSync(folder, 0o755);
  const faultsPath = join(folder, 'faults.cjs');
  writeFileSync(faultsPath, faults);
  await fillDataFolder(join(folder, 'data'));
  service = new Launched({ PRESAGE_DATA_DIR: join(folder, 'data') }, [], ['--require', faultsPath]);
});
afterEach(async () => {
  await service.ended('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const body = JSON.stringify({ email: 'nobody@example.org', password: 'not the password' });
const head = `POST /api/people/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`;

describe('an uncaught error', () => {
  it.each([
    ['SIGUSR2', 'uncaughtException', 'injected exception'],
    ['SIGHUP', 'unhandledRejection', 'injected rejection'],
  ] as const)(
    'is logged, lets requests in flight end and exits with 1 (%s: %s)',
    { timeout: 150_000 },
    async (signal, kind, message) => {
      const url = await service.url();
      const running = await RawConnection.open(url);
      running.send(head, body.slice(0, 10));
      await running.until('the service has read the head', received => received.includes('100 Continue'));
      service.child.kill(signal);
      await waitUntil('the log line', () => service.output.includes('stopping after an uncaught error'));
      running.send(body.slice(10));
      expect(await running.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 401 [\s\S]*"code":"UNAUTHORIZED"/);
      expect(await service.ended()).toBe(1);
      const line = service.output.split('\n').find(text => text.includes('stopping after an uncaught error')) as string;
      expect(JSON.parse(line)).toMatchObject({ level: 60, kind, err: { message } });
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
  );
});
