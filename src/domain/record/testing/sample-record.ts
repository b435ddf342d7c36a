/** A small record that agrees with itself: players, events with prices and a correction, forecasts, scores and boards. */
import { makeId } from '../../ids.js';
import { type BaselineName, boardNames, buildBoards } from '../../scoring/boards.js';
import { drawIndex, seededBy } from '../../scoring/draws.js';
import type { EventBaselines } from '../../scoring/event-baselines.js';
import { changesOf } from '../../scoring/forecast-history.js';
import { scoringParameters } from '../../scoring/parameters.js';
import { ResultCollector } from '../../scoring/result-table.js';
import { runToEnd } from '../../scoring/run-to-end.js';
import { type BoardScope, boardWindows, isInScope, scopeKey } from '../../scoring/scopes.js';
import { scoreEvent } from '../../scoring/score-event.js';
import { prepareEvent, scoreForecasts } from '../../scoring/score-forecasts.js';
import { LineSealer, type TextHash } from '../line-digests.js';
import {
  type EventLine,
  type ForecastLine,
  type PlayerLine,
  type PriceEntry,
  type RecordLine,
  recordFormat,
  recordVersion,
  type ScoreLine,
} from '../record-lines.js';

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
/** When the boards were built. */
const asOfMs = start + 24 * day;
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
    decidedAt: iso(start + 23 * day),
  };
  const prices = Array.from({ length: 3 }, (_, k): PriceEntry => {
    return [opensAtMs + k * day, 1 + 3 * k, outcomes.map(() => 1 + next(9_999))];
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

function makeForecasts(
  event: EventLine,
  prices: readonly PriceEntry[],
  players: readonly PlayerLine[],
  next: Below,
): ForecastLine[] {
  const opensAtMs = Date.parse(event.opensAt);
  return players.flatMap((player, index) =>
    Array.from({ length: next(4) }, (_, k): ForecastLine => {
      const atMs = opensAtMs + k * day + next(day);
      const [outcome, marketSequence] = [next(event.outcomes.length), 1 + next(12)];
      const [, , pricesBps] = prices.filter(([, sequence]) => sequence <= marketSequence).at(-1)!;
      return {
        type: 'forecast',
        id: makeId(
          'fct',
          atMs,
          Uint8Array.from({ length: 10 }, (_, place) => [index, k][place] ?? 0),
        ),
        player: player.id,
        event: event.id,
        outcome,
        probability: next(1_000_001) / 10_000,
        at: iso(atMs),
        withdrawnAt: next(4) === 0 ? iso(atMs + next(day)) : null,
        marketPriceBps: pricesBps[outcome],
        marketSequence,
      };
    }),
  );
}

/** One version of an event's resolution with the forecasts as scoring takes them. */
function inputsOf(event: EventLine, prices: readonly PriceEntry[], version: number) {
  const { payoutBps, effectiveCloseAt } = event.resolutions[version - 1];
  return {
    opensAtMs: Date.parse(event.opensAt),
    effectiveCloseAtMs: Date.parse(effectiveCloseAt),
    payoutBps: payoutBps!,
    prices: prices.map(([atMs, , pricesBps]) => ({ atMs, pricesBps })),
  };
}

function changesBy(player: string, event: EventLine, forecasts: readonly ForecastLine[]) {
  const own = forecasts
    .filter(forecast => forecast.player === player)
    .map(forecast => ({
      ...forecast,
      atMs: Date.parse(forecast.at),
      withdrawnAtMs: forecast.withdrawnAt === null ? null : Date.parse(forecast.withdrawnAt),
    }));
  return changesOf(own, event.outcomes.length);
}

function makeScores(
  event: EventLine,
  prices: readonly PriceEntry[],
  forecasts: readonly ForecastLine[],
  players: readonly PlayerLine[],
): ScoreLine[] {
  return event.resolutions.flatMap(({ version, payoutBps }) => {
    if (payoutBps === null) return [];
    const prepared = prepareEvent(inputsOf(event, prices, version));
    return players.flatMap(({ id }, index): ScoreLine[] => {
      const score = scoreForecasts(prepared, changesBy(id, event, forecasts));
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

interface Section {
  readonly event: EventLine;
  readonly prices: readonly PriceEntry[];
  readonly forecasts: readonly ForecastLine[];
  readonly scores: readonly ScoreLine[];
}

/** Null for void. */
function makeBaselines({ event, prices, forecasts }: Section): EventBaselines | null {
  const version = event.resolutions.length;
  if (event.resolutions[version - 1].payoutBps === null) return null;
  const players = [...new Set(forecasts.map(({ player }) => player))];
  const forecasters = players.map(player => ({ player, changes: changesBy(player, event, forecasts) }));
  return runToEnd(scoreEvent(inputsOf(event, prices, version), forecasters)).baselines;
}

/** Scopes are cut from the scores as a reader would do it, without the code that checks them. */
function makeBoards(sections: readonly Section[], scope: BoardScope): RecordLine[] {
  const collector = new ResultCollector();
  const events = new Map<string, EventBaselines>();
  for (const section of sections) {
    const { event, scores } = section;
    if (!isInScope({ ...event, resolvedAtMs: Date.parse(event.resolvedAt) }, scope, asOfMs)) continue;
    const baselines = makeBaselines(section);
    if (baselines === null) continue;
    events.set(event.id, baselines);
    for (const score of scores.filter(({ version }) => version === event.resolutions.length)) {
      const profitMicrocredits = score.profit === null ? null : Math.round(score.profit * 1e6);
      collector.add({ ...score, profitMicrocredits });
    }
  }
  const results = runToEnd(collector.finish());
  const boards = runToEnd(buildBoards({ scope: scopeKey(scope), results, events }));
  return boardNames.flatMap(board => [
    ...boards.rows[board].map((row): RecordLine => ({ type: 'board', ...scope, board, ...row })),
    ...boards.baselines[board].map(({ player, ...row }): RecordLine => {
      return { type: 'baseline', ...scope, board, name: player as BaselineName, ...row };
    }),
  ]);
}

/** The handle of a sample player, from the id. */
export function sampleHandle(playerId: string): string {
  return `player-${Number(playerId.slice(4))}`;
}

/** All lines but the last one. */
export function sampleRecord(seed: string, { players: playerCount, events: eventCount }: Size): RecordLine[] {
  const state = seededBy(seed);
  const next: Below = below => drawIndex(state, below);
  const players = Array.from({ length: playerCount }, (_, k): PlayerLine => {
    const kind = k % 2 === 0 ? 'agent' : 'human';
    return {
      type: 'player',
      id: `${kind === 'agent' ? 'agt' : 'plr'}_${String(k).padStart(26, '0')}`,
      handle: `player-${k}`,
      name: `Player ${k}`,
      kind,
      model: null,
      house: false,
      owner: null,
    };
  });
  const sections = Array.from({ length: eventCount }, (_, index): Section => {
    const event = makeEvent(index, next);
    const moreAt = Date.parse(event.opensAt) + 4 * day;
    const prices: PriceEntry[] = [...event.prices, [moreAt, 10, event.outcomes.map(() => 1 + next(9_999))]];
    const forecasts = makeForecasts(event, prices, players, next);
    return { event, prices, forecasts, scores: makeScores(event, prices, forecasts, players) };
  });
  const boards = boardWindows.flatMap(window =>
    [null, 'sports', 'weather'].flatMap(category => makeBoards(sections, { window, category })),
  );
  const body: RecordLine[] = [
    ...players,
    ...sections.flatMap(({ event, prices, forecasts, scores }) => [
      ...[event, { type: 'prices', event: event.id, prices: prices.slice(3) } as const, ...forecasts, ...scores],
    ]),
    ...boards,
  ];
  const count = (type: RecordLine['type']) => body.filter(line => line.type === type).length;
  const counts = {
    ...{ players: count('player'), events: count('event'), forecasts: count('forecast'), scores: count('score') },
    ...{ boardRows: count('board'), baselineRows: count('baseline') },
  };
  const header = {
    ...({ type: 'header', format: recordFormat, version: recordVersion } as const),
    ...{ madeAt: iso(asOfMs + 1_000), asOf: iso(asOfMs), events: 'real' as const, counts, scoring: scoringParameters },
  };
  return [header, ...body];
}

/** The lines of a file that says this, with digests and the last line. */
export function sealRecord(lines: readonly RecordLine[], newHash: () => TextHash): string[] {
  const sealer = new LineSealer(newHash);
  return [...lines.map(line => sealer.seal(line)), sealer.end()].map(text => text.trimEnd());
}
