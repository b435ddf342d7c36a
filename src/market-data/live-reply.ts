import { randomBytes } from 'node:crypto';
import type { EventServices } from '../events/event-references.js';
import type { EventNames } from '../events/store/rows.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { noSuchEvent } from '../http/errors.js';
import { CachedText } from '../http/response/reply-bytes.js';
import type { HttpServices } from '../http/route.js';
import { microsToWire } from '../kernel/units.js';
import { type LiveReads, marketsPerTurn, type Needs } from './live-reads.js';
import type { PastFigure } from './past-timeline.js';
import type { Rankings, TopMarkets } from './rankings.js';
import type { CachedReply, MarketReplyCache, ReplyText } from './reply-cache.js';
import type { TradeHistory } from './trade-history.js';

/** The market data that a node holds in memory, and the caches of responses built from it. */
export interface MarketDataServices {
  readonly marketData: {
    readonly live: LiveReads;
    /** Responses about one market, and about many at once. */
    readonly replies: MarketReplyCache;
    readonly bulkReplies: MarketReplyCache;
    readonly history: TradeHistory;
    readonly rankings: Rankings;
    readonly topMarkets: TopMarkets;
  };
}

type ReplyServices = HttpServices & EventServices & MarketDataServices;

const maxAttempts = 20;

/** Maximum age of figures that change with time alone. */
export const maxReplyAgeMs = 10_000;

export interface LiveReply {
  /** Names the route and its parameters, without the market. */
  readonly key: string;
  readonly needs?: Needs;
  /** Builds the text synchronously from a consistent market. */
  readonly make: (live: LiveMarket, now: number) => ReplyText;
}

async function findMarket(
  { markets: { references } }: EventServices,
  reference: string,
  field: string,
): Promise<EventNames> {
  const names = references.peek(reference) ?? (await references.find(reference));
  if (!names) throw noSuchEvent(reference, field);
  return names;
}

/** Returns the response for one market: synchronously from the cache, or built from the market in memory. */
export function replyFor(
  services: ReplyServices,
  reference: string,
  reply: LiveReply,
  field: string,
): CachedText | Promise<CachedText> {
  const {
    marketData: { live, replies },
    markets: { references },
  } = services;
  const names = references.peek(reference);
  const market = names && live.markets.peek(names.id);
  const cached = market && replies.find(`${names.id} ${reply.key}`, [market], services.clock());
  return cached ? cached.reply : makeReply(services, reference, reply, field);
}

async function makeReply(
  services: ReplyServices,
  reference: string,
  { key, needs = {}, make }: LiveReply,
  field: string,
): Promise<CachedText> {
  const {
    marketData: { live, replies },
  } = services;
  const { id } = await findMarket(services, reference, field);
  const now = services.clock();
  const whole = `${id} ${key}`;
  const made = await live.each([id], needs, now, market => {
    const cachedReply = replies.find(whole, [market], now);
    if (cachedReply) return cachedReply;
    const { version } = market;
    // While the database is unreachable, the response has the time of the last known state.
    const text = make(market, now - live.markets.staleMs(market));
    const holds = (later: number) => later < text.until && live.markets.peek(id)?.version === version;
    return replies.put(whole, [market], text, holds);
  });
  const reply = made.get(id)?.reply;
  if (!reply) throw noSuchEvent(reference, field);
  return reply;
}

interface Part {
  readonly cached: CachedReply;
  readonly market: LiveMarket;
}

/** Returns the texts for many markets, in the order of the ids; unknown ids are omitted. */
export async function partsFor(
  services: HttpServices & MarketDataServices,
  eventIds: readonly string[],
  { key, needs = {}, make }: LiveReply,
  now: number,
): Promise<Part[]> {
  const {
    marketData: { live, replies },
  } = services;
  const parts = new Map<string, Part>();
  const missing: string[] = [];
  for (const id of eventIds) {
    const market = live.markets.peek(id);
    const cached = market && replies.find(`${id} ${key}`, [market], now);
    if (cached) parts.set(id, { cached, market });
    else missing.push(id);
  }
  if (missing.length > 0) {
    const made = await live.each(missing, needs, now, market => {
      const whole = `${market.event.id} ${key}`;
      return {
        cached:
          replies.find(whole, [market], now) ??
          replies.put(whole, [market], make(market, now - live.markets.staleMs(market))),
        market,
      };
    });
    for (const [id, part] of made) parts.set(id, part);
  }
  return eventIds.flatMap(id => parts.get(id) ?? []);
}

