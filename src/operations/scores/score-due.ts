import { displayPrices, logPrices } from '../../domain/engine/prices.js';
import { ensure } from '../../domain/ledger/invariant.js';
import { changesOf, type RecordedForecast } from '../../domain/scoring/forecast-history.js';
import { type Forecaster, type ScoredEvent, scoreEvent } from '../../domain/scoring/score-event.js';
import type { EventScore } from '../../domain/scoring/score-forecasts.js';
import type { ForecastCursor, ForecastRow } from '../../store/forecast-store.js';
import type { EventRow, KeptResolution, MarketRow } from '../../store/play-store.js';
import type { EventScoring, ScoreRow } from '../../store/score-store.js';
import type { Store } from '../../store/store.js';
import { inTurns } from './in-turns.js';

export interface ScoreTools {
  readonly store: Store;
  readonly clock: () => number;
  /** Milliseconds since whenever, for measuring how long something took. */
  readonly stopwatch: () => number;
  /** Lets whatever else is waiting have its turn. */
  readonly turn: () => Promise<void>;
}

const eventsTogether = 50;
const forecastsTogether = 5_000;

function recorded({ id, at, outcome, probabilityMicros, ended }: ForecastRow): RecordedForecast {
  const withdrawnAtMs = ended?.by === 'withdrawn' ? ended.at : null;
  return { id, atMs: at, outcome, probability: probabilityMicros / 10_000, withdrawnAtMs };
}

/** Everybody's forecasts, which come player by player. */
async function forecastersOf(store: Store, eventId: string, outcomes: number): Promise<Forecaster[]> {
  const byPlayer = new Map<string, RecordedForecast[]>();
  let after: ForecastCursor | null = null;
  do {
    const rows: ForecastRow[] = await store.read(reads => reads.forecasts.ofEvent(eventId, after, forecastsTogether));
    for (const row of rows) {
      const own = byPlayer.get(row.playerId);
      if (own) own.push(recorded(row));
      else byPlayer.set(row.playerId, [recorded(row)]);
    }
    after = rows.length === forecastsTogether ? rows[rows.length - 1] : null;
  } while (after !== null);
  return [...byPlayer].map(([player, forecasts]) => ({ player, changes: changesOf(forecasts, outcomes) }));
}

function keptScore({ brier, marketBrier, last, coverage, questions }: EventScore): ScoreRow['score'] {
  return { brier, marketBrier, last, coverage, finalPercents: questions.map(question => question.lastProbability) };
}

/** A row for everybody who forecast or traded, in the order of players. */
function rowsOf(scored: ScoredEvent, profits: ReadonlyMap<string, number>): ScoreRow[] {
  const scores = new Map(scored.scores.map(({ player, score }) => [player, score]));
  const players = [...new Set([...scores.keys(), ...profits.keys()])].sort();
  return players.map(playerId => {
    const score = scores.get(playerId);
    return { playerId, score: score ? keptScore(score) : null, profit: profits.get(playerId) ?? null };
  });
}

async function scoreResolved(
  { store, turn }: ScoreTools,
  event: EventRow,
  market: MarketRow,
  resolution: KeptResolution & { readonly payoutBps: readonly number[] },
): Promise<Pick<EventScoring, 'baselines' | 'rows'>> {
  const forecasters = await forecastersOf(store, event.id, event.outcomes.length);
  const { path, profits } = await store.read(async reads => ({
    path: await reads.scores.pricePath(event.id),
    profits: await reads.scores.profits(event.id),
  }));
  const opening = displayPrices(logPrices(event.openingShares, event.liquidity));
  const first = { atMs: Math.min(market.opensAt, path[0]?.atMs ?? market.opensAt), pricesBps: opening };
  const scored = await inTurns(
    scoreEvent(
      {
        opensAtMs: market.opensAt,
        effectiveCloseAtMs: resolution.effectiveCloseAt,
        payoutBps: resolution.payoutBps,
        prices: [first, ...path],
      },
      forecasters,
    ),
    turn,
  );
  return { baselines: scored.baselines, rows: rowsOf(scored, profits) };
}

/**
 * Scores the resolution that is in force. It may be run again or twice at once: the same resolution gives the same
 * scores, and they are saved once. Corrections add a version of their own.
 */
async function scoreOne(tools: ScoreTools, eventId: string): Promise<void> {
  const { store, clock } = tools;
  // Forecasts that had begun when the event was decided are on record after this.
  await store.transact(writes => writes.forecasts.awaitWriters(eventId));
  const found = await store.read(reads => reads.events.findById(eventId));
  ensure('event-to-score', found !== null, () => eventId);
  const { event, market } = found as NonNullable<typeof found>;
  const { resolution, resolvedAt } = market;
  if (resolution === null || market.settledVersion < resolution.version) return;
  const { payoutBps } = resolution;
  const scored =
    payoutBps === null
      ? { baselines: null, rows: [] }
      : await scoreResolved(tools, event, market, { ...resolution, payoutBps });
  const scoring: EventScoring = {
    ...scored,
    eventId,
    version: resolution.version,
    scoredAt: clock(),
    resolvedAt: resolvedAt ?? resolution.decidedAt,
    effectiveCloseAt: resolution.effectiveCloseAt,
    payoutBps,
  };
  await store.transact(writes => writes.scores.save(scoring));
}

/** Scores what has been resolved and paid. One event that fails does not keep the others waiting. */
export async function scoreDue(tools: ScoreTools, keepGoing: () => boolean): Promise<void> {
  const failures: unknown[] = [];
  let after = '';
  while (keepGoing()) {
    const eventIds = await tools.store.read(reads => reads.scores.due(after, eventsTogether));
    if (eventIds.length === 0) break;
    after = eventIds[eventIds.length - 1];
    for (const eventId of eventIds) {
      if (!keepGoing()) break;
      await scoreOne(tools, eventId).catch(error => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}
