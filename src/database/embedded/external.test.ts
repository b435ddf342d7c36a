import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../free-port.js';
import type { Sql } from '../pool.js';
import { DatabaseStartError } from './database-start-error.js';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.js';
import { checkExternal, checkServerVersion } from './external.js';

let folder: string;
let port: number;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presage-db-'));
  await chmod(folder, 0o755);
  port = await freePort();
  const settings = { fsync: 'off', shared_buffers: '16MB', listen_addresses: '127.0.0.1', port: String(port) };
  database = await startEmbeddedDatabase({ dataDir: folder, settings });
});

afterAll(async () => {
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

function address(more: { user?: string; password?: string; port?: number; database?: string } = {}): string {
  const { user, password, database: name } = { ...database.connection, ...more };
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${more.port ?? port}/${name}`;
}

async function complaint(url: string, longestMs?: number): Promise<string> {
  const error = await checkExternal(url, longestMs).then(
    () => expect.fail('it was accepted'),
    failure => failure,
  );
  expect(error).toBeInstanceOf(DatabaseStartError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

it('accepts a usable server', async () => {
  await checkExternal(address());
});

it('accepts a server behind a socket, and names the socket in problems', async () => {
  await checkExternal(database.url);
  expect(await complaint(database.url.replace(/:[^:@]+@/, ':wrong@'))).toBe(
    `DATABASE_URL: the server at ${database.connection.host} rejects the password of user presage`,
  );
});

it('reports the problem without the password', async () => {
  const secret = 'hush/hush?@#1';
  const wrong = [
    [
      address({ password: secret }),
      `DATABASE_URL: the server at 127.0.0.1:${port} rejects the password of user presage`,
    ],
    [
      address({ database: 'none' }),
      `DATABASE_URL: the server at 127.0.0.1:${port} has no database "none": create it first`,
    ],
    [address({ port: await freePort(), password: secret }), /no PostgreSQL can be reached at .*ECONNREFUSED/],
    [`postgresql://u:${secret}@nowhere.invalid/x`, /must be an address like postgresql/],
    ['postgresql://u:12/34@host/x', /must be an address like postgresql/],
    ['postgresql://u:p%ZZ@host/x', /must be an address like postgresql/],
    ['mysql://u:hush@host/x', /must be an address like postgresql/],
    [
      `postgresql://u:${encodeURIComponent(secret)}@nowhere.invalid/x`,
      /no PostgreSQL can be reached at nowhere.invalid:5432/,
    ],
  ] as const;
  for (const [url, expected] of wrong) {
    const message = await complaint(url);
    expect(message).toMatch(expected);
    expect(message).not.toMatch(/hush|%ZZ|12\/34/);
    expect(message).not.toContain(database.connection.password);
  }
});

it('gives up on a server with another protocol', async () => {
  const server = createServer(socket =>
    socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).on('error', () => {}),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    expect(await complaint(address({ port: (server.address() as AddressInfo).port }), 500)).toContain(
      'no PostgreSQL can be reached',
    );
  } finally {
    server.close();
  }
});

it('rejects a server that is too old', async () => {
  const old = (async () => [{ number: '140011', text: '14.11' }]) as unknown as Sql;
  await expect(checkServerVersion(old)).rejects.toThrow('PostgreSQL 15 or newer is required; the server is 14.11');
});
