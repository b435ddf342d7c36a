import type { OrderCommand } from '../../../domain/exchange/order.js';
import type { Refusal } from '../../../domain/refusal.js';
import type { AccountRow, OrderRow, PlacedResult } from '../../../store/exchange/interface.js';
import type { RemainingBudget, WriteBudgetName } from '../../write-outcome.js';

/** Commands of the write desk. Players and events are resolved before a command gets here. */
export type DeskCommand =
  | {
      readonly kind: 'place';
      readonly playerId: string;
      /** The person behind the player: the player itself, or the owner of the agent. */
      readonly ownerId: string;
      readonly eventId: string;
      readonly clientOrderId: string;
      /** Hash of the canonical body, in hexadecimal: the same id with a different body is a conflict. */
      readonly bodyDigest: string;
      readonly order: Omit<OrderCommand, 'orderId'>;
    }
  | { readonly kind: 'cancel'; readonly playerId: string; readonly eventId: string; readonly orderId: string }
  | {
      readonly kind: 'cancelAll';
      readonly playerId: string;
      readonly eventIds: readonly string[];
      /** Not requested by the player but a consequence of leaving: not counted, and works for retired players. */
      readonly leaving?: true;
    }
  /** Credits the grants that are due and counts a write that was rejected before it could be decided. */
  | {
      readonly kind: 'touch';
      readonly playerId: string;
      readonly counts: WriteBudgetName | null;
      /** The number of writes; 1 by default. */
      readonly count?: number;
    };
export type DeskOutcome =
  | { readonly kind: 'placed'; readonly result: PlacedResult; readonly budget: RemainingBudget }
  | { readonly kind: 'replayed'; readonly result: PlacedResult }
  | { readonly kind: 'differs' }
  | {
      readonly kind: 'cancelled';
      readonly orders: readonly OrderRow[];
      readonly available: number;
      /** Available credits of the practice purse. */
      readonly practice: number;
      readonly budget: RemainingBudget;
    }
  | { readonly kind: 'touched'; readonly account: AccountRow; readonly budget: RemainingBudget | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly budget: RemainingBudget }
  | { readonly kind: 'limited'; readonly budget: RemainingBudget }
  /** The outcome of the commit is unknown. */
  | { readonly kind: 'unknown' };

/** Whether a command counts against the budget of cancels. */
export function countsCancel(command: DeskCommand): boolean {
  if (command.kind === 'touch') return command.counts === 'cancels';
  return command.kind === 'cancel' || (command.kind === 'cancelAll' && !command.leaving);
}

export function eventsOf(command: DeskCommand): readonly string[] {
  if (command.kind === 'touch') return [];
  return command.kind === 'cancelAll' ? command.eventIds : [command.eventId];
}
