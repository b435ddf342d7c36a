import type { ActivityRow, NewFill, OrderChange, PlayerMessage } from '../store/rows.js';

export type MessageDrafts = ReadonlyMap<string, readonly PlayerMessage[]>;

/**
 * The messages to each player about a transaction: grants, then trades and payouts in order, then each affected
 * order once, in its final state. Nothing is loaded for it: immutable parts of an order are looked up when the
 * message is read. Top-ups of the practice account appear only in the account.
 */
export function draftMessages(changes: BatchChanges): MessageDrafts {
  const { fills, activity, practiceActivity, orderState, sequenceOf } = changes;
  const drafts = new Map<string, PlayerMessage[]>();
  const addMessage = (playerId: string, message: PlayerMessage) => {
    const messages = drafts.get(playerId);
    if (messages) messages.push(message);
    else drafts.set(playerId, [message]);
  };
  for (const row of activity) {
    const { playerId, kind } = row;
    if (kind === 'grant') addMessage(playerId, grantMessage(row));
    else if (kind === 'settlement' || kind === 'refund') addMessage(playerId, settlementMessage(row));
  }
  for (const row of practiceActivity) {
    if (row.kind !== 'settlement' && row.kind !== 'refund') continue;
    addMessage(row.playerId, { ...settlementMessage(row), practice: true } as PlayerMessage);
  }
  for (const fill of fills) addMessage(fill.playerId, tradeMessage(fill));
  const seen = new Set<string>();
  const addOrderMessage = ({ playerId, orderId, eventId }: ActivityRow) => {
    if (orderId === null || eventId === null || seen.has(orderId)) return;
    seen.add(orderId);
    const state = orderState(orderId);
    if (!state) return;
    const { status, remaining, cancelReason } = state;
    addMessage(playerId, {
      kind: 'order',
      orderId,
      eventId,
      status,
      remaining,
      cancelReason,
      sequence: sequenceOf(eventId),
    });
  };
  for (const row of activity) addOrderMessage(row);
  for (const row of practiceActivity) addOrderMessage(row);
  return drafts;
}

interface BatchChanges {
  readonly fills: readonly NewFill[];
  readonly activity: readonly ActivityRow[];
  /** The same for the practice account. */
  readonly practiceActivity: readonly ActivityRow[];
  /** An order that was placed or changed, in its current state. */
  readonly orderState: (orderId: string) => Pick<OrderChange, 'status' | 'remaining' | 'cancelReason'> | null;
  /** The market sequence at the end of the transaction. */
  readonly sequenceOf: (eventId: string) => number;
}

function grantMessage({ credits, balanceAfter, details }: ActivityRow): PlayerMessage {
  const repaid = typeof details.repaid === 'number' ? { repaid: details.repaid } : {};
  return { kind: 'grant', credits, ...repaid, balanceAfter, day: String(details.day) };
}

function settlementMessage({ kind, eventId, credits, balanceAfter, details }: ActivityRow): PlayerMessage {
  const event = eventId as string;
  return { kind: 'settlement', eventId: event, refund: kind === 'refund', credits, balanceAfter, ...details };
}

function tradeMessage(fill: NewFill): PlayerMessage {
  const { id, orderId, eventId, outcome, side, shares, credits, priceBps, against, sequence } = fill;
  return { kind: 'trade', id, orderId, eventId, outcome, side, shares, credits, priceBps, against, sequence };
}
