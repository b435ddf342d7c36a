// A small, consistent record: players, events with prices and a correction, forecasts, scores and leaderboards.
import { displayedPrices } from '../../../engine/prices.js';
import { makeId } from '../../../kernel/ids.js';
import { isoTime } from '../../../kernel/time.js';
import { type MarketHistory, OwnerBenchmarks, TradeLog } from '../../../scoring/rules/benchmarks.js';
import {
  type BaselineName,
  type BoardScope,
  boardNames,
  boardWindows,
  buildBoards,
  isInScope,
  scopeKey,
} from '../../../scoring/rules/boards.js';
import { changesOf } from '../../../scoring/rules/forecast-history.js';
import { drawIndex, seededBy } from '../../../scoring/rules/intervals.js';
import { ResultCollector } from '../../../scoring/rules/result-table.js';
import { type EventBaselines, scoreEvent } from '../../../scoring/rules/score-event.js';
import { type PreparedEvent, runToEnd, scoringParameters } from '../../../scoring/rules/score-forecasts.js';
import {
  type EventLine,
  type ForecastLine,
  LineSealer,
  type PlayerLine,
  type PriceEntry,
  type RecordLine,
  recordFormat,
  recordVersion,
  type ScoreLine,
  type TextHash,
  type TradeEntry,
} from '../record-lines.js';

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
/** When the leaderboards were built. */
const asOfMs = start + 24 * day;

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
    effectiveCloseAt: isoTime(opensAtMs + 5 * day),
    decidedAt: isoTime(opensAtMs + 6 * day),
  };
  const second = {
    ...first,
    version: 2,
    payoutBps: wins((winner + 1) % outcomes.length),
    decidedAt: isoTime(start + 23 * day),
  };
  const openingShares = outcomes.map(() => next(1_000));
  const opening = displayedPrices(
    openingShares.map(shares => shares * 1e6),
    liquidityCredits * 1e6,
  );
  return {
    type: 'event',
    id: `evt_${index}`,
    slug: `event-${index}`,
    title: `Event ${index}`,
    category: index % 3 === 0 ? 'weather' : 'sports',
    outcomes,
    opensAt: isoTime(opensAtMs),
    resolvedAt: first.decidedAt,
    demo: false,
    resolutions:
      index % 4 === 1 ? [first, second] : index % 7 === 6 ? [first, { ...second, payoutBps: null }] : [first],
    liquidityCredits,
    openingShares,
    established: index % 3 === 0 ? [0, 1, 2, 3, 4, 5, 6] : null,
    prices: [[opensAtMs, 1, opening]],
  };
}

const liquidityCredits = 1_000;

/** Purchases and sales of some groups, and the resulting prices. */
function makeTrades(event: EventLine, groups: number, next: Below) {
  const held = event.openingShares.map(shares => shares * 1e6);
  const trades: TradeEntry[] = [];
  const prices: PriceEntry[] = [...event.prices];
  for (let k = 0; k < 14; k += 1) {
    const [outcome, shares] = [next(event.outcomes.length), (next(400_000_000) - 100_000_000) / 1e6];
    const [atMs, sequence] = [Date.parse(event.opensAt) + (k + 1) * (day / 4), 2 + k];
    trades.push([atMs, sequence, k % groups, outcome, shares, 60 + next(100)]);
    held[outcome] += Math.round(shares * 1e6);
    prices.push([atMs, sequence, displayedPrices(held, liquidityCredits * 1e6)]);
  }
  return { trades, prices };
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
      const [outcome, marketSequence] = [next(event.outcomes.length), 1 + next(14)];
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
        at: isoTime(atMs),
        withdrawnAt: next(4) === 0 ? isoTime(atMs + next(day)) : null,
        marketPriceBps: pricesBps[outcome],
        marketSequence,
      };
    }),
  );
}

/** One version of an event's resolution with the forecasts in the format of scoring. */
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

interface Section {
  readonly event: EventLine;
  readonly prices: readonly PriceEntry[];
  readonly trades: readonly TradeEntry[];
  readonly forecasts: readonly ForecastLine[];
  readonly scores: readonly ScoreLine[];
}

type Inputs = Omit<Section, 'scores'> & { readonly players: readonly PlayerLine[] };

