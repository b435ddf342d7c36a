import type { Reader } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { displayedPrices } from '../engine/prices.js';
import type { ForecastCursor, ForecastRow } from '../forecasts/store.js';
import * as forecastStore from '../forecasts/store.js';
import { isoTime } from '../kernel/time.js';
import { microsPerUnit } from '../kernel/units.js';
import type { PlayerProfile } from '../players/rules/players.js';
import type { MarketHistory, TradeLog } from '../scoring/rules/benchmarks.js';
import {
  type BaselineName,
  boardNames,
  boardsFromBytes,
  type EventSet,
  type StoredScope,
  scopesOfSet,
} from '../scoring/rules/boards.js';
import { NameIndex } from '../scoring/rules/result-table.js';
import { scoringParameters } from '../scoring/rules/score-forecasts.js';
import { loadMarketHistory } from '../scoring/score-due.js';
import * as benchmarkStore from '../scoring/store/benchmark-sources.js';
import * as boardStore from '../scoring/store/leaderboards.js';
import type { BoardVersion, ScoreRow } from '../scoring/store/rows.js';
import * as scoreStore from '../scoring/store/scores.js';
import {
  type BaselineLine,
  type BoardLine,
  type EventLine,
  type ForecastLine,
  type HeaderLine,
  LineSealer,
  type PlayerLine,
  type PriceEntry,
  type RecordLine,
  recordFormat,
  recordVersion,
  type ScoreLine,
  type TextHash,
  type TradeEntry,
  type TradesLine,
} from './rules/record-lines.js';
import type { RecordEvent } from './store.js';
import * as recordStore from './store.js';

/** Writes a chunk of text; resolves when there is room for the next one. */
export type WriteText = (text: string) => Promise<void>;

const forecastBatchSize = 5_000;
const pricesPerLine = 1_000;
const tradesPerLine = 1_000;
const chunkCharacters = 65_536;

/** Buffers lines into larger chunks. */
class LineWriter {
  private text = '';
  private readonly sealer: LineSealer;

  constructor(
    newHash: () => TextHash,
    private readonly write: WriteText,
  ) {
    this.sealer = new LineSealer(newHash);
  }

  async add(line: RecordLine): Promise<void> {
    this.text += this.sealer.seal(line);
    if (this.text.length >= chunkCharacters) await this.flush();
  }

  async end(): Promise<void> {
    this.text += this.sealer.end();
    await this.flush();
  }

  private async flush(): Promise<void> {
    const { text } = this;
    this.text = '';
    await this.write(text);
  }
}

const units = (micros: number) => micros / microsPerUnit;

function eventLine(
  { event, opensAt, resolvedAt, resolutions }: RecordEvent,
  { established, trades }: MarketHistory,
  groups: NameIndex,
  prices: readonly PriceEntry[],
): EventLine {
  const { id, slug, title, category, outcomes, demo } = event;
  return {
    type: 'event',
    id,
    slug,
    title,
    category,
    outcomes,
    opensAt: isoTime(opensAt),
    resolvedAt: isoTime(resolvedAt),
    demo,
    resolutions,
    liquidityCredits: units(event.liquidity),
    openingShares: event.openingShares.map(units),
    established:
      established && trades.owners.names.filter(owner => established.has(owner)).map(owner => groups.numberOf(owner)),
    prices,
  };
}

function* tradeLines(event: string, trades: TradeLog, groups: NameIndex): Generator<TradesLine> {
  const { atMs, sequence, owner, outcome, shares, credits } = trades.columns;
  const groupOf = trades.owners.names.map(owner => groups.numberOf(owner));
  for (let from = 0; from < trades.length; from += tradesPerLine) {
    const length = Math.min(tradesPerLine, trades.length - from);
    const entries = Array.from({ length }, (_, index): TradeEntry => {
      const row = from + index;
      return [atMs[row], sequence[row], groupOf[owner[row]], outcome[row], units(shares[row]), units(credits[row])];
    });
    yield { type: 'trades', event, trades: entries };
  }
}

function forecastLine(row: ForecastRow): ForecastLine {
  const { id, playerId, eventId, outcome, probabilityMicros, at, ended, marketPriceBps, marketSequence } = row;
  return {
    type: 'forecast',
    id,
    player: playerId,
    event: eventId,
    outcome,
    probability: probabilityMicros / 10_000,
    at: isoTime(at),
    withdrawnAt: ended?.by === 'withdrawn' ? isoTime(ended.at) : null,
    marketPriceBps,
    marketSequence,
  };
}

function scoreLine(event: string, version: number, { playerId, score, profit }: ScoreRow): ScoreLine {
  return {
    type: 'score',
    event,
    version,
    player: playerId,
    brier: score?.brier ?? null,
    marketBrier: score?.marketBrier ?? null,
    benchmarkBrier: score?.benchmarkBrier ?? null,
    edge: score && score.benchmarkBrier !== null ? score.benchmarkBrier - score.brier : null,
    last: score?.last ?? null,
    coverage: score?.coverage ?? null,
    profit: profit === null ? null : profit / microsPerUnit,
  };
}

