import { type MarketStatus, statusAt } from '../engine/lifecycle.js';
import type { Resolution } from '../engine/resolution.js';
import { noSuchEvent } from '../http/errors.js';
import { CachedText, perServices } from '../http/response/reply-bytes.js';
import type { Static } from '../http/schema.js';
import { Cache } from '../kernel/cache.js';
import { dayMs, minuteMs } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import type { EventServices } from './event-references.js';
import type { EventSchema } from './schemas.js';
import type { EventNames, EventStamp, EventWithMarket, MarketRow, ShownEvent } from './store/rows.js';

type EventView = Static<typeof EventSchema>;

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

function viewAnswer({ kind, winningOutcome, payoutBps }: Pick<Resolution, 'kind' | 'winningOutcome' | 'payoutBps'>) {
  return { kind, winningOutcomeIndex: winningOutcome, payoutBps: payoutBps && [...payoutBps] };
}

function viewResolution({ resolution }: MarketRow): EventView['resolution'] {
  if (!resolution) return null;
  const { source, note, correctedFrom } = resolution;
  return { ...viewAnswer(resolution), source, note, correctedFrom: correctedFrom && viewAnswer(correctedFrom) };
}

function viewProposal({ proposal }: MarketRow): EventView['proposal'] {
  if (!proposal) return null;
  const { resolution, evidence, proposedBy, proposedAt, challengeEndsAt, disputes } = proposal;
  const { source, note, effectiveCloseAt } = resolution;
  return {
    resolution: { ...viewAnswer(resolution), source, note, effectiveCloseAt: iso(effectiveCloseAt) },
    evidence: { ...evidence },
    proposedBy,
    proposedAt: iso(proposedAt),
    challengeEndsAt: isoOrNull(challengeEndsAt),
    disputes,
  };
}

/** A market that the clock has closed before a job did counts as closed at its end. */
function closedAtOf(market: MarketRow, status: MarketStatus): string | null {
  return isoOrNull(market.closedAt ?? (status === 'closed' ? market.endsAt : null));
}

/** Upper bound for caching any event. */
const maxUnchangedMs = 600_000;

/** Returns the time until which the clock leaves the status unchanged. */
export function statusUnchangedUntil(market: Pick<MarketRow, 'status' | 'opensAt' | 'endsAt'>, now: number): number {
  const status = statusAt(market, now);
  const next =
    status === 'scheduled'
      ? market.opensAt
      : status === 'active' || status === 'paused'
        ? market.endsAt
        : Number.POSITIVE_INFINITY;
  return Math.min(next, now + maxUnchangedMs);
}

/**
 * Returns the time until which the event object is unchanged if its stamp is. 24-hour volumes are summed to the minute.
 */
export function eventUnchangedUntil({ market }: ShownEvent, now: number): number {
  const traded = market.lastTradeAt !== null && market.lastTradeAt > now - dayMs - minuteMs;
  const nextMinute = traded ? Math.ceil(now / minuteMs) * minuteMs + 1 : Number.POSITIVE_INFINITY;
  return Math.min(statusUnchangedUntil(market, now), nextMinute);
}

/** Builds the public event object, with its status by the clock at `now`. */
export function viewEvent(found: ShownEvent, now: number, publicUrl: string): EventView {
  const { event, market, volume24h, forecasters } = found;
  const status = statusAt(market, now);
  return {
    id: event.id,
    slug: event.slug,
    eventPubkey: event.pubkey,
    title: event.title,
    description: event.description,
    category: event.category,
    tags: [...event.tags],
    status,
    outcomes: event.outcomes.map((label, index) => ({
      index,
      label,
      priceBps: market.priceBps[index],
      lastTradeAt: isoOrNull(market.outcomeTradedAt[index]),
      volumeCredits: microsToWire(market.outcomeVolumes[index]),
    })),
    createdAt: iso(event.createdAt),
    opensAt: iso(market.opensAt),
    endsAt: iso(market.endsAt),
    closedAt: closedAtOf(market, status),
    resolvedAt: isoOrNull(market.resolvedAt),
    effectiveCloseAt: isoOrNull(market.resolution?.effectiveCloseAt ?? null),
    resolution: viewResolution(market),
    proposal: viewProposal(market),
    resolutionSource: { ...event.resolutionSource },
    volumeCredits: microsToWire(market.volume),
    volume24hCredits: microsToWire(volume24h),
    traders: market.traders,
    forecasters,
    openOrders: market.openOrders,
    liquidityCredits: microsToWire(event.liquidity),
    sequence: market.sequence,
    settling: market.settling && { ...market.settling },
    demo: event.demo,
    practice: event.practice,
    url: `${publicUrl}/events/${event.slug}`,
  };
}

