import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultNode } from './fault-node.js';
import { type FaultRun, type Scenario, underLoad } from './scenario.js';

const maxLostMs = 5_000;
const fullRateMs = 5_000;

interface Fault {
  readonly name: string;
  readonly begin: (node: FaultNode) => Promise<void> | void;
  readonly end: (node: FaultNode) => Promise<void> | void;
  /** The node's process is alive and must continue to respond. */
  readonly answers: boolean;
}

const pause: Fault = { name: 'pause', begin: node => node.pause(), end: node => node.resume(), answers: false };
const cut: Fault = { name: 'cut', begin: node => node.link.cut(), end: node => node.link.heal(), answers: true };
const kill: Fault = { name: 'kill', begin: node => node.kill(), end: node => node.launch(), answers: false };

/** One node has a fault: the others continue, and it recovers without help. */
async function disturb(
  run: FaultRun,
  { name, begin, end, answers }: Fault,
  victim: FaultNode,
  ms: number,
): Promise<void> {
  const others = run.nodes.filter(node => node !== victim);
  // The machine may become slower in a long run: the rate just before the fault counts.
  run.rebase(run.nodes);
  run.rebase(others);
  const what = `${name} of ${victim.name}`;
  const began = performance.now();
  await begin(victim);
  await sleep(ms);
  if (answers) run.saidNotReady(what, victim, began);
  run.undisturbed(what, others, began, maxLostMs);
  await end(victim);
  run.load.excuse(victim);
  const back = performance.now();
  await run.recovered(what, fullRateMs);
  await run.saysReady(what, victim, back);
  await sleep(1_000);
  run.undisturbed(`${what}, then its return`, others, began, maxLostMs);
}

export const nodeScenarios: readonly Scenario[] = [
  {
    name: 'nodes',
    about: 'three nodes; one is paused, cut off from the database, or killed',
    seconds: 130,
    run: (server, extent) =>
      underLoad(server, 3, extent, async run => {
        const left = extent.seconds - 25;
        const pauseMs = extent.isFull ? 75_000 : Math.max(6_000, Math.min(75_000, left * 350));
        const cutMs = extent.isFull ? 20_000 : Math.max(6_000, left * 150);
        const rounds = extent.isFull ? 5 : 1;
        for (let round = 0; round < rounds; round += 1) {
          await disturb(run, pause, run.random.pick(run.nodes), pauseMs);
          await disturb(run, cut, run.random.pick(run.nodes), cutMs);
          await disturb(run, kill, run.random.pick(run.nodes), 4_000);
        }
        run.figures.faults = rounds * 3;
      }),
  },
];
