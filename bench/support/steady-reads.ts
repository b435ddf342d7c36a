import { percentile } from './http-load.js';
import { steadyLoad } from './steady-load.js';
import { stolenShare } from './stolen-time.js';

interface SteadyReads {
  readonly url: string;
  readonly name: string;
  readonly perSecond: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly wantedP99Ms: number;
  /** The path of each request. */
  readonly next: () => string;
}

/** A run during which the host took more of the processor time than this is repeated. */
const maxStolen = 0.03;
const maxTries = 8;

type Load = Awaited<ReturnType<typeof steadyLoad>>;

/** The load in the first run on an undisturbed machine; otherwise in the least disturbed run. */
async function leastDisturbed(run: () => Promise<Load>): Promise<{ readonly load: Load; readonly stolen: number }> {
  let best: { readonly load: Load; readonly stolen: number } | undefined;
  for (let attempt = 0; attempt < maxTries && (!best || best.stolen > maxStolen); attempt += 1) {
    const share = stolenShare();
    const load = await run();
    const stolen = share() ?? 0;
    if (!best || stolen < best.stolen) best = { load, stolen };
  }
  return best as { readonly load: Load; readonly stolen: number };
}

/** Prints the latencies of reads at a fixed rate, and the slowest reads if the limit was missed. */
export async function measureReads(reads: SteadyReads): Promise<boolean> {
  const { url, name, perSecond, warmUpSeconds, seconds, wantedP99Ms } = reads;
  const { host } = new URL(url);
  const next = () => `GET ${reads.next()} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  await steadyLoad({ url, perSecond, seconds: warmUpSeconds, next });
  const { load, stolen } = await leastDisturbed(() => steadyLoad({ url, perSecond, seconds, next }));
  const { latenciesMs, statuses, failures, slowest } = load;
  if (failures > 0 || [...statuses.keys()].some(status => status !== 200)) {
    throw new Error(`${name}: ${failures} failures, statuses ${JSON.stringify([...statuses])}`);
  }
  const [p50, p99] = [0.5, 0.99].map(share => percentile(latenciesMs, share));
  const isReached = p99 <= wantedP99Ms;
  const figures = `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  host ${(stolen * 100).toFixed(0)} %`;
  console.log(`${name.padEnd(28)} ${figures}  wanted ${wantedP99Ms}: ${isReached ? 'reached' : 'MISSED'}`);
  if (!isReached) for (const text of slowest) console.log(`  ${text}`);
  return isReached;
}
