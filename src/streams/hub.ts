import type { MarketNotice, MarketWatcher, Store } from '../database/store.js';
import { type OpenStream, type Sink, type StreamOpener, streamBounds } from '../http/streams.js';
import type { Subscription, UserSubscription } from '../http/subscription.js';
import { sessionIdleMs, sessionLifeMs } from '../kernel/token-syntax.js';
import type { LiveReads } from '../market-data/live-reads.js';
import { countUnreadNotifications } from '../notifications/notify.js';
import type { Credentials } from '../people/store/rows.js';
import { BookTopic, TopTopic } from './book-topic.js';
import { LiveFeed } from './live-feed.js';
import { type LogSource, LogTopic } from './log-topic.js';
import { findLiveCredentials } from './queries.js';
import { type Start, StreamReader, type Topic } from './reader.js';
import { TradeSource } from './trade-source.js';
import { UserSource, UserTopic, type ViewOrder } from './user-topic.js';

export interface HubOptions {
  readonly store: Store;
  readonly live: LiveReads;
  readonly clock: () => number;
  /** Whether messages are stored for clients that resume. */
  readonly storing: boolean;
  readonly viewOrder: ViewOrder;
  /** Called when a stream fails to open; its client is disconnected and reconnects. */
  readonly onFailed: (error: unknown) => void;
  /** The memory limit of topics without subscribers. */
  readonly maxIdleBytes?: number;
}

/** The indexes that list a topic. */
interface TopicEntry {
  readonly name: string;
  readonly eventId: string | null;
  readonly playerId: string | null;
}

interface Idle {
  readonly timer: NodeJS.Timeout;
  readonly bytes: number;
}

/** Limits of topics without subscribers: time, number and memory. */
const idleMs = 60_000;
const maxIdle = 1_000;
const defaultIdleBytes = 64 * 1024 * 1024;
const tickMs = 100;
const pollMs = 500;
const checkMs = 1_000;

/**
 * The streams of one node. Each channel key with subscribers has one topic, which reads for all of them, from the tables
 * or from the markets in memory. Notifications wake topics. All topics are also woken with every heartbeat, and while the
 * node receives no notifications.
 *
 * Topics without subscribers are evicted by time, number and bytes. Not a Cache: eviction ends the topic, and reuse removes the entry.
 */
export class StreamHub implements MarketWatcher, StreamOpener {
  private readonly topics = new Map<string, Topic>();
  private readonly entries = new Map<Topic, TopicEntry>();
  private readonly byEvent = new Map<string, Set<Topic>>();
  private readonly byPlayer = new Map<string, Topic>();
  private readonly feeds = new Map<string, LiveFeed>();
  private readonly idle = new Map<string, Idle>();
  private idleByteCount = 0;
  private readonly readers = new Set<StreamReader>();
  private readonly delivered = { messages: 0 };
  private readonly privateReaders = new Map<StreamReader, UserSubscription>();
  private readonly woken = new Set<Topic>();
  private readonly timers: NodeJS.Timeout[] = [];
  private isStarted = false;
  private isListening = false;
  private stopped = false;
  private checking = false;

  constructor(private readonly options: HubOptions) {}

  start(): void {
    this.isStarted = true;
    this.updateTimers();
  }

