import postgres from 'postgres';
import type { Pool } from './pool.js';

export interface ExclusiveWork {
  run(name: string, work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Work that only one node does at a time. Its locks belong to one connection, which is there for them alone: not to a
 * transaction, so that long work holds nothing else back. If that connection breaks, another node may start while this
 * one still works: the work must tolerate that.
 */
export function createExclusiveWork(pool: Pool): ExclusiveWork {
  const here = new Set<string>();
  let client: Pool | null = null;

  function open(): Pool {
    const connection = { ...pool.options.connection, application_name: 'presage jobs' };
    const options = { ...pool.options, max: 1, idle_timeout: null, max_lifetime: null, fetch_types: false, connection };
    return postgres(options as never) as unknown as Pool;
  }

  return {
    async run(name, work) {
      // The connection would get a lock that it holds a second time.
      if (here.has(name)) return false;
      here.add(name);
      try {
        client ??= open();
        const key = `job ${name}`;
        const [{ got }] = await client<{ got: boolean }[]>`
          select pg_try_advisory_lock(hashtextextended(${key}, 0)) as got`;
        if (!got) return false;
        try {
          await work();
        } finally {
          await client`select pg_advisory_unlock(hashtextextended(${key}, 0))`.catch(() => {});
        }
        return true;
      } finally {
        here.delete(name);
      }
    },
    async close() {
      await client?.end({ timeout: 5 });
    },
  };
}
