import type { Cache } from '../kernel/cache.js';
import { words } from './columns.js';
import type { Sql } from './pool.js';

/**
 * The numbers by which tables refer to players, markets and keys. A transaction may have created a row itself and be
 * rolled back, and a retry would give it another number; so only `ensureCommitted` adds to the cache that outlives the
 * transaction.
 */
export class RowNumbers {
  private readonly ownNumbers = new Map<string, number>();

  constructor(
    private readonly sql: Sql,
    /** Numbers that earlier transactions have committed; it outlives the transaction. */
    readonly committed: Cache<number>,
  ) {}

  add(id: string, no: number): void {
    this.ownNumbers.set(id, no);
  }

  /** The number of a player, an event or a key whose row exists. */
  of(id: string): number {
    const no = this.find(id);
    if (no === undefined) throw new Error(`${id} has no number`);
    return no;
  }

  find(id: string): number | undefined {
    return this.ownNumbers.get(id) ?? this.committed.get(id);
  }

  /** Looks up unknown numbers; ids without a row stay unknown. */
  async ensure(ids: Iterable<string>): Promise<void> {
    for (const [id, no] of await this.lookUp(ids)) this.ownNumbers.set(id, no);
  }

  /** The same in a transaction that has created none of the rows. */
  async ensureCommitted(ids: Iterable<string>): Promise<void> {
    for (const [id, no] of await this.lookUp(ids)) this.committed.set(id, no);
  }

  private async lookUp(ids: Iterable<string>): Promise<[string, number][]> {
    const missing = [...new Set(ids)].filter(id => this.find(id) === undefined);
    if (missing.length === 0) return [];
    const wanted = words(missing, id => id);
    const rows = await this.sql<{ id: string; number: number }[]>`
      select event_id as id, number from markets where event_id = any(${wanted}::text::text[])
      union all select player_id, number from accounts where player_id = any(${wanted}::text::text[])
      union all select id, number from agent_keys where id = any(${wanted}::text::text[])`;
    return rows.map(({ id, number }) => [id, number]);
  }
}