/** Completes the views with the look-back figures, which are loaded for all markets together. */
async function fillParts(
  { marketData: { live } }: MarketDataServices,
  parts: readonly Part[],
  hours: number,
  now: number,
): Promise<string[]> {
  const markets = parts.map(({ market }) => market);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await live.past.load(markets, hours, now);
    const texts: string[] = [];
    for (const [index, { cached, market }] of parts.entries()) {
      if (index % marketsPerTurn === marketsPerTurn - 1) await live.turns.next();
      const past = live.past.find(market.event.id, hours, now);
      if (past) texts.push(fillSlots(cached.reply, market, past));
    }
    // Under memory pressure a figure may be evicted as soon as it is loaded.
    if (texts.length === parts.length) return texts;
  }
  throw new Error(`markets were evicted ${maxAttempts} times while ${markets.length} of them were read`);
}

interface BulkReply extends LiveReply {
  readonly eventIds: readonly string[];
  readonly missing: readonly string[];
  /** Fills the slots of the views. */
  readonly lookbackHours: number;
  /** Everything else the text depends on. */
  readonly rest: string;
  /** Joins the texts of the markets. `asOf` is the time of the oldest. */
  readonly join: (texts: readonly string[], asOf: string) => string;
}

/** Returns the cached response for these markets if none of them has changed. */
export function cachedBulkReply(
  { marketData: { live, bulkReplies } }: MarketDataServices,
  key: string,
  eventIds: readonly string[],
  now: number,
) {
  const markets: LiveMarket[] = [];
  for (const id of eventIds) {
    const market = live.markets.peek(id);
    if (!market) return null;
    markets.push(market);
  }
  return bulkReplies.find(key, markets, now);
}

/**
 * Returns the response for many markets: the same markets in the same state get the same text. Responses that list
 * unknown markets are not cached.
 */
export async function replyForMany(services: HttpServices & MarketDataServices, bulk: BulkReply): Promise<CachedText> {
  const now = services.clock();
  const { eventIds, missing, lookbackHours, rest, join } = bulk;
  const key = `${bulk.key} ${lookbackHours} ${rest} ${eventIds.join(' ')}`;
  const cachedReply = missing.length > 0 ? null : cachedBulkReply(services, key, eventIds, now);
  if (cachedReply) return cachedReply.reply;
  const parts = await partsFor(services, eventIds, bulk, now);
  const at = parts.reduce((oldest, { cached }) => Math.min(oldest, cached.at), now);
  const until = parts.reduce((first, { cached }) => Math.min(first, cached.until), now + maxReplyAgeMs);
  const texts = await fillParts(services, parts, lookbackHours, now);
  const text = join(texts, new Date(at).toISOString());
  if (missing.length > 0) return new CachedText(text);
  const markets = parts.map(({ market }) => market);
  return services.marketData.bulkReplies.put(key, markets, { text, at, until }).reply;
}

// Slots mark the places in a serialized view where a figure depends on the look-back. The rest of the view is
// serialized once for all look-backs, so a new look-back in every request costs little more than a repeated one.

/** Random, so that no text of an event can contain it. */
const mark = randomBytes(12).toString('hex');
const slot = new RegExp(`"${mark}([cvt])(\\d*)"`);

export const changeSlot = (outcome: number) => `${mark}c${outcome}`;
export const volumeSlot = (outcome: number) => `${mark}v${outcome}`;
export const totalSlot = `${mark}t`;

/** Texts between slots, each followed by the kind and outcome of the slot. */
const split = new WeakMap<CachedText, readonly string[]>();

function piecesOf(template: CachedText): readonly string[] {
  const pieces = split.get(template) ?? template.text.split(slot);
  split.set(template, pieces);
  return pieces;
}

/** Completes a view with the figures of one look-back. */
function fillSlots(template: CachedText, { market }: LiveMarket, past: PastFigure): string {
  const pieces = piecesOf(template);
  const traded = (outcome: number) => market.outcomeVolumes[outcome] - past.outcomeVolumes[outcome];
  let text = pieces[0];
  for (let at = 1; at < pieces.length; at += 3) {
    const [kind, outcome] = [pieces[at], Number(pieces[at + 1])];
    if (kind === 'c') text += market.priceBps[outcome] - past.priceBps[outcome];
    else if (kind === 'v') text += microsToWire(traded(outcome));
    else text += microsToWire(market.outcomeVolumes.reduce((sum, _volume, index) => sum + traded(index), 0));
    text += pieces[at + 2];
  }
  return text;
}
