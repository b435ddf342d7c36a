import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresStore } from '../../src/database/postgres-store.js';
import { openAccount } from '../../src/exchange/accounts.js';
import { newId } from '../../src/http/request-id.js';
import { type RandomSource, seededSource } from '../../src/kernel/random-source.js';
import { addAgentsWithoutAccounts, addMarkets } from '../support/arena.js';
import type { DatabaseServer } from './database-server.js';
import { FaultNode } from './fault-node.js';
import { OrderLoad, type TradingAgent } from './order-load.js';
import { ReadinessWatch } from './readiness-watch.js';
import { audit, reconcile } from './reconcile.js';
import { findSplits, watchForSplits } from './split-transactions.js';
import { outageMs, rateBetween, recoveryMs } from './timeline.js';

/** The extent of a run: what fits in the time, or the full set. */
export interface Extent {
  readonly seconds: number;
  readonly isFull: boolean;
  readonly seed: string;
  /** Whether other work uses the same cores. */
  readonly isShared: boolean;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** Seconds that a run of 600 allots to it, including the start of its nodes. */
  readonly seconds: number;
  run(server: DatabaseServer, extent: Extent): Promise<Verdict>;
}

export interface Verdict {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly violations: readonly string[];
}

const minWrites = 50;
/** Each second, before the first fault. Throughput below this says nothing about recovery. */
const minOrdersPerWriter = 0.5;
const warmUpMs = 1_500;
const baselineMs = 3_000;
const markets = 4;
const writers = 18;
/** Few enough that pauses between requests, not the cores, bound their throughput. */
const writersOnSharedCores = 6;
/** The load pauses between requests, so a healthy service stays within this share of its throughput. */
const fullShare = 0.7;
/** On shared cores, throughput also falls when other work begins. A service that hasn't recovered writes almost nothing. */
const fullShareOnSharedCores = 0.35;
/** A machine that does other work may also stand still for seconds. */
const patienceOnSharedCores = 2;
/** A probe of /readyz is cached for a second and may take two, and probes run at intervals. */
const readyLagMs = 4_000;
/** The time limit for throughput to recover before a run counts as stuck. */
const maxWaitMs = 20_000;

/** Agents with complete ledgers, which the audit accepts. */
async function addTraders({ pool }: DatabaseServer, count: number): Promise<TradingAgent[]> {
  const agents = await addAgentsWithoutAccounts(pool, count);
  await createPostgresStore(pool).transact(async tx => {
    for (const { playerId } of agents) await openAccount(tx, playerId, Date.now(), newId);
  });
  return agents;
}

/** Real nodes under load, and the requirements for them. */
export class FaultRun {
  readonly violations: string[] = [];
  readonly figures: Record<string, string | number> = {};
  readonly random: RandomSource;
  private readonly fullShare: number;
  private readonly patience: number;
  private readonly recoveries: number[] = [];
  private baselines = new Map<readonly FaultNode[], number>();

  private constructor(
    readonly server: DatabaseServer,
    readonly nodes: readonly FaultNode[],
    readonly load: OrderLoad,
    readonly readiness: ReadinessWatch,
    { seed, isShared }: Extent,
  ) {
    this.random = seededSource(`${seed}/faults`);
    this.fullShare = isShared ? fullShareOnSharedCores : fullShare;
    this.patience = isShared ? patienceOnSharedCores : 1;
  }

  static async start(server: DatabaseServer, count: number, extent: Extent): Promise<FaultRun> {
    const { seed, seconds, isFull, isShared } = extent;
    const nodes = [await FaultNode.start('node 1', server)];
    await watchForSplits(server.pool);
    while (nodes.length < count) nodes.push(await FaultNode.start(`node ${nodes.length + 1}`, server));
    const slugs = (await addMarkets(server.pool, markets)).map(({ slug }) => slug);
    // Each can place a hundred orders.
    const agents = await addTraders(server, Math.ceil(seconds * (isFull ? 15 : 3)) + 60);
    const load = new OrderLoad({
      nodes,
      agents,
      slugs,
      random: seededSource(`${seed}/load`),
      writersPerNode: Math.ceil((isShared ? writersOnSharedCores : writers) / count),
      readersPerNode: 2,
      run: `${seed}-${Date.now().toString(36)}`,
    });
    const run = new FaultRun(server, nodes, load, new ReadinessWatch(nodes), extent);
    await run.warmUp();
    const rate = run.baseline();
    run.figures['orders/s'] = Math.round(rate);
    if (rate < load.writers * minOrdersPerWriter)
      run.violate(`only ${rate.toFixed(1)} orders/s before the first fault`);
    return run;
  }

  /** A slow machine needs a longer warm-up before throughput is meaningful. */
  private async warmUp(): Promise<void> {
    const until = performance.now() + maxWaitMs;
    while (this.load.moments().length < minWrites && performance.now() < until) await sleep(100);
    await sleep(warmUpMs + baselineMs);
  }

  violate(what: string): void {
    this.violations.push(what);
  }

  private baseline(nodes: readonly FaultNode[] = this.nodes): number {
    const known = this.baselines.get(nodes);
    if (known !== undefined) return known;
    const now = performance.now();
    const rate = rateBetween(this.load.moments(nodes), now - baselineMs, now);
    this.baselines.set(nodes, rate);
    return rate;
  }

