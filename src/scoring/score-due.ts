import type { Reader, Store, Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { displayedPrices } from '../engine/prices.js';
import type { Resolution } from '../engine/resolution.js';
import * as eventStore from '../events/store/events.js';
import type { EventRow, MarketRow } from '../events/store/rows.js';
import type { ForecastCursor, ForecastRow } from '../forecasts/store.js';
import * as forecastStore from '../forecasts/store.js';
import { ensure } from '../kernel/invariant.js';
import { notifyEach } from '../notifications/notify.js';
import * as profileStore from '../players/store/profiles.js';
import { type MarketHistory, marketBenchmarks, OwnerBenchmarks, TradeLog } from './rules/benchmarks.js';
import { changesOf, type RecordedForecast } from './rules/forecast-history.js';
import type { PriceStep } from './rules/price-path.js';
import { type Forecaster, type ScoredEvent, scoreEvent } from './rules/score-event.js';
import type { EventScore, PreparedEvent } from './rules/score-forecasts.js';
import * as benchmarkStore from './store/benchmark-sources.js';
import type { EventScoring, ScoreRow, TradeRow } from './store/rows.js';
import * as scoreStore from './store/scores.js';

/** Runs a generator to its end and yields to the event loop at each of its yields. */
export async function runYielding<Result>(
  steps: Generator<unknown, Result>,
  yieldToEventLoop: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
    await yieldToEventLoop();
  }
}

const tradeBatchSize = 5_000;

export interface LoadedHistory {
  readonly history: MarketHistory;
  /** The owner of each player who traded, and of the other requested players. */
  readonly owners: ReadonlyMap<string, string>;
}

async function* tradesOf(reader: Reader, eventId: string): AsyncGenerator<TradeRow[]> {
  let after: TradeRow | null = null;
  do {
    const rows: TradeRow[] = await benchmarkStore.trades(reader, eventId, after, tradeBatchSize);
    yield rows;
    after = rows.length === tradeBatchSize ? rows[rows.length - 1] : null;
  } while (after !== null);
}

/**
 * Reads the inputs of an event's benchmarks: its trades by owner, and the owners that were established when it was
 * first resolved. `players` are others whose owners are needed.
 */
export async function loadMarketHistory(
  reader: Reader,
  event: Pick<EventRow, 'id' | 'liquidity' | 'openingShares'>,
  resolvedAt: number,
  players: readonly string[],
): Promise<LoadedHistory> {
  const trades = new TradeLog();
  const owners = new Map(await benchmarkStore.owners(reader, players));
  for await (const rows of tradesOf(reader, event.id)) {
    const unknown = new Set(rows.map(row => row.playerId).filter(player => !owners.has(player)));
    for (const [player, owner] of await benchmarkStore.owners(reader, [...unknown])) owners.set(player, owner);
    for (const row of rows) trades.add({ ...row, owner: owners.get(row.playerId) ?? row.playerId });
  }
  const established = await benchmarkStore.establishedOwners(reader, trades.owners.names, resolvedAt);
  const { liquidity, openingShares } = event;
  return { history: { liquidity, openingShares, trades, established }, owners };
}

