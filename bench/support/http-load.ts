import { connect, type Socket } from 'node:net';

/** Sends requests over keep-alive connections, one at a time on each, with little work per request. */

export interface LoadResult {
  readonly seconds: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly latenciesMs: readonly number[];
}

interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The whole text of the next request. */
  readonly next: () => string;
  /** Ends the load early. */
  readonly more?: () => boolean;
}

/** Parses responses with a Content-Length, which all responses of the service with a body have. */
export class ReplyReader {
  private text = '';
  /** The head of the last complete response. */
  head = '';

  /** The status of a complete response, or null while it is incomplete. */
  push(chunk: string): number | null {
    this.text += chunk;
    const end = this.text.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const at = this.text.indexOf('content-length: ');
    const length = at < 0 ? 0 : Number(this.text.slice(at + 16, this.text.indexOf('\r', at)));
    // Decoded as Latin-1, one character is one byte.
    if (this.text.length < end + 4 + length) return null;
    const status = Number(this.text.slice(9, 12));
    this.head = this.text.slice(0, end);
    this.text = '';
    return status;
  }
}

function drive(
  socket: Socket,
  { next, more = () => true }: Pick<LoadOptions, 'next' | 'more'>,
  until: number,
  seen: (status: number, ms: number) => void,
): Promise<void> {
  const reader = new ReplyReader();
  return new Promise((done, failed) => {
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    socket.setEncoding('latin1');
    socket.setNoDelay(true);
    socket.on('data', chunk => {
      const status = reader.push(String(chunk));
      if (status === null) return;
      const now = performance.now();
      seen(status, now - sent);
      if (now < until && more()) send();
      else socket.end();
    });
    socket.on('close', () => done());
    socket.on('error', failed);
    send();
  });
}

export async function load({ url, connections, seconds, ...source }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((done, failed) => {
          const socket = connect(Number(port), hostname, () => done(socket));
          socket.once('error', failed);
        }),
    ),
  );
  // A server accepts one connection per iteration of its event loop. Connecting is not measured, as with pgbench.
  await new Promise(done => setTimeout(done, 300));
  const statuses = new Map<number, number>();
  const latenciesMs: number[] = [];
  const began = performance.now();
  const seen = (status: number, ms: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    latenciesMs.push(ms);
  };
  await Promise.all(sockets.map(socket => drive(socket, source, began + seconds * 1000, seen)));
  latenciesMs.sort((a, b) => a - b);
  return { seconds: (performance.now() - began) / 1000, statuses, latenciesMs };
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
