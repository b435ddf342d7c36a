import { hash } from 'node:crypto';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { CachedText } from '../http/response/reply-bytes.js';
import { Cache } from '../kernel/cache.js';

/** A text built from markets. It is valid before `until` while the markets don't change. */
export interface ReplyText {
  readonly text: string;
  readonly at: number;
  readonly until: number;
}

export interface CachedReply extends Omit<ReplyText, 'text'> {
  /** Versions of the markets it was built from. */
  readonly versions: readonly number[];
  readonly reply: CachedText;
}

const maxReplies = 50_000;
const maxAsked = 2_000;

/**
 * Caches responses built from markets, so each is serialized, tagged and compressed once for all callers. A response is
 * valid until it expires or one of its markets changes.
 */
export class MarketReplyCache {
  private readonly replies: Cache<CachedReply>;
  /** Digests of the keys of the latest responses, and until when each response was valid. */
  private readonly requestTimes = new Cache<number>({ maxEntries: maxAsked });

  /**
   * `from`: caches a response from the first request, or from the second one for the same key within the time that the
   * first was valid. A caller that varies its requests would otherwise fill the cache with large texts that are never
   * read again.
   */
  constructor(
    maxCharacters: number,
    private readonly from: 'first' | 'second',
  ) {
    const weightOf = ({ reply }: CachedReply, key: string) => key.length + reply.text.length;
    this.replies = new Cache({ maxEntries: maxReplies, maxWeight: maxCharacters, weightOf });
  }

  find(key: string, markets: readonly LiveMarket[], now: number): CachedReply | null {
    const cached = this.replies.get(key);
    if (!cached || now >= cached.until || cached.versions.length !== markets.length) return null;
    for (let at = 0; at < markets.length; at += 1) if (cached.versions[at] !== markets[at].version) return null;
    return cached;
  }

  /** `isCurrent`: see CachedText. */
  put(
    key: string,
    markets: readonly LiveMarket[],
    { text, at, until }: ReplyText,
    isCurrent: CachedText['isCurrent'] = null,
  ): CachedReply {
    const cached = { versions: markets.map(live => live.version), at, until, reply: new CachedText(text, isCurrent) };
    if (this.from === 'first' || this.isRepeated(key, at, until)) this.replies.set(key, cached);
    return cached;
  }

  private isRepeated(key: string, at: number, until: number): boolean {
    const digest = hash('sha1', key, 'base64');
    const previous = this.requestTimes.get(digest);
    this.requestTimes.set(digest, until);
    return previous !== undefined && at < previous;
  }
}
