import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseServer } from './database-server.js';
import { type Extent, type FaultRun, roundsIn, type Scenario, underLoad, type Verdict } from './scenario.js';

/** Start and end of a scenario: nodes, warm-up, reconciliation. */
const overheadSeconds = 16;
const fullRateMs = 3_000;

async function resetConnections(run: FaultRun, bursts: number, resetsPerBurst: number): Promise<void> {
  const [{ link }] = run.nodes;
  let rounds = 0;
  for (let burst = 0; burst < bursts; burst += 1) {
    for (let number = 0; number < resetsPerBurst; number += 1) {
      if (run.random.next() < 0.4) link.resetAll();
      else link.resetOne(run.random.next());
      rounds += 1;
      await sleep(run.random.between(40, 120));
    }
    const end = performance.now();
    await run.recovered(`burst ${burst + 1} of resets`, fullRateMs);
    await run.saysReady(`burst ${burst + 1} of resets`, run.nodes[0], end);
  }
  run.figures.faults = rounds;
  run.figures['connections reset'] = link.resets;
}

async function restart(run: FaultRun, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const shutdown = round % 2 === 0 ? 'fast' : 'immediate';
    await run.server.restart(shutdown);
    const end = performance.now();
    await run.recovered(`restart ${round + 1} (${shutdown})`, fullRateMs);
    await run.saysReady(`restart ${round + 1} (${shutdown})`, run.nodes[0], end);
  }
  run.figures.faults = rounds;
}

async function terminateBackends(run: FaultRun, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  let terminated = 0;
  while (performance.now() < until) {
    const found = await run.server.pool<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()
        and application_name <> 'presage faults' order by pid`;
    if (found.length > 0) {
      await run.server.pool`select pg_terminate_backend(${run.random.pick(found).pid})`;
      terminated += 1;
    }
    await sleep(200);
  }
  const end = performance.now();
  run.figures.faults = terminated;
  await run.recovered('terminated backends', fullRateMs);
  await run.saysReady('terminated backends', run.nodes[0], end);
}

async function freezeServer(run: FaultRun, seconds: number): Promise<void> {
  const [node] = run.nodes;
  const began = performance.now();
  run.server.freeze();
  try {
    await sleep(seconds * 1000);
    run.saidNotReady('frozen database', node, began);
  } finally {
    run.server.thaw();
  }
  const end = performance.now();
  await run.recovered('frozen database', 5_000);
  await run.saysReady('frozen database', node, end);
  run.figures.faults = `${Math.round(seconds)} s`;
}

async function stallLink(run: FaultRun, rounds: number, seconds: number): Promise<void> {
  const [node] = run.nodes;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    node.link.stall();
    await sleep(seconds * 1000);
    run.saidNotReady(`stall ${round + 1}`, node, began);
    node.link.heal();
    const end = performance.now();
    await run.recovered(`stall ${round + 1}`, 5_000);
    await run.saysReady(`stall ${round + 1}`, node, end);
  }
  run.figures.faults = rounds;
}

type Body = (run: FaultRun, secondsLeft: number, extent: Extent) => Promise<void>;

/** A scenario with one node. */
function ofOneNode(name: string, about: string, seconds: number, body: Body): Scenario {
  return {
    name,
    about,
    seconds,
    run: (server: DatabaseServer, extent: Extent): Promise<Verdict> =>
      underLoad(server, 1, extent, run => body(run, extent.seconds - overheadSeconds, extent)),
  };
}

export const connectionScenarios: readonly Scenario[] = [
  ofOneNode('resets', 'connections to the database are reset in bursts of 30', 80, (run, left, { isFull }) =>
    resetConnections(run, isFull ? 10 : roundsIn(left, 6, 10), 30),
  ),
  ofOneNode('restarts', 'PostgreSQL is restarted, fast and immediate in turn', 110, (run, left, { isFull }) =>
    restart(run, isFull ? 20 : roundsIn(left, 5, 20)),
  ),
  ofOneNode('terminations', 'a random backend is terminated every 200 ms', 60, (run, left, { isFull }) =>
    terminateBackends(run, isFull ? 60 : Math.max(5, Math.min(60, left - 5))),
  ),
  ofOneNode('frozen-database', 'every process of PostgreSQL is stopped, then continued', 85, (run, left, { isFull }) =>
    freezeServer(run, isFull ? 60 : Math.max(6, Math.min(60, left - 8))),
  ),
  ofOneNode(
    'stalled-link',
    'answers of the database stall for 12 s, then connections are reset',
    50,
    (run, left, extent) => stallLink(run, extent.isFull ? 5 : roundsIn(left, 17, 5), 12),
  ),
];
