import { displayPrices, logPrices } from '../../domain/engine/prices.js';
import { isoTime } from '../../domain/iso-time.js';
import {
  type BoardLine,
  type EventLine,
  type ForecastLine,
  type HeaderLine,
  type PlayerLine,
  type PriceEntry,
  type RecordLine,
  recordFormat,
  recordVersion,
  type ScoreLine,
} from '../../domain/record/record-lines.js';
import { boardsFromBytes } from '../../domain/scoring/board-bytes.js';
import { boardNames } from '../../domain/scoring/boards.js';
import { scoringParameters } from '../../domain/scoring/parameters.js';
import type { BoardScope } from '../../domain/scoring/scopes.js';
import { microsPerUnit } from '../../domain/units.js';
import type { ForecastCursor, ForecastRow } from '../../store/forecast-store.js';
import type { RecordEvent } from '../../store/record-store.js';
import type { BoardVersion, ScoreRow } from '../../store/score-store.js';
import type { Reads, Store } from '../../store/store.js';

/** Takes a piece of text; done when there is room for the next one. */
export type WriteText = (text: string) => Promise<void>;

const forecastsTogether = 5_000;
const pricesPerLine = 1_000;
const textTogether = 65_536;

/** Collects lines into larger pieces, and counts them. */
class LineWriter {
  lines = 0;
  private text = '';

  constructor(private readonly write: WriteText) {}

  async add(line: RecordLine): Promise<void> {
    this.lines += 1;
    this.text += `${JSON.stringify(line)}\n`;
    if (this.text.length >= textTogether) await this.flush();
  }

  async flush(): Promise<void> {
    const { text } = this;
    this.text = '';
    if (text !== '') await this.write(text);
  }
}

function eventLine({ event, opensAt, resolvedAt, resolutions }: RecordEvent, prices: readonly PriceEntry[]): EventLine {
  const { id, slug, title, category, outcomes, demo } = event;
  const times = { opensAt: isoTime(opensAt), resolvedAt: isoTime(resolvedAt) };
  return { type: 'event', id, slug, title, category, outcomes, ...times, demo, resolutions, prices };
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
    edge: score ? score.marketBrier - score.brier : null,
    last: score?.last ?? null,
    coverage: score?.coverage ?? null,
    profit: profit === null ? null : profit / microsPerUnit,
  };
}

async function pricesOf(reads: Reads, { event, opensAt }: RecordEvent): Promise<PriceEntry[]> {
  const path = await reads.scores.pricePath(event.id);
  const opening = displayPrices(logPrices(event.openingShares, event.liquidity));
  const first: PriceEntry = [Math.min(opensAt, path[0]?.atMs ?? opensAt), opening];
  return [first, ...path.map(({ atMs, pricesBps }): PriceEntry => [atMs, pricesBps])];
}

async function writeEvent(reads: Reads, lines: LineWriter, eventId: string, version: number): Promise<void> {
  const found = await reads.record.event(eventId, version);
  const prices = await pricesOf(reads, found);
  await lines.add(eventLine(found, prices.slice(0, pricesPerLine)));
  for (let from = pricesPerLine; from < prices.length; from += pricesPerLine) {
    await lines.add({ type: 'prices', event: eventId, prices: prices.slice(from, from + pricesPerLine) });
  }
  let after: ForecastCursor | null = null;
  do {
    const rows: ForecastRow[] = await reads.forecasts.ofEvent(eventId, after, forecastsTogether);
    for (const row of rows) await lines.add(forecastLine(row));
    after = rows.length === forecastsTogether ? rows[rows.length - 1] : null;
  } while (after !== null);
  for (const row of await reads.record.scores(eventId, version)) await lines.add(scoreLine(eventId, row.version, row));
}

async function boardLines(reads: Reads, version: BoardVersion, scope: BoardScope): Promise<BoardLine[]> {
  const bytes = await reads.boards.scope(version.version, scope);
  if (bytes === null) return [];
  const { rows } = boardsFromBytes(bytes);
  return boardNames.flatMap(board =>
    rows[board].map((row): BoardLine => ({ type: 'board', asOf: isoTime(version.asOf), ...scope, board, ...row })),
  );
}

async function countBoardRows(reads: Reads, version: BoardVersion, scopes: readonly BoardScope[]): Promise<number> {
  let count = 0;
  for (const scope of scopes) count += (await boardLines(reads, version, scope)).length;
  return count;
}

function header(madeAt: number, counts: HeaderLine['counts']): HeaderLine {
  return {
    type: 'header',
    format: recordFormat,
    version: recordVersion,
    madeAt: isoTime(madeAt),
    counts,
    scoring: scoringParameters,
  };
}

async function writeAll(reads: Reads, lines: LineWriter, now: number): Promise<void> {
  const version = await reads.boards.newest();
  const events = version ? await reads.boards.events(version.version) : {};
  const scopes = version ? await reads.boards.scopes(version.version) : [];
  const players = await reads.record.players(events);
  const { forecasts, scores } = await reads.record.counts(events);
  const boardRows = version ? await countBoardRows(reads, version, scopes) : 0;
  const ids = Object.keys(events).sort();
  const counts = { players: players.length, events: ids.length, forecasts, scores, boardRows };
  await lines.add(header(now, counts));
  for (const { playerId: id, handle, name, kind, model, owner } of players) {
    const line: PlayerLine = { type: 'player', id, handle, name, kind, model, owner: owner?.handle ?? null };
    await lines.add(line);
  }
  for (const id of ids) await writeEvent(reads, lines, id, events[id]);
  for (const scope of scopes) {
    for (const line of version ? await boardLines(reads, version, scope) : []) await lines.add(line);
  }
  await lines.add({ type: 'end', lines: lines.lines + 1 });
  await lines.flush();
}

/**
 * Writes the public record as of the newest boards: what those count and nothing that is still sealed. All of it is read
 * from one snapshot, so its parts fit together whatever happens meanwhile.
 */
export async function writeRecord(store: Store, now: number, write: WriteText): Promise<void> {
  await store.snapshot(reads => writeAll(reads, new LineWriter(write), now));
}
