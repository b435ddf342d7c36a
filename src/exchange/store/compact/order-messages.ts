import type { OrderRecord } from '../../../engine/place-order.js';
import { byteOf, reasonCodes, reasonOf, statusCodes, statusOf } from './codes.js';
import { idOf, uuidOf } from './ids.js';

/** The state of an order at the end of a transaction, in its private message. */
export interface OrderState {
  readonly orderId: string;
  readonly status: OrderRecord['status'];
  readonly remaining: number;
  readonly cancelReason: string | null;
  readonly sequence: number;
}

/** Bytes: id 16, status 1, reason 1 (0 for none), remaining amount 8, market sequence 8. */
const digits = 68;

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

export function encodeOrder({ orderId, status, remaining, cancelReason, sequence }: OrderState): string {
  const reason = byteOf(reasonCodes, cancelReason as keyof typeof reasonCodes | null);
  return (
    uuidOf(orderId) + hex(byteOf(statusCodes, status), 2) + hex(reason, 2) + hex(remaining, 16) + hex(sequence, 16)
  );
}

const codeAt = (text: string, at: number) => {
  const byte = Number.parseInt(text.slice(at, at + 2), 16);
  return byte === 0 ? null : String.fromCharCode(byte);
};

export function decodeOrders(text: string): OrderState[] {
  const states: OrderState[] = [];
  for (let at = 0; at < text.length; at += digits) {
    states.push({
      orderId: idOf('ord', text.slice(at, at + 32)),
      status: statusOf(codeAt(text, at + 32) as string),
      remaining: Number.parseInt(text.slice(at + 36, at + 52), 16),
      cancelReason: reasonOf(codeAt(text, at + 34)),
      sequence: Number.parseInt(text.slice(at + 52, at + 68), 16),
    });
  }
  return states;
}
