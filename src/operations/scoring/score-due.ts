import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import { ensure } from '../../domain/invariant.js';
import type { Resolution } from '../../domain/markets/resolution.js';
import { type MarketHistory, marketBenchmarks, OwnerBenchmarks } from '../../domain/scoring/benchmarks.js';
import { changesOf, type RecordedForecast } from '../../domain/scoring/forecast-history.js';
import type { PriceStep } from '../../domain/scoring/price-path.js';
import { type Forecaster, type ScoredEvent, scoreEvent } from '../../domain/scoring/score-event.js';
import type { EventScore, PreparedEvent } from '../../domain/scoring/score-forecasts.js';
import type { ForecastCursor, ForecastRow } from '../../store/forecasts/interface.js';
import type { EventRow, MarketRow } from '../../store/markets/interface.js';
import type { EventScoring, ScoreRow } from '../../store/scoring/interface.js';
import type { Store } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';
import { loadMarketHistory } from './load-market-history.js';
import { notifyScored } from './notify-scored.js';
import { runYielding } from './run-yielding.js';

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
    const rows: ForecastRow[] = await store.read(reads => reads.forecasts.ofEvent(eventId, after, forecastBatchSize));
    for (const row of rows) {
      const own = byPlayer.get(row.playerId);
      if (own) own.push(toRecordedForecast(row));
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
  const { path, profits, loaded } = await store.read(async reads => ({
    path: await reads.scores.pricePath(event.id),
    profits: await reads.scores.profits(event.id, market.resolutionVersion),
    loaded: await loadMarketHistory(reads.scores, event, resolvedAt as number, [...forecasts.keys()]),
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
  const recorded = await store.read(reads => reads.scores.recordedProfits(event.id, version));
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
  await store.transact(writes => writes.forecasts.awaitWriters(eventId));
  const { found, unscored } = await store.read(async reads => ({
    found: await reads.events.findById(eventId),
    unscored: await reads.scores.unscored(eventId),
  }));
  ensure('event-to-score', found !== null, () => eventId);
  const { event, market } = found as NonNullable<typeof found>;
  // A later version is scored by another run, after it has been settled.
  const resolutions = unscored.filter(({ version }) => version <= market.resolutionVersion);
  if (market.settledVersion < market.resolutionVersion || resolutions.length === 0) return;
  const inputs = await loadInputs(tools, event, market);
  for (const resolution of resolutions) {
    const scoring = await scoreVersion(tools, inputs, resolution);
    await store.transact(async writes => {
      const isNew = await writes.scores.save(scoring);
      if (isNew && resolution.version === market.resolutionVersion) await notifyScored(writes, tools, event, scoring);
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
    await tools.store.transact(writes => writes.scores.establishOwners(tools.clock()));
    const eventIds = await tools.store.read(reads => reads.scores.due(after, eventBatchSize));
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
