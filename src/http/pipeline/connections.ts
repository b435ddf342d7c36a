import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with a request under way on which nothing moves for so long is closed. */
export const silenceTimeoutMs = 120_000;
/** A client that takes nothing of a complete response for so long is disconnected. */
const stallTimeoutMs = 30_000;
/** Bytes of complete responses that all clients together have not taken yet. */
const maxUnsentBytes = 128 * 1024 * 1024;
const sweepMs = 1_000;
const drainPollMs = 50;

interface Bounds {
  readonly stallTimeoutMs?: number;
  readonly maxUnsentBytes?: number;
  readonly sweepMs?: number;
}

export interface Connections {
  /** Tracks a response until it is closed. Returns how many its connection has under way. */
  track(response: ServerResponse): number;
  /** Closes connections as soon as no request is under way. Returns what ends the drain. */
  drain(server: Server, longestMs: number): () => void;
}

interface Connection {
  underWay: number;
}

/** Disconnects clients that do not take their complete responses: those that stall, and the oldest above the bound in bytes. */
function boundUnsent(underWay: ReadonlySet<ServerResponse>, bounds: Bounds): void {
  const maxStallMs = bounds.stallTimeoutMs ?? stallTimeoutMs;
  const unsent = [...underWay].filter(response => response.writableEnded && response.writableLength > 0);
  let bytes = 0;
  for (const { req, writableLength } of unsent) {
    bytes += writableLength;
    // Node restarts this timeout whenever the client takes bytes.
    if (req.socket.timeout !== maxStallMs) req.socket.setTimeout(maxStallMs);
  }
  for (const { req, writableLength } of unsent) {
    if (bytes <= (bounds.maxUnsentBytes ?? maxUnsentBytes)) return;
    bytes -= writableLength;
    req.socket.destroy();
  }
}

/**
 * The responses under way on all connections.
 *
 * Node reports the end of a connection only to the response that it is sending, so those queued behind it are closed here:
 * otherwise their streams and slots would stay. Responses that are complete but not taken are bounded by time for each
 * client and by bytes for all together, the oldest going first; streams bound their buffers themselves.
 */
export function createConnections(bounds: Bounds = {}): Connections {
  const underWay = new Set<ServerResponse>();
  const connections = new WeakMap<Socket, Connection>();

  function forget(this: ServerResponse): void {
    if (!underWay.delete(this)) return;
    const connection = connections.get(this.req.socket);
    if (connection) connection.underWay -= 1;
  }

  function closeQueued(socket: Socket): void {
    for (const response of underWay) {
      if (response.req.socket !== socket) continue;
      response.destroy();
      response.emit('close');
    }
  }

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection = { underWay: 0 };
    connections.set(socket, connection);
    socket.once('close', () => {
      if (connection.underWay > 0) closeQueued(socket);
    });
    return connection;
  }

  const sweeping = setInterval(() => boundUnsent(underWay, bounds), bounds.sweepMs ?? sweepMs).unref();

  return {
    track(response) {
      const { socket } = response.req;
      const connection = connectionOf(socket);
      underWay.add(response);
      connection.underWay += 1;
      response.on('close', forget);
      return connection.underWay;
    },
    drain(server, longestMs) {
      const until = performance.now() + longestMs;
      // Node's idle check overlooks connections that have not sent anything yet.
      const timer = setInterval(() => {
        if (underWay.size === 0 || performance.now() > until) server.closeAllConnections();
      }, drainPollMs);
      return () => {
        clearInterval(timer);
        clearInterval(sweeping);
      };
    },
  };
}
