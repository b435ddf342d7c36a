import type { PlayBatch, PlayerMessages } from '../store-interface.js';

/** An incoming order has at most two trades: with the market maker and with resting orders. */
export const maxOwnTrades = 2;

/** The last message that an order implies. */
export interface ImpliedMessage {
  readonly number: number;
  /** The sequence of the market at the end of the transaction. */
  readonly sequence: number;
}

interface SplitMessages {
  /** By order. */
  readonly implied: ReadonlyMap<string, ImpliedMessage>;
  /** Messages that no order implies: they are stored. */
  readonly stored: readonly PlayerMessages[];
}

/**
 * An order implies all messages of its player in the transaction if the last one is about the state in which it was accepted, and
 * all others are about its own trades. A trade of another order would come with a message about that one.
 */
export function splitMessages(orders: PlayBatch['orders'], messages: readonly PlayerMessages[]): SplitMessages {
  const unchanged = new Set<string>();
  for (const { row, result } of orders) if (row === result.order) unchanged.add(row.id);
  const implied = new Map<string, ImpliedMessage>();
  const stored: PlayerMessages[] = [];
  for (const row of messages) {
    const { last, messages: own } = row;
    const [state, trades] = [own[own.length - 1], own.slice(0, -1)];
    const isAccepted = state.kind === 'order' && unchanged.has(state.orderId);
    if (isAccepted && trades.length <= maxOwnTrades && trades.every(({ kind }) => kind === 'trade')) {
      implied.set(state.orderId, { number: last, sequence: state.sequence });
    } else stored.push(row);
  }
  return { implied, stored };
}

/** The numbers of the messages about trades, by trade. */
export function tradeMessages(messages: readonly PlayerMessages[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { first, messages: own } of messages) {
    for (const [index, message] of own.entries()) if (message.kind === 'trade') numbers.set(message.id, first + index);
  }
  return numbers;
}
