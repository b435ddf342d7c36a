import { hourMs } from '../../domain/durations.js';
import { backtestOf } from '../../domain/intelligence/backtest.js';
import { isoTime } from '../../domain/iso-time.js';
import { microsPerUnit } from '../../domain/units.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { listSignals as readSignals } from '../../operations/intelligence/queries.js';
import type { SignalsQuery } from './parameters.js';

export async function listSignals({ query }: RouteInput<{ query: typeof SignalsQuery }>, { services }: RequestContext) {
  const { limit = 50, lookbackHours = 24, outcomeLimit = 10, includeResolved = false, minVolumeUsd = 0 } = query;
  const now = services.clock();
  const found = await readSignals(services, {
    type: query.signalType ?? null,
    since: now - lookbackHours * hourMs,
    includeResolved,
    minVolume: Math.round(minVolumeUsd * microsPerUnit),
    outcomeLimit,
    limit,
  });
  const backtests = new Map(found.backtests.map(({ type, demo, n, hits }) => [`${type} ${demo}`, backtestOf(n, hits)]));
  return {
    signals: found.rows.map(({ outcome, detectedAt, expiresAt, ...signal }) => ({
      ...signal,
      outcomeIndex: outcome,
      detectedAt: isoTime(detectedAt),
      expiresAt: isoTime(expiresAt),
      backtest: backtests.get(`${signal.type} ${signal.demo}`) ?? null,
    })),
    lookbackHours,
    asOf: isoTime(now),
    total: found.total,
    truncated: found.total > found.rows.length,
  };
}
