import { load, percentile } from './http-load.js';

export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** The required properties of a response, so that a fast error does not count as throughput. */
  readonly status: number;
}

export interface Comparison {
  readonly rates: Record<string, number[]>;
}

const seconds = 5;
const connections = 32;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

async function once(contender: Contender, duration: number): Promise<{ rate: number; p99: number }> {
  const { url, headers = {} } = contender;
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const {
    statuses,
    latenciesMs,
    seconds: took,
  } = await load({
    url,
    connections,
    seconds: duration,
    next: () => text,
  });
  const other = latenciesMs.length - (statuses.get(contender.status) ?? 0);
  if (other > 0) throw new Error(`${contender.name}: ${other} replies with another status than ${contender.status}`);
  return { rate: latenciesMs.length / took, p99: percentile(latenciesMs, 0.99) };
}

/** Alternates between the variants, so that other load on the machine affects all of them equally. */
export async function compare(contenders: readonly Contender[], rounds = 3): Promise<Comparison> {
  const rates: Record<string, number[]> = {};
  for (const contender of contenders) {
    rates[contender.name] = [];
    await once(contender, 2);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of contenders) {
      const { rate, p99 } = await once(contender, seconds);
      rates[contender.name].push(rate);
      console.log(
        `round ${round}  ${contender.name.padEnd(24)} ${Math.round(rate).toString().padStart(7)} requests/s  p99 ${p99.toFixed(1)} ms`,
      );
    }
  }
  return { rates };
}
