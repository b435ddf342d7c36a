import { makerBid } from '../../domain/engine/settlement.js';
import { dailyGrant, nextGrantAt, utcDay } from '../../domain/players/grants.js';
import { practiceToSpend } from '../../domain/players/practice-purse.js';
import { playBudgets } from '../../domain/players/write-budgets.js';
import { averagePriceBps, microsToWire } from '../../domain/units.js';
import type { AccountRow, EventWithMarket, PositionRow } from '../../store/play-store.js';
import type { Reads } from '../../store/store.js';
import { budgets } from '../limits.js';
import { isMarked } from '../record/player-view.js';
import type { RouteInput } from '../route.js';
import type { RequestContext } from '../services.js';
import { askDesk, playerOf } from './desk-answer.js';
import type { ActivityQuery, PositionsQuery } from './queries.js';
import { activityKinds } from './schemas.js';

/** The account with today's grant in it: the first look of a day brings it. */
export async function freshAccount(context: RequestContext, playerId: string): Promise<AccountRow> {
  const { services } = context;
  const account = await services.store.read(reads => reads.accounts.find(playerId));
  if (account && account.lastGrantDay >= utcDay(services.clock())) return account;
  const outcome = await askDesk(context, { kind: 'touch', playerId, counts: null }, null);
  if (outcome.kind !== 'touched') throw new Error(`touching an account ended as ${outcome.kind}`);
  return outcome.account;
}

/** What the market maker would pay for these shares now; nothing once the market is decided, because then it has paid. */
function makerValue({ event, market }: EventWithMarket, position: PositionRow): number {
  if (position.shares === 0 || market.resolution) return 0;
  return makerBid({ shares: market.shares, liquidity: event.liquidity }, position.outcome, position.shares);
}

async function withEvents(reads: Reads, positions: readonly PositionRow[]) {
  const events = await reads.events.findMany([...new Set(positions.map(position => position.eventId))]);
  const byId = new Map(events.map(found => [found.event.id, found]));
  return positions.map(position => ({ position, found: byId.get(position.eventId) as EventWithMarket }));
}

export async function getAccount(_input: unknown, context: RequestContext) {
  const { services, caller } = context;
  const { playerId, handle } = playerOf(caller);
  await freshAccount(context, playerId);
  // Balances and the number of the newest message are of one moment, because the private stream goes on from here.
  const standing = await services.store.read(reads => reads.accounts.standing(playerId));
  if (!standing) throw new Error(`there is no account of ${playerId}`);
  const { account, reserved } = standing;
  const isAgent = caller.kind === 'agent';
  const { held, mark } = await services.store.read(async reads => ({
    held: await withEvents(reads, await reads.positions.list(playerId)),
    mark: isAgent ? await reads.sandbox.certificationOf(playerId) : null,
  }));
  const counted = held.filter(({ found }) => !found.event.practice);
  const positionsValue = counted.reduce((sum, { position, found }) => sum + makerValue(found, position), 0);
  const equity = account.available + reserved.ordinary + positionsValue;
  const now = services.clock();
  const write = (name: 'orders' | 'forecasts', moments: readonly number[]) => {
    const { quota, windowMs } = playBudgets[name];
    const used = moments.filter(moment => moment > now - windowMs).length;
    return { quota, windowSeconds: windowMs / 1000, remaining: quota - used };
  };
  const { quota, windowSeconds } = budgets.reads;
  return {
    player: { id: playerId, handle, kind: isAgent ? 'agent' : 'human', certified: isMarked(mark, now) },
    availableBalance: microsToWire(account.available),
    reservedBalance: microsToWire(reserved.ordinary),
    positionsValue: microsToWire(positionsValue),
    equity: microsToWire(equity),
    profit: microsToWire(equity - account.granted),
    grantedTotal: microsToWire(account.granted),
    dailyGrant: microsToWire(dailyGrant),
    nextGrantAt: new Date(nextGrantAt(now)).toISOString(),
    practice: {
      availableBalance: microsToWire(practiceToSpend(account, reserved.practice, now)),
      reservedBalance: microsToWire(reserved.practice),
    },
    limits: {
      reads: { quota, windowSeconds, remaining: context.budget?.name === 'reads' ? context.budget.remaining : null },
      orders: write('orders', account.orderMoments),
      forecasts: write('forecasts', account.forecastMoments),
    },
    userSequence: account.messages,
    asOf: new Date(now).toISOString(),
  };
}

