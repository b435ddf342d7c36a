import { isWhole, type LiveMarket } from '../operations/live/live-market.js';
import type { Needs } from '../operations/live/live-reads.js';
import type { EventNames } from '../store/play-store.js';
import { ApiError } from './errors.js';
import type { Made } from './kept-replies.js';
import type { KeptText } from './route.js';
import type { Services } from './services.js';

/** How old may be what moves with time alone. */
export const oldestMs = 10_000;

interface LiveReply {
  /** Names the route and its parameters, without the market. */
  readonly key: string;
  readonly needs?: Needs;
  /** Made at once from a market that is whole. */
  readonly make: (live: LiveMarket, now: number) => Made;
}

export async function findMarket(services: Services, reference: string, field?: string): Promise<EventNames> {
  const { references } = services.live;
  const found = references.peek(reference) ?? (await references.find(reference));
  if (found) return found;
  throw new ApiError('NOT_FOUND', `there is no event ${reference.slice(0, 80)}`, field === undefined ? {} : { field });
}

/** The reply for one market: the text that was made before, or made now from what is in memory. */
export async function replyFor(
  services: Services,
  reference: string,
  { key, needs = {}, make }: LiveReply,
  field?: string,
): Promise<KeptText> {
  const { live, replies } = services;
  const { id } = await findMarket(services, reference, field);
  const now = services.clock();
  const whole = `${id} ${key}`;
  const current = live.markets.peek(id);
  const kept = current && replies.find(whole, [current], now);
  if (kept) return kept;
  const made = await live.each([id], needs, now, market => replies.keep(whole, [market], make(market, now)));
  const reply = made.get(id);
  if (!reply) throw new ApiError('NOT_FOUND', `there is no event ${reference.slice(0, 80)}`);
  return reply;
}

export interface Part {
  readonly text: string;
  readonly until: number;
  readonly market: LiveMarket;
}

/** The texts for many markets, in the order of the ids; unknown ones are left out. */
export async function partsFor(
  services: Services,
  eventIds: readonly string[],
  { key, needs = {}, make }: LiveReply,
  now: number,
): Promise<Part[]> {
  const { live, replies } = services;
  const parts = new Map<string, Part>();
  const part = (market: LiveMarket): Part => {
    const whole = `${market.event.id} ${key}`;
    const known = replies.find(whole, [market], now);
    const { text } = known ?? replies.keep(whole, [market], make(market, now));
    return { text, until: replies.untilOf(whole), market };
  };
  const missing: string[] = [];
  for (const id of eventIds) {
    const market = live.markets.peek(id);
    const known = market && replies.find(`${id} ${key}`, [market], now);
    if (known) parts.set(id, { text: known.text, until: replies.untilOf(`${id} ${key}`), market });
    else missing.push(id);
  }
  if (missing.length > 0) {
    for (const [id, made] of await live.each(missing, needs, now, part)) parts.set(id, made);
  }
  return eventIds.flatMap(id => parts.get(id) ?? []);
}

/** The reply for many markets as a whole: the same markets in the same state get the same text. */
export function keptWhole(
  { live, replies }: Services,
  key: string,
  eventIds: readonly string[],
  now: number,
): KeptText | null {
  const markets: LiveMarket[] = [];
  for (const id of eventIds) {
    const market = live.markets.peek(id);
    if (!market || !isWhole(market)) return null;
    markets.push(market);
  }
  return replies.find(key, markets, now);
}
