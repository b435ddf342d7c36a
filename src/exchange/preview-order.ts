import * as settingStore from '../database/arena/settings.js';
import type { Store } from '../database/store.js';
import { practiceToSpend } from '../engine/grants.js';
import { decidePlaceOrder, type OrderCommand } from '../engine/place-order.js';
import { noPosition } from '../engine/position.js';
import { refuseInvolved } from '../events/rules/proposal.js';
import type { EventNames, EventRow } from '../events/store/rows.js';
import type { UnfinishedWrite } from '../http/write-outcome.js';
import { isRefusal, type Refusal } from '../kernel/refusal.js';
import { readAccount } from './accounts.js';
import type { ExchangeServices } from './desk/write-desk.js';
import type { LiveMarket } from './live/live-market.js';
import * as accountStore from './store/accounts.js';
import * as positionStore from './store/positions.js';
import type { PlacedResult } from './store/rows.js';

/** The markets in memory; supplied by market-data, which loads what its views need with them. */
export interface LiveServices {
  readonly marketData: {
    readonly live: {
      each<T>(
        ids: readonly string[],
        needs: object,
        now: number,
        make: (live: LiveMarket) => T,
      ): Promise<Map<string, T>>;
    };
  };
}

interface PreviewContext extends ExchangeServices, LiveServices {
  readonly store: Store;
  readonly clock: () => number;
}

interface PreviewCommand {
  readonly playerId: string;
  readonly ownerId: string;
  readonly event: EventNames;
  readonly order: Omit<OrderCommand, 'orderId'>;
}

type PreviewOutcome =
  | { readonly kind: 'previewed'; readonly event: EventRow; readonly result: PlacedResult }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'declined'; readonly event: EventRow; readonly refusal: Refusal }
  | UnfinishedWrite;

/** The player's spendable amount on the event, and the other inputs of the decision. */
async function loadPlayer(context: PreviewContext, { playerId, event: { id, practice }, order }: PreviewCommand) {
  const account = await readAccount(context, playerId);
  if ('kind' in account) return account;
  const { position, tradingPaused, standing } = await context.store.read(async reader => ({
    standing: practice ? await accountStore.findStanding(reader, playerId) : null,
    position: (await positionStore.find(reader, playerId, id, order.outcome)) ?? noPosition,
    tradingPaused: await settingStore.tradingPaused(reader),
  }));
  const now = context.clock();
  const available = standing ? practiceToSpend(standing.account, standing.reserved.practice, now) : account.available;
  const owed = practice ? 0 : account.owed;
  return { player: { id: playerId, available, position }, owed, tradingPaused, now };
}

/** Decides an order on the live book as placing it would, to the micro-unit, and saves nothing. */
export async function previewOrder(context: PreviewContext, command: PreviewCommand): Promise<PreviewOutcome> {
  const { playerId, ownerId, event: named, order } = command;
  const loaded = await loadPlayer(context, command);
  if ('kind' in loaded) return loaded;
  const { player, owed, tradingPaused, now } = loaded;
  const decided = await context.marketData.live.each([named.id], {}, now, ({ event, market, book }) => ({
    event,
    sequence: market.sequence,
    decision:
      refuseInvolved(event.operatorIds, ownerId) ??
      decidePlaceOrder({ market, book, player, tradingPaused }, { ...order, orderId: 'preview' }, now),
  }));
  const preview = decided.get(named.id);
  if (!preview) return { kind: 'notFound' };
  const { event, sequence, decision } = preview;
  if (isRefusal(decision)) return { kind: 'declined', event, refusal: decision };
  const isAvailable = (account: (typeof decision.transfers)[number]['from']) =>
    account.type === 'player' && account.playerId === playerId && account.part === 'available';
  const change = decision.transfers.reduce(
    (sum, { from, to, amount }) => sum + (isAvailable(to) ? amount : 0) - (isAvailable(from) ? amount : 0),
    0,
  );
  const result: PlacedResult = {
    order: { ...decision.order, clientOrderId: '' },
    fills: decision.fills.map(fill => ({ ...fill, id: 'preview', at: now })),
    available: (player.available + change - Math.min(owed, Math.max(0, change))) as PlacedResult['available'],
    sequence,
    priceBps: decision.priceBps,
    warnings: decision.warnings,
  };
  return { kind: 'previewed', event, result };
}
