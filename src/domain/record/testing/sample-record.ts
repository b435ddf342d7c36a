/** A small record that agrees with itself: players, events with prices and a correction, forecasts, scores and boards. */
import { boardNames, buildBoards } from '../../scoring/boards.js';
import { drawIndex, seededBy } from '../../scoring/draws.js';
import { always50Brier } from '../../scoring/event-baselines.js';
import { changesOf } from '../../scoring/forecast-history.js';
import { scoringParameters } from '../../scoring/parameters.js';
import { ResultCollector } from '../../scoring/result-table.js';
import { runToEnd } from '../../scoring/run-to-end.js';
import { type BoardScope, isInScope, scopeKey } from '../../scoring/scopes.js';
import { prepareEvent, scoreForecasts } from '../../scoring/score-forecasts.js';
import { millionthsOfBps } from '../../scoring/squared-error.js';
import type { BoardLine, EventLine, ForecastLine, PlayerLine, RecordLine, ScoreLine } from '../record-lines.js';

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

interface Size {
  readonly players: number;
  readonly events: number;
}

type Below = (below: number) => number;

function makeEvent(index: number, next: Below): EventLine {
  const outcomes = ['Yes', 'No', 'Maybe'].slice(0, 2 + (index % 2));
  const opensAtMs = start + index * day;
  const winner = next(outcomes.length);
  const wins = (which: number) => outcomes.map((_, k) => (k === which ? 10_000 : 0));
  const first = {
    version: 1,
    payoutBps: wins(winner),
    effectiveCloseAt: iso(opensAtMs + 5 * day),
    decidedAt: iso(opensAtMs + 6 * day),
  };
  const second = {
    ...first,
    version: 2,
    payoutBps: wins((winner + 1) % outcomes.length),
    decidedAt: iso(start + 50 * day),
  };
  const prices = Array.from({ length: 3 }, (_, k): [number, number[]] => {
    return [opensAtMs + k * day, outcomes.map(() => 1 + next(9_999))];
  });
  return {
    type: 'event',
    id: `evt_${index}`,
    slug: `event-${index}`,
    title: `Event ${index}`,
    category: index % 3 === 0 ? 'weather' : 'sports',
    outcomes,
    opensAt: iso(opensAtMs),
    resolvedAt: first.decidedAt,
    demo: false,
    resolutions:
      index % 4 === 1 ? [first, second] : index % 7 === 6 ? [first, { ...second, payoutBps: null }] : [first],
    prices,
  };
}

function makeForecasts(event: EventLine, players: readonly PlayerLine[], next: Below): ForecastLine[] {
  const opensAtMs = Date.parse(event.opensAt);
  return players.flatMap((player, index) =>
    Array.from({ length: next(4) }, (_, k): ForecastLine => {
      const atMs = opensAtMs + k * day + next(day);
      return {
        type: 'forecast',
        id: `fct_${event.id}_${index}_${k}`,
        player: player.id,
        event: event.id,
        outcome: next(event.outcomes.length),
        probability: next(1_000_001) / 10_000,
        at: iso(atMs),
        withdrawnAt: next(4) === 0 ? iso(atMs + next(day)) : null,
        marketPriceBps: 5_000,
        marketSequence: k,
      };
    }),
  );
}

function makeScores(
  event: EventLine,
  steps: EventLine['prices'],
  forecasts: readonly ForecastLine[],
  players: readonly PlayerLine[],
): ScoreLine[] {
  const prices = steps.map(([atMs, pricesBps]) => ({ atMs, pricesBps }));
  return event.resolutions.flatMap(({ version, payoutBps, effectiveCloseAt }) => {
    if (payoutBps === null) return [];
    const effectiveCloseAtMs = Date.parse(effectiveCloseAt);
    const prepared = prepareEvent({ opensAtMs: Date.parse(event.opensAt), effectiveCloseAtMs, payoutBps, prices });
    return players.flatMap(({ id }, index): ScoreLine[] => {
      const own = forecasts
        .filter(({ player }) => player === id)
        .map(forecast => ({
          ...forecast,
          atMs: Date.parse(forecast.at),
          withdrawnAtMs: forecast.withdrawnAt === null ? null : Date.parse(forecast.withdrawnAt),
        }));
      const score = scoreForecasts(prepared, changesOf(own, event.outcomes.length));
      const profit = index % 3 === 0 ? null : (index * 37 - 50) / 8;
      if (score === null && profit === null) return [];
      const { brier, marketBrier, edge, last, coverage } = score ?? {
        ...{ brier: null, marketBrier: null, edge: null, last: null, coverage: null },
      };
      return [
        { type: 'score', event: event.id, version, player: id, brier, marketBrier, edge, last, coverage, profit },
      ];
    });
  });
}

