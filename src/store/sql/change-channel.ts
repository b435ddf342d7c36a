import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { MarketNotice, MarketWatcher } from '../store.js';
import type { Pool, Sql } from './pool.js';

const channel = 'presage_markets';
/** The database takes less than 8,000 bytes; what is more is told in several parts. */
const maxPayloadBytes = 7_900;
/** Begins what a node calls to hear itself. */
const echoWord = 'echo';
/** Begins the name of a player; alone it stands for any number of them. */
const playerMark = '@';
const isPlayer = (part: string) => part.startsWith(playerMark);
/** Says that an event is new or that its texts have changed. */
const textsMark = '#';
/** Says that trading in the whole arena was paused or goes on. */
const tradingMark = '!';
const newsMarks: readonly string[] = [textsMark, tradingMark];
/** A connection that says nothing may be dead, so it is asked. */
const probeEveryMs = 1_000;
const patienceMs = 2_000;
const againMs = 250;
const againAtMostMs = 5_000;

/** The markets that one transaction changes. */
export interface TransactionNotices {
  /** The market is changed; if nothing tells its new sequence before the end, the change is told without one. */
  mark(eventId: string): void;
  /** An event is new or says something else, which is told at the end. */
  markTexts(): void;
  /** Trading in the whole arena is paused or goes on, which is told at the end. */
  markTrading(): void;
  /** Statements that tell the other nodes at the commit: of markets, and of players who have new messages. */
  notifyNodes(
    changed: Iterable<{ readonly eventId: string; readonly sequence: number }>,
    players?: readonly string[],
  ): PromiseLike<unknown>[];
  /** What was marked and not told. */
  notifyRest(): PromiseLike<unknown>[];
  /** Tells whoever watches here, once the transaction is over; the sequences only if it is certain that they hold. */
  notifyLocal(committed: boolean): void;
}

export interface ChangeChannel {
  watch(watcher: MarketWatcher): () => Promise<void>;
  noticesOver(sql: Sql): TransactionNotices;
}

/** Players travel in one notice with the markets if there is room for all of them, else as the word that says so. */
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

/** Null: more players than could be named. */
function playersOf(parts: readonly string[]): string[] | null {
  const ids = parts.map(part => part.slice(playerMark.length));
  return ids.includes('') ? null : ids;
}

function noticesOf(parts: readonly string[]): MarketNotice[] {
  return parts.map(part => {
    const [eventId, sequence] = part.split(':');
    return { eventId, sequence: sequence ? Number(sequence) : null };
  });
}

/** Rejects when the work takes too long or the connection closes meanwhile. */
function soon<T>(work: PromiseLike<T>, closed: Promise<never>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patienceMs);
  });
  return Promise.race([work, late, closed]).finally(() => clearTimeout(timer));
}

interface NoticeHandlers {
  readonly onMarkets: (notices: readonly MarketNotice[]) => void;
  readonly onPlayers: (playerIds: readonly string[] | null) => void;
  readonly onTexts: () => void;
  readonly onTrading: () => void;
}

/** Passes on what another node has said. */
function dispatchNotices(parts: readonly string[], { onMarkets, onPlayers, onTexts, onTrading }: NoticeHandlers): void {
  const players = parts.filter(isPlayer);
  const notices = noticesOf(parts.filter(part => !isPlayer(part) && !newsMarks.includes(part)));
  if (notices.length > 0) onMarkets(notices);
  if (players.length > 0) onPlayers(playersOf(players));
  if (parts.includes(textsMark)) onTexts();
  if (parts.includes(tradingMark)) onTrading();
}

interface ListenerOptions extends NoticeHandlers {
  readonly pool: Pool;
  readonly node: string;
  readonly onListening: (yes: boolean) => void;
}

/** One connection that listens, for as long as it lives. */
async function listenOnce(ear: ListenerOptions, signal: AbortSignal): Promise<void> {
  const { pool, node, onListening } = ear;
  let closed: () => void = () => {};
  const whenClosed = new Promise<never>((_resolve, reject) => {
    closed = () => reject(new Error('the connection is closed'));
  });
  whenClosed.catch(() => {});
  let echoed: () => void = () => {};
  const echo = new Promise<void>(done => {
    echoed = done;
  });
  const call = `${node} ${echoWord} ${randomBytes(6).toString('hex')}`;
  const { connection } = pool.options;
  const client = postgres({
    ...(pool.options as object),
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    connection: { ...connection, application_name: 'presage listener' },
    onclose: () => closed(),
    onnotify: (_channel: string, payload: string) => {
      if (payload === call) echoed();
      const [from, ...parts] = payload.split(' ');
      if (from !== node && parts[0] !== echoWord) dispatchNotices(parts, ear);
    },
  } as never);
  const stopped = () => closed();
  signal.addEventListener('abort', stopped);
  try {
    await soon(client`listen ${client(channel)}`, whenClosed);
    // A pooler in between may take the command and pass nothing on. What comes from another connection proves the way.
    await soon(pool`select pg_notify(${channel}, ${call})`, whenClosed);
    await soon(echo, whenClosed);
    onListening(true);
    for (;;) {
      await Promise.race([sleep(probeEveryMs, undefined, { ref: false }), whenClosed]);
      await soon(client`select 1`, whenClosed);
    }
  } finally {
    onListening(false);
    signal.removeEventListener('abort', stopped);
    await client.end({ timeout: 1 }).catch(() => {});
  }
}

