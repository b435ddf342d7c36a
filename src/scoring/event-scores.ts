import type { Reader } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { Resolution } from '../engine/resolution.js';
import * as eventStore from '../events/store/events.js';
import * as marketStore from '../events/store/markets.js';
import type { EventRow } from '../events/store/rows.js';
import type { OwnForecast } from '../forecasts/store.js';
import * as forecastStore from '../forecasts/store.js';
import { loadInputs, type ScoreTools, scoreInputs } from './score-due.js';
import * as comparisonStore from './store/comparisons.js';
import * as boardStore from './store/leaderboards.js';
import type { EventScoringHead, RankedScore, ScorePlace } from './store/rows.js';

type ReadContext = Pick<OperationContext, 'store'>;

interface EventScores {
  /** Null before the event has been scored. */
  readonly scoring: EventScoringHead | null;
  readonly scores: readonly RankedScore[];
}

/** Returns a page of the scores on an event, best first. Pages of an earlier version of the resolution are rejected. */
export function listEventScores(
  { store }: ReadContext,
  eventId: string,
  after: ScorePlace | null,
  limit: number,
): Promise<EventScores> {
  return store.read(async reader => {
    const scoring = await comparisonStore.scoring(reader, eventId);
    const scores = scoring ? await comparisonStore.ranking(reader, eventId, scoring.version, after, limit) : [];
    return { scoring, scores };
  });
}

interface PlayerEventScore {
  /** Null: it has just been removed. */
  readonly event: EventRow | null;
  readonly scoring: EventScoringHead | null;
  /** Null without a score. */
  readonly score: RankedScore | null;
  /** The score adjusted for the difficulty of the event, as on the adjusted leaderboard; null if that is unknown. */
  readonly adjusted: number | null;
  /** Newest first; none while they are sealed from the viewer. */
  readonly forecasts: readonly OwnForecast[];
}

async function readAdjusted(reader: Reader, eventId: string, isDemo: boolean, brier: number): Promise<number | null> {
  const newest = await boardStore.newest(reader);
  const offset = newest && (await boardStore.offset(reader, newest.version, isDemo ? 'demo' : 'real', eventId));
  return offset === null ? null : brier + offset;
}

/**
 * Returns a player's score on an event and the underlying forecasts. Until the event has been scored, forecasts are
 * returned to their own player only.
 */
export function readPlayerEventScore(
  { store }: ReadContext,
  eventId: string,
  playerId: string,
  viewer: 'anyone' | 'player',
  maxForecasts: number,
): Promise<PlayerEventScore> {
  return store.read(async reader => {
    const scoring = await comparisonStore.scoring(reader, eventId);
    const score = scoring && (await comparisonStore.eventScore(reader, eventId, scoring.version, playerId));
    const isVisible = viewer === 'player' || scoring?.payoutBps != null;
    const filter = { playerId, eventId, status: 'all', clientForecastId: null, before: null } as const;
    const forecasts = isVisible ? await forecastStore.list(reader, { ...filter, limit: maxForecasts }) : [];
    const eventAndMarket = await eventStore.findById(reader, eventId);
    const adjusted = score?.score
      ? await readAdjusted(reader, eventId, eventAndMarket?.event.demo === true, score.score.brier)
      : null;
    return { event: eventAndMarket?.event ?? null, scoring, score, adjusted, forecasts };
  });
}

const maxListed = 20;

interface PreviewedScore {
  readonly handle: string;
  /** 0 is perfect, 1 the worst. */
  readonly brier: number;
  /** Benchmark error minus own error; null if the event does not count for edge. */
  readonly edge: number | null;
  readonly coverage: number;
}

export interface ScorePreview {
  readonly forecasters: number;
  readonly meanBrier: number | null;
  readonly meanMarketBrier: number | null;
  /** Best scores first. */
  readonly best: readonly PreviewedScore[];
  /** Worst scores first; no player is in both lists. */
  readonly worst: readonly PreviewedScore[];
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Computes the scores that a resolution would give, with the code that scores resolved events. Null for a void. */
export async function previewScores(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  eventId: string,
  { payoutBps, effectiveCloseAt }: Pick<Resolution, 'payoutBps' | 'effectiveCloseAt'>,
  yieldToEventLoop: ScoreTools['yieldToEventLoop'],
): Promise<ScorePreview | null> {
  if (payoutBps === null) return null;
  const eventAndMarket = await store.read(reader => eventStore.findById(reader, eventId));
  if (!eventAndMarket) throw new Error(`the event ${eventId} is gone`);
  const market = { ...eventAndMarket.market, resolvedAt: eventAndMarket.market.resolvedAt ?? clock() };
  const inputs = await loadInputs({ store }, eventAndMarket.event, market);
  const { scores } = await scoreInputs(inputs, { payoutBps, effectiveCloseAt }, yieldToEventLoop);
  const sorted = scores.toSorted((a, b) => a.score.brier - b.score.brier || (a.player < b.player ? -1 : 1));
  const half = Math.min(maxListed / 2, Math.ceil(sorted.length / 2));
  const best = sorted.slice(0, half);
  const worst = sorted.slice(half).slice(-half).reverse();
  const players = [...best, ...worst].map(({ player }) => player);
  const handles = await store.read(reader => marketStore.handles(reader, players));
  const view = ({ player, score }: (typeof scores)[number]): PreviewedScore => ({
    handle: handles.get(player) ?? '',
    brier: score.brier,
    edge: score.edge,
    coverage: score.coverage,
  });
  return {
    forecasters: scores.length,
    meanBrier: mean(scores.map(({ score }) => score.brier)),
    meanMarketBrier: mean(scores.map(({ score }) => score.marketBrier)),
    best: best.map(view),
    worst: worst.map(view),
  };
}
