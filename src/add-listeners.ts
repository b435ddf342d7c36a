import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';

const [major, minor] = process.versions.node.split('.').map(Number);
const takesOption = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);

/** Whether several handles can listen on one port. */
export const canReusePort = process.platform === 'linux' && takesOption;

/** The types of Node 20 do not have this option. */
export const sharedPort: ListenOptions = canReusePort ? ({ reusePort: true } as ListenOptions) : {};

const handleCount = 8;

export interface AddedListeners {
  close(): void;
}

/**
 * Node accepts one connection per listening handle and iteration of the event loop. A flood of new connections then
 * makes every new client wait, because an iteration takes milliseconds under load, so further handles listen on the
 * port of `server`, which must listen with `sharedPort`. Without the option there is one handle.
 */
export async function addListeners(server: HttpServer, host: string): Promise<AddedListeners> {
  const listeners: Server[] = [];
  const close = () => {
    for (const listener of listeners) listener.close();
  };
  const { port } = server.address() as AddressInfo;
  try {
    while (canReusePort && listeners.length < handleCount - 1) {
      // The settings of node:http's own server.
      const inject = createServer({ allowHalfOpen: true, noDelay: true }, socket => server.emit('connection', socket));
      inject.maxConnections = server.maxConnections;
      listeners.push(inject);
      await once(inject.listen({ ...sharedPort, host, port }), 'listening');
    }
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}
