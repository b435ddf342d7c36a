import { KeptText } from '../../http/cached-text.js';
import type { LiveMarket } from '../../operations/exchange/live/live-market.js';

/** A text that was made of markets, and until when it holds while they stay as they are. */
export interface Made {
  readonly text: string;
  readonly at: number;
  readonly until: number;
}

export interface KeptReply extends Omit<Made, 'text'> {
  /** The versions of the markets it was made from: the same ones mean the same state. */
  readonly versions: readonly number[];
  readonly reply: KeptText;
}

const mostReplies = 50_000;

/**
 * Texts made of markets, kept while the markets are as they were and the time is not over: each is written, tagged and
 * compressed once, whoever asks. The oldest ones go when there is no room.
 */
export class KeptReplies {
  private readonly kept = new Map<string, KeptReply>();
  private characters = 0;

  constructor(private readonly mostCharacters: number) {}

  find(key: string, markets: readonly LiveMarket[], now: number): KeptReply | null {
    const known = this.kept.get(key);
    if (!known || now >= known.until || known.versions.length !== markets.length) return null;
    for (let at = 0; at < markets.length; at += 1) if (known.versions[at] !== markets[at].version) return null;
    return known;
  }

  /** `holds`: see KeptText. */
  keep(
    key: string,
    markets: readonly LiveMarket[],
    { text, at, until }: Made,
    holds: KeptText['holds'] = null,
  ): KeptReply {
    const kept = { versions: markets.map(live => live.version), at, until, reply: new KeptText(text, holds) };
    this.forget(key);
    this.kept.set(key, kept);
    this.characters += key.length + text.length;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= mostReplies && this.characters <= this.mostCharacters) break;
      this.forget(oldest);
    }
    return kept;
  }

  private forget(key: string): void {
    const known = this.kept.get(key);
    if (!known) return;
    this.kept.delete(key);
    this.characters -= key.length + known.reply.text.length;
  }
}
