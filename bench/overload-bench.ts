// npm run bench overload [seconds] [factor]: open-loop orders above capacity, and their outcomes. `-- --profile` breaks
// down the service's CPU time.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openPool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { cpuSeconds } from './support/cpu-time.js';
import { percentile } from './support/http-load.js';
import type { ClosedResult, GeneratorTask } from './support/load-generator.js';
import type { OpenLoopResult } from './support/open-loop.js';
import { startProbe } from './support/probe.js';
import { startPresage } from './support/processes.js';
import { summarizeProfile } from './support/profile.js';

const agentCount = 3000;
const marketCount = 200;
const cancelAgents = 12;
const restingPerAgent = 50;
const maxConnections = 6000;
const wanted = { goodput: 0.8, acceptedMs: 2000, refusedMs: 100, healthMs: 200, normalMs: 3000 };

interface Generator {
  run<T>(task: GeneratorTask, onConnected?: () => void): Promise<T>;
  readonly pid: number;
  stop(): void;
}

function startGenerator(): Generator {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'support', 'load-generator.js');
  const child: ChildProcess = fork(file);
  return {
    pid: child.pid as number,
    run: (task, onConnected) =>
      new Promise((done, failed) => {
        const onMessage = (message: { result?: unknown; error?: string; connected?: true }) => {
          if (message.connected) return onConnected?.();
          child.off('message', onMessage);
          if (message.error === undefined) done(message.result as never);
          else failed(new Error(message.error));
        };
        child.on('message', onMessage);
        child.send(task);
      }),
    stop: () => child.disconnect(),
  };
}

type Agent = Awaited<ReturnType<typeof addAgents>>[number];

function orderBody(slug: string, clientOrderId: string, limitPriceBps: number): string {
  return JSON.stringify({
    eventSlug: slug,
    outcomeIndex: 0,
    side: 'buy',
    amountCredits: 1,
    limitPriceBps,
    clientOrderId,
  });
}

