import type { Pool, Session } from './pool.js';

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
  let opening: Promise<Session> | null = null;

  /** Opens another session when the last one is lost. */
  function session(): Promise<Session> {
    opening ??= pool.openSession('presage jobs').then(
      opened => {
        opened.onLost(() => {
          opening = null;
        });
        return opened;
      },
      error => {
        opening = null;
        throw error;
      },
    );
    return opening;
  }

  return {
    async run(name, work) {
      // The connection would get a lock that it holds a second time.
      if (here.has(name)) return false;
      here.add(name);
      try {
        const { sql } = await session();
        const key = `job ${name}`;
        const [{ got }] = await sql<{ got: boolean }[]>`
          select pg_try_advisory_lock(hashtextextended(${key}, 0)) as got`;
        if (!got) return false;
        try {
          await work();
        } finally {
          await sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`.catch(() => {});
        }
        return true;
      } finally {
        here.delete(name);
      }
    },
    async close() {
      await (await opening?.catch(() => null))?.end();
    },
  };
}
