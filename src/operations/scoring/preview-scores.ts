import type { Resolution } from '../../domain/markets/resolution.js';
import type { OperationContext } from '../operation-context.js';
import { loadInputs, type ScoreTools, scoreInputs } from './score-due.js';

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
  const found = await store.read(reads => reads.events.findById(eventId));
  if (!found) throw new Error(`the event ${eventId} is gone`);
  const market = { ...found.market, resolvedAt: found.market.resolvedAt ?? clock() };
  const inputs = await loadInputs({ store }, found.event, market);
  const { scores } = await scoreInputs(inputs, { payoutBps, effectiveCloseAt }, yieldToEventLoop);
  const sorted = scores.toSorted((a, b) => a.score.brier - b.score.brier || (a.player < b.player ? -1 : 1));
  const half = Math.min(maxListed / 2, Math.ceil(sorted.length / 2));
  const best = sorted.slice(0, half);
  const worst = sorted.slice(half).slice(-half).reverse();
  const players = [...best, ...worst].map(({ player }) => player);
  const handles = await store.read(reads => reads.markets.handles(players));
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
