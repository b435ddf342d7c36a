import { displayedPrices } from '../../../domain/exchange/engine/prices.js';
import { type CandleWidth, candleWidths, readTimeframe } from '../../../domain/market-data/candle-widths.js';
import { type Candle, fillGaps, spanStart } from '../../../domain/market-data/candles.js';
import { microsToWire } from '../../../domain/units.js';
import { invalid } from '../../../http/errors.js';
import { readMoment } from '../../../http/moment.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import type { Static } from '../../../http/schema.js';
import type { Services } from '../../../http/services.js';
import type { EventWithMarket } from '../../../store/markets/interface.js';
import { requireEvent } from './known-event.js';
import type { CandleParams, CandlesQuery } from './queries.js';

const maxCandles = 200;

interface CandleRequest {
  readonly shown: EventWithMarket;
  readonly outcome: number;
  readonly width: CandleWidth;
  readonly from: number;
  /** Candles begin before this. */
  readonly before: number;
  readonly limit: number;
}

interface CandlePage {
  /** Oldest first. */
  readonly candles: readonly Candle[];
  readonly more: boolean;
}

/** Only those with a trade. */
async function readTraded({ store }: Services, request: CandleRequest): Promise<CandlePage> {
  const { seconds, madeOf } = candleWidths[request.width];
  const candles = await store.read(reads =>
    reads.history.candles({
      eventId: request.shown.event.id,
      outcome: request.outcome,
      seconds,
      madeOf,
      from: spanStart(request.from, seconds),
      before: request.before,
      limit: request.limit + 1,
    }),
  );
  return { candles: candles.slice(-request.limit), more: candles.length > request.limit };
}

/** The price that stood before the candles of a time. */
async function priceBefore({ store }: Services, { shown, outcome }: CandleRequest, start: number): Promise<number> {
  const { event } = shown;
  const filter = { eventId: event.id, outcome, seconds: 60, madeOf: 60, from: 0, before: start, limit: 1 } as const;
  const [last] = await store.read(reads => reads.history.candles(filter));
  return last?.close ?? displayedPrices(event.openingShares, event.liquidity)[outcome];
}

/** One for every span since the opening in which something could be traded. */
async function readFilled(services: Services, request: CandleRequest): Promise<CandlePage> {
  const { seconds } = candleWidths[request.width];
  const { opensAt } = request.shown.market;
  const until = lastMoment(request.shown, services.clock());
  const earliest = spanStart(Math.max(request.from, opensAt), seconds);
  const last = spanStart(Math.min(request.before - 1, until), seconds);
  const first = Math.max(earliest, last - (request.limit - 1) * seconds * 1000);
  if (first > last) return { candles: [], more: false };
  const { candles } = await readTraded(services, { ...request, from: first, before: last + 1 });
  const price = await priceBefore(services, request, first);
  return { candles: fillGaps(candles, { first, last, seconds, price }), more: first > earliest };
}

/** Trading goes on until now, or has ended. */
function endOf({ market }: EventWithMarket, now: number): number {
  return Math.min(now, market.closedAt ?? market.endsAt);
}

/**
 * The last moment that a candle can be about. Nothing is traded at the end itself, unless an operator closed the market in
 * the very millisecond of a trade.
 */
function lastMoment({ market }: EventWithMarket, now: number): number {
  const end = market.closedAt ?? market.endsAt;
  return now < end ? now : Math.max(end - 1, market.lastTradeAt ?? 0);
}

function readRequest(shown: EventWithMarket, query: Static<typeof CandlesQuery>, now: number) {
  const { outcomeIndex = 0, timeframe, limit } = query;
  const count = shown.event.outcomes.length;
  if (outcomeIndex >= count) throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  const { opensAt } = shown.market;
  const frame = timeframe && readTimeframe(timeframe, { opensAt, until: endOf(shown, now) }, maxCandles);
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
  const place = cursor === undefined ? null : services.cursors.read<{ before: number }>('candles', filters, cursor);
  const before = place?.before ?? to ?? now + 1;
  await services.marketData.history.catchUp(event.id);
  const read = fill === 'previous' ? readFilled : readTraded;
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