/** Listens, and begins again whenever the connection is lost. */
async function listenOn(ear: ListenerOptions, signal: AbortSignal): Promise<void> {
  let pauseMs = againMs;
  while (!signal.aborted) {
    let heard = false;
    const hearing = (yes: boolean) => {
      if (yes || heard) ear.onListening(yes);
      heard ||= yes;
    };
    await listenOnce({ ...ear, onListening: hearing }, signal).catch(() => {});
    pauseMs = heard ? againMs : Math.min(againAtMostMs, pauseMs * 2);
    await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => {});
  }
}

function openNotices(sql: Sql, node: string, watchers: ReadonlySet<MarketWatcher>): TransactionNotices {
  const told = new Map<string, number | null>();
  const marked = new Set<string>();
  const informed = new Set<string>();
  const news = new Set<string>();
  const say = (payload: string) => sql`select pg_notify(${channel}, ${payload})`;
  const statements = (notices: readonly MarketNotice[], players: readonly string[] = []) =>
    notices.length + players.length === 0 ? [] : payloadsOf(node, notices, players).map(say);
  return {
    mark(eventId) {
      if (!told.has(eventId)) marked.add(eventId);
    },
    markTexts() {
      news.add(textsMark);
    },
    markTrading() {
      news.add(tradingMark);
    },
    notifyNodes(changed, players = []) {
      for (const playerId of players) informed.add(playerId);
      const notices: MarketNotice[] = [];
      for (const { eventId, sequence } of changed) {
        marked.delete(eventId);
        if (told.get(eventId) === sequence) continue;
        told.set(eventId, sequence);
        notices.push({ eventId, sequence });
      }
      return statements(notices, players);
    },
    notifyRest() {
      const notices = [...marked].map(eventId => ({ eventId, sequence: null }));
      for (const { eventId } of notices) told.set(eventId, null);
      marked.clear();
      return [...statements(notices), ...(news.size > 0 ? [say([node, ...news].join(' '))] : [])];
    },
    notifyLocal(committed) {
      if (watchers.size === 0) return;
      if (news.has(textsMark)) for (const watcher of watchers) watcher.onTextsChanged?.();
      if (news.has(tradingMark)) for (const watcher of watchers) watcher.onTradingSwitched?.();
      if (informed.size > 0) for (const watcher of watchers) watcher.onPlayerMessages?.([...informed]);
      if (told.size === 0) return;
      const notices = [...told].map(([eventId, sequence]) => ({ eventId, sequence: committed ? sequence : null }));
      for (const watcher of watchers) watcher.onMarketsChanged(notices);
    },
  };
}

/**
 * How nodes that share a database hear of each other's changes. The transaction itself carries the notice, so that it is
 * given if and only if the change is there. The connection that listens is made when somebody wants to hear.
 */
export function createChangeChannel(pool: Pool): ChangeChannel {
  const node = randomBytes(6).toString('hex');
  const watchers = new Set<MarketWatcher>();
  let listening = false;
  let ear: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;

  function begin() {
    const stop = new AbortController();
    const options = {
      pool,
      node,
      onMarkets(notices: readonly MarketNotice[]) {
        for (const watcher of watchers) watcher.onMarketsChanged(notices);
      },
      onPlayers(playerIds: readonly string[] | null) {
        for (const watcher of watchers) watcher.onPlayerMessages?.(playerIds);
      },
      onTexts() {
        for (const watcher of watchers) watcher.onTextsChanged?.();
      },
      onTrading() {
        for (const watcher of watchers) watcher.onTradingSwitched?.();
      },
      onListening(yes: boolean) {
        listening = yes;
        for (const watcher of watchers) watcher.onListening(yes);
      },
    };
    return { stop, ended: listenOn(options, stop.signal) };
  }

  return {
    watch(watcher) {
      watchers.add(watcher);
      ear ??= begin();
      watcher.onListening(listening);
      return async () => {
        watchers.delete(watcher);
        if (watchers.size > 0 || !ear) return;
        const { stop, ended } = ear;
        ear = null;
        stop.abort();
        await ended;
      };
    },
    noticesOver: sql => openNotices(sql, node, watchers),
  };
}