export interface ScoreTools {
  readonly store: Store;
  readonly clock: () => number;
  /** Monotonic milliseconds, for measuring durations. */
  readonly stopwatch: () => number;
  /** Lets other pending work run. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Scoring notifies people, and notifications have ids. */
type ScoringTools = ScoreTools & Pick<OperationContext, 'newId'>;

/** Events scored concurrently: most of the time is spent waiting for the database. */
const maxConcurrent = 4;
const eventBatchSize = 50;
const forecastBatchSize = 5_000;

function toRecordedForecast({ id, at, outcome, probabilityMicros, ended }: ForecastRow): RecordedForecast {
  const withdrawnAtMs = ended?.by === 'withdrawn' ? ended.at : null;
  return { id, atMs: at, outcome, probability: probabilityMicros / 10_000, withdrawnAtMs };
}

/** Reads the forecasts of all players, one player after the other. */
async function forecastsOf(store: Store, eventId: string): Promise<Map<string, RecordedForecast[]>> {
  const byPlayer = new Map<string, RecordedForecast[]>();
  let after: ForecastCursor | null = null;
  do {
    const rows: ForecastRow[] = await store.read(reader =>
      forecastStore.ofEvent(reader, eventId, after, forecastBatchSize),
    );
    for (const row of rows) {
      const playerForecasts = byPlayer.get(row.playerId);
      if (playerForecasts) playerForecasts.push(toRecordedForecast(row));
      else byPlayer.set(row.playerId, [toRecordedForecast(row)]);
    }
    after = rows.length === forecastBatchSize ? rows[rows.length - 1] : null;
  } while (after !== null);
  return byPlayer;
}

function storedScore({ brier, marketBrier, benchmarkBrier, last, coverage, questions }: EventScore): ScoreRow['score'] {
  const finalPercents = questions.map(question => question.lastProbability);
  return { brier, marketBrier, benchmarkBrier, last, coverage, finalPercents };
}

/** One row for each player who forecast or traded, sorted by player id. */
function rowsOf(scored: ScoredEvent, profits: ReadonlyMap<string, number>): ScoreRow[] {
  const scores = new Map(scored.scores.map(({ player, score }) => [player, score]));
  const players = [...new Set([...scores.keys(), ...profits.keys()])].sort();
  return players.map(playerId => {
    const score = scores.get(playerId);
    return { playerId, score: score ? storedScore(score) : null, profit: profits.get(playerId) ?? null };
  });
}

export interface ScoringInputs {
  readonly event: EventRow;
  readonly market: MarketRow;
  readonly forecasters: readonly Forecaster[];
  readonly path: readonly PriceStep[];
  readonly profits: ReadonlyMap<string, number>;
  readonly history: MarketHistory;
}

export async function loadInputs(
  { store }: Pick<ScoreTools, 'store'>,
  event: EventRow,
  market: MarketRow,
): Promise<ScoringInputs> {
  const forecasts = await forecastsOf(store, event.id);
  const { resolvedAt } = market;
  ensure('resolved-market', resolvedAt !== null, () => event.id);
  const { path, profits, loaded } = await store.read(async reader => ({
    path: await scoreStore.pricePath(reader, event.id),
    profits: await scoreStore.profits(reader, event.id, market.resolutionVersion),
    loaded: await loadMarketHistory(reader, event, resolvedAt as number, [...forecasts.keys()]),
  }));
  const forecasters = [...forecasts].map(([player, list]): Forecaster => {
    return { player, owner: loaded.owners.get(player) ?? player, changes: changesOf(list, event.outcomes.length) };
  });
  const opening = displayedPrices(event.openingShares, event.liquidity);
  const first = { atMs: Math.min(market.opensAt, path[0]?.atMs ?? market.opensAt), pricesBps: opening };
  return { event, market, forecasters, path: [first, ...path], profits, history: loaded.history };
}

/** Scores all forecasters under an answer. */
export function scoreInputs(
  { event, market, forecasters, path, history }: ScoringInputs,
  { payoutBps, effectiveCloseAt }: { readonly payoutBps: readonly number[]; readonly effectiveCloseAt: number },
  yieldToEventLoop: ScoreTools['yieldToEventLoop'],
): Promise<ScoredEvent> {
  const times = { opensAtMs: market.opensAt, effectiveCloseAtMs: effectiveCloseAt };
  const benchmarksOf = (prepared: PreparedEvent) =>
    event.practice ? marketBenchmarks(prepared) : new OwnerBenchmarks(prepared, history);
  const scoring = scoreEvent({ ...times, payoutBps, prices: path }, forecasters, benchmarksOf);
  return runYielding(scoring, yieldToEventLoop);
}

async function scoreVersion(
  { store, clock, yieldToEventLoop }: ScoreTools,
  inputs: ScoringInputs,
  resolution: Resolution,
): Promise<EventScoring> {
  const { event, market, profits } = inputs;
  const { version, payoutBps, effectiveCloseAt, decidedAt } = resolution;
  const inForce = version === market.resolutionVersion;
  const resolvedAt = inForce ? (market.resolvedAt ?? decidedAt) : decidedAt;
  const { practice } = event;
  const head = { eventId: event.id, practice, version, scoredAt: clock(), resolvedAt, effectiveCloseAt, payoutBps };
  if (payoutBps === null) return { ...head, baselines: null, rows: [] };
  const scored = await scoreInputs(inputs, { payoutBps, effectiveCloseAt }, yieldToEventLoop);
  const recorded = await store.read(reader => scoreStore.recordedProfits(reader, event.id, version));
  // A resolution that was corrected before it was scored has no payouts on record.
  return { ...head, baselines: scored.baselines, rows: rowsOf(scored, recorded ?? (inForce ? profits : new Map())) };
}

/**
 * Scores every unscored version of an event's resolution, up to the current one. It is idempotent: the same resolution
 * gives the same scores, which are saved once.
 */
async function scoreOne(tools: ScoringTools, eventId: string): Promise<void> {
  const { store } = tools;
  // Afterwards, forecasts that were in flight when the event was resolved are committed.
  await store.transact(tx => forecastStore.awaitWriters(tx, eventId));
  const { found, unscored } = await store.read(async reader => ({
    found: await eventStore.findById(reader, eventId),
    unscored: await scoreStore.unscored(reader, eventId),
  }));
  ensure('event-to-score', found !== null, () => eventId);
  const { event, market } = found as NonNullable<typeof found>;
  // A later version is scored by another run, after it has been settled.
  const resolutions = unscored.filter(({ version }) => version <= market.resolutionVersion);
  if (market.settledVersion < market.resolutionVersion || resolutions.length === 0) return;
  const inputs = await loadInputs(tools, event, market);
  for (const resolution of resolutions) {
    const scoring = await scoreVersion(tools, inputs, resolution);
    await store.transact(async tx => {
      const isNew = await scoreStore.save(tx, scoring);
      if (isNew && resolution.version === market.resolutionVersion) await notifyScored(tx, tools, event, scoring);
    });
  }
}

/**
 * Scores all resolved and settled events. A failing event does not stop the others. Owners become established between
 * two batches, while no event is being scored.
 */
export async function scoreDue(tools: ScoringTools, keepGoing: () => boolean): Promise<void> {
  const failures: unknown[] = [];
  let after = '';
  while (keepGoing()) {
    await tools.store.transact(tx => benchmarkStore.establishOwners(tx, tools.clock()));
    const eventIds = await tools.store.read(reader => scoreStore.due(reader, after, eventBatchSize));
    if (eventIds.length === 0) break;
    after = eventIds[eventIds.length - 1];
    for (let at = 0; at < eventIds.length && keepGoing(); at += maxConcurrent) {
      const batch = eventIds.slice(at, at + maxConcurrent);
      const scored = await Promise.allSettled(batch.map(eventId => scoreOne(tools, eventId)));
      failures.push(...scored.flatMap(result => (result.status === 'rejected' ? [result.reason] : [])));
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Events with more forecasters than this are rare. */
const maxPlayers = 5_000;
/** The maximum number of a person's agents in a notification. */
const maxNamed = 3;

type Scored = ScoreRow & { readonly score: NonNullable<ScoreRow['score']> };

/** The sentence about one player: the score, the market's and the rank. */
function sentence(subject: string, title: string, { score }: Scored, rank: number, players: number): string {
  const [playerBrier, marketBrier] = [score.brier.toFixed(3), score.marketBrier.toFixed(3)];
  return `${subject} on “${title}” scored ${playerBrier} (market ${marketBrier}), rank ${rank} of ${players}.`;
}

/** Returns the notification of each person: first about their own forecasts, then about those of their agents. */
async function textsOf(
  reader: Reader,
  { title }: EventRow,
  rows: readonly Scored[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ playerId }) => playerId);
  const owners = await benchmarkStore.owners(reader, ids);
  const agents = await profileStore.byIds(
    reader,
    ids.filter(id => id.startsWith('agt_')),
  );
  const names = new Map(agents.map(({ playerId, name }) => [playerId, name]));
  const byPerson = new Map<string, string[]>();
  for (const row of rows) {
    const personId = owners.get(row.playerId) ?? row.playerId;
    // House players have no owner.
    if (!personId.startsWith('plr_')) continue;
    const isOwn = personId === row.playerId;
    const subject = isOwn ? 'Your forecasts' : `The forecasts of ${names.get(row.playerId) ?? 'your agent'}`;
    const rank = 1 + rows.filter(({ score }) => score.brier < row.score.brier).length;
    const text = sentence(subject, title, row, rank, rows.length);
    const personTexts = byPerson.get(personId) ?? [];
    byPerson.set(personId, isOwn ? [text, ...personTexts] : [...personTexts, text]);
  }
  return new Map([...byPerson].map(([personId, texts]) => [personId, texts.slice(0, maxNamed).join(' ')]));
}

/** Notifies people of their scores on an event, in the transaction that saves the scores. */
async function notifyScored(
  tx: Transaction,
  tools: Pick<OperationContext, 'newId'>,
  event: EventRow,
  { rows, scoredAt }: EventScoring,
): Promise<void> {
  const scored = rows.filter((row): row is Scored => row.score !== null).slice(0, maxPlayers);
  if (event.practice || scored.length === 0) return;
  const texts = await textsOf(tx, event, scored);
  await notifyEach(tx, tools, texts, { kind: 'event-scored', eventSlug: event.slug, at: scoredAt });
}
