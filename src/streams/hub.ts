import { sessionIdleMs, sessionLifeMs } from '../domain/people/sessions.js';
import { streamBounds } from '../http/streaming/bounds.js';
import type { EndReason, OpenStream, Sink, StreamOpener } from '../http/streaming/stream-hub.js';
import type { LiveReads } from '../operations/market-data/live-reads.js';
import { findLiveCredentials } from '../operations/streams/queries.js';
import type { Subscription, UserSubscription } from '../operations/streams/subscription.js';
import type { MarketNotice, MarketWatcher } from '../store/markets/interface.js';
import type { Credentials } from '../store/people/interface.js';
import type { Store } from '../store/store.js';
import { BookTopic, TopTopic } from './book-topic.js';
import { LiveFeed } from './live-feed.js';
import { type LogSource, LogTopic } from './log-topic.js';
import { Reader } from './reader.js';
import type { Beginning, Topic } from './topic.js';
import { TradeSource } from './trade-source.js';
import { UserSource, type ViewOrder } from './user-source.js';

export interface HubOptions {
  readonly store: Store;
  readonly live: LiveReads;
  readonly clock: () => number;
  /** Whether messages are kept for those who come back. */
  readonly storing: boolean;
  readonly viewOrder: ViewOrder;
  /** Learns how much of what was sent has been taken. */
  readonly measure: () => Promise<void>;
  /** Told of what goes wrong while a stream is opened; its reader connects again. */
  readonly onFailed: (error: unknown) => void;
  /** Memory for channel keys that nobody reads any more. */
  readonly mostIdleBytes?: number;
}

/** Where a topic is listed, so that it can be taken out. */
interface TopicEntry {
  readonly name: string;
  readonly eventId: string | null;
  readonly playerId: string | null;
}

interface Idle {
  readonly timer: NodeJS.Timeout;
  readonly bytes: number;
}

/** How long, how many and with how much, channel keys are remembered that nobody reads any more. */
const idleMs = 60_000;
const maxIdle = 1_000;
const defaultIdleBytes = 64 * 1024 * 1024;
const tickMs = 100;
const pollMs = 500;
const checkMs = 1_000;

/**
 * The streams of one node. Each channel key that somebody reads has one topic, which does the reading for all of them.
 * Notices wake topics; what they send they read from the tables or from the markets in memory. While notices are not
 * heard, and now and then in any case, all topics look by themselves.
 */
export class StreamHub implements MarketWatcher, StreamOpener {
  private readonly topics = new Map<string, Topic>();
  private readonly places = new Map<Topic, TopicEntry>();
  private readonly byEvent = new Map<string, Set<Topic>>();
  private readonly byPlayer = new Map<string, Topic>();
  private readonly feeds = new Map<string, LiveFeed>();
  private readonly idle = new Map<string, Idle>();
  private restingBytes = 0;
  private readonly readers = new Set<Reader>();
  private readonly holders = new Map<Reader, UserSubscription>();
  private readonly woken = new Set<Topic>();
  private readonly timers: NodeJS.Timeout[] = [];
  private isListening = false;
  private stopped = false;
  private checking = false;

  constructor(private readonly options: HubOptions) {}

  start(): void {
    const every = (ms: number, work: () => void) => this.timers.push(setInterval(work, ms).unref());
    every(streamBounds.heartbeatSeconds * 1000, () => void this.beat());
    every(pollMs, () => {
      if (!this.isListening) this.wakeAll();
    });
    every(tickMs, () => this.tick());
    every(checkMs, () => void this.checkHolders());
  }

