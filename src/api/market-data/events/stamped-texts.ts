import { CachedText } from '../../../http/cached-text.js';
import type { EventStamp } from '../../../store/markets/interface.js';

/** What was written of an event, and how far it had changed by then. */
export interface StampedText {
  readonly stamp: EventStamp;
  readonly text: string;
  /** While the stamp is the same it holds until then. */
  readonly until: number;
}

/** One text for each event, kept while the event is as it was. The oldest ones go when there is no room. */
export class StampedTexts<T extends StampedText = StampedText> {
  private readonly kept = new Map<string, T>();
  private characters = 0;

  constructor(
    private readonly maxCharacters: number,
    private readonly lengthOf: (made: T) => number = ({ text }) => text.length,
  ) {}

  find(eventId: string, stamp: EventStamp, now: number): T | null {
    const known = this.kept.get(eventId);
    return known && known.stamp === stamp && now < known.until ? known : null;
  }

  keep(eventId: string, made: T): void {
    this.forget(eventId);
    this.kept.set(eventId, made);
    this.characters += this.lengthOf(made);
    for (const oldest of this.kept.keys()) {
      if (this.characters <= this.maxCharacters) break;
      this.forget(oldest);
    }
  }

  private forget(eventId: string): void {
    const known = this.kept.get(eventId);
    if (!known) return;
    this.kept.delete(eventId);
    this.characters -= this.lengthOf(known);
  }
}

export interface StampedEvent {
  readonly eventId: string;
  readonly stamp: EventStamp;
}

/** The texts of events in their order; those that are not at hand are made. Events that are gone are left out. */
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

/**
 * Replies that were put together of texts: the same texts are the same bytes, which need not be made again. The oldest
 * ones go when there is no room.
 */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>();
  private characters = 0;

  constructor(private readonly maxCharacters: number) {}

  /** The key names everything that the reply has besides the texts. */
  reply(key: string, texts: readonly StampedText[], write: (joined: string) => string): CachedText {
    const known = this.pages.get(key);
    if (known && known.texts.length === texts.length && known.texts.every((text, index) => text === texts[index])) {
      return known.reply;
    }
    const reply = new CachedText(write(texts.map(({ text }) => text).join(',')));
    this.forget(key);
    this.pages.set(key, { texts, reply });
    this.characters += reply.text.length;
    for (const oldest of this.pages.keys()) {
      if (this.characters <= this.maxCharacters) break;
      this.forget(oldest);
    }
    return reply;
  }

  private forget(key: string): void {
    this.characters -= this.pages.get(key)?.reply.text.length ?? 0;
    this.pages.delete(key);
  }
}
