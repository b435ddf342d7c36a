import type { HubPort, Link, LiveState, ToHub, Topic } from './protocol';
import { openSseLink } from './sse-link';
import { openWebSocketLink } from './web-socket-link';

/** The service accepts 50 subscriptions per connection. */
const maxTopics = 48;
/** Background tabs run their timers once a minute. */
const tabTimeoutMs = 180_000;
const idleMs = 20_000;
const maxRetryMs = 15_000;
/** Failed WebSocket attempts before the hub falls back to server-sent events. */
const maxFailedOpens = 3;

interface Tab {
  readonly topics: Set<Topic>;
  heardAt: number;
}

/** Owns the single connection of a browser and forwards messages to subscribed tabs. */
export class LiveHub {
  private readonly tabs = new Map<HubPort, Tab>();
  /** Topics on the connection, with the latest sequence of each. */
  private readonly active = new Map<Topic, number | null>();
  private link: Link | null = null;
  private state: LiveState = 'idle';
  /** Whether the connection accepts topics. */
  private isStarted = false;
  private failedOpens = 0;
  private retries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    setInterval(() => this.dropSilentTabs(), 60_000);
  }

  connect(port: HubPort): void {
    this.tabs.set(port, { topics: new Set(), heardAt: Date.now() });
    port.send({ type: 'state', state: this.state });
  }

  receive(port: HubPort, message: ToHub): void {
    if (message.type === 'bye') {
      this.drop(port);
      return;
    }
    if (!this.tabs.has(port)) this.connect(port);
    const tab = this.tabs.get(port)!;
    tab.heardAt = Date.now();
    if (message.type === 'subscribe') this.subscribe(tab, message.topic);
    if (message.type === 'unsubscribe') this.unsubscribe(tab, message.topic);
    if (message.type === 'reauthenticate') this.reconnect();
  }

  private subscribe(tab: Tab, topic: Topic): void {
    tab.topics.add(topic);
    clearTimeout(this.timer);
    if (!this.active.has(topic)) {
      if (this.active.size >= maxTopics) return;
      this.active.set(topic, null);
    }
    if (this.link === null) this.open();
    else if (this.isStarted) this.link.start(topic, this.active.get(topic) ?? null);
  }

  private unsubscribe(tab: Tab, topic: Topic): void {
    tab.topics.delete(topic);
    this.release(topic);
  }

  private release(topic: Topic): void {
    if ([...this.tabs.values()].some(({ topics }) => topics.has(topic))) return;
    if (!this.active.delete(topic)) return;
    this.link?.stop(topic);
    if (this.active.size > 0 || this.link === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), idleMs);
  }

  private drop(port: HubPort): void {
    const topics = this.tabs.get(port)?.topics ?? [];
    this.tabs.delete(port);
    for (const topic of topics) this.release(topic);
  }

  private dropSilentTabs(): void {
    const oldest = Date.now() - tabTimeoutMs;
    for (const [port, { heardAt }] of this.tabs) if (heardAt < oldest) this.drop(port);
  }

  private open(): void {
    this.setState('connecting');
    this.isStarted = false;
    let hasOpened = false;
    const link: Link = (this.failedOpens < maxFailedOpens ? openWebSocketLink : openSseLink)({
      onOpen: () => {
        hasOpened = true;
        this.isStarted = true;
        this.startAll(link);
      },
      onAlive: () => {
        this.retries = 0;
        this.setState('open');
      },
      onMessage: (topic, message) => {
        if (!this.active.has(topic)) return;
        if ('sequence' in message) this.active.set(topic, message.sequence);
        for (const [port, { topics }] of this.tabs) {
          if (topics.has(topic)) port.send({ type: 'message', topic, message });
        }
      },
      onLost: () => {
        if (!hasOpened) this.failedOpens += 1;
        this.link = null;
        this.retryLater();
      },
    });
    this.link = link;
    // Server-sent events have no shared connection: each topic opens one.
    if (this.failedOpens < maxFailedOpens) return;
    this.isStarted = true;
    this.startAll(link);
  }

  private startAll(link: Link): void {
    for (const [topic, after] of this.active) link.start(topic, after);
  }

  private retryLater(): void {
    if (this.active.size === 0) {
      this.setState('idle');
      return;
    }
    this.setState('waiting');
    const longest = Math.min(maxRetryMs, 500 * 2 ** this.retries);
    this.retries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  /** A connection keeps the credential it was opened with. */
  private reconnect(): void {
    this.link?.close();
    this.link = null;
    clearTimeout(this.timer);
    for (const topic of this.active.keys()) this.active.set(topic, null);
    if (this.active.size > 0) this.open();
  }

  private close(): void {
    this.link?.close();
    this.link = null;
    this.setState('idle');
  }

  private setState(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    for (const port of this.tabs.keys()) port.send({ type: 'state', state });
  }
}
