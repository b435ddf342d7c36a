import type { Store } from '../database/store.js';
import type { Caller } from '../http/caller.js';
import { Cache, isFresh } from '../kernel/cache.js';
import { minuteMs } from '../kernel/time.js';
import * as agentStore from '../people/store/agents.js';
import * as sessionStore from '../people/store/sessions.js';

/** The maximum number of keys and sessions buffered per minute on one node; beyond it they are written more often. */
const maxRecent = 100_000;

/** Records when keys and sessions were last used: at most once a minute each and in batches, so no request waits. */
interface LastUsed {
  note(caller: Caller): void;
  /** Resolves when all uses noted so far are stored. */
  flush(): Promise<void>;
}

function usesOf(times: ReadonlyMap<string, number>) {
  return [...times].map(([id, at]) => ({ id, at })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function createLastUsed(store: Store, clock: () => number): LastUsed {
  const recent = new Cache<number>({ maxEntries: maxRecent });
  let keys = new Map<string, number>();
  let sessions = new Map<string, number>();
  let writing = Promise.resolve();

  function isDue(id: string, now: number): boolean {
    const before = recent.get(id);
    if (before !== undefined && isFresh(before, now, minuteMs)) return false;
    recent.set(id, now);
    return true;
  }

  async function write(): Promise<void> {
    if (keys.size === 0 && sessions.size === 0) return;
    const [keyUses, sessionUses] = [usesOf(keys), usesOf(sessions)];
    keys = new Map();
    sessions = new Map();
    await store.transact(async tx => {
      if (keyUses.length > 0) await agentStore.recordKeyUse(tx, keyUses);
      if (sessionUses.length > 0) await sessionStore.recordUse(tx, sessionUses);
    });
  }

  return {
    note(caller) {
      if (caller.kind !== 'agent' && caller.kind !== 'person') return;
      const now = clock();
      if (caller.kind === 'agent') {
        if (isDue(caller.keyId, now)) keys.set(caller.keyId, now);
      } else if (isDue(caller.sessionId, now)) sessions.set(caller.sessionId, now);
    },
    flush() {
      writing = writing.then(write, write);
      return writing;
    },
  };
}
