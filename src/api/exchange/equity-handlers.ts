import { dayMs, hourMs } from '../../domain/durations.js';
import { isoTime } from '../../domain/iso-time.js';
import { microsToWire } from '../../domain/units.js';
import { requirePlayer } from '../../http/caller.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { readEquityHistory } from '../../operations/exchange/equity-history.js';
import type { EquitySample } from '../../store/exchange/equity-interface.js';
import { type EquityQuery, maxEquityPoints } from './equity-schemas.js';

const spans = { '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY };

function viewSample({ at, available, reserved, positions, owed, granted }: EquitySample) {
  const equity = available + reserved + positions - owed;
  return {
    at: isoTime(at),
    equity: microsToWire(equity),
    availableBalance: microsToWire(available),
    reservedBalance: microsToWire(reserved),
    positionsValue: microsToWire(positions),
    owedCredits: microsToWire(owed),
    grantedTotal: microsToWire(granted),
    profit: microsToWire(equity - granted),
  };
}

export async function getEquityHistory(
  { query: { timeframe = '30d' } }: RouteInput<{ query: typeof EquityQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const now = services.clock();
  const from = Math.max(0, now - spans[timeframe]);
  const points = await readEquityHistory(services, playerId, from, maxEquityPoints);
  return { timeframe, points: points.map(viewSample), asOf: isoTime(now) };
}