  /** Ends every stream, so that its reader connects to another node or to this one when it is back. */
  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const { timer } of this.idle.values()) clearTimeout(timer);
    for (const reader of this.readers) this.endReader(reader, 'stopping');
  }

  get size(): number {
    return this.readers.size;
  }

  get idleTopics(): number {
    return this.idle.size;
  }

  get idleBytes(): number {
    return this.restingBytes;
  }

  open(subscription: Subscription, sink: Sink): OpenStream {
    const { channel, after, snapshot } = subscription;
    const key = channel === 'user' ? subscription.handle : subscription.slug;
    const reader = new Reader(sink, this.options.clock, channel, key);
    this.readers.add(reader);
    if (channel === 'user') this.holders.set(reader, subscription);
    reader.onLeave(() => {
      this.readers.delete(reader);
      this.holders.delete(reader);
    });
    if (this.stopped) this.endReader(reader, 'stopping');
    else void this.join(subscription, reader, { after, snapshot });
    return {
      leave: () => reader.leave(),
      end: reason => this.endReader(reader, reason),
      onLeave: left => reader.onLeave(left),
    };
  }

  onMarketsChanged(notices: readonly MarketNotice[]): void {
    for (const { eventId } of notices) {
      const topics = this.byEvent.get(eventId);
      if (topics) for (const topic of topics) this.wakeSoon(topic);
    }
  }

  onPlayerMessages(playerIds: readonly string[] | null): void {
    for (const playerId of playerIds ?? this.byPlayer.keys()) {
      const topic = this.byPlayer.get(playerId);
      if (topic) this.wakeSoon(topic);
    }
  }

  onListening(yes: boolean): void {
    this.isListening = yes;
    this.wakeAll();
  }

  /** What numbered messages of a channel key are read from, for those who ask once. */
  source(subscription: Exclude<Subscription, { channel: 'orderbook' }>): LogSource {
    const { store, clock, storing, viewOrder } = this.options;
    return subscription.channel === 'trades'
      ? new TradeSource(subscription.eventId, subscription.slug, { store, clock, storing })
      : new UserSource(subscription.playerId, subscription.handle, { store, clock, storing, viewOrder });
  }

  private async join(subscription: Subscription, reader: Reader, beginning: Beginning): Promise<void> {
    const entered: Topic[] = [];
    const into = <T extends Topic>(topic: T): T => {
      entered.push(topic);
      reader.onLeave(() => this.rest(topic));
      return topic;
    };
    try {
      const topic = into(this.topicOf(subscription));
      if (subscription.channel !== 'trades' || !subscription.book) return await topic.enter(reader, beginning);
      const top = into(this.topOf(subscription));
      const begin = async () => {
        await top.prepare();
        await topic.enter(reader, { ...beginning, beside: () => top.show(reader) });
      };
      await topic.hold(() => top.hold(begin));
    } catch (error) {
      this.options.onFailed(error);
      this.endReader(reader, 'failed');
    } finally {
      // Whoever has left on the way in was still held by the topic then.
      if (reader.closed) for (const topic of entered) this.rest(topic);
    }
  }

  private topicOf(subscription: Subscription): Topic {
    const { clock } = this.options;
    if (subscription.channel === 'orderbook') {
      const { eventId, slug, outcome, depth } = subscription;
      const make = () => new BookTopic(slug, clock, this.feedOf(eventId), { outcome, depth });
      return this.keep({ name: `book ${eventId} ${outcome} ${depth}`, eventId, playerId: null }, make);
    }
    const { channel } = subscription;
    if (channel === 'trades') {
      const { eventId, slug } = subscription;
      const make = () => new LogTopic(channel, slug, clock, this.source(subscription));
      return this.keep({ name: `trades ${eventId}`, eventId, playerId: null }, make);
    }
    const { playerId, handle } = subscription;
    const make = () => new LogTopic(channel, handle, clock, this.source(subscription));
    return this.keep({ name: `user ${playerId}`, eventId: null, playerId }, make);
  }

  private topOf({ eventId, slug }: Extract<Subscription, { channel: 'trades' }>): TopTopic {
    const { clock } = this.options;
    const place = { name: `top ${eventId}`, eventId, playerId: null };
    return this.keep(place, () => new TopTopic(slug, clock, this.feedOf(eventId)));
  }

  private feedOf(eventId: string): LiveFeed {
    const { live, clock } = this.options;
    const feed = this.feeds.get(eventId) ?? new LiveFeed({ live, clock, eventId });
    this.feeds.set(eventId, feed);
    return feed;
  }

  /** The name says of which class the topic is. */
  private keep<T extends Topic>(place: TopicEntry, make: () => T): T {
    const { name, eventId, playerId } = place;
    this.unrest(name);
    const known = this.topics.get(name);
    if (known) return known as T;
    const topic = make();
    this.topics.set(name, topic);
    this.places.set(topic, place);
    if (playerId !== null) this.byPlayer.set(playerId, topic);
    if (eventId !== null) {
      const topics = this.byEvent.get(eventId) ?? new Set();
      this.byEvent.set(eventId, topics.add(topic));
    }
    return topic;
  }

  /** A topic that nobody reads is kept for a while: those who were cut off come back. */
  private rest(topic: Topic): void {
    if (!topic.isIdle || this.stopped) return;
    const name = this.places.get(topic)?.name;
    if (name === undefined || this.idle.has(name)) return;
    const idle = { timer: setTimeout(() => this.drop(name), idleMs).unref(), bytes: topic.weight };
    this.idle.set(name, idle);
    this.restingBytes += idle.bytes;
    const { mostIdleBytes = defaultIdleBytes } = this.options;
    for (const oldest of this.idle.keys()) {
      if (this.idle.size <= maxIdle && this.restingBytes <= mostIdleBytes) return;
      this.drop(oldest);
    }
  }

  private unrest(name: string): void {
    const idle = this.idle.get(name);
    if (!idle) return;
    clearTimeout(idle.timer);
    this.idle.delete(name);
    this.restingBytes -= idle.bytes;
  }

  private drop(name: string): void {
    this.unrest(name);
    const topic = this.topics.get(name);
    const place = topic && this.places.get(topic);
    if (!place || !topic.isIdle) return;
    this.topics.delete(name);
    this.places.delete(topic);
    topic.dispose();
    if (place.eventId !== null && this.feeds.get(place.eventId)?.isEmpty) this.feeds.delete(place.eventId);
    if (place.playerId !== null) this.byPlayer.delete(place.playerId);
    const topics = place.eventId === null ? undefined : this.byEvent.get(place.eventId);
    if (topics?.delete(topic) && topics.size === 0) this.byEvent.delete(place.eventId as string);
  }

  /** In the next turn: by then the markets in memory have moved on with the commit that this is about. */
  private wakeSoon(topic: Topic): void {
    if (this.woken.size === 0) setImmediate(() => this.wakeNow());
    this.woken.add(topic);
  }

  private wakeNow(): void {
    const woken = [...this.woken];
    this.woken.clear();
    for (const topic of woken) topic.wake();
  }

  private wakeAll(): void {
    for (const topic of this.topics.values()) topic.wake();
  }

  private tick(): void {
    const now = this.options.clock();
    for (const feed of this.feeds.values()) feed.tick(now);
    for (const topic of this.topics.values()) topic.tick(now);
  }

  private async beat(): Promise<void> {
    if (this.readers.size > 0) await this.options.measure();
    for (const reader of this.readers) reader.beat();
    for (const topic of this.topics.values()) topic.heartbeat();
    this.wakeAll();
  }

  private endReader(reader: Reader, reason: EndReason): void {
    const { channel, key } = reader;
    const at = new Date(this.options.clock()).toISOString();
    reader.end(reason, { channel, key, sequence: 0, kind: 'end', at, reason });
  }

  /** Whether the credential of a private subscription is still good. */
  async holds({ credential: { kind, id } }: UserSubscription): Promise<boolean> {
    const live = await this.liveAmong({
      keyIds: kind === 'key' ? [id] : [],
      sessionIds: kind === 'session' ? [id] : [],
    });
    return live.has(id);
  }

  private liveAmong(credentials: Credentials): Promise<ReadonlySet<string>> {
    const now = this.options.clock();
    return findLiveCredentials(this.options, credentials, now - sessionIdleMs, now - sessionLifeMs);
  }

  /** Ends the private streams of those whose key was revoked or whose session is over. */
  private async checkHolders(): Promise<void> {
    if (this.holders.size === 0 || this.checking) return;
    this.checking = true;
    try {
      const held = [...this.holders];
      const idsOf = (kind: string) =>
        held.flatMap(([, { credential }]) => (credential.kind === kind ? [credential.id] : []));
      const live = await this.liveAmong({ keyIds: idsOf('key'), sessionIds: idsOf('session') });
      for (const [reader, { credential }] of held) if (!live.has(credential.id)) this.endReader(reader, 'credential');
    } catch {
      // A database that is away for a moment is no reason to end anything; the next look comes in a second.
    } finally {
      this.checking = false;
    }
  }
}
