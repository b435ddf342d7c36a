import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialChanges } from './credential-changes.js';
import type { Pool, Sql, SqlStatement } from './pool.js';
import type { MarketNotice, MarketWatcher } from './store.js';
import { waitWhileOpen } from './wait-while-open.js';

const channel = 'presage_markets';
/** PostgreSQL limits a payload to less than 8,000 bytes; longer notifications are split. */
const maxPayloadBytes = 7_900;
/** Starts the payload by which a node verifies that it receives notifications. */
const echoWord = 'echo';
/** Prefix of a player id; alone it stands for any number of players. */
const playerMark = '@';
const isPlayer = (part: string) => part.startsWith(playerMark);
/** Prefix of the id of a person whose notifications have changed; alone it stands for any number of people. */
const notificationMark = '~';
const isNotified = (part: string) => part.startsWith(notificationMark);
/** An event was created or its texts were edited. */
const textsMark = '#';
/** Trading in the whole arena was paused or resumed. */
const tradingMark = '!';
/** A trigger of the database sends this when a key, session, plan or role changes. */
const credentialsMark = '$';
const flagMarks: readonly string[] = [textsMark, tradingMark, credentialsMark];
/** An idle connection over a network may be dead, so it is probed. */
const probeEveryMs = 1_000;
/** A dead one on this machine is closed, but the server may be suspended. */
const probeLocalEveryMs = 10_000;
const timeoutMs = 2_000;
const retryMs = 250;
const maxRetryMs = 5_000;

/** The markets that one transaction changes. */
export interface TransactionNotices {
  /** Records a change; `notifyRest` notifies without a sequence unless `notifyNodes` did with one. */
  mark(eventId: string): void;
  /** Records people whose notifications have changed; `notifyRest` notifies. */
  markNotified(personIds: readonly string[]): void;
  /** Records a new event or edited texts; `notifyRest` notifies. */
  markTexts(): void;
  /** Records that trading in the whole arena was paused or resumed; `notifyRest` notifies. */
  markTrading(): void;
  /** Statements that notify other nodes at the commit, of markets and of players with new messages. */
  notifyNodes(
    changed: Iterable<{ readonly eventId: string; readonly sequence: number }>,
    players?: readonly string[],
  ): SqlStatement[];
  /** Statements for everything marked and not yet notified. */
  notifyRest(): SqlStatement[];
  /** Notifies the watchers of this node after the transaction; sequences only after a confirmed commit. */
  notifyLocal(committed: boolean): void;
}

export interface ChangeChannel {
  /** Notifications of other nodes so far. */
  readonly received: number;
  readonly isListening: boolean;
  watch(watcher: MarketWatcher): () => Promise<void>;
  noticesOver(sql: Sql): TransactionNotices;
}

/** Players share the last payload with the markets if all fit; otherwise the mark alone stands for all of them. */
function payloadsOf(node: string, notices: readonly MarketNotice[], players: readonly string[]): string[] {
  const payloads: string[] = [];
  let text = node;
  for (const { eventId, sequence } of notices) {
    const part = ` ${eventId}:${sequence ?? ''}`;
    if (text.length + part.length + playerMark.length >= maxPayloadBytes) {
      payloads.push(text);
      text = node;
    }
    text += part;
  }
  if (players.length === 0) return [...payloads, text];
  const named = players.map(playerId => ` ${playerMark}${playerId}`).join('');
  return [...payloads, text + (text.length + named.length > maxPayloadBytes ? ` ${playerMark}` : named)];
}

/** The mark alone stands for more people than fit into a payload. */
function peopleMarks(people: ReadonlySet<string>): string[] {
  const named = [...people].map(personId => `${notificationMark}${personId}`);
  return named.join(' ').length > maxPayloadBytes / 2 ? [notificationMark] : named;
}

/** Null if there are too many players to list. Both marks are one character. */
function playersOf(parts: readonly string[]): string[] | null {
  const ids = parts.map(part => part.slice(1));
  return ids.includes('') ? null : ids;
}

