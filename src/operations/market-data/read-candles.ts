import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import { type CandleWidth, candleWidths } from '../../domain/market-data/candle-widths.js';
import { type Candle, fillGaps, spanStart } from '../../domain/market-data/candles.js';
import type { EventWithMarket } from '../../store/markets/interface.js';
import type { OperationContext } from '../operation-context.js';
import { listCandles } from './queries.js';

export interface CandleRequest {
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

/** Returns the candles with a trade in them. */
export async function readTradedCandles(
  context: Pick<OperationContext, 'store'>,
  request: CandleRequest,
): Promise<CandlePage> {
  const { seconds, madeOf } = candleWidths[request.width];
  const candles = await listCandles(context, {
    eventId: request.shown.event.id,
    outcome: request.outcome,
    seconds,
    madeOf,
    from: spanStart(request.from, seconds),
    before: request.before,
    limit: request.limit + 1,
  });
  return { candles: candles.slice(-request.limit), more: candles.length > request.limit };
}

/** Returns the price in force before `start`. */
export async function priceBefore(
  context: Pick<OperationContext, 'store'>,
  { shown, outcome }: CandleRequest,
  start: number,
): Promise<number> {
  const { event } = shown;
  const filter = { eventId: event.id, outcome, seconds: 60, madeOf: 60, from: 0, before: start, limit: 1 } as const;
  const [last] = await listCandles(context, filter);
  return last?.close ?? displayedPrices(event.openingShares, event.liquidity)[outcome];
}

/**
 * The last time that a candle can cover. Nothing trades at the end itself, unless an operator closed the market in the
 * same millisecond as a trade.
 */
function lastMoment({ market }: EventWithMarket, now: number): number {
  const end = market.closedAt ?? market.endsAt;
  return now < end ? now : Math.max(end - 1, market.lastTradeAt ?? 0);
}

/** Returns one candle for every interval since the opening in which the market could trade. */
export async function readFilledCandles(
  context: Pick<OperationContext, 'store' | 'clock'>,
  request: CandleRequest,
): Promise<CandlePage> {
  const { seconds } = candleWidths[request.width];
  const { opensAt } = request.shown.market;
  const until = lastMoment(request.shown, context.clock());
  const earliest = spanStart(Math.max(request.from, opensAt), seconds);
  const last = spanStart(Math.min(request.before - 1, until), seconds);
  const first = Math.max(earliest, last - (request.limit - 1) * seconds * 1000);
  if (first > last) return { candles: [], more: false };
  const { candles } = await readTradedCandles(context, { ...request, from: first, before: last + 1 });
  const price = await priceBefore(context, request, first);
  return { candles: fillGaps(candles, { first, last, seconds, price }), more: first > earliest };
}
