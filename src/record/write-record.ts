import type { Reads } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { displayedPrices } from '../engine/prices.js';
import type { ForecastCursor, ForecastRow } from '../forecasts/store-interface.js';
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
import type { BoardVersion, ScoreRow } from '../scoring/store-interface.js';
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
import type { RecordEvent } from './store-interface.js';

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
async function pricesOf(reads: Reads, { event, opensAt }: RecordEvent): Promise<PriceEntry[]> {
  const path = await reads.scores.pricePath(event.id);
  const opening = displayedPrices(event.openingShares, event.liquidity);
  const first: PriceEntry = [Math.min(opensAt, path[0]?.atMs ?? opensAt), 1, opening];
  return [first, ...path.map(({ atMs, sequence, pricesBps }): PriceEntry => [atMs, sequence, pricesBps])];
}

async function writeEvent(
  reads: Reads,
  lines: LineWriter,
  groups: NameIndex,
  eventId: string,
  version: number,
): Promise<void> {
  const found = await reads.record.event(eventId, version);
  const prices = await pricesOf(reads, found);
  const { history } = await loadMarketHistory(reads.scores, found.event, found.resolvedAt, []);
  await lines.add(eventLine(found, history, groups, prices.slice(0, pricesPerLine)));
  for (let from = pricesPerLine; from < prices.length; from += pricesPerLine) {
    await lines.add({ type: 'prices', event: eventId, prices: prices.slice(from, from + pricesPerLine) });
  }
  for (const line of tradeLines(eventId, history.trades, groups)) await lines.add(line);
  let after: ForecastCursor | null = null;
  do {
    const rows: ForecastRow[] = await reads.forecasts.ofEvent(eventId, after, forecastBatchSize);
    for (const row of rows) await lines.add(forecastLine(row));
    after = rows.length === forecastBatchSize ? rows[rows.length - 1] : null;
  } while (after !== null);
  for (const row of await reads.record.scores(eventId, version)) await lines.add(scoreLine(eventId, row.version, row));
}

type LeaderboardLine = BoardLine | BaselineLine;

/** For each leaderboard, the rows of players and then the baselines. */
async function boardLines(reads: Reads, version: BoardVersion, stored: StoredScope): Promise<LeaderboardLine[]> {
  const bytes = await reads.boards.scope(version.version, stored);
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

async function countBoardLines(reads: Reads, version: BoardVersion | null, scopes: readonly StoredScope[]) {
  const counts = { boardRows: 0, baselineRows: 0 };
  for (const scope of version ? scopes : []) {
    const lines = await boardLines(reads, version as BoardVersion, scope);
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
async function writePlayers(reads: Reads, lines: LineWriter, players: readonly PlayerProfile[]): Promise<NameIndex> {
  const groups = new NameIndex();
  const owners = await reads.scores.owners(players.map(({ playerId }) => playerId));
  for (const { playerId: id, handle, name, kind, model, house, owner } of players) {
    const group = groups.numberOf(owners.get(id) ?? id);
    const who = { id, handle, name, kind, model, house, owner: owner?.handle ?? null, group };
    await lines.add({ type: 'player', ...who } satisfies PlayerLine);
  }
  return groups;
}

async function writeAll(reads: Reads, lines: LineWriter, set: EventSet, now: number): Promise<void> {
  const version = await reads.boards.newest();
  const events = version ? await reads.record.ofSet(await reads.boards.events(version.version), set) : {};
  const scopes = version ? scopesOfSet(await reads.boards.scopes(version.version), set) : [];
  const players = await reads.record.players(events);
  const { forecasts, scores } = await reads.record.counts(events);
  const ofBoards = await countBoardLines(reads, version, scopes);
  const ids = Object.keys(events).sort();
  const counts = { players: players.length, events: ids.length, forecasts, scores, ...ofBoards };
  await lines.add(header(now, version?.asOf ?? null, set, counts));
  const groups = await writePlayers(reads, lines, players);
  for (const id of ids) await writeEvent(reads, lines, groups, id, events[id]);
  for (const scope of scopes) {
    for (const line of version ? await boardLines(reads, version, scope) : []) await lines.add(line);
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
  await store.snapshot(reads => writeAll(reads, new LineWriter(newHash, write), set, now));
}
