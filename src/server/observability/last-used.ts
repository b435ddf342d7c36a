import { minuteMs } from '../../domain/durations.js';
import type { Caller } from '../../http/caller.js';
import type { Store } from '../../store/store.js';

/** More keys and sessions than this are not in use within a minute on one node; the rest are written more often. */
const maxKnown = 100_000;

/** When keys and sessions were used last: at most once a minute each, in batches, so that no request waits for it. */
interface LastUsed {
  note(caller: Caller): void;
  flush(): Promise<void>;
}

function usesOf(moments: ReadonlyMap<string, number>) {
  return [...moments].map(([id, at]) => ({ id, at })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function createLastUsed(store: Store, clock: () => number): LastUsed {
  const noted = new Map<string, number>();
  let keys = new Map<string, number>();
  let sessions = new Map<string, number>();

  function isDue(id: string, now: number): boolean {
    const before = noted.get(id);
    if (before !== undefined && Math.abs(now - before) < minuteMs) return false;
    if (noted.size >= maxKnown) noted.delete(noted.keys().next().value as string);
    noted.delete(id);
    noted.set(id, now);
    return true;
  }

  return {
    note(caller) {
      if (caller.kind !== 'agent' && caller.kind !== 'person') return;
      const now = clock();
      if (caller.kind === 'agent') {
        if (isDue(caller.keyId, now)) keys.set(caller.keyId, now);
      } else if (isDue(caller.sessionId, now)) sessions.set(caller.sessionId, now);
    },
    async flush() {
      if (keys.size === 0 && sessions.size === 0) return;
      const [keyUses, sessionUses] = [usesOf(keys), usesOf(sessions)];
      keys = new Map();
      sessions = new Map();
      await store.transact(async writes => {
        if (keyUses.length > 0) await writes.agents.recordKeyUse(keyUses);
        if (sessionUses.length > 0) await writes.sessions.recordUse(sessionUses);
      });
    },
  };
}
