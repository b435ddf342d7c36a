import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import { ensure } from '../../domain/invariant.js';
import type { Resolution } from '../../domain/markets/resolution.js';
import { changesOf, type RecordedForecast } from '../../domain/scoring/forecast-history.js';
import type { PriceStep } from '../../domain/scoring/price-path.js';
import { type Forecaster, type ScoredEvent, scoreEvent } from '../../domain/scoring/score-event.js';
import type { EventScore } from '../../domain/scoring/score-forecasts.js';
import type { ForecastCursor, ForecastRow } from '../../store/forecasts/interface.js';
import type { EventRow, MarketRow } from '../../store/markets/interface.js';
import type { EventScoring, ScoreRow } from '../../store/scoring/interface.js';
import type { Store } from '../../store/store.js';
import { runYielding } from './run-yielding.js';

export interface ScoreTools {
  readonly store: Store;
  readonly clock: () => number;
  /** Milliseconds since whenever, for measuring how long something took. */
  readonly stopwatch: () => number;
  /** Lets whatever else is waiting have its turn. */
  readonly turn: () => Promise<void>;
}

/** Much of the time of one event is waiting for the database. */
const atOnce = 4;
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

interface Grounds {
  readonly event: EventRow;
  readonly market: MarketRow;
  readonly forecasters: readonly Forecaster[];
  readonly path: readonly PriceStep[];
  readonly profits: ReadonlyMap<string, number>;
}

async function loadGrounds({ store }: ScoreTools, event: EventRow, market: MarketRow): Promise<Grounds> {
  const forecasters = await forecastersOf(store, event.id, event.outcomes.length);
  const { path, profits } = await store.read(async reads => ({
    path: await reads.scores.pricePath(event.id),
    profits: await reads.scores.profits(event.id, market.resolutionVersion),
  }));
  const opening = displayedPrices(event.openingShares, event.liquidity);
  const first = { atMs: Math.min(market.opensAt, path[0]?.atMs ?? market.opensAt), pricesBps: opening };
  return { event, market, forecasters, path: [first, ...path], profits };
}

async function scoreVersion(
  { clock, turn }: ScoreTools,
  { event, market, forecasters, path, profits }: Grounds,
  resolution: Resolution,
): Promise<EventScoring> {
  const { version, payoutBps, effectiveCloseAt, decidedAt } = resolution;
  const inForce = version === market.resolutionVersion;
  const resolvedAt = inForce ? (market.resolvedAt ?? decidedAt) : decidedAt;
  const { practice } = event;
  const head = { eventId: event.id, practice, version, scoredAt: clock(), resolvedAt, effectiveCloseAt, payoutBps };
  if (payoutBps === null) return { ...head, baselines: null, rows: [] };
  const times = { opensAtMs: market.opensAt, effectiveCloseAtMs: effectiveCloseAt };
  const scored = await runYielding(scoreEvent({ ...times, payoutBps, prices: path }, forecasters), turn);
  // What a resolution that was corrected before it was scored would have paid is not on record.
  return { ...head, baselines: scored.baselines, rows: rowsOf(scored, inForce ? profits : new Map()) };
}

/**
 * Scores every version of an event's resolution that has no scores yet, up to the one in force. It may be run again or
 * twice at once: the same resolution gives the same scores, and they are saved once.
 */
async function scoreOne(tools: ScoreTools, eventId: string): Promise<void> {
  const { store } = tools;
  // Forecasts that had begun when the event was decided are on record after this.
  await store.transact(writes => writes.forecasts.awaitWriters(eventId));
  const { found, unscored } = await store.read(async reads => ({
    found: await reads.events.findById(eventId),
    unscored: await reads.scores.unscored(eventId),
  }));
  ensure('event-to-score', found !== null, () => eventId);
  const { event, market } = found as NonNullable<typeof found>;
  // One that was decided since the market was looked at is scored another time, when it has been paid.
  const resolutions = unscored.filter(({ version }) => version <= market.resolutionVersion);
  if (market.settledVersion < market.resolutionVersion || resolutions.length === 0) return;
  const grounds = await loadGrounds(tools, event, market);
  for (const resolution of resolutions) {
    const scoring = await scoreVersion(tools, grounds, resolution);
    await store.transact(writes => writes.scores.save(scoring));
  }
}

/** Scores what has been resolved and paid. One event that fails does not keep the others waiting. */
export async function scoreDue(tools: ScoreTools, keepGoing: () => boolean): Promise<void> {
  const failures: unknown[] = [];
  let after = '';
  while (keepGoing()) {
    const eventIds = await tools.store.read(reads => reads.scores.due(after, eventsTogether));
    if (eventIds.length === 0) break;
    after = eventIds[eventIds.length - 1];
    for (let at = 0; at < eventIds.length && keepGoing(); at += atOnce) {
      const some = eventIds.slice(at, at + atOnce);
      const scored = await Promise.allSettled(some.map(eventId => scoreOne(tools, eventId)));
      failures.push(...scored.flatMap(result => (result.status === 'rejected' ? [result.reason] : [])));
    }
  }
  if (failures.length > 0) throw failures[0];
}
