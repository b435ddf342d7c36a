import type { BoundedMap } from '../../../domain/bounded-map.js';
import { RowNumbers } from '../../exchange/postgres/compact/row-numbers.js';
import { lines, numbers, texts } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { RequestRow } from '../interface.js';

type Kind = Pick<RequestRow, 'routeId' | 'method' | 'path' | 'status' | 'code'>;

/** Ids of players and keys contain no spaces, so that no name of a kind equals one of them in the cache. */
const kindName = ({ routeId, method, path, status, code }: Kind) =>
  `${routeId} ${method} ${path} ${status} ${code ?? ''}`;

/**
 * The numbers by which rows of the log refer to players, keys and kinds. The transaction must not have created any of
 * the players and keys: the cache outlives it, and a retry would give them other numbers.
 */
export class RequestNumbers {
  /** Players without an account have no number. */
  readonly ids: RowNumbers;
  /** Kinds that this transaction has added. */
  private readonly added = new Map<string, number>();

  constructor(
    private readonly sql: Sql,
    private readonly committed: BoundedMap<number>,
  ) {
    this.ids = new RowNumbers(sql, committed);
  }

  kindOf(row: Kind): number {
    const name = kindName(row);
    const no = this.committed.get(name) ?? this.added.get(name);
    if (no === undefined) throw new Error(`the request kind ${name} has no number`);
    return no;
  }

  async ensure(rows: readonly RequestRow[]): Promise<void> {
    const ids: string[] = [];
    const kinds = new Map<string, Kind>();
    for (const row of rows) {
      for (const id of [row.playerId, row.keyId]) if (id !== null) ids.push(id);
      const name = kindName(row);
      if (!this.committed.has(name)) kinds.set(name, row);
    }
    await this.ids.ensureCommitted(ids);
    if (kinds.size > 0) await this.ensureKinds(kinds);
  }

  private async ensureKinds(kinds: Map<string, Kind>): Promise<void> {
    for (const { no, ...kind } of await this.readKinds([...kinds.values()])) {
      this.committed.set(kindName(kind), no);
      kinds.delete(kindName(kind));
    }
    if (kinds.size === 0) return;
    // In one order, so that two nodes that add the same kinds don't wait for each other in a circle.
    const added = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
    await this.sql`
      insert into request_kinds (route_id, method, path, status, code) ${this.given(added)} on conflict do nothing`;
    for (const { no, ...kind } of await this.readKinds(added)) this.added.set(kindName(kind), no);
  }

  private readKinds(kinds: readonly Kind[]) {
    return this.sql<(Kind & { readonly no: number })[]>`
      select k.no, k.route_id as "routeId", k.method, k.path, k.status, k.code
      from request_kinds k join (${this.given(kinds)}) w(route_id, method, path, status, code)
        using (route_id, method, path, status)
      where k.code is not distinct from w.code`;
  }

  private given(kinds: readonly Kind[]) {
    return this.sql`
      select unnest(lines(${lines(kinds, kind => kind.routeId)})), unnest(lines(${lines(kinds, kind => kind.method)})),
        unnest(${texts(kinds, kind => kind.path)}::text::text[]), unnest(${numbers(kinds, kind => kind.status)}::text::smallint[]),
        unnest(lines(${lines(kinds, kind => kind.code)}))`;
  }
}
