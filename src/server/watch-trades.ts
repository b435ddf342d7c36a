import type { PlayBatch } from '../store/exchange/interface.js';
import type { Store } from '../store/store.js';

/** The same store; after a commit it tells in which events there were trades. */
export function watchTrades(store: Store, traded: (eventIds: ReadonlySet<string>) => void): Store {
  return {
    read: work => store.read(work),
    snapshot: work => store.snapshot(work),
    exclusively: (name, work) => store.exclusively(name, work),
    watch: watcher => store.watch(watcher),
    pool: () => store.pool(),
    close: () => store.close(),
    async transact(work) {
      const eventIds = new Set<string>();
      const result = await store.transact(writes => {
        // A transaction that is run again begins with nothing.
        eventIds.clear();
        const save = (batch: PlayBatch) => {
          for (const { eventId } of batch.fills) eventIds.add(eventId);
          return writes.desk.save(batch);
        };
        return work({ ...writes, desk: { ...writes.desk, save } });
      });
      if (eventIds.size > 0) traded(eventIds);
      return result;
    },
  };
}
