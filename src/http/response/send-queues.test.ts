import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { platform } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.js';
import { createSendQueues } from './send-queues.js';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Both ends of a connection. The listener may speak both versions of the protocol. */
async function aConnection(listen: string, address: string): Promise<{ ours: Socket; theirs: Socket }> {
  const server = createServer().listen(0, listen);
  await once(server, 'listening');
  const theirs = connect((server.address() as AddressInfo).port, address);
  const [ours] = (await once(server, 'connection')) as [Socket];
  server.close();
  open.push(ours, theirs);
  return { ours, theirs };
}

describe.skipIf(platform() !== 'linux')('unacknowledged bytes', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::', '::1'],
  ])('are known for a client of %s at %s that does not read, and empty when it does', async (listen, address) => {
    const { ours, theirs } = await aConnection(listen, address);
    const queues = createSendQueues();
    theirs.pause();
    ours.write(Buffer.alloc(32 * 1024 * 1024));
    await queues.refresh();
    expect(queues.of(ours)).toBeGreaterThan(0);
    expect(queues.of(ours)).toBeLessThan(32 * 1024 * 1024);
    theirs.resume();
    await waitUntil('an empty queue', async () => {
      await queues.refresh();
      return ours.writableLength === 0 && queues.of(ours) === 0;
    });
  });
});