function historyOf({ event, trades }: Inputs): MarketHistory {
  const log = new TradeLog();
  for (const [atMs, sequence, group, outcome, shares, credits] of trades) {
    const amounts = { shares: Math.round(shares * 1e6), credits: credits * 1e6 };
    log.add({ atMs, sequence, owner: `${group}`, outcome, ...amounts });
  }
  return {
    liquidity: liquidityCredits * 1e6,
    openingShares: event.openingShares.map(shares => shares * 1e6),
    trades: log,
    established: event.established && new Set(event.established.map(String)),
  };
}

function scoredVersion(inputs: Inputs, version: number) {
  const { event, prices, forecasts, players } = inputs;
  const forecasters = players.map(({ id, group }) => {
    return { player: id, owner: `${group}`, changes: changesBy(id, event, forecasts) };
  });
  const benchmarksOf = (prepared: PreparedEvent) => new OwnerBenchmarks(prepared, historyOf(inputs));
  return runToEnd(scoreEvent(inputsOf(event, prices, version), forecasters, benchmarksOf));
}

const unscored = {
  ...{ brier: null, marketBrier: null, benchmarkBrier: null, edge: null, last: null, coverage: null },
};

function makeScores(inputs: Inputs): ScoreLine[] {
  const { event, players } = inputs;
  return event.resolutions.flatMap(({ version, payoutBps }) => {
    if (payoutBps === null) return [];
    const scores = new Map(scoredVersion(inputs, version).scores.map(({ player, score }) => [player, score]));
    return players.flatMap(({ id }, index): ScoreLine[] => {
      const score = scores.get(id) ?? null;
      const profit = index % 3 === 0 ? null : (index * 37 - 50) / 8;
      if (score === null && profit === null) return [];
      const { brier, marketBrier, benchmarkBrier, edge, last, coverage } = score ?? unscored;
      const numbers = { brier, marketBrier, benchmarkBrier, edge, last, coverage, profit };
      return [{ type: 'score', event: event.id, version, player: id, ...numbers }];
    });
  });
}

/** Null for void. */
function makeBaselines(section: Section, players: readonly PlayerLine[]): EventBaselines | null {
  const { resolutions } = section.event;
  if (resolutions[resolutions.length - 1].payoutBps === null) return null;
  return scoredVersion({ ...section, players }, resolutions.length).baselines;
}

/** Scopes are derived from the scores independently, without the code under test. */
function makeBoards(sections: readonly Section[], players: readonly PlayerLine[], scope: BoardScope): RecordLine[] {
  const collector = new ResultCollector();
  const events = new Map<string, EventBaselines>();
  for (const section of sections) {
    const { event, scores } = section;
    if (!isInScope({ ...event, resolvedAtMs: Date.parse(event.resolvedAt) }, scope, asOfMs)) continue;
    const baselines = makeBaselines(section, players);
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
      group: k,
    };
  });
  const sections = Array.from({ length: eventCount }, (_, index): Section => {
    const opened = makeEvent(index, next);
    const { trades, prices } = makeTrades(opened, Math.max(7, playerCount), next);
    const event = { ...opened, prices: prices.slice(0, 3) };
    const forecasts = makeForecasts(event, prices, players, next);
    return { event, prices, trades, forecasts, scores: makeScores({ event, prices, trades, forecasts, players }) };
  });
  const boards = boardWindows.flatMap(window =>
    [null, 'sports', 'weather'].flatMap(category => makeBoards(sections, players, { window, category })),
  );
  const body: RecordLine[] = [
    ...players,
    ...sections.flatMap(({ event, prices, trades, forecasts, scores }): RecordLine[] => [
      event,
      { type: 'prices', event: event.id, prices: prices.slice(3) },
      { type: 'trades', event: event.id, trades },
      ...forecasts,
      ...scores,
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
    ...{
      madeAt: isoTime(asOfMs + 1_000),
      asOf: isoTime(asOfMs),
      events: 'real' as const,
      counts,
      scoring: scoringParameters,
    },
  };
  return [header, ...body];
}

/** The lines of a file with this content, with digests and the last line. */
export function sealRecord(lines: readonly RecordLine[], newHash: () => TextHash): string[] {
  const sealer = new LineSealer(newHash);
  return [...lines.map(line => sealer.seal(line)), sealer.end()].map(text => text.trimEnd());
}
