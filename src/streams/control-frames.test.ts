import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { RawConnection } from '../../test/support/raw-connection.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { controlFramesPerMinute } from '../http/limits.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const upgrade =
  'GET /api/v1/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
/** A masked frame with a zero mask, as from a client. */
const frame = (opcode: number, payload = '') =>
  `${String.fromCharCode(0x80 | opcode, 0x80 | payload.length)}\0\0\0\0${payload}`;
const ping = (payload = '') => frame(9, payload);
const pong = () => frame(10);
/** A close frame of the service with its code, and the bytes after it. */
const closeFrame = (code: number, reason: string) =>
  `\x88${String.fromCharCode(reason.length + 2, code >> 8, code & 0xff)}${reason}`;

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(service.url);
  connection.send(upgrade);
  await connection.until('the switch', text => text.includes('\r\n\r\n'));
  connection.received = '';
  return connection;
}

describe('control frames of a WebSocket', () => {
  it('are answered within their rate', async () => {
    const connection = await open();
    connection.send(ping('one'));
    await connection.until('a pong', text => text === '\x8a\x03one');
    connection.cut();
  });

  it.each([
    ['pings', ping],
    ['pongs', pong],
  ])('above the rate close the connection: %s', async (_name, send) => {
    const connection = await open();
    connection.send(...Array.from({ length: controlFramesPerMinute + 1 }, () => send()));
    await connection.until('the close frame', text => text.endsWith(closeFrame(1008, 'rate limit')));
    connection.cut();
  });

  it('are no longer read once the connection is being closed', async () => {
    const connection = await open();
    connection.send(ping().repeat(controlFramesPerMinute + 1));
    await connection.until('the close frame', text => text.endsWith(closeFrame(1008, 'rate limit')));
    connection.send(ping('x'.repeat(125)).repeat(200_000));
    let unsent = 0;
    await waitUntil('the disconnect', () => {
      unsent = connection.closed ? unsent : connection.socket.writableLength;
      return connection.closed;
    });
    expect(unsent).toBeGreaterThan(0);
  });

  it('fill no buffer of a client that never reads: it is disconnected', async () => {
    const connection = await open();
    connection.socket.pause();
    await waitUntil('the disconnect', () => {
      connection.send(ping('x'.repeat(125)).repeat(1_000));
      return connection.closed;
    });
  });
});