function noticesOf(parts: readonly string[]): MarketNotice[] {
  return parts.map(part => {
    const [eventId, sequence] = part.split(':');
    return { eventId, sequence: sequence ? Number(sequence) : null };
  });
}

interface NoticeHandlers {
  readonly onReceived: () => void;
  readonly onMarkets: (notices: readonly MarketNotice[]) => void;
  readonly onPlayers: (playerIds: readonly string[] | null) => void;
  readonly onNotified: (personIds: readonly string[] | null) => void;
  readonly onTexts: () => void;
  readonly onTrading: () => void;
  readonly onCredentials: () => void;
}

/** Dispatches a notification from another node. */
function dispatchNotices(parts: readonly string[], handlers: NoticeHandlers): void {
  const { onReceived, onMarkets, onPlayers, onNotified, onTexts, onTrading, onCredentials } = handlers;
  onReceived();
  const players = parts.filter(isPlayer);
  const people = parts.filter(isNotified);
  const notices = noticesOf(parts.filter(part => !isPlayer(part) && !isNotified(part) && !flagMarks.includes(part)));
  if (notices.length > 0) onMarkets(notices);
  if (players.length > 0) onPlayers(playersOf(players));
  if (people.length > 0) onNotified(playersOf(people));
  if (parts.includes(textsMark)) onTexts();
  if (parts.includes(tradingMark)) onTrading();
  if (parts.includes(credentialsMark)) onCredentials();
}

interface ListenerOptions extends NoticeHandlers {
  readonly pool: Pool;
  readonly node: string;
  readonly onListening: (yes: boolean) => void;
}

/** Listens on one connection until it closes. */
async function listenOnce(options: ListenerOptions, signal: AbortSignal): Promise<void> {
  const { pool, node, onListening } = options;
  const closed = new AbortController();
  const wait = <T>(work: PromiseLike<T>) => waitWhileOpen(work, closed.signal, timeoutMs);
  let echoed: () => void = () => {};
  const echo = new Promise<void>(done => {
    echoed = done;
  });
  const call = `${node} ${echoWord} ${randomBytes(6).toString('hex')}`;
  const session = await pool.openSession('presage listener');
  const stopped = () => closed.abort();
  signal.addEventListener('abort', stopped);
  if (signal.aborted) stopped();
  session.onLost(() => closed.abort());
  session.onNotification(payload => {
    if (payload === call) echoed();
    const [from, ...parts] = payload.split(' ');
    if (from !== node && parts[0] !== echoWord) dispatchNotices(parts, options);
  });
  const { sql } = session;
  try {
    await wait(sql`listen ${sql(channel)}`);
    // A pooler may accept LISTEN and deliver nothing. An echo through another connection verifies delivery.
    await wait(pool`select pg_notify(${channel}, ${call})`);
    await wait(echo);
    onListening(true);
    for (;;) {
      await sleep(pool.isLocal ? probeLocalEveryMs : probeEveryMs, undefined, { ref: false, signal: closed.signal });
      await wait(sql`select 1`);
    }
  } finally {
    onListening(false);
    signal.removeEventListener('abort', stopped);
    await session.end();
  }
}

/** Listens, and reconnects with back-off when the connection is lost. */
async function listenWithRetry(options: ListenerOptions, signal: AbortSignal): Promise<void> {
  let backOffMs = retryMs;
  while (!signal.aborted) {
    let listened = false;
    const onListening = (yes: boolean) => {
      if (yes || listened) options.onListening(yes);
      listened ||= yes;
    };
    await listenOnce({ ...options, onListening }, signal).catch(() => {});
    backOffMs = listened ? retryMs : Math.min(maxRetryMs, backOffMs * 2);
    await sleep(backOffMs, undefined, { ref: false, signal }).catch(() => {});
  }
}

