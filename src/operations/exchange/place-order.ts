import type { OrderCommand } from '../../domain/exchange/order.js';
import type { WriteIdentity } from '../write-outcome.js';
import type { DeskOutcome } from './desk/desk-command.js';
import type { WriteDesk } from './desk/write-desk.js';

interface PlaceOrderCommand extends WriteIdentity {
  readonly playerId: string;
  readonly ownerId: string;
  readonly eventId: string;
  readonly order: Omit<OrderCommand, 'orderId'>;
}

type PlaceOrderOutcome = Exclude<DeskOutcome, { kind: 'cancelled' | 'touched' }>;

/** Places an order through the write desk, which batches it with concurrent orders. */
export async function placeOrder(
  { exchange }: { readonly exchange: { readonly desk: WriteDesk } },
  { playerId, ownerId, eventId, clientId: clientOrderId, bodyDigest, order }: PlaceOrderCommand,
): Promise<PlaceOrderOutcome> {
  const command = { kind: 'place', playerId, ownerId, eventId, clientOrderId, bodyDigest, order } as const;
  return (await exchange.desk.submit(command)) as PlaceOrderOutcome;
}
