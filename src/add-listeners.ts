import { type ChildProcess, type SendHandle, spawn } from 'node:child_process';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/**
 * Node accepts one connection per listening handle and iteration of its event loop. A flood of new connections then
 * makes every new client wait, because an iteration takes milliseconds under load. Node can't duplicate a handle, but
 * sending one to another process and back does: each copy accepts one more connection per iteration.
 *
 * States: sending → accepting → closed. PRESAGE_LISTENERS=1 disables it.
 */
export interface AddedListeners {
  close(): void;
}

const maxWaitMs = 10_000;

/** The code of the other process. */
const returnHandles = "process.on('message', (message, handle) => process.send(message, handle))";

/**
 * The handle of a server, which Node sends unchanged. A server would start to listen in the other process, and
 * connections that it accepted would be lost.
 */
function handleOf(server: HttpServer): SendHandle {
  return (server as unknown as { readonly _handle: SendHandle })._handle;
}

function receive(child: ChildProcess, server: HttpServer, count: number): Promise<SendHandle[]> {
  return new Promise((done, failed) => {
    const received: SendHandle[] = [];
    const timer = setTimeout(() => failed(new Error(`no handle within ${maxWaitMs} ms`)), maxWaitMs);
    child.once('error', failed);
    child.once('exit', code => failed(new Error(`the process that returns handles exited with ${code}`)));
    child.on('message', (_message, handle) => {
      received.push(handle);
      if (received.length < count) return;
      clearTimeout(timer);
      done(received);
    });
    for (let index = 0; index < count; index += 1) child.send('duplicate', handleOf(server));
  });
}

/** Listens on a copy of the handle, with the settings of node:http's own server. */
function listenOn(handle: SendHandle, server: HttpServer): Server {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, socket => server.emit('connection', socket));
  listener.maxConnections = server.maxConnections;
  return listener.listen(handle);
}

/** Lets `server` accept up to `count` connections per iteration of the event loop. */
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
    const handles = await receive(child, server, count - 1);
    const listeners = handles.map(handle => listenOn(handle, server));
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
