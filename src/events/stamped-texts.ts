import { CachedText } from '../http/response/reply-bytes.js';
import { Cache } from '../kernel/cache.js';
import type { EventStamp } from './store/rows.js';

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
    const cachedText = this.entries.get(eventId);
    return cachedText && cachedText.stamp === stamp && now < cachedText.until ? cachedText : null;
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
  const cachedTexts = events.map(({ eventId, stamp }) => texts.find(eventId, stamp, now));
  const missing = events.flatMap(({ eventId }, index) => (cachedTexts[index] ? [] : eventId));
  const made = missing.length === 0 ? null : await make(missing);
  for (const [eventId, text] of made ?? []) texts.keep(eventId, text);
  return events.flatMap(({ eventId }, index) => cachedTexts[index] ?? made?.get(eventId) ?? []);
}

/** Caches responses that join texts: the same texts give the same bytes. Evicts the entries that were used least recently. */
export class PageCache {
  private readonly pages: Cache<CachedPage>;

  constructor(maxCharacters: number) {
    this.pages = new Cache({ maxWeight: maxCharacters, weightOf: ({ reply }) => reply.text.length });
  }

  /** The key identifies everything in the response except the texts. */
  reply(key: string, texts: readonly StampedText[], write: (joined: string) => string): CachedText {
    const cachedPage = this.pages.get(key);
    if (
      cachedPage &&
      cachedPage.texts.length === texts.length &&
      cachedPage.texts.every((text, index) => text === texts[index])
    ) {
      return cachedPage.reply;
    }
    const reply = new CachedText(write(texts.map(({ text }) => text).join(',')));
    this.pages.set(key, { texts, reply });
    return reply;
  }
}

interface CachedPage {
  readonly texts: readonly StampedText[];
  readonly reply: CachedText;
}
