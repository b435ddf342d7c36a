import { setTimeout as sleep } from 'node:timers/promises';
import { addMarkets } from '../support/arena.js';
import type { DatabaseServer } from './database-server.js';
import { FaultNode } from './fault-node.js';
import {
  abandon,
  hold,
  installHolds,
  type LeaseRow,
  leaseOf,
  leasesOf,
  releaseHolds,
  removeHolds,
  untilHeld,
  untilReleased,
} from './job-holds.js';
import { audit } from './reconcile.js';
import { type Extent, type Scenario, seconds, type Verdict } from './scenario.js';

const maxTakeoverMs = 30_000;
/** By then a resumed node has finished its current work and run its jobs several times. */
const wakeMs = 4_000;
const closing = 'closing markets';
/** Jobs that look for work every second. */
const everySecond = ['scoring events', 'building leaderboards', 'running practice events'];
/** Jobs with longer intervals, which a full run holds one by one. */
const slower = [
  'judging and clearing certification runs',
  'publishing crowd means',
  'updating our events in the venue feed',
  'suggesting links between venues',
];

interface Stage {
  readonly server: DatabaseServer;
  readonly frozen: FaultNode;
  readonly other: FaultNode;
  readonly violations: string[];
  slowestMs: number;
  held: Set<string>;
}

/** A market that is due for closing. */
async function marketToClose({ pool }: DatabaseServer): Promise<string> {
  const [{ id }] = await addMarkets(pool, 1);
  await pool`update markets set ends_at = clock_timestamp() where event_id = ${id}`;
  return id;
}

interface MarketState {
  readonly status: string;
  readonly sequence: number;
}

async function stateOf({ pool }: DatabaseServer, eventId: string): Promise<MarketState> {
  const [row] = await pool<MarketState[]>`
    select status, sequence::int as sequence from markets where event_id = ${eventId}`;
  return row;
}

/** Jobs run once a second to once a minute, and a node without notifications looks for work every eight seconds. */
const maxBeginMs = 30_000;

/** The point at which the node is frozen: at `count` of these steps, which are jobs or `close`. */
interface Round {
  readonly steps: readonly string[];
  readonly count: number;
}

interface Frozen {
  readonly at: number;
  readonly leases: readonly LeaseRow[];
}

/** Freezes a node at the held steps, while the other node is paused and can't run the job first. */
async function freezeHolder(stage: Stage, { steps, count }: Round): Promise<Frozen> {
  const { server, frozen, other } = stage;
  other.pause();
  while ((await leasesOf(server.pool, other)).length > 0) {
    other.resume();
    await sleep(50);
    other.pause();
  }
  for (const step of steps) await hold(server.pool, step, frozen);
  const jobs = steps.filter(step => step !== 'close');
  await abandon(server.pool, jobs);
  let at = 0;
  try {
    await untilHeld(server.pool, count, maxBeginMs);
  } finally {
    frozen.pause();
    at = performance.now();
    await untilReleased(server.pool);
    await releaseHolds(server.pool);
    other.resume();
  }
  return { at, leases: await leasesOf(server.pool, frozen) };
}

/** Waits until the other node has taken over every lease. */
async function takenOver(stage: Stage, leases: readonly LeaseRow[], since: number): Promise<void> {
  const waiting = new Map(leases.map(lease => [lease.name, lease.token]));
  for (const name of waiting.keys()) stage.held.add(name);
  while (waiting.size > 0 && performance.now() - since < maxTakeoverMs) {
    await sleep(100);
    for (const [name, token] of waiting) {
      if ((await leaseOf(stage.server.pool, name)).token === token) continue;
      waiting.delete(name);
      stage.slowestMs = Math.max(stage.slowestMs, performance.now() - since);
    }
  }
  for (const name of waiting.keys()) stage.violations.push(`${name}: no other node took over within 30 s`);
}

/**
 * Freezes a node during its work and checks which node does the work, how often, and what the node does when it
 * resumes.
 */
async function freezeOnce(stage: Stage, round: Round): Promise<void> {
  const { server, frozen } = stage;
  const violate = (what: string) => stage.violations.push(`${round.steps.join(', ')}: ${what}`);
  const eventId = await marketToClose(server);
  const before = await stateOf(server, eventId);
  const { at, leases } = await freezeHolder(stage, round);
  if (leases.length === 0) violate('the node was frozen without a lease');
  await takenOver(stage, leases, at);
  const isOpen = async () => (await stateOf(server, eventId)).status !== 'closed';
  while (performance.now() - at < maxTakeoverMs && (await isOpen())) await sleep(100);
  const closed = await stateOf(server, eventId);
  if (closed.status !== 'closed') violate(`the market is still ${closed.status} after 30 s`);
  else if (closed.sequence !== before.sequence + 1)
    violate(`the market was written ${closed.sequence - before.sequence} times`);
  frozen.resume();
  await sleep(wakeMs);
  const after = await stateOf(server, eventId);
  if (after.sequence !== closed.sequence) violate('the woken node wrote the market again');
  for (const { name, token } of leases) {
    const now = await leaseOf(server.pool, name);
    if (now.token < token) violate(`the token of ${name} fell from ${token} to ${now.token}`);
  }
}

/**
 * In the middle of a transaction; between acquiring leases and the first transaction; in a full run also in other jobs.
 */
async function freezeHolders(stage: Stage, { isFull, seconds: available }: Extent): Promise<void> {
  const rounds: Round[] = [{ steps: ['close'], count: 1 }];
  if (isFull || available >= 60) {
    rounds.push({ steps: [closing, ...everySecond], count: everySecond.length + 1 });
  }
  if (isFull) for (const name of slower) rounds.push({ steps: [name], count: 1 });
  for (const round of rounds) await freezeOnce(stage, round);
}

async function run(server: DatabaseServer, extent: Extent): Promise<Verdict> {
  const frozen = await FaultNode.start('node 1', server);
  const other = await FaultNode.start('node 2', server);
  const stage: Stage = { server, frozen, other, violations: [], slowestMs: 0, held: new Set() };
  try {
    await installHolds(server.pool);
    await freezeHolders(stage, extent);
    stage.violations.push(...(await audit(other)));
  } catch (error) {
    stage.violations.push(`the scenario failed: ${(error as Error).stack}`);
  } finally {
    for (const node of [frozen, other]) if (node.isFaulted) node.resume();
    await removeHolds(server.pool);
    await Promise.all([frozen.stop(), other.stop()]);
  }
  const figures = { faults: stage.held.size, 'takeover s': seconds(stage.slowestMs) };
  return { figures, violations: stage.violations };
}

export const jobScenarios: readonly Scenario[] = [
  { name: 'jobs', about: 'the node that holds the leases of jobs is frozen', seconds: 85, run },
];
