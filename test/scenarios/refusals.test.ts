import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { freePort } from '../../src/free-port.js';
import { budgets } from '../../src/http/limits.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

const addressReadsPerMinute = 40;

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService({ addressReadsPerMinute });
});
afterAll(() => stopBalanced(service));

/** A service that responds once with a Retry-After. */
async function startBusyService() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    const [status, body] = requests === 1 ? [429, { code: 'RATE_LIMITED', error: 'too many' }] : [200, { events: [] }];
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' }).end(JSON.stringify(body));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close().closeAllConnections() };
}

async function refused(args: readonly string[]): Promise<string> {
  let err = '';
  const environment = {
    PRESAGE_URL: service.url,
    PRESAGE_CONFIG: '/nowhere/settings.json',
    PRESAGE_PASSWORD: 'incorrect horse',
    PRESAGE_OPERATOR_TOKEN: 'not the token of this service',
  };
  const complain = (text: string) => {
    err += text;
  };
  expect(await runPresage(args, { environment, write: () => {}, complain })).toBe(3);
  return err;
}

describe('a command that retries', () => {
  it('reports it, and then completes', async () => {
    const busy = await startBusyService();
    let [out, err] = ['', ''];
    const code = await runPresage(['markets', '--json'], {
      environment: { PRESAGE_URL: busy.url, PRESAGE_CONFIG: '/nowhere/settings.json' },
      write: text => {
        out += text;
      },
      complain: text => {
        err += text;
      },
    });
    busy.close();
    expect([code, JSON.parse(out)]).toEqual([0, { events: [] }]);
    expect(JSON.parse(err)).toEqual({ notice: 'too many', retryInSeconds: 3 });
  });
});

describe('a command without a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'presage-alone-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reports it for writes, too: nothing can have happened', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const config = join(folder, 'settings.json');
    writeFileSync(config, JSON.stringify({ [url]: { session: 'presage_session=ended', agentKey: 'a key' } }));
    const environment = { PRESAGE_URL: url, PRESAGE_CONFIG: config, PRESAGE_PASSWORD: 'correct horse battery' };
    for (const args of [['login', '--email', 'ada@example.org', '--sign-up', 'Ada'], ['logout']]) {
      let err = '';
      const complain = (text: string) => {
        err += text;
      };
      expect(await runPresage(args, { environment, write: () => {}, complain })).toBe(4);
      expect(err).toContain(`${url} does not respond: connection refused\nStart the service there`);
    }
    // Signing out works on this machine, regardless of the response.
    expect(readFileSync(config, 'utf8')).not.toMatch(/session|key/);
  });
});

describe('settings that are not JSON', () => {
  const folder = mkdtempSync(join(tmpdir(), 'presage-broken-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are reported and not changed, because they may contain keys', async () => {
    const config = join(folder, 'settings.json');
    writeFileSync(config, '{"http://elsewhere": {"agentKey": "a key"},}');
    let err = '';
    const complain = (text: string) => {
      err += text;
    };
    const environment = { PRESAGE_URL: service.url, PRESAGE_CONFIG: config, PRESAGE_PASSWORD: 'correct horse battery' };
    const login = ['login', '--email', 'eve@example.org', '--sign-up', 'Eve'];
    expect(await runPresage(login, { environment, write: () => {}, complain })).toBe(1);
    expect(err).toContain(`the settings in ${config} can't be read`);
    expect(readFileSync(config, 'utf8')).toContain('a key');
  });
});

describe('a rejected command', () => {
  it('explains how to sign in and, after too many attempts, when to retry', async () => {
    const { quota, windowSeconds } = budgets.wrongPasswords;
    const login = ['login', '--email', 'ada@example.org'];
    for (let attempt = 0; attempt < quota; attempt += 1) {
      expect(await refused(login)).toContain('(UNAUTHORIZED)\nCheck both; presage login --sign-up <name> creates');
    }
    expect(await refused(login)).toMatch(
      new RegExp(`\\(RATE_LIMITED\\)\nRetry in ${windowSeconds} seconds \\(15 minutes\\)\\.\nrequest req_`),
    );
  });

  it('gives the same advice to operators', async () => {
    expect(await refused(['audit'])).toContain('Set PRESAGE_OPERATOR_TOKEN to the token');
    let said = '';
    for (let attempt = 0; attempt < addressReadsPerMinute && !said.includes('RATE_LIMITED'); attempt += 1) {
      said = await refused(['audit']);
    }
    expect(said).toMatch(/\(RATE_LIMITED\)\nRetry in \d+ seconds\.\nrequest req_/);
  });
});