  /** Uses the throughput of these nodes from now on as their baseline. */
  rebase(nodes: readonly FaultNode[]): void {
    this.baselines.delete(nodes);
    this.baseline(nodes);
  }

  /** Waits until throughput has recovered, and requires this within `withinMs`. */
  async recovered(what: string, withinMs: number, nodes: readonly FaultNode[] = this.nodes): Promise<void> {
    const end = performance.now();
    const longestMs = withinMs * this.patience;
    let took: number | null = null;
    const isAlive = () => nodes.every(node => node.death === null);
    while (took === null && performance.now() - end < maxWaitMs && isAlive()) {
      await sleep(100);
      took = recoveryMs(this.load.moments(nodes), this.baseline(nodes) * this.fullShare, end, performance.now());
    }
    if (!isAlive()) throw new Error(`${what}: a node ended by itself`);
    this.recoveries.push(took ?? Number.POSITIVE_INFINITY);
    this.figures['recovery s'] = seconds(Math.max(...this.recoveries));
    if (took === null) this.violate(`${what}: wedged, no full rate within ${maxWaitMs / 1000} s`);
    else if (took > longestMs) this.violate(`${what}: full rate after ${seconds(took)} s, bound ${longestMs / 1000} s`);
  }

  /** Requires that nodes without a fault have no write gap longer than `maxMs` since `from`. */
  undisturbed(what: string, nodes: readonly FaultNode[], from: number, maxMs: number): void {
    const lost = outageMs(this.load.moments(nodes), this.baseline(nodes), from, performance.now());
    this.figures['lost s'] = seconds(Math.max(lost, Number(this.figures['lost s'] ?? 0) * 1000));
    if (lost > maxMs)
      this.violate(`${what}: the other nodes lost ${seconds(lost)} s of writes, bound ${maxMs / 1000} s`);
  }

  /** Checks that a node returned 503 while the database was unavailable, from then until now. */
  saidNotReady(what: string, node: FaultNode, from: number): void {
    const { wrong, all } = this.readiness.others(node, 503, from + readyLagMs, performance.now());
    if (wrong > 0) this.violate(`${what}: /readyz of ${node.name} was not 503 in ${wrong} of ${all} probes`);
  }

  /** Checks that a node returns 200 soon after the database is available. */
  async saysReady(what: string, node: FaultNode, from: number, withinMs = 5_000): Promise<void> {
    const longestMs = withinMs * this.patience;
    let after: number | null = null;
    // Other measurements may have taken longer than this one may.
    const giveUpAt = Math.max(from + longestMs, performance.now()) + 1_500;
    while (after === null && performance.now() < giveUpAt) {
      await sleep(200);
      after = this.readiness.readyAfter(node, from);
    }
    if (after === null || after > longestMs) this.violate(`${what}: /readyz of ${node.name} is not 200 again in time`);
  }

  /** Stops the load, settles every order, runs the audit and stops the nodes. */
  async finish(): Promise<Verdict> {
    try {
      await this.load.stop();
      await this.readiness.stop();
      await this.revive();
      await this.settle();
    } finally {
      const stopped = await Promise.all(this.nodes.map(node => node.stop()));
      stopped.forEach((killed, index) => {
        if (killed) this.violate(`${this.nodes[index].name} did not stop within 12 s and was killed`);
      });
    }
    return { figures: this.figures, violations: this.violations };
  }

  /** Restarts a node that exited, so that its orders can be reconciled. */
  private async revive(): Promise<void> {
    for (const node of this.nodes) {
      if (node.death === null) continue;
      this.violate(`${node.name} ${node.death}`);
      await node.launch();
    }
  }

  private async settle(): Promise<void> {
    const { load, figures, violations } = this;
    for (const { what, count } of load.misbehaviour.values()) this.violate(`${what} (${count} times)`);
    const [node] = this.nodes;
    const found = await reconcile(node, load.orders).catch(error => {
      this.violate(`orders can't be reconciled: ${(error as Error).message}`);
      return null;
    });
    if (found) {
      violations.push(...found.problems.slice(0, 10));
      figures.acknowledged = found.acknowledged;
      figures['unknown done/not'] = `${found.unknownDone}/${found.unknownNotDone}`;
    }
    Object.assign(figures, { requests: load.requests, refused: load.refused, 'slowest s': seconds(load.slowestMs) });
    violations.push(...(await findSplits(this.server.pool)).slice(0, 10), ...(await audit(node)));
  }
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** Runs the body under load and checks the result afterwards, even if the body fails. */
export async function underLoad(
  server: DatabaseServer,
  nodes: number,
  extent: Extent,
  body: (run: FaultRun) => Promise<void>,
): Promise<Verdict> {
  const run = await FaultRun.start(server, nodes, extent);
  try {
    await body(run);
  } catch (error) {
    run.violate(`the scenario ended early: ${(error as Error).message}`);
  }
  return run.finish();
}

/** The number of rounds that fit into the time, at least one. */
export function roundsIn(secondsLeft: number, secondsEach: number, full: number): number {
  return Math.max(1, Math.min(full, Math.floor(secondsLeft / secondsEach)));
}
