import { readTimeframe } from '../../../domain/market-data/candle-widths.js';
import { microsToWire } from '../../../domain/units.js';
import { invalid } from '../../../http/errors.js';
import { readMoment } from '../../../http/moment.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import type { Static } from '../../../http/schema.js';
import { readFilledCandles, readTradedCandles } from '../../../operations/market-data/read-candles.js';
import type { EventWithMarket } from '../../../store/markets/interface.js';
import { requireEvent } from './known-event.js';
import type { CandleParams, CandlesQuery } from './parameters.js';

const maxCandles = 200;

/** The end of trading so far. */
function endOf({ market }: EventWithMarket, now: number): number {
  return Math.min(now, market.closedAt ?? market.endsAt);
}

function readRequest(shown: EventWithMarket, query: Static<typeof CandlesQuery>, now: number) {
  const { outcomeIndex = 0, timeframe, limit } = query;
  const count = shown.event.outcomes.length;
  if (outcomeIndex >= count) throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  const { opensAt } = shown.market;
  const frame = timeframe && readTimeframe(timeframe, { opensAt, until: endOf(shown, now) }, limit ?? maxCandles);
  const from = readMoment('from', query.from) ?? frame?.from ?? 0;
  const to = readMoment('to', query.to);
  if (to !== null && to <= from) throw invalid('to', 'must be after from');
  const width = query.resolution ?? frame?.width ?? '1h';
  return { shown, outcome: outcomeIndex, width, from, to, limit: limit ?? (frame ? maxCandles : 50) };
}

export async function getCandles(
  { params, query }: RouteInput<{ params: typeof CandleParams; query: typeof CandlesQuery }>,
  { services }: RequestContext,
) {
  const shown = await requireEvent(services, params.id, 'id');
  const { fill = 'none', cursor } = query;
  const now = services.clock();
  const { to, ...request } = readRequest(shown, query, now);
  const { event } = shown;
  const { outcome, width } = request;
  const filters = [event.id, outcome, width, query.from ?? null, query.to ?? null, query.timeframe ?? null, fill];
  const position = cursor === undefined ? null : services.cursors.read<{ before: number }>('candles', filters, cursor);
  const before = position?.before ?? to ?? now + 1;
  await services.marketData.history.catchUp(event.id);
  const read = fill === 'previous' ? readFilledCandles : readTradedCandles;
  const { candles, more } = await read(services, { ...request, before });
  return {
    eventSlug: event.slug,
    eventPubkey: event.pubkey,
    outcomeIndex: outcome,
    resolution: width,
    fill,
    candles: candles.map(({ start, open, high, low, close, volume, trades }) => ({
      start: new Date(start).toISOString(),
      open,
      high,
      low,
      close,
      volumeCredits: microsToWire(volume),
      trades,
    })),
    nextCursor: more ? services.cursors.write('candles', filters, { before: candles[0].start }) : null,
  };
}
