import type { Store } from '../database/store.js';
import { statusAt, statusUntil } from '../engine/lifecycle.js';
import { retentionMs, type StreamMessage } from '../http/streams.js';
import { isoTime } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import type { LogPage, LogSource } from './log-topic.js';
import type { StreamTrade, TradePage } from './store/rows.js';
import * as streamStore from './store/streams.js';

interface Replayed {
  readonly messages: readonly StreamMessage[];
  /** The number of the newest message. */
  readonly lastSequence: number;
  /** Whether the newest message is among these. */
  readonly complete: boolean;
}

/** The messages can't be replayed; the client needs a snapshot. */
interface NotReplayed {
  readonly reason: 'gone' | 'ahead' | 'storage-off';
  readonly lastSequence: number;
}

export type Replay = Replayed | NotReplayed;

export async function replayFrom(source: LogSource, after: number, limit: number): Promise<Replay> {
  const { head: lastSequence, messages, gone } = await source.page(after, source.storing ? limit : 0);
  if (after > lastSequence) return { reason: 'ahead', lastSequence };
  if (!source.storing) return { reason: 'storage-off', lastSequence };
  if (gone) return { reason: 'gone', lastSequence };
  const reached = messages.at(-1)?.sequence ?? after;
  return { messages, lastSequence, complete: reached === lastSequence };
}

interface TradeSourceOptions {
  readonly store: Pick<Store, 'read'>;
  readonly clock: () => number;
  readonly storing: boolean;
}

function tradeMessage(slug: string, trade: StreamTrade): StreamMessage {
  const { number, id, outcome, side, shares, credits, priceBps, against, player, sequence, at } = trade;
  return {
    channel: 'trades',
    key: slug,
    sequence: number,
    kind: 'trade',
    at: isoTime(at),
    trade: {
      id,
      eventSlug: slug,
      outcomeIndex: outcome,
      side,
      shares: microsToWire(shares),
      credits: microsToWire(credits),
      priceBps,
      against,
      player,
      sequence,
      at: isoTime(at),
    },
  };
}

/**
 * The public trades of one event. They are stored permanently, but can be replayed only for as long as other messages.
 */
export class TradeSource implements LogSource {
  readonly storing: boolean;

  constructor(
    private readonly eventId: string,
    private readonly slug: string,
    private readonly options: TradeSourceOptions,
  ) {
    this.storing = options.storing;
  }

  private async read(after: number, limit: number): Promise<TradePage> {
    const page = await this.options.store.read(reader => streamStore.trades(reader, this.eventId, after, limit));
    if (!page) throw new Error(`event ${this.eventId} not found`);
    return page;
  }

  async page(after: number, limit: number): Promise<LogPage> {
    const { last, trades, ...market } = await this.read(after, limit);
    const [first] = trades;
    const now = this.options.clock();
    const old = first !== undefined && first.at < now - retentionMs;
    const missing = first === undefined ? limit > 0 && last > after : first.number !== after + 1;
    const messages = trades.map(trade => tradeMessage(this.slug, trade));
    return {
      head: last,
      status: statusAt(market, now),
      until: statusUntil(market, now),
      messages,
      gone: old || missing,
    };
  }

  async snapshot() {
    const page = await this.read(Number.MAX_SAFE_INTEGER, 0);
    const { last: sequence, marketSequence, priceBps, volume, lastTradeAt } = page;
    const members = {
      market: {
        status: statusAt(page, this.options.clock()),
        sequence: marketSequence,
        priceBps,
        volumeCredits: microsToWire(volume),
        lastTradeAt: lastTradeAt === null ? null : isoTime(lastTradeAt),
      },
    };
    return { sequence, members };
  }
}