function openNotices(sql: Sql, node: string, watchers: ReadonlySet<MarketWatcher>): TransactionNotices {
  const notified = new Map<string, number | null>();
  const marked = new Set<string>();
  const messaged = new Set<string>();
  const flags = new Set<string>();
  const people = new Set<string>();
  const notify = (payload: string) => sql`select pg_notify(${channel}, ${payload})`;
  const statements = (notices: readonly MarketNotice[], players: readonly string[] = []) =>
    notices.length + players.length === 0 ? [] : payloadsOf(node, notices, players).map(notify);
  return {
    mark(eventId) {
      if (!notified.has(eventId)) marked.add(eventId);
    },
    markNotified(personIds) {
      for (const personId of personIds) people.add(personId);
    },
    markTexts() {
      flags.add(textsMark);
    },
    markTrading() {
      flags.add(tradingMark);
    },
    notifyNodes(changed, players = []) {
      for (const playerId of players) messaged.add(playerId);
      const notices: MarketNotice[] = [];
      for (const { eventId, sequence } of changed) {
        marked.delete(eventId);
        if (notified.get(eventId) === sequence) continue;
        notified.set(eventId, sequence);
        notices.push({ eventId, sequence });
      }
      return statements(notices, players);
    },
    notifyRest() {
      const notices = [...marked].map(eventId => ({ eventId, sequence: null }));
      for (const { eventId } of notices) notified.set(eventId, null);
      marked.clear();
      const marks = [...flags, ...peopleMarks(people)];
      return [...statements(notices), ...(marks.length > 0 ? [notify([node, ...marks].join(' '))] : [])];
    },
    notifyLocal(committed) {
      if (watchers.size === 0) return;
      if (people.size > 0) for (const watcher of watchers) watcher.onNotifications?.([...people]);
      if (flags.has(textsMark)) for (const watcher of watchers) watcher.onTextsChanged?.();
      if (flags.has(tradingMark)) for (const watcher of watchers) watcher.onTradingSwitched?.();
      if (messaged.size > 0) for (const watcher of watchers) watcher.onPlayerMessages?.([...messaged]);
      if (notified.size === 0) return;
      const notices = [...notified].map(([eventId, sequence]) => ({ eventId, sequence: committed ? sequence : null }));
      for (const watcher of watchers) watcher.onMarketsChanged(notices);
    },
  };
}

/**
 * Notifies the nodes that share a database of each other's changes. The transaction carries the notification, so it is
 * delivered if and only if the change commits. The listening connection opens with the first watcher.
 */
export function createChangeChannel(pool: Pool, credentials: CredentialChanges): ChangeChannel {
  const node = randomBytes(6).toString('hex');
  const watchers = new Set<MarketWatcher>();
  let listening = false;
  let received = 0;
  let listener: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;

  function startListening() {
    const stop = new AbortController();
    const options = {
      pool,
      node,
      onReceived() {
        received += 1;
      },
      onMarkets(notices: readonly MarketNotice[]) {
        for (const watcher of watchers) watcher.onMarketsChanged(notices);
      },
      onPlayers(playerIds: readonly string[] | null) {
        for (const watcher of watchers) watcher.onPlayerMessages?.(playerIds);
      },
      onNotified(personIds: readonly string[] | null) {
        for (const watcher of watchers) watcher.onNotifications?.(personIds);
      },
      onTexts() {
        for (const watcher of watchers) watcher.onTextsChanged?.();
      },
      onTrading() {
        for (const watcher of watchers) watcher.onTradingSwitched?.();
      },
      onCredentials() {
        credentials.expire();
      },
      onListening(yes: boolean) {
        listening = yes;
        received += 1;
        credentials.onListening(yes);
        for (const watcher of watchers) watcher.onListening(yes);
      },
    };
    return { stop, ended: listenWithRetry(options, stop.signal) };
  }

  return {
    get received() {
      return received;
    },
    get isListening() {
      return listening;
    },
    watch(watcher) {
      watchers.add(watcher);
      listener ??= startListening();
      watcher.onListening(listening);
      return async () => {
        watchers.delete(watcher);
        if (watchers.size > 0 || !listener) return;
        const { stop, ended } = listener;
        listener = null;
        stop.abort();
        await ended;
      };
    },
    noticesOver: sql => openNotices(sql, node, watchers),
  };
}