const maxCharacters = 32_000_000;
export const textsFor = perServices(() => new StampedTexts(maxCharacters));

/** A serialized view of an event, and the stamp of the event at that time. */
export interface StampedText {
  readonly stamp: EventStamp;
  readonly text: string;
  /** Valid until then while the stamp is the same. */
  readonly until: number;
}

/** Caches one text per event while its stamp is unchanged; evicts the entries that were used least recently. */
export class StampedTexts<T extends StampedText = StampedText> {
  private readonly entries: Cache<T>;

  constructor(maxCharacters: number, lengthOf: (made: T) => number = ({ text }) => text.length) {
    this.entries = new Cache({ maxWeight: maxCharacters, weightOf: lengthOf });
  }

  find(eventId: string, stamp: EventStamp, now: number): T | null {
    const known = this.entries.get(eventId);
    return known && known.stamp === stamp && now < known.until ? known : null;
  }

  keep(eventId: string, made: T): void {
    this.entries.set(eventId, made);
  }
}

export interface StampedEvent {
  readonly eventId: string;
  readonly stamp: EventStamp;
}

/** Returns the texts of events in order and builds those that are not cached. Deleted events are omitted. */
export async function textsOf<T extends StampedText>(
  texts: StampedTexts<T>,
  events: readonly StampedEvent[],
  now: number,
  make: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<T[]> {
  const known = events.map(({ eventId, stamp }) => texts.find(eventId, stamp, now));
  const missing = events.flatMap(({ eventId }, index) => (known[index] ? [] : eventId));
  const made = missing.length === 0 ? null : await make(missing);
  for (const [eventId, text] of made ?? []) texts.keep(eventId, text);
  return events.flatMap(({ eventId }, index) => known[index] ?? made?.get(eventId) ?? []);
}

interface CachedPage {
  readonly texts: readonly StampedText[];
  readonly reply: CachedText;
}

/** Caches responses that join texts: the same texts give the same bytes. Evicts the entries that were used least recently. */
export class PageCache {
  private readonly pages: Cache<CachedPage>;

  constructor(maxCharacters: number) {
    this.pages = new Cache({ maxWeight: maxCharacters, weightOf: ({ reply }) => reply.text.length });
  }

  /** The key identifies everything in the response except the texts. */
  reply(key: string, texts: readonly StampedText[], write: (joined: string) => string): CachedText {
    const known = this.pages.get(key);
    if (known && known.texts.length === texts.length && known.texts.every((text, index) => text === texts[index])) {
      return known.reply;
    }
    const reply = new CachedText(write(texts.map(({ text }) => text).join(',')));
    this.pages.set(key, { texts, reply });
    return reply;
  }
}

/** Returns the event with this `eventSlug`; throws 404 otherwise. */
export async function eventBySlug({ markets }: EventServices, reference: string): Promise<EventNames> {
  const found = await markets.references.find(reference);
  if (!found) throw noSuchEvent(reference, 'eventSlug');
  return found;
}

/** The markets in memory, which the exchange holds. */
interface LiveServices {
  readonly marketData: {
    readonly live: {
      readonly markets: {
        peek(eventId: string): EventWithMarket | null | undefined;
        read(eventIds: readonly string[]): Promise<ReadonlyMap<string, EventWithMarket>>;
      };
    };
  };
}

/** Returns the event with a slug or public key and its current market, from memory if loaded; throws 404 otherwise. */
export async function requireEvent(
  { marketData: { live }, markets: { references } }: EventServices & LiveServices,
  reference: string,
  field: string,
): Promise<EventWithMarket> {
  const names = references.peek(reference) ?? (await references.find(reference));
  const market = names && (live.markets.peek(names.id) ?? (await live.markets.read([names.id])).get(names.id));
  if (!market) throw noSuchEvent(reference, field);
  return market;
}