async function place(url: string, agent: Agent, body: string): Promise<{ status: number; orderId: string }> {
  const headers = { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/play/v1/orders`, { method: 'POST', headers, body });
  const { order } = (await reply.json()) as { order?: { id: string } };
  return { status: reply.status, orderId: order?.id ?? '' };
}

/** Resting orders, to be cancelled during the overload. */
async function addResting(url: string, agents: readonly Agent[], slugs: readonly string[]) {
  const resting: { agent: Agent; orderId: string }[] = [];
  for (const agent of agents) {
    for (let index = 0; index < restingPerAgent; index += 1) {
      const { status, orderId } = await place(url, agent, orderBody(slugs[index], `rests-${index}`, 100));
      if (status !== 201) throw new Error(`a resting order was answered with ${status}`);
      resting.push({ agent, orderId });
    }
  }
  return resting;
}

/** Waits until ten orders in a row are accepted within the latency measured before the load. */
async function untilNormal(url: string, agent: Agent, slug: string, normalMs: number): Promise<number> {
  const began = performance.now();
  let [good, firstGood] = [0, 0];
  for (let index = 0; good < 10 && performance.now() - began < 60_000; index += 1) {
    const sent = performance.now();
    const { status } = await place(url, agent, orderBody(slug, `normal-${index}`, 9000));
    if (status === 201 && performance.now() - sent <= normalMs) {
      if (good === 0) firstGood = sent - began;
      good += 1;
    } else good = 0;
    await new Promise(done => setTimeout(done, 25));
  }
  return good < 10 ? Number.POSITIVE_INFINITY : firstGood;
}

async function findPeak(generator: Generator): Promise<number> {
  let peak = 0;
  await generator.run({ kind: 'closed', connections: 64, seconds: 3 });
  for (const connections of [64, 256, 512, 256]) {
    const { perSecond, p50Ms, p99Ms } = await generator.run<ClosedResult>({ kind: 'closed', connections, seconds: 5 });
    console.log(
      `closed loop, ${String(connections).padStart(3)} connections: ${Math.round(perSecond)} orders/s  p50 ${p50Ms.toFixed(0)} ms  p99 ${p99Ms.toFixed(0)} ms`,
    );
    peak = Math.max(peak, perSecond);
  }
  return peak;
}

function report(name: string, value: string, reached?: boolean): boolean {
  const verdict = reached === undefined ? '' : reached ? '  reached' : '  MISSED';
  console.log(`${name.padEnd(34)} ${value}${verdict}`);
  return reached ?? true;
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

interface Outcome {
  readonly result: OpenLoopResult;
  readonly peak: number;
  readonly health: readonly number[];
  readonly cancels: { readonly done: number; readonly sent: number; readonly p99Ms: number };
  readonly normalAfterMs: number;
  /** CPU cores used during the load. */
  readonly generatorCpu: number;
  readonly serviceCpu: number;
}

function judge({ result, peak, health, cancels, normalAfterMs, generatorCpu, serviceCpu }: Outcome): boolean {
  const { accepted, refused, lag, sent, seconds } = result;
  const goodput = accepted.count / seconds / peak;
  const checks = [
    report('goodput / peak', goodput.toFixed(2), goodput >= wanted.goodput),
    report('accepted p50', ms(accepted.p50Ms)),
    report('accepted p99', ms(accepted.p99Ms), accepted.p99Ms <= wanted.acceptedMs),
    report('refused p99', ms(refused.p99Ms), refused.p99Ms <= wanted.refusedMs),
    report(
      'refused with Retry-After',
      `${result.withRetryAfter} of ${refused.count}`,
      result.withRetryAfter === refused.count,
    ),
    report('/healthz max', ms(Math.max(...health)), Math.max(...health) <= wanted.healthMs),
    report('cancels served', `${cancels.done} of ${cancels.sent}`, cancels.done === cancels.sent),
    report('cancel p99', ms(cancels.p99Ms)),
    report('normal again after', ms(normalAfterMs), normalAfterMs <= wanted.normalMs),
  ];
  report('replies', `${JSON.stringify(result.statuses)}, ${result.unanswered} of ${sent} unanswered`);
  report(
    'generator',
    `lag p50 ${ms(lag.p50Ms)}, p99 ${ms(lag.p99Ms)}, max ${ms(lag.maxMs)}; ${result.connections} connections; ${(generatorCpu * 100).toFixed(0)} % of a core`,
  );
  report('service', `${(serviceCpu * 100).toFixed(0)} % of a core`);
  if (lag.p99Ms > 50 || generatorCpu > 0.9) {
    console.log('The generator was late: latencies include its delay, and the service saw less than was scheduled.');
  }
  return checks.every(Boolean);
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { profile: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (!values.profile) return overload(positionals, []);
  const folder = mkdtempSync(join(tmpdir(), 'presage-profile-'));
  await overload(positionals, ['--cpu-prof', '--cpu-prof-dir', folder]);
  console.log(`\n${summarizeProfile(folder)}`);
  rmSync(folder, { recursive: true });
}

async function overload([seconds = '60', factor = '5']: string[], nodeArgs: readonly string[]): Promise<void> {
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url }, nodeArgs);
  const pool = openPool(database.url, { max: 2 });
  const generator = startGenerator();
  try {
    const [cancelling, agents] = [await addAgents(pool, cancelAgents + 1), await addAgents(pool, agentCount)];
    const markets = await addMarkets(pool, marketCount);
    const slugs = markets.map(market => market.slug);
    const { url } = presage;
    await generator.run({ kind: 'setup', setup: { url, agents, markets } });
    const resting = await addResting(url, cancelling.slice(1), slugs);
    const peak = await findPeak(generator);
    const perSecond = peak * Number(factor);
    console.log(`open loop: ${Math.round(perSecond)} orders/s from ${agentCount} agents for ${seconds} s\n`);
    const pauseMs = (Number(seconds) * 1000) / resting.length;
    const probes: ReturnType<typeof startProbe>[] = [];
    const used = () => [generator.pid, presage.pid].map(pid => cpuSeconds(pid, 'alone') ?? 0);
    let before = used();
    const onConnected = () => {
      before = used();
      probes.push(startProbe(url, resting, pauseMs));
    };
    const openAtStart = agentCount;
    const result = await generator.run<OpenLoopResult>(
      { kind: 'open', perSecond, seconds: Number(seconds), openAtStart, maxConnections },
      onConnected,
    );
    const [generatorCpu, serviceCpu] = used().map((cpu, index) => (cpu - before[index]) / result.seconds);
    const normalAfterMs = await untilNormal(url, cancelling[0], slugs[0], 100);
    const { health, cancelMs, cancelsSent } = await probes[0].stop();
    const cancels = { done: cancelMs.length, sent: cancelsSent, p99Ms: percentile(cancelMs, 0.99) ?? 0 };
    if (!judge({ result, peak, health, cancels, normalAfterMs, generatorCpu, serviceCpu })) process.exitCode = 1;
    const stopping = performance.now();
    await presage.stop();
    report('stopping took', ms(performance.now() - stopping));
  } finally {
    generator.stop();
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}
