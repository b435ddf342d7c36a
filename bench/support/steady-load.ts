import { connect, type Socket } from 'node:net';

/** Requests at a fixed rate; a late response delays no later request. */

interface SteadyOptions {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** The whole text of the next request. */
  readonly next: () => string;
}

export interface SteadyResult {
  readonly statuses: ReadonlyMap<number, number>;
  /** From the time at which a request was due, in ascending order. */
  readonly latenciesMs: readonly number[];
  readonly failures: number;
  /** The slowest requests, slowest first, with their first line. */
  readonly slowest: readonly string[];
}

const maxConnections = 300;
const slowestCount = 8;

/** A connection with one request at a time. */
class Lane {
  private text = '';
  private done: ((status: number | null) => void) | null = null;

  constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.setNoDelay(true);
    socket.on('data', chunk => this.read(String(chunk)));
    socket.on('error', () => this.finish(null));
    socket.on('close', () => this.finish(null));
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  send(request: string): Promise<number | null> {
    return new Promise(done => {
      this.done = done;
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: string): void {
    this.text += chunk;
    const end = this.text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.text)?.[1] ?? 0);
    if (this.text.length < end + 4 + length) return;
    const status = Number(this.text.slice(9, 12));
    this.text = '';
    this.finish(status);
  }

  private finish(status: number | null): void {
    this.done?.(status);
    this.done = null;
  }
}

export async function steadyLoad({ url, perSecond, seconds, next }: SteadyOptions): Promise<SteadyResult> {
  const { hostname, port } = new URL(url);
  const statuses = new Map<number, number>();
  const latenciesMs: number[] = [];
  const slowest: { readonly ms: number; readonly request: string }[] = [];
  const free: Lane[] = [];
  const lanes = new Set<Lane>();
  const running = new Set<Promise<void>>();
  let failures = 0;
  const one = async (due: number) => {
    let lane = free.pop();
    while (lane?.isClosed) lane = free.pop();
    if (!lane) {
      if (lanes.size >= maxConnections) {
        failures += 1;
        return;
      }
      lane = new Lane(connect(Number(port), hostname));
      lanes.add(lane);
    }
    const request = next();
    const status = await lane.send(request);
    if (status === null) {
      failures += 1;
      lanes.delete(lane);
      return;
    }
    const ms = performance.now() - due;
    latenciesMs.push(ms);
    if (slowest.length < slowestCount || ms > slowest[slowestCount - 1].ms) {
      slowest.push({ ms, request });
      slowest.sort((a, b) => b.ms - a.ms).splice(slowestCount);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    free.push(lane);
  };
  const began = performance.now();
  const total = Math.round(perSecond * seconds);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1);
    for (; sent < due; sent += 1) {
      const task = one(began + (sent / perSecond) * 1000);
      running.add(task);
      void task.finally(() => running.delete(task));
    }
    await new Promise(done => setTimeout(done, 2));
  }
  await Promise.race([Promise.all(running), new Promise(done => setTimeout(done, 30_000))]);
  for (const lane of lanes) lane.close();
  latenciesMs.sort((a, b) => a - b);
  return {
    statuses,
    latenciesMs,
    failures,
    slowest: slowest.map(({ ms, request }) => `${ms.toFixed(1)} ms  ${request.split('\r\n', 1)[0]}`),
  };
}