/** Scopes are cut from the scores as a reader would do it, without the code that checks them. */
function makeBoards(events: readonly EventLine[], scores: readonly ScoreLine[], scope: BoardScope, asOf: string) {
  const collector = new ResultCollector();
  const baselines = new Map<string, { always50: number; market: null; crowd: null }>();
  for (const event of events) {
    const asOfMs = Date.parse(asOf);
    if (!isInScope({ ...event, resolvedAtMs: Date.parse(event.resolvedAt) }, scope, asOfMs)) continue;
    const inForce = event.resolutions.filter(({ decidedAt }) => Date.parse(decidedAt) <= asOfMs).at(-1)!;
    if (inForce.payoutBps === null) continue;
    const always50 = always50Brier(inForce.payoutBps.map(millionthsOfBps));
    baselines.set(event.id, { always50, market: null, crowd: null });
    for (const score of scores.filter(line => line.event === event.id && line.version === inForce.version)) {
      const profitMicrocredits = score.profit === null ? null : Math.round(score.profit * 1e6);
      collector.add({ ...score, profitMicrocredits });
    }
  }
  const results = runToEnd(collector.finish());
  const { rows } = runToEnd(buildBoards({ scope: scopeKey(scope), results, events: baselines }));
  return boardNames.flatMap(board =>
    rows[board].map((row): BoardLine => ({ type: 'board', asOf, ...scope, board, ...row })),
  );
}

export function sampleRecord(seed: string, { players: playerCount, events: eventCount }: Size): RecordLine[] {
  const state = seededBy(seed);
  const next: Below = below => drawIndex(state, below);
  const players = Array.from({ length: playerCount }, (_, k): PlayerLine => {
    const kind = k % 2 === 0 ? 'agent' : 'human';
    return {
      type: 'player',
      id: `plr_${k}`,
      handle: `player-${k}`,
      name: `Player ${k}`,
      kind,
      model: null,
      owner: null,
    };
  });
  const sections = Array.from({ length: eventCount }, (_, index) => {
    const event = makeEvent(index, next);
    const forecasts = makeForecasts(event, players, next);
    const more: [number, number[]] = [Date.parse(event.opensAt) + 4 * day, event.outcomes.map(() => 1 + next(9_999))];
    const scores = makeScores(event, [...event.prices, more], forecasts, players);
    return { event, prices: { type: 'prices', event: event.id, prices: [more] } as const, forecasts, scores };
  });
  const events = sections.map(({ event }) => event);
  const scores = sections.flatMap(section => section.scores);
  const boards = [20, 60].flatMap(days =>
    (['7d', 'all'] as const).flatMap(window =>
      [null, 'sports'].flatMap(category => makeBoards(events, scores, { window, category }, iso(start + days * day))),
    ),
  );
  const body = [
    ...players,
    ...sections.flatMap(({ event, prices, forecasts, scores: own }) => [event, prices, ...forecasts, ...own]),
    ...boards,
  ];
  const count = (type: RecordLine['type']) => body.filter(line => line.type === type).length;
  const counts = {
    ...{ players: count('player'), events: count('event'), forecasts: count('forecast') },
    ...{ scores: count('score'), boardRows: count('board') },
  };
  const madeAt = iso(start + 60 * day);
  const header = {
    type: 'header',
    format: 'presage-record',
    version: 1,
    madeAt,
    counts,
    scoring: scoringParameters,
  } as const;
  return [header, ...body, { type: 'end', lines: body.length + 2 }];
}
