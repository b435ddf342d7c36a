import { microsToWire } from '../../../domain/units.js';
import { invalid } from '../../../http/errors.js';
import { readMoment } from '../../../http/moment.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import { listPublicTrades } from '../../../operations/market-data/queries.js';
import type { TradeCursor } from '../../../store/market-data/interface.js';
import { requireEvent } from './known-event.js';
import type { EventSlug, TradesQuery } from './parameters.js';

export async function getTrades(
  { params, query }: RouteInput<{ params: typeof EventSlug; query: typeof TradesQuery }>,
  { services }: RequestContext,
) {
  const { event } = await requireEvent(services, params.slug, 'slug');
  const { order = 'desc', outcomeIndex, limit = 50, cursor } = query;
  const count = event.outcomes.length;
  if (outcomeIndex !== undefined && outcomeIndex >= count) {
    throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  }
  const from = readMoment('from', query.from);
  const to = readMoment('to', query.to);
  if (from !== null && to !== null && to <= from) throw invalid('to', 'must be after from');
  const outcome = outcomeIndex ?? null;
  const filters = [event.id, order, from, to, outcome];
  const after = cursor === undefined ? null : services.cursors.read<TradeCursor>('trades', filters, cursor);
  if (from !== null || to !== null) await services.marketData.history.catchUp(event.id);
  const filter = { eventId: event.id, outcome, from, to, order, after, limit: limit + 1 };
  const rows = await listPublicTrades(services, filter);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    trades: page.map(trade => ({
      id: trade.id,
      eventSlug: event.slug,
      outcomeIndex: trade.outcome,
      side: trade.side,
      shares: microsToWire(trade.shares),
      credits: microsToWire(trade.credits),
      priceBps: trade.priceBps,
      against: trade.against,
      player: trade.player,
      sequence: trade.sequence,
      at: new Date(trade.at).toISOString(),
    })),
    nextCursor:
      rows.length > limit && last
        ? services.cursors.write('trades', filters, { sequence: last.sequence, id: last.id })
        : null,
  };
}
