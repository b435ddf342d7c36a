import autocannon from 'autocannon';

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
  const { url, headers } = contender;
  const result = await autocannon({ url, headers, connections, duration, expectBody: undefined });
  const counted = (result.statusCodeStats as Record<string, { count: number }>)[contender.status]?.count ?? 0;
  const other = result.requests.total - counted;
  if (result.errors > 0 || other > 0) {
    throw new Error(
      `${contender.name}: ${result.errors} errors and ${other} replies with another status than ${contender.status}`,
    );
  }
  return { rate: result.requests.average, p99: result.latency.p99 };
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
        `round ${round}  ${contender.name.padEnd(24)} ${Math.round(rate).toString().padStart(7)} requests/s  p99 ${p99} ms`,
      );
    }
  }
  return { rates };
}
