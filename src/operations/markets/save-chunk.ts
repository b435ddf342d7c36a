import { type Holding, type SettledHolding, settleChunk } from '../../domain/markets/settle-chunk.js';
import type { Microcredits } from '../../domain/units.js';
import type { AccountRow } from '../../store/exchange/interface.js';
import type { EventRow, EventWithMarket, MarketRow, StoredResolution } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import { type PlayUnitOfWork, purseOf } from '../exchange/desk/play-unit-of-work.js';

/** A resolved market, locked, with the resolution that is being settled. */
export interface Settling extends EventWithMarket {
  readonly resolution: StoredResolution;
}

/**
 * The maximum that a chunk may collect from a player: the available credits of the event's purse, less the player's
 * debt.
 */
export function freeIn({ practice }: Pick<EventRow, 'practice'>, account: AccountRow): number {
  return practice ? account.practice : account.available - account.owed;
}

/** The market's row with its next sequence and its new balance. */
export function changedMarket(market: MarketRow, account: Microcredits) {
  const { resolution: _resolution, settling: _settling, ...rest } = market;
  return { ...rest, account, sequence: market.sequence + 1 };
}

function addSettlementActivity(work: PlayUnitOfWork, settling: Settling, holding: SettledHolding): void {
  const { event, resolution } = settling;
  const { playerId, outcome, shares, cost, change, missing, paid } = holding;
  if (change === 0 && missing === 0 && (resolution.corrects !== null || shares === 0)) return;
  const { version, payoutBps } = resolution;
  const rest = event.practice ? { absorbed: missing } : { owed: missing };
  const details = { outcome, shares, cost, paid, ...rest, payoutBps: payoutBps?.[outcome] ?? null, version };
  const kind = resolution.kind === 'void' ? 'refund' : 'settlement';
  work.addActivity(playerId, change, { kind, eventId: event.id, orderId: null, details }, event.practice);
}

/**
 * Settles holdings of players whose accounts are locked, and sends everything that the transaction has changed. Returns
 * the market as it is afterwards.
 */
export async function saveChunk(
  writes: Writes,
  work: PlayUnitOfWork,
  settling: Settling,
  holdings: readonly Holding[],
  partial = false,
): Promise<MarketRow> {
  const { event, market, resolution } = settling;
  const ids = new Set(holdings.map(({ playerId }) => playerId));
  const chunk = settleChunk({
    marketId: market.eventId,
    marketBalance: market.account,
    resolution,
    holdings,
    free: new Map(Array.from(ids, playerId => [playerId, freeIn(event, work.account(playerId))])),
    practice: event.practice,
    partial,
  });
  work.post(chunk.transfers, purseOf(event));
  for (const holding of chunk.holdings) addSettlementActivity(work, settling, holding);
  const batch = work.toSave();
  const changed = changedMarket(market, chunk.marketBalance);
  await writes.desk.save({ ...batch, markets: [...batch.markets, changed] });
  writes.markets.saveSettled(market.eventId, resolution.version, chunk.holdings, work.now);
  return { ...market, account: changed.account, sequence: changed.sequence };
}
