import type { CreateEventTools } from '../markets/create-event.js';
import type { MarketTools } from '../markets/lock-market.js';

export interface PracticeTools extends MarketTools, CreateEventTools {
  /** Returns the secret seed of an event: 64 hexadecimal digits, the same on every node and at any time. */
  readonly seedOf: (slug: string) => string;
}