/** Every book begins with sequence 1 and the opening prices. */
async function pricesOf(reader: Reader, { event, opensAt }: RecordEvent): Promise<PriceEntry[]> {
  const path = await scoreStore.pricePath(reader, event.id);
  const opening = displayedPrices(event.openingShares, event.liquidity);
  const first: PriceEntry = [Math.min(opensAt, path[0]?.atMs ?? opensAt), 1, opening];
  return [first, ...path.map(({ atMs, sequence, pricesBps }): PriceEntry => [atMs, sequence, pricesBps])];
}

async function writeEvent(
  reader: Reader,
  lines: LineWriter,
  groups: NameIndex,
  eventId: string,
  version: number,
): Promise<void> {
  const recordEvent = await recordStore.event(reader, eventId, version);
  const prices = await pricesOf(reader, recordEvent);
  const { history } = await loadMarketHistory(reader, recordEvent.event, recordEvent.resolvedAt, []);
  await lines.add(eventLine(recordEvent, history, groups, prices.slice(0, pricesPerLine)));
  for (let from = pricesPerLine; from < prices.length; from += pricesPerLine) {
    await lines.add({ type: 'prices', event: eventId, prices: prices.slice(from, from + pricesPerLine) });
  }
  for (const line of tradeLines(eventId, history.trades, groups)) await lines.add(line);
  let after: ForecastCursor | null = null;
  do {
    const rows: ForecastRow[] = await forecastStore.ofEvent(reader, eventId, after, forecastBatchSize);
    for (const row of rows) await lines.add(forecastLine(row));
    after = rows.length === forecastBatchSize ? rows[rows.length - 1] : null;
  } while (after !== null);
  for (const row of await recordStore.scores(reader, eventId, version))
    await lines.add(scoreLine(eventId, row.version, row));
}

type LeaderboardLine = BoardLine | BaselineLine;

/** For each leaderboard, the rows of players and then the baselines. */
async function boardLines(reader: Reader, version: BoardVersion, stored: StoredScope): Promise<LeaderboardLine[]> {
  const bytes = await boardStore.scope(reader, version.version, stored);
  if (bytes === null) return [];
  const scope = { window: stored.window, category: stored.category };
  const { rows, baselines } = boardsFromBytes(bytes);
  return boardNames.flatMap(board => [
    ...rows[board].map((row): LeaderboardLine => ({ type: 'board', ...scope, board, ...row })),
    ...baselines[board].map(({ player, ...row }): LeaderboardLine => {
      return { type: 'baseline', ...scope, board, name: player as BaselineName, ...row };
    }),
  ]);
}

async function countBoardLines(reader: Reader, version: BoardVersion | null, scopes: readonly StoredScope[]) {
  const counts = { boardRows: 0, baselineRows: 0 };
  for (const scope of version ? scopes : []) {
    const lines = await boardLines(reader, version as BoardVersion, scope);
    const rows = lines.filter(({ type }) => type === 'board').length;
    counts.boardRows += rows;
    counts.baselineRows += lines.length - rows;
  }
  return counts;
}

function header(madeAt: number, asOf: number | null, events: EventSet, counts: HeaderLine['counts']): HeaderLine {
  return {
    type: 'header',
    format: recordFormat,
    version: recordVersion,
    madeAt: isoTime(madeAt),
    asOf: asOf === null ? null : isoTime(asOf),
    events,
    counts,
    scoring: scoringParameters,
  };
}

/** Returns the number of each owner. */
async function writePlayers(reader: Reader, lines: LineWriter, players: readonly PlayerProfile[]): Promise<NameIndex> {
  const groups = new NameIndex();
  const owners = await benchmarkStore.owners(
    reader,
    players.map(({ playerId }) => playerId),
  );
  for (const { playerId: id, handle, name, kind, model, house, owner } of players) {
    const group = groups.numberOf(owners.get(id) ?? id);
    const who = { id, handle, name, kind, model, house, owner: owner?.handle ?? null, group };
    await lines.add({ type: 'player', ...who } satisfies PlayerLine);
  }
  return groups;
}

async function writeAll(reader: Reader, lines: LineWriter, set: EventSet, now: number): Promise<void> {
  const version = await boardStore.newest(reader);
  const events = version
    ? await recordStore.eventsOfSet(reader, await boardStore.events(reader, version.version), set)
    : {};
  const scopes = version ? scopesOfSet(await boardStore.scopes(reader, version.version), set) : [];
  const players = await recordStore.players(reader, events);
  const { forecasts, scores } = await recordStore.counts(reader, events);
  const ofBoards = await countBoardLines(reader, version, scopes);
  const ids = Object.keys(events).sort();
  const counts = { players: players.length, events: ids.length, forecasts, scores, ...ofBoards };
  await lines.add(header(now, version?.asOf ?? null, set, counts));
  const groups = await writePlayers(reader, lines, players);
  for (const id of ids) await writeEvent(reader, lines, groups, id, events[id]);
  for (const scope of scopes) {
    for (const line of version ? await boardLines(reader, version, scope) : []) await lines.add(line);
  }
  await lines.end();
}

/**
 * Writes the public record as of the newest leaderboards: the events of a set on record by then, without sealed forecasts.
 * All of it is read from one snapshot, so its parts are consistent. `newHash` returns a SHA-256.
 */
export async function writeRecord(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  set: EventSet,
  newHash: () => TextHash,
  write: WriteText,
): Promise<void> {
  const now = clock();
  await store.snapshot(reader => writeAll(reader, new LineWriter(newHash, write), set, now));
}