  /** Timers run only while a stream is open or a topic is cached. */
  private updateTimers(): void {
    const isNeeded = this.isStarted && !this.stopped && (this.readers.size > 0 || this.topics.size > 0);
    if (isNeeded === this.timers.length > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    if (!isNeeded) return;
    const every = (ms: number, work: () => void) => this.timers.push(setInterval(work, ms).unref());
    every(streamBounds.heartbeatSeconds * 1000, () => this.beat());
    every(pollMs, () => {
      if (!this.isListening) this.wakeAll();
    });
    every(tickMs, () => this.tick());
    every(checkMs, () => void this.endRevoked());
  }

  /** Ends every stream, so that clients reconnect to another node, or to this one after its restart. */
  stop(): void {
    this.stopped = true;
    this.updateTimers();
    for (const { timer } of this.idle.values()) clearTimeout(timer);
    for (const reader of this.readers) reader.end('stopping');
  }

  get size(): number {
    return this.readers.size;
  }

  /** Messages sent to clients since the start. */
  get messages(): number {
    return this.delivered.messages;
  }

  get idleTopics(): number {
    return this.idle.size;
  }

  get idleBytes(): number {
    return this.idleByteCount;
  }

  open(subscription: Subscription, sink: Sink): OpenStream {
    const { channel, after, snapshot } = subscription;
    const key = channel === 'user' ? subscription.handle : subscription.slug;
    const reader = new StreamReader(sink, this.options.clock, channel, key, this.delivered);
    this.readers.add(reader);
    this.updateTimers();
    if (channel === 'user') this.privateReaders.set(reader, subscription);
    reader.onLeave(() => {
      this.readers.delete(reader);
      this.privateReaders.delete(reader);
      this.updateTimers();
    });
    if (this.stopped) reader.end('stopping');
    else void this.join(subscription, reader, { after, snapshot });
    return {
      leave: () => reader.leave(),
      end: reason => reader.end(reason),
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

  onNotifications(personIds: readonly string[] | null): void {
    for (const personId of personIds ?? this.byPlayer.keys()) this.byPlayer.get(personId)?.announce();
  }

  onListening(yes: boolean): void {
    this.isListening = yes;
    this.wakeAll();
  }

  /** Returns the source of a channel key's numbered messages, for replays. */
  source(subscription: Exclude<Subscription, { channel: 'orderbook' }>): LogSource {
    const { store, clock, storing, viewOrder } = this.options;
    return subscription.channel === 'trades'
      ? new TradeSource(subscription.eventId, subscription.slug, { store, clock, storing })
      : new UserSource(subscription.playerId, subscription.handle, { store, clock, storing, viewOrder });
  }

  private async join(subscription: Subscription, reader: StreamReader, start: Start): Promise<void> {
    const joined: Topic[] = [];
    const joining = <T extends Topic>(topic: T): T => {
      joined.push(topic);
      reader.onLeave(() => this.markIdle(topic));
      return topic;
    };
    try {
      const topic = joining(this.topicOf(subscription));
      if (subscription.channel !== 'trades' || !subscription.book) return await topic.enter(reader, start);
      const top = joining(this.topOf(subscription));
      const begin = async () => {
        await top.prepare();
        await topic.enter(reader, { ...start, onCaughtUp: () => top.sendTo(reader) });
      };
      await topic.hold(() => top.hold(begin));
    } catch (error) {
      this.options.onFailed(error);
      reader.end('failed', undefined, error);
    } finally {
      // The topic then still counted a subscriber that left while joining.
      if (reader.closed) for (const topic of joined) this.markIdle(topic);
    }
  }

  private topicOf(subscription: Subscription): Topic {
    const { clock } = this.options;
    if (subscription.channel === 'orderbook') {
      const { eventId, slug, outcome, depth } = subscription;
      const make = () => new BookTopic(slug, clock, this.feedOf(eventId), { outcome, depth });
      return this.findOrAdd({ name: `book ${eventId} ${outcome} ${depth}`, eventId, playerId: null }, make);
    }
    const { channel } = subscription;
    if (channel === 'trades') {
      const { eventId, slug } = subscription;
      const make = () => new LogTopic(channel, slug, clock, this.source(subscription));
      return this.findOrAdd({ name: `trades ${eventId}`, eventId, playerId: null }, make);
    }
    const { playerId, handle } = subscription;
    const countUnread = () => countUnreadNotifications(this.options, playerId);
    const make = () => new UserTopic(handle, clock, this.source(subscription), countUnread);
    return this.findOrAdd({ name: `user ${playerId}`, eventId: null, playerId }, make);
  }

  private topOf({ eventId, slug }: Extract<Subscription, { channel: 'trades' }>): TopTopic {
    const { clock } = this.options;
    const entry = { name: `top ${eventId}`, eventId, playerId: null };
    return this.findOrAdd(entry, () => new TopTopic(slug, clock, this.feedOf(eventId)));
  }

  private feedOf(eventId: string): LiveFeed {
    const { live, clock } = this.options;
    const feed = this.feeds.get(eventId) ?? new LiveFeed({ live, clock, eventId });
    this.feeds.set(eventId, feed);
    return feed;
  }

  /** The name implies the class of the topic. */
  private findOrAdd<T extends Topic>(entry: TopicEntry, make: () => T): T {
    const { name, eventId, playerId } = entry;
    this.markUsed(name);
    const existing = this.topics.get(name);
    if (existing) return existing as T;
    const topic = make();
    this.topics.set(name, topic);
    this.entries.set(topic, entry);
    if (playerId !== null) this.byPlayer.set(playerId, topic);
    if (eventId !== null) {
      const topics = this.byEvent.get(eventId) ?? new Set();
      this.byEvent.set(eventId, topics.add(topic));
    }
    return topic;
  }

  /** A topic without subscribers stays for a while, because disconnected clients reconnect. */
  private markIdle(topic: Topic): void {
    if (!topic.isIdle || this.stopped) return;
    const name = this.entries.get(topic)?.name;
    if (name === undefined || this.idle.has(name)) return;
    const idle = { timer: setTimeout(() => this.drop(name), idleMs).unref(), bytes: topic.weight };
    this.idle.set(name, idle);
    this.idleByteCount += idle.bytes;
    const { maxIdleBytes = defaultIdleBytes } = this.options;
    for (const oldest of this.idle.keys()) {
      if (this.idle.size <= maxIdle && this.idleByteCount <= maxIdleBytes) return;
      this.drop(oldest);
    }
  }

  private markUsed(name: string): void {
    const idle = this.idle.get(name);
    if (!idle) return;
    clearTimeout(idle.timer);
    this.idle.delete(name);
    this.idleByteCount -= idle.bytes;
  }

  private drop(name: string): void {
    this.markUsed(name);
    const topic = this.topics.get(name);
    const entry = topic && this.entries.get(topic);
    if (!entry || !topic.isIdle) return;
    this.topics.delete(name);
    this.updateTimers();
    this.entries.delete(topic);
    topic.dispose();
    if (entry.eventId !== null && this.feeds.get(entry.eventId)?.isEmpty) this.feeds.delete(entry.eventId);
    if (entry.playerId !== null) this.byPlayer.delete(entry.playerId);
    const topics = entry.eventId === null ? undefined : this.byEvent.get(entry.eventId);
    if (topics?.delete(topic) && topics.size === 0) this.byEvent.delete(entry.eventId as string);
  }

  /** In the next iteration of the event loop: by then the markets in memory include the commit. */
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

  private beat(): void {
    for (const reader of this.readers) reader.beat();
    for (const topic of this.topics.values()) topic.heartbeat();
    this.wakeAll();
  }

  /** Returns whether the credential of a private subscription is still valid. */
  async hasValidCredential({ credential: { kind, id } }: UserSubscription): Promise<boolean> {
    const live = await this.findLive({
      keyIds: kind === 'key' ? [id] : [],
      sessionIds: kind === 'session' ? [id] : [],
    });
    return live.has(id);
  }

  private findLive(credentials: Credentials): Promise<ReadonlySet<string>> {
    const now = this.options.clock();
    return findLiveCredentials(this.options, credentials, now - sessionIdleMs, now - sessionLifeMs);
  }

  /** Ends private streams whose key was revoked or whose session has ended. */
  private async endRevoked(): Promise<void> {
    if (this.privateReaders.size === 0 || this.checking) return;
    this.checking = true;
    try {
      const readers = [...this.privateReaders];
      const idsOf = (kind: string) =>
        readers.flatMap(([, { credential }]) => (credential.kind === kind ? [credential.id] : []));
      const live = await this.findLive({ keyIds: idsOf('key'), sessionIds: idsOf('session') });
      for (const [reader, { credential }] of readers) if (!live.has(credential.id)) reader.end('credential');
    } catch {
      // A database outage ends no stream; the next check follows in a second.
    } finally {
      this.checking = false;
    }
  }
}
