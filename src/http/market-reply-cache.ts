import type { LiveMarket } from '../operations/exchange/live/live-market.js';
import { CachedText } from './cached-text.js';

/** A text that was made of markets, and until when it holds while they stay as they are. */
export interface ReplyText {
  readonly text: string;
  readonly at: number;
  readonly until: number;
}

export interface CachedReply extends Omit<ReplyText, 'text'> {
  /** The versions of the markets it was made from: the same ones mean the same state. */
  readonly versions: readonly number[];
  readonly reply: CachedText;
}

const maxReplies = 50_000;

/**
 * Texts made of markets, kept while the markets are as they were and the time is not over: each is written, tagged and
 * compressed once, whoever asks. The oldest ones go when there is no room.
 */
export class MarketReplyCache {
  private readonly entries = new Map<string, CachedReply>();
  private characters = 0;

  constructor(private readonly maxCharacters: number) {}

  find(key: string, markets: readonly LiveMarket[], now: number): CachedReply | null {
    const known = this.entries.get(key);
    if (!known || now >= known.until || known.versions.length !== markets.length) return null;
    for (let at = 0; at < markets.length; at += 1) if (known.versions[at] !== markets[at].version) return null;
    return known;
  }

  /** `holds`: see KeptText. */
  put(
    key: string,
    markets: readonly LiveMarket[],
    { text, at, until }: ReplyText,
    holds: CachedText['holds'] = null,
  ): CachedReply {
    const kept = { versions: markets.map(live => live.version), at, until, reply: new CachedText(text, holds) };
    this.evict(key);
    this.entries.set(key, kept);
    this.characters += key.length + text.length;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxReplies && this.characters <= this.maxCharacters) break;
      this.evict(oldest);
    }
    return kept;
  }

  private evict(key: string): void {
    const known = this.entries.get(key);
    if (!known) return;
    this.entries.delete(key);
    this.characters -= key.length + known.reply.text.length;
  }
}