function viewPosition({ event, market }: EventWithMarket, position: PositionRow) {
  const settled = market.resolution !== null;
  const value = settled ? position.paid : makerValue({ event, market }, position);
  const gained = settled ? position.paid - position.cost : 0;
  return {
    eventSlug: event.slug,
    eventPubkey: event.pubkey,
    title: event.title,
    outcomeIndex: position.outcome,
    outcomeLabel: event.outcomes[position.outcome],
    shares: microsToWire(position.shares),
    reservedShares: microsToWire(position.reservedShares),
    averagePriceBps: averagePriceBps(position.cost, position.shares),
    costCredits: microsToWire(position.cost),
    priceBps: market.priceBps[position.outcome],
    valueCredits: microsToWire(value),
    unrealizedProfit: microsToWire(settled ? 0 : value - position.cost),
    realizedProfit: microsToWire(position.realizedProfit + gained),
    status: settled ? ('settled' as const) : ('open' as const),
  };
}

export async function listPositions(
  { query }: RouteInput<{ query: typeof PositionsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = playerOf(caller);
  const { status = 'open', practice = false, limit = 50, cursor } = query;
  const filters = [playerId, status, practice];
  const after =
    cursor === undefined
      ? null
      : services.cursors.read<{ eventId: string; outcome: number }>('positions', filters, cursor);
  const held = await services.store.read(async reads =>
    withEvents(reads, await reads.positions.page({ playerId, status, practice, after, limit: limit + 1 })),
  );
  const page = held.slice(0, limit);
  const last = page.at(-1)?.position;
  return {
    positions: page.map(({ position, found }) => viewPosition(found, position)),
    nextCursor:
      held.length > limit && last
        ? services.cursors.write('positions', filters, { eventId: last.eventId, outcome: last.outcome })
        : null,
  };
}

/** Members of the details that are amounts of millionths inside. */
const amounts = new Set(['shares', 'credits', 'amount', 'reserved', 'released', 'paid', 'cost', 'absorbed']);

function viewDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const shown = name === 'outcome' ? 'outcomeIndex' : name === 'credits' ? 'tradedCredits' : name;
      return [shown, amounts.has(name) && typeof value === 'number' ? microsToWire(value) : value];
    }),
  );
}

export async function listActivity(
  { query }: RouteInput<{ query: typeof ActivityQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = playerOf(caller);
  const { kind, practice = false, limit = 50, cursor } = query;
  const filters = [playerId, kind ?? null, practice];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('activity', filters, cursor);
  const kinds = kind === undefined ? activityKinds : [kind];
  const { rows, slugs } = await services.store.read(async reads => {
    const found = await reads.activity.list(playerId, { practice, kinds, before, limit: limit + 1 });
    const ids = [...new Set(found.flatMap(row => row.eventId ?? []))];
    const events = await reads.events.findMany(ids);
    return { rows: found, slugs: new Map(events.map(({ event }) => [event.id, event.slug])) };
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    activity: page.map(row => ({
      ...viewDetails(row.details),
      id: row.id,
      kind: row.kind,
      at: new Date(row.at).toISOString(),
      credits: microsToWire(row.credits),
      balanceAfter: microsToWire(row.balanceAfter),
      eventSlug: row.eventId === null ? null : (slugs.get(row.eventId) ?? null),
      orderId: row.orderId,
    })),
    nextCursor:
      rows.length > limit && last ? services.cursors.write('activity', filters, { at: last.at, id: last.id }) : null,
  };
}
