import { type ChildProcess, spawn } from 'node:child_process';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/**
 * Node accepts one connection per listening handle and turn of its event loop. A flood of new connections then makes every new
 * client wait, because a turn takes milliseconds under load. Node can't duplicate a handle, but sending one to another
 * process and back does: each copy accepts one connection more per turn.
 *
 * States: sending → accepting → closed. See docs/adr/0039-several-listening-handles.md; PRESAGE_LISTENERS=1 turns it off.
 */
export interface AddedListeners {
  close(): void;
}

const maxWaitMs = 10_000;

/** What the other process runs. */
const returnHandles = "process.on('message', (message, handle) => process.send(message, handle))";

function receive(child: ChildProcess, server: HttpServer, count: number): Promise<Server[]> {
  return new Promise((done, failed) => {
    const received: Server[] = [];
    const timer = setTimeout(() => failed(new Error(`no handle within ${maxWaitMs} ms`)), maxWaitMs);
    child.once('error', failed);
    child.once('exit', code => failed(new Error(`the process that returns handles ended with ${code}`)));
    child.on('message', (_message, handle) => {
      received.push(handle as Server);
      if (received.length < count) return;
      clearTimeout(timer);
      done(received);
    });
    for (let index = 0; index < count; index += 1) child.send('duplicate', server);
  });
}

/** Lets `server` accept up to `count` connections per turn of the event loop. */
export async function addListeners(server: HttpServer, count: number): Promise<AddedListeners> {
  if (count <= 1) return { close: () => {} };
  // Detached, so that a signal to the group of this process doesn't end it first.
  const child = spawn(process.execPath, ['-e', returnHandles], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  child.unref();
  child.channel?.unref();
  try {
    const listeners = await receive(child, server, count - 1);
    for (const listener of listeners) {
      // As node:http sets them on its own server.
      Object.assign(listener, { allowHalfOpen: true, noDelay: true, maxConnections: server.maxConnections });
      listener.on('connection', socket => server.emit('connection', socket));
    }
    return {
      close() {
        for (const listener of listeners) listener.close();
      },
    };
  } finally {
    child.removeAllListeners('exit');
    child.kill();
  }
}
