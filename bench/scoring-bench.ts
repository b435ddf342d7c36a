/** npm run bench scoring: the time and the longest pause-free stretch of large events and boards. */

import { buildBoards } from '../src/domain/scoring/boards.js';
import { drawIndex, seededBy } from '../src/domain/scoring/draws.js';
import type { EventBaselines } from '../src/domain/scoring/event-baselines.js';
import type { ForecastChange } from '../src/domain/scoring/forecast-history.js';
import { ResultCollector, type ResultTable } from '../src/domain/scoring/result-table.js';
import { type Forecaster, scoreEvent } from '../src/domain/scoring/score-event.js';

/** The same numbers in every run. */
function chance(seed: string): (below: number) => number {
  const state = seededBy(seed);
  return below => drawIndex(state, below);
}

function timed<Result>(name: string, steps: Generator<unknown, Result>): Result {
  const start = performance.now();
  const usedBefore = process.cpuUsage();
  let longest = 0;
  for (let before = start; ; before = performance.now()) {
    const { done, value } = steps.next();
    longest = Math.max(longest, performance.now() - before);
    if (!done) continue;
    const seconds = ((performance.now() - start) / 1_000).toFixed(2);
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    const computing = (process.cpuUsage(usedBefore).user / 1e6).toFixed(2);
    console.log(
      `${name}: ${seconds} s (${computing} s computing), ${longest.toFixed(0)} ms between pauses, ${megabytes} MB in use`,
    );
    return value as Result;
  }
}

function scoreLargeEvent({ players, steps, outcomes }: { players: number; steps: number; outcomes: number }): void {
  const next = chance('event');
  const lifeMs = 90 * 86_400_000;
  const payoutBps = Array.from({ length: outcomes }, (_, k) => (k === 0 ? 10_000 : 0));
  const prices = Array.from({ length: steps }, (_, k) => ({
    atMs: Math.floor((k * lifeMs) / steps),
    pricesBps: payoutBps.map(() => 1 + next(9_999)),
  }));
  const forecasters = Array.from({ length: players }, (_, player): Forecaster => {
    const changes = Array.from({ length: 10 }, (_, k): ForecastChange => {
      const probability = next(10) === 0 ? null : next(1_000_001) / 10_000;
      return { id: `${k}`, atMs: next(lifeMs), outcome: next(outcomes), probability };
    });
    return { player: `player ${player}`, changes };
  });
  const name = `an event of ${outcomes} outcomes, ${players} forecasters with 10 changes each, ${steps} price steps`;
  timed(name, scoreEvent({ opensAtMs: 0, effectiveCloseAtMs: lifeMs, payoutBps, prices }, forecasters));
}

function* collect(results: number, players: number, events: number): Generator<void, ResultTable> {
  const next = chance('board');
  const collector = new ResultCollector();
  for (let player = 0; player < players; player += 1) {
    const first = next(events);
    for (let k = 0; k < results / players; k += 1) {
      collector.add({
        player: `plr_${player}`,
        event: `evt_${(first + k * 61) % events}`,
        brier: next(1_000_000) / 1e6,
        edge: next(1_000_000) / 1e6 - 0.5,
        coverage: next(1_000_000) / 1e6,
        profitMicrocredits: next(1_000_000_000) - 500_000_000,
      });
    }
    if (player % 1_000 === 0) yield;
  }
  return yield* collector.finish();
}

function buildLargeBoards(size: { results: number; players: number; events: number }): void {
  const { results: count, players, events } = size;
  const results = timed(`a table of ${count} results`, collect(count, players, events));
  const crowd = { brier: 0.2, marketBrier: 0.21, coverage: 1 };
  const baselines: EventBaselines = { always50: 0.25, market: 0.2, crowd };
  const known = new Map(results.events.map(event => [event, baselines]));
  const name = `four boards of ${count} results, ${players} players, ${events} events`;
  timed(name, buildBoards({ scope: 'all/*', results, events: known }));
}

export async function run(): Promise<void> {
  scoreLargeEvent({ players: 20_000, steps: 100_000, outcomes: 2 });
  scoreLargeEvent({ players: 20_000, steps: 100_000, outcomes: 10 });
  buildLargeBoards({ results: 100_000, players: 2_000, events: 5_000 });
  buildLargeBoards({ results: 1_000_000, players: 20_000, events: 5_000 });
}
