import { isSettled, worthOf } from '../../domain/exchange/position-value.js';
import { isoTime } from '../../domain/iso-time.js';
import { averagePriceBps, microsToWire } from '../../domain/units.js';
import { invalid } from '../../http/errors.js';
import { readMoment } from '../../http/moment.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { listDataTrades, readPublicPositions } from '../../operations/intelligence/queries.js';
import { listPublicTrades } from '../../operations/market-data/queries.js';
import type { ShownPosition } from '../../store/exchange/interface.js';
import type { DataTrade, DataTradePage, TimeCursor } from '../../store/intelligence/interface.js';
import type { TradeCursor } from '../../store/market-data/interface.js';
import type { EventWithMarket } from '../../store/markets/interface.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import { playerAddress } from '../scoring/player-address.js';
import { requireRealEvent } from './history-handlers.js';
import { findUser } from './known-user.js';
import { type DataPositionsQuery, type DataTradesQuery, usualTradesShown } from './parameters.js';

function viewTrade({ outcome, shares, credits, at, ...trade }: DataTrade) {
  return {
    ...trade,
    outcomeIndex: outcome,
    shares: microsToWire(shares),
    credits: microsToWire(credits),
    at: isoTime(at),
  };
}

type Page = Omit<DataTradePage, 'after'>;

/** Trades of one market follow its sequence, which is the commit order. */
async function tradesOfMarket(
  services: Services,
  { event }: EventWithMarket,
  page: Page,
  after: TradeCursor | null,
): Promise<readonly DataTrade[]> {
  if (page.from !== null || page.to !== null) await services.marketData.history.catchUp(event.id);
  const rows = await listPublicTrades(services, { ...page, eventId: event.id, outcome: null, after });
  return rows.map(row => ({ ...row, eventSlug: event.slug, demo: event.demo }));
}

interface TradeSource {
  /** Null for all players. */
  readonly player: PlayerProfile | null;
  /** Null for all markets. */
  readonly shown: EventWithMarket | null;
}

function tradesOf(
  services: Services,
  { player, shown }: TradeSource,
  page: Page,
  after: (TradeCursor & TimeCursor) | null,
): Promise<readonly DataTrade[]> {
  if (shown && !player) return tradesOfMarket(services, shown, page, after);
  if (!player) return listDataTrades(services, { ...page, playerId: null, eventId: null, after });
  return listDataTrades(services, { ...page, playerId: player.playerId, eventId: shown?.event.id ?? null, after });
}

export async function listTrades(
  { query }: RouteInput<{ query: typeof DataTradesQuery }>,
  { services }: RequestContext,
) {
  const { user, market, order = 'desc', limit = 50, cursor } = query;
  const from = readMoment('from', query.from);
  const to = readMoment('to', query.to);
  if (from !== null && to !== null && to <= from) throw invalid('to', 'must be after from');
  const shown = market === undefined ? null : await requireRealEvent(services, market, 'market');
  const player = user === undefined ? null : await findUser(services, user);
  const filters = [player?.playerId ?? user ?? null, shown?.event.id ?? null, order, from, to];
  const after =
    cursor === undefined ? null : services.cursors.read<TradeCursor & TimeCursor>('data trades', filters, cursor);
  const asOf = isoTime(services.clock());
  if (user !== undefined && player === null) return { trades: [], nextCursor: null, asOf };
  const rows = await tradesOf(services, { player, shown }, { from, to, order, limit: limit + 1 }, after);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const place = last && { at: last.at, sequence: last.sequence, id: last.id };
  return {
    trades: page.map(viewTrade),
    nextCursor: rows.length > limit && place ? services.cursors.write('data trades', filters, place) : null,
    asOf,
  };
}

/** Excludes shares reserved by the player's resting orders. */
function viewPosition({ holding, market, event }: ShownPosition) {
  const settled = isSettled(market.resolution, holding);
  const isPaid = holding.settledVersion > 0;
  return {
    eventSlug: event.slug,
    outcomeIndex: holding.outcome,
    shares: microsToWire(holding.shares),
    averagePriceBps: averagePriceBps(holding.cost, holding.shares),
    costCredits: microsToWire(holding.cost),
    valueCredits: microsToWire(settled ? holding.paid : worthOf(market, holding)),
    realizedProfit: microsToWire(holding.realizedProfit + (isPaid ? holding.paid - holding.cost : 0)),
    status: settled ? ('settled' as const) : ('open' as const),
    demo: event.demo,
  };
}

export async function getPlayerPositions(
  { query }: RouteInput<{ query: typeof DataPositionsQuery }>,
  { services }: RequestContext,
) {
  const { user, limit = 50, tradeLimit = usualTradesShown } = query;
  const player = await findUser(services, user);
  const asOf = isoTime(services.clock());
  if (player === null) return { player, positions: [], trades: [], asOf, total: 0, truncated: false };
  const { playerId, handle, name, kind, retired, house } = player;
  const newest = { from: null, to: null, order: 'desc', limit: tradeLimit } as const;
  const [held, trades] = await Promise.all([
    readPublicPositions(services, playerId, limit),
    tradesOf(services, { player, shown: null }, newest, null),
  ]);
  return {
    player: { handle, address: playerAddress(playerId), name, kind, retired, house },
    positions: held.positions.map(viewPosition),
    trades: trades.map(viewTrade),
    asOf,
    total: held.total,
    truncated: held.total > held.positions.length,
  };
}
