import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection with a request in flight and no progress for this long is closed. */
export const silenceTimeoutMs = 120_000;
/** A client that reads nothing of a complete response for this long is disconnected. */
const stallTimeoutMs = 30_000;
/** Unread bytes of complete responses, over all clients. */
const maxUnsentBytes = 128 * 1024 * 1024;
const sweepMs = 1_000;
const drainPollMs = 50;

interface Bounds {
  readonly stallTimeoutMs?: number;
  readonly maxUnsentBytes?: number;
  readonly sweepMs?: number;
}

export interface Connections {
  /** Tracks a response until it is closed. Returns the number in flight on its connection. */
  track(response: ServerResponse): number;
  /** The response that the connection sends next; null if none is in flight. */
  oldest(socket: Socket): ServerResponse | null;
  /**
   * Closes connections as soon as no request is in flight. The returned function, to be called when the server has
   * closed, waits for the requests in flight: the server waits only for connections that it accepted itself, and not
   * for those of further listeners.
   */
  drain(server: Server, longestMs: number): () => Promise<void>;
}

/**
 * Disconnects clients that do not read their complete responses: those that stall, and the oldest above the bound in
 * bytes.
 */
function boundUnsent(underWay: ReadonlySet<ServerResponse>, bounds: Bounds): void {
  const maxStallMs = bounds.stallTimeoutMs ?? stallTimeoutMs;
  const unsent = [...underWay].filter(response => response.writableEnded && response.writableLength > 0);
  let bytes = 0;
  for (const { req, writableLength } of unsent) {
    bytes += writableLength;
    // Node restarts this timeout whenever the client reads.
    if (req.socket.timeout !== maxStallMs) req.socket.setTimeout(maxStallMs);
  }
  for (const { req, writableLength } of unsent) {
    if (bytes <= (bounds.maxUnsentBytes ?? maxUnsentBytes)) return;
    bytes -= writableLength;
    req.socket.destroy();
  }
}

/**
 * Tracks the responses in flight on all connections. Node reports the end of a connection only to the response that it
 * is sending, so the others are dropped when the socket closes. Responses that are complete but unread are bounded by
 * time per client and by bytes in total, oldest first; streams bound their own buffers.
 */
export function createConnections(bounds: Bounds = {}): Connections {
  const underWay = new Set<ServerResponse>();
  /** In the order of the requests. */
  const byConnection = new WeakMap<Socket, Set<ServerResponse>>();

  function forget(this: ServerResponse): void {
    underWay.delete(this);
    byConnection.get(this.req.socket)?.delete(this);
  }

  function responsesOf(socket: Socket): Set<ServerResponse> {
    const existing = byConnection.get(socket);
    if (existing) return existing;
    const responses = new Set<ServerResponse>();
    byConnection.set(socket, responses);
    // Each stream in flight adds a listener.
    socket.setMaxListeners(0);
    socket.once('close', () => {
      for (const response of responses) {
        response.destroy();
        underWay.delete(response);
      }
      responses.clear();
    });
    return responses;
  }

  let sweeping: NodeJS.Timeout | null = null;

  /** Runs at intervals while a response is in flight. */
  function sweep(): void {
    boundUnsent(underWay, bounds);
    if (underWay.size === 0) stopSweeping();
  }

  function stopSweeping(): void {
    if (sweeping) clearInterval(sweeping);
    sweeping = null;
  }

  return {
    track(response) {
      const { socket } = response.req;
      const responses = responsesOf(socket);
      responses.add(response);
      underWay.add(response);
      sweeping ??= setInterval(sweep, bounds.sweepMs ?? sweepMs).unref();
      response.on('close', forget);
      return responses.size;
    },
    oldest: socket => byConnection.get(socket)?.values().next().value ?? null,
    drain(server, longestMs) {
      const until = performance.now() + longestMs;
      // Node's idle check overlooks connections that have not sent anything yet.
      const timer = setInterval(() => {
        if (underWay.size === 0 || performance.now() > until) server.closeAllConnections();
      }, drainPollMs);
      return async () => {
        while (underWay.size > 0 && performance.now() <= until) await sleep(drainPollMs);
        server.closeAllConnections();
        clearInterval(timer);
        stopSweeping();
      };
    },
  };
}
