import { dailyGrant, nextGrantAt } from '../../domain/exchange/grants.js';
import { isSettled, worthOf } from '../../domain/exchange/position-value.js';
import { practiceToSpend } from '../../domain/exchange/practice-purse.js';
import { averagePriceBps, microsToWire } from '../../domain/units.js';
import { requirePlayer } from '../../http/caller.js';
import { type Budget, budgets, quotaOf } from '../../http/limits.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { unfinishedError } from '../../http/unfinished-error.js';
import { certificationOf, listActivity, listPositions } from '../../operations/exchange/queries.js';
import { readEquity } from '../../operations/exchange/read-account.js';
import { remainingWrites } from '../../operations/exchange/remaining-writes.js';
import type { PositionCursor, ShownPosition } from '../../store/exchange/interface.js';
import { isCertifiedPlayer } from '../scoring/player-view.js';
import type { ActivityQuery, PositionsQuery } from './parameters.js';
import { activityKinds } from './schemas.js';

/** The read budget of this caller: an agent has its own, a person's session uses that of the client address. */
function viewReads({ caller, services, budget }: RequestContext) {
  const counted: Budget = caller.kind === 'agent' ? budgets.reads : budgets.address;
  const { name, windowSeconds, per } = counted;
  const remaining = budget?.name === name ? budget.remaining : null;
  return { quota: quotaOf(counted, services.settings.addressReadsPerMinute), windowSeconds, per, remaining };
}

export async function getAccount(_input: unknown, context: RequestContext) {
  const { services, caller } = context;
  const { playerId, handle } = requirePlayer(caller);
  const isAgent = caller.kind === 'agent';
  const [read, certification] = await Promise.all([
    readEquity(services, playerId),
    isAgent ? certificationOf(services, playerId) : null,
  ]);
  if ('kind' in read) throw unfinishedError(read, 'orders');
  const { account, reserved, cancelMoments, positionsValue } = read;
  const equity = account.available + reserved.ordinary + positionsValue - account.owed;
  const now = services.clock();
  const [orders, cancels, forecasts] = remainingWrites(account, cancelMoments, now).map(
    ({ quota, windowMs, remaining }) => {
      return { quota, windowSeconds: windowMs / 1000, remaining };
    },
  );
  return {
    player: {
      id: playerId,
      handle,
      kind: isAgent ? 'agent' : 'human',
      certified: isCertifiedPlayer(certification, now),
    },
    availableBalance: microsToWire(account.available),
    reservedBalance: microsToWire(reserved.ordinary),
    positionsValue: microsToWire(positionsValue),
    owedCredits: microsToWire(account.owed),
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
      reads: viewReads(context),
      orders,
      cancels,
      forecasts,
    },
    userSequence: account.messages,
    asOf: new Date(now).toISOString(),
  };
}

function viewPosition({ holding, market, event, priceBps }: ShownPosition) {
  const settled = isSettled(market.resolution, holding);
  const value = settled ? holding.paid : worthOf(market, holding);
  // The first payment offsets the cost; the outstanding amount of a correction is added.
  const isPaid = holding.settledVersion > 0;
  const ahead = isPaid ? value : value - holding.cost;
  return {
    eventSlug: event.slug,
    eventPubkey: event.pubkey,
    title: event.title,
    outcomeIndex: holding.outcome,
    outcomeLabel: event.outcomes[holding.outcome],
    shares: microsToWire(holding.shares),
    reservedShares: microsToWire(holding.reservedShares),
    averagePriceBps: averagePriceBps(holding.cost, holding.shares),
    costCredits: microsToWire(holding.cost),
    priceBps: priceBps[holding.outcome],
    valueCredits: microsToWire(value),
    unrealizedProfit: microsToWire(settled ? 0 : ahead),
    realizedProfit: microsToWire(holding.realizedProfit + (isPaid ? holding.paid - holding.cost : 0)),
    status: settled ? ('settled' as const) : ('open' as const),
  };
}

export async function getPositions(
  { query }: RouteInput<{ query: typeof PositionsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { status = 'open', practice = false, limit = 50, cursor } = query;
  const filters = [playerId, status, practice];
  const after = cursor === undefined ? null : services.cursors.read<PositionCursor>('positions', filters, cursor);
  const held = await listPositions(services, { playerId, status, practice, after, limit: limit + 1 });
  const page = held.slice(0, limit);
  const last = page.at(-1)?.holding;
  return {
    positions: page.map(viewPosition),
    nextCursor:
      held.length > limit && last
        ? services.cursors.write('positions', filters, { eventId: last.eventId, outcome: last.outcome })
        : null,
  };
}

/** Members of the details whose amounts are stored in millionths. */
const amounts = new Set([
  ...['shares', 'credits', 'amount', 'reserved', 'released', 'paid', 'cost', 'absorbed', 'owed', 'repaid'],
]);

function viewDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const shown = name === 'outcome' ? 'outcomeIndex' : name === 'credits' ? 'tradedCredits' : name;
      return [shown, amounts.has(name) && typeof value === 'number' ? microsToWire(value) : value];
    }),
  );
}

export async function getActivity(
  { query }: RouteInput<{ query: typeof ActivityQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { kind, practice = false, limit = 50, cursor } = query;
  const filters = [playerId, kind ?? null, practice];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('activity', filters, cursor);
  const kinds = kind === undefined ? activityKinds : [kind];
  const { rows, slugs } = await listActivity(services, playerId, { practice, kinds, before, limit: limit + 1 });
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
