// The two events and three players of docs/scoring.md.

import { marketBenchmarks } from '../benchmarks.js';
import { buildBoards } from '../boards.js';
import { changesOf, type RecordedForecast } from '../forecast-history.js';
import { ResultCollector } from '../result-table.js';
import { type EventBaselines, scoreEvent } from '../score-event.js';
import { type EventScore, type ResolvedEvent, runToEnd } from '../score-forecasts.js';

const day = 86_400_000;

const rain: ResolvedEvent = {
  opensAtMs: 0,
  effectiveCloseAtMs: 4 * day,
  payoutBps: [10_000, 0],
  prices: [
    { atMs: 0, pricesBps: [5_000, 5_000] },
    { atMs: 2 * day, pricesBps: [7_000, 3_000] },
  ],
};

const cup: ResolvedEvent = {
  opensAtMs: 10 * day,
  effectiveCloseAtMs: 11 * day,
  payoutBps: [0, 10_000, 0],
  prices: [{ atMs: 10 * day, pricesBps: [5_000, 3_000, 2_000] }],
};

let made = 0;
function said(
  days: number,
  outcome: number,
  probability: number,
  withdrawnAfter: number | null = null,
): RecordedForecast {
  made += 1;
  const withdrawnAtMs = withdrawnAfter === null ? null : withdrawnAfter * day;
  return { id: `fct_${made}`, atMs: days * day, outcome, probability, withdrawnAtMs };
}

const forecasts: Readonly<Record<'rain' | 'cup', Readonly<Record<string, readonly RecordedForecast[]>>>> = {
  rain: {
    ada: [said(0, 0, 60), said(2, 0, 90)],
    bob: [said(1, 1, 20, 2), said(3, 0, 70)],
  },
  cup: {
    ada: [said(10, 1, 60)],
    bob: [said(10, 0, 10), said(10, 1, 80), said(10, 2, 10)],
    cleo: [said(10, 0, 50), said(10, 1, 50), said(10, 2, 50)],
  },
};

function scored(name: 'rain' | 'cup', event: ResolvedEvent) {
  const forecasters = Object.entries(forecasts[name]).map(([player, list]) => {
    return { player, owner: player, changes: changesOf(list, event.payoutBps.length) };
  });
  const { scores, baselines } = runToEnd(scoreEvent(event, forecasters, marketBenchmarks));
  return { scores: Object.fromEntries(scores.map(({ player, score }) => [player, score])), baselines };
}

/** All facts from the page about them. */
export function workedExample() {
  const events = { rain: scored('rain', rain), cup: scored('cup', cup) };
  const collector = new ResultCollector();
  for (const [event, { scores }] of Object.entries(events)) {
    for (const [player, { brier, edge, coverage }] of Object.entries<EventScore>(scores)) {
      collector.add({ player, event, brier, edge, coverage, profitMicrocredits: null });
    }
  }
  const known = new Map(Object.entries(events).map(([id, { baselines }]): [string, EventBaselines] => [id, baselines]));
  const boards = runToEnd(buildBoards({ scope: 'all/*', results: runToEnd(collector.finish()), events: known }));
  return { ...events, boards };
}
