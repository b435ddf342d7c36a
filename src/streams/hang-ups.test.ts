import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { RawConnection } from '../../test/support/raw-connection.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { streamsPerPlayer } from '../http/limits.js';

let service: OperatorService;
let agent: TestAgent;
beforeAll(async () => {
  service = await startOperatorService({ streamsPerAddress: streamsPerPlayer });
});
afterAll(() => stopBalanced(service));
beforeEach(async () => {
  agent = await service.anAgent();
});

const stream = () =>
  `GET /api/play/v1/stream HTTP/1.1\r\nHost: a\r\nAuthorization: ${agent.headers.authorization}\r\n\r\n`;
const upgrade = () =>
  `GET /api/v1/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: ${agent.headers.authorization}\r\n\r\n`;

/** The service has read the earlier bytes, because it responds on another connection. */
async function roundTrip(): Promise<void> {
  expect((await service.call('GET', '/healthz')).status).toBe(200);
}

const connectMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => RawConnection.open(service.url)));

/** Sends requests while credential look-ups are blocked, and disconnects before they finish. */
async function hangUpWhileOpening(request: string): Promise<void> {
  const connections = await connectMany(streamsPerPlayer);
  await service.pool.begin(async sql => {
    await sql`lock table credential_changes in access exclusive mode`;
    for (const connection of connections) connection.send(request);
    await roundTrip();
    for (const connection of connections) connection.cut();
    await roundTrip();
    await roundTrip();
  });
}

/** Opens the maximum number of connections of a player and an address, closes them and returns whether all opened. */
async function canOpenAll(request: string, status: number): Promise<boolean> {
  const connections = await connectMany(streamsPerPlayer);
  for (const connection of connections) connection.send(request);
  for (const connection of connections) {
    await connection.until('a response', () => connection.statuses.length > 0);
  }
  for (const connection of connections) connection.cut();
  return connections.every(({ statuses }) => statuses[0] === status);
}

/** The service notices a disconnect late under load, so it gets several attempts; a lost slot fails them all. */
async function openAll(request: string, status: number): Promise<void> {
  const isFree = async () => (await service.services.service.metrics()).includes('presage_streams_open 0\n');
  await waitUntil(`${streamsPerPlayer} open connections`, async () => {
    await waitUntil('no open stream', isFree);
    return canOpenAll(request, status);
  });
}

describe('the slot of a client that disconnects', () => {
  it('is released while its stream opens', async () => {
    await hangUpWhileOpening(stream());
    await openAll(stream(), 200);
  });

  it('is released while its WebSocket opens', async () => {
    await hangUpWhileOpening(upgrade());
    await openAll(upgrade(), 101);
  });

  it('is released for a stream that was queued behind another one', async () => {
    const connections = await connectMany(streamsPerPlayer / 2);
    for (const connection of connections) {
      connection.send(stream(), stream());
      await connection.until('the first stream', text => text.includes('event: heartbeat'));
    }
    await waitUntil('all streams', async () =>
      (await service.services.service.metrics()).includes(`presage_streams_open ${streamsPerPlayer}\n`),
    );
    for (const connection of connections) connection.cut();
    await openAll(stream(), 200);
  });
});
