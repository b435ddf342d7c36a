import type { PreviewOrderRequest } from '../../../../client/client.js';
import { credits } from '../../../format/numbers.js';
import { numberExample, readNumber } from '../../../format/read-number.js';

export type Expiry = 'never' | '1h' | '1d' | '1w' | 'custom';

export interface TicketState {
  readonly kind: 'market' | 'limit';
  /** As typed: credits of a buy, shares of a sell. */
  readonly amount: string;
  /** As typed, in percent. */
  readonly limit: string;
  readonly expiry: Expiry;
  /** Of a date and time field, in local time. */
  readonly customExpiry: string;
}

export const emptyTicket: TicketState = { kind: 'market', amount: '', limit: '', expiry: 'never', customExpiry: '' };
const hourMs = 3_600_000;
const expiryMs = { '1h': hourMs, '1d': 24 * hourMs, '1w': 168 * hourMs } as const;

/** The service accepts no less than a hundredth of a credit or share. */
const minAmount = 0.01;

interface Mistakes {
  readonly amount?: string;
  readonly limit?: string;
  readonly expiry?: string;
}

export interface TicketInput {
  readonly eventSlug: string;
  readonly outcomeIndex: number;
  readonly side: 'buy' | 'sell';
  /** Credits that can be spent, or shares that can be sold; null while unknown. */
  readonly available: number | null;
}

function readAmount(text: string, side: 'buy' | 'sell', available: number | null): number | string {
  const amount = readNumber(text);
  const unit = side === 'buy' ? 'credits' : 'shares';
  if (amount === null) return `Enter a number such as ${numberExample}.`;
  if (amount < minAmount) return `Enter at least ${minAmount} ${unit}.`;
  if (available !== null && amount > available) return `You have ${credits(available)} ${unit}.`;
  return amount;
}

function readLimit({ kind, limit }: TicketState, side: 'buy' | 'sell'): number | string {
  if (kind === 'market') return side === 'buy' ? 9999 : 1;
  const percent = readNumber(limit);
  if (percent === null) return 'Enter a price in percent, such as 45.5.';
  const bps = Math.round(percent * 100);
  return bps < 1 || bps > 9999 ? 'Enter a price between 0.01 and 99.99.' : bps;
}

function readExpiry({ kind, expiry, customExpiry }: TicketState, now: number): string | null | Error {
  if (kind === 'market' || expiry === 'never') return null;
  if (expiry !== 'custom') {
    // Whole minutes, so that the preview stays cached while the person reads it.
    return new Date(Math.ceil((now + expiryMs[expiry]) / 60_000) * 60_000).toISOString();
  }
  const at = Date.parse(customExpiry);
  if (Number.isNaN(at)) return new Error('Choose a day and time.');
  return at <= now ? new Error('Choose a time in the future.') : new Date(at).toISOString();
}

/** Returns the request body of the order, or an error per field. Null while the form is empty. */
export function readTicket(
  state: TicketState,
  input: TicketInput,
  now: number,
): { order: PreviewOrderRequest | null; mistakes: Mistakes } {
  if (state.amount.trim() === '') return { order: null, mistakes: {} };
  const { side, available, ...market } = input;
  const amount = readAmount(state.amount, side, available);
  const limitPriceBps = readLimit(state, side);
  const expiresAt = readExpiry(state, now);
  if (typeof amount === 'string' || typeof limitPriceBps === 'string' || expiresAt instanceof Error) {
    return {
      order: null,
      mistakes: {
        ...(typeof amount === 'string' ? { amount } : {}),
        ...(typeof limitPriceBps === 'string' && state.limit !== '' ? { limit: limitPriceBps } : {}),
        ...(expiresAt instanceof Error ? { expiry: expiresAt.message } : {}),
      },
    };
  }
  const order: PreviewOrderRequest = {
    ...market,
    ...(side === 'buy' ? { side, amountCredits: amount } : { side, amountShares: amount }),
    limitPriceBps,
    timeInForce: state.kind === 'market' ? 'IOC' : 'GTC',
    ...(expiresAt === null ? {} : { expiresAt }),
  };
  return { order, mistakes: {} };
}
