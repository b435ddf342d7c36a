import { lines, numbers, texts } from '../database/columns.js';
import { RowTable } from '../database/driver/row-writer.js';
import { dropPartitionsBefore, ensureDayPartitions } from '../database/partitions.js';
import type { Sql, SqlPart } from '../database/pool.js';
import type { RowNumbers } from '../database/row-numbers.js';
import type { Reader, Transaction } from '../database/store.js';
import { idOf, uuidOf } from '../exchange/store/compact/ids.js';
import { playerNo } from '../exchange/store/orders.js';
import { isId } from '../kernel/ids.js';

export interface RequestRow {
  readonly requestId: string;
  readonly at: number;
  readonly routeId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly field: string | null;
  readonly milliseconds: number;
  readonly playerId: string | null;
  /** The agent key of the request. */
  readonly keyId: string | null;
}

export interface RequestQuery {
  readonly playerId: string;
  readonly failedOnly: boolean;
  readonly routeId: string | null;
  readonly before: { readonly at: number; readonly requestId: string; readonly routeId: string } | null;
  readonly limit: number;
}

export interface RequestCounts {
  readonly requests: number;
  readonly failed: number;
  readonly rateLimited: number;
}

export interface RequestUsage {
  readonly total: RequestCounts;
  /** UTC, newest first. */
  readonly days: readonly (RequestCounts & { readonly day: string })[];
  readonly operations: readonly (RequestCounts & {
    readonly operationId: string;
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
  })[];
  /** By agent key, most used first. */
  readonly keys: readonly (RequestCounts & {
    readonly keyId: string;
    readonly operations: readonly { readonly operationId: string; readonly requests: number }[];
  })[];
  readonly codes: readonly { readonly code: string; readonly requests: number }[];
}

/**
 * Ids of the request log. A generated id is stored as uuid, without an index: its time, which is that of the request's
 * arrival, leads to the row. Clients may send any id, also one of this form with any time, and a request may run for
 * minutes; an id whose time is not shortly before `at` is stored as text, which has an index. Rows rely on the bound: a
 * migration that changes it must convert them.
 */
const maxAgeMs = 5_000;

/** The latest time that a Date writes with four digits for the year. */
const maxMs = Date.UTC(9999, 11, 31);

/** One of both is null. */
interface StoredId {
  readonly request: string | null;
  readonly clientId: string | null;
}

/** A generated id with the times that its row can have. */
interface GeneratedId {
  readonly uuid: string;
  readonly from: Date;
  readonly to: Date;
}

/** The first 48 bits of a uuid. */
const timeOf = (uuid: string) => Number.parseInt(uuid.slice(0, 12), 16);

function storedIdOf(requestId: string, at: number): StoredId {
  if (isId(requestId, 'req')) {
    const request = uuidOf(requestId);
    const age = at - timeOf(request);
    if (age >= 0 && age <= maxAgeMs) return { request, clientId: null };
  }
  return { request: null, clientId: requestId };
}

function requestIdOf({ request, clientId }: StoredId): string {
  return clientId ?? idOf('req', request as string);
}

/** Returns null for an id that is only stored as text. */
function generatedIdOf(requestId: string): GeneratedId | null {
  if (!isId(requestId, 'req')) return null;
  const uuid = uuidOf(requestId);
  const time = timeOf(uuid);
  return time > maxMs ? null : { uuid, from: new Date(time), to: new Date(time + maxAgeMs) };
}

type Kind = Pick<RequestRow, 'routeId' | 'method' | 'path' | 'status' | 'code'>;

/** Ids of players and keys contain no spaces, so that no name of a kind equals one of them in the cache. */
const kindName = ({ routeId, method, path, status, code }: Kind) =>
  `${routeId} ${method} ${path} ${status} ${code ?? ''}`;

/**
 * The numbers by which rows of the log refer to players, keys and kinds. The transaction must not have created any of
 * the players and keys: the cache outlives it, and a retry would give them other numbers.
 */
class RequestNumbers {
  /** Kinds that this transaction has added. */
  private readonly added = new Map<string, number>();

  constructor(
    private readonly sql: Sql,
    readonly ids: RowNumbers,
  ) {}

  kindOf(row: Kind): number {
    const name = kindName(row);
    const no = this.ids.committed.get(name) ?? this.added.get(name);
    if (no === undefined) throw new Error(`the request kind ${name} has no number`);
    return no;
  }

  async ensure(rows: readonly RequestRow[]): Promise<void> {
    const ids: string[] = [];
    const kinds = new Map<string, Kind>();
    for (const row of rows) {
      for (const id of [row.playerId, row.keyId]) if (id !== null) ids.push(id);
      const name = kindName(row);
      if (!this.ids.committed.has(name)) kinds.set(name, row);
    }
    await this.ids.ensureCommitted(ids);
    if (kinds.size > 0) await this.ensureKinds(kinds);
  }

  private async ensureKinds(kinds: Map<string, Kind>): Promise<void> {
    for (const { number, ...kind } of await this.readKinds([...kinds.values()])) {
      this.ids.committed.set(kindName(kind), number);
      kinds.delete(kindName(kind));
    }
    if (kinds.size === 0) return;
    // In one order, so that two nodes that add the same kinds don't wait for each other in a circle.
    const added = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
    await this.sql`
      insert into request_kinds (route_id, method, path, status, code) ${this.given(added)} on conflict do nothing`;
    for (const { number, ...kind } of await this.readKinds(added)) this.added.set(kindName(kind), number);
  }

  private readKinds(kinds: readonly Kind[]) {
    return this.sql<(Kind & { readonly number: number })[]>`
      select k.number, k.route_id as "routeId", k.method, k.path, k.status, k.code
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

const maxOperations = 200;
const maxCodes = 50;
const maxKeys = 20;

type KeyUsage = RequestUsage['keys'][number];

export async function usage({ sql }: Reader, playerId: string, from: number): Promise<RequestUsage> {
  const ownRequests = sql`requests r join request_kinds k on k.number = r.kind
    where r.player = ${playerNo(sql, playerId)} and r.at >= ${new Date(from)}`;
  const counts = sql`count(*)::int as requests, count(*) filter (where k.status >= 400)::int as failed,
    count(*) filter (where k.status = 429)::int as "rateLimited"`;
  const [days, operations, codes, keys] = await Promise.all([
    sql<RequestUsage['days'][number][]>`
      select to_char(r.at at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts} from ${ownRequests} group by 1 order by 1 desc`,
    sql<RequestUsage['operations'][number][]>`
      select k.route_id as "operationId", ${counts},
             percentile_disc(0.5) within group (order by r.milliseconds) as "p50Ms",
             percentile_disc(0.95) within group (order by r.milliseconds) as "p95Ms"
      from ${ownRequests} group by 1 order by 2 desc, 1 limit ${maxOperations}`,
    sql<RequestUsage['codes'][number][]>`
      select k.code, count(*)::int as requests from ${ownRequests} and k.code is not null
      group by 1 order by 2 desc, 1 limit ${maxCodes}`,
    sql<KeyUsage[]>`
      select g.id as "keyId", sum(requests)::int as requests, sum(failed)::int as failed,
        sum("rateLimited")::int as "rateLimited", json_agg(json_build_object('operationId', route_id, 'requests', requests)
          order by requests desc, route_id) as operations
      from (select r.key, k.route_id, ${counts} from ${ownRequests} and r.key is not null group by 1, 2) used
        join agent_keys g on g.number = used.key
      group by 1 order by 2 desc, 1 limit ${maxKeys}`,
  ]);
  const sum = (name: 'requests' | 'failed' | 'rateLimited') => days.reduce((total, day) => total + day[name], 0);
  const total = { requests: sum('requests'), failed: sum('failed'), rateLimited: sum('rateLimited') };
  return { total, days: [...days], operations: [...operations], keys: [...keys], codes: [...codes] };
}

interface StoredRow extends Omit<RequestRow, 'at' | 'requestId' | 'playerId'> {
  readonly at: Date;
  readonly request: string | null;
  readonly clientId: string | null;
  readonly anonymous: boolean;
}

const rowOf = (row: StoredRow, playerId: string | null): RequestRow => ({
  requestId: requestIdOf(row),
  at: row.at.getTime(),
  routeId: row.routeId,
  method: row.method,
  path: row.path,
  status: row.status,
  code: row.code,
  field: row.field,
  milliseconds: row.milliseconds,
  playerId: row.anonymous ? null : playerId,
  keyId: row.keyId,
});

/** Selects requests of `source`, rows of requests called r. */
const selectRequests = (sql: Sql, source: SqlPart) => sql`
  select r.at, r.request, r.client_id as "clientId", k.route_id as "routeId", k.method, k.path, k.status, k.code, r.field,
    r.milliseconds, g.id as "keyId", r.player is null as anonymous
  from ${source} join request_kinds k on k.number = r.kind left join agent_keys g on g.number = r.key`;

/** Requests with an id: the viewer's first, then anonymous ones, each newest first. */
export function findStatement(sql: Sql, requestId: string, viewerId: string | null, limit: number) {
  const anonymous = sql`player is null`;
  const viewerFilter = viewerId === null ? null : sql`player = ${playerNo(sql, viewerId)}`;
  const generated = generatedIdOf(requestId);
  const generatedBy = (holder: SqlPart | null) =>
    holder === null || generated === null
      ? sql``
      : sql`union all select * from requests
          where ${holder} and at between ${generated.from} and ${generated.to} and request = ${generated.uuid}::text::uuid`;
  const source = sql`(
    select * from requests where client_id = ${requestId} and (${anonymous} ${viewerFilter === null ? sql`` : sql`or ${viewerFilter}`})
    ${generatedBy(anonymous)} ${generatedBy(viewerFilter)}) r`;
  return sql<StoredRow[]>`${selectRequests(sql, source)} order by r.player is null, r.at desc limit ${limit}`;
}

/** Requests of one moment are sorted by id and operation, so that a cursor can lie between them. */
export function listStatement(sql: Sql, { playerId, failedOnly, routeId, before, limit }: RequestQuery) {
  const id = sql`coalesce(r.client_id, r.request::text)`;
  const beginning = () => {
    if (before === null) return sql``;
    const at = new Date(before.at);
    const { request, clientId } = storedIdOf(before.requestId, before.at);
    const position = clientId === null ? sql`${request}::text::uuid::text` : sql`${clientId}::text`;
    return sql`and r.at <= ${at} and (r.at, ${id}, k.route_id) < (${at}, ${position}, ${before.routeId})`;
  };
  return sql<StoredRow[]>`${selectRequests(sql, sql`requests r`)}
    where r.player = ${playerNo(sql, playerId)} ${beginning()}
      ${failedOnly ? sql`and k.status >= 400` : sql``} ${routeId === null ? sql`` : sql`and k.route_id = ${routeId}`}
    order by r.at desc, ${id} desc, k.route_id desc limit ${limit}`;
}

/** Requests that the viewer may see: the viewer's first, then anonymous ones, each newest first. */
export async function find(
  { sql }: Reader,
  requestId: string,
  viewerId: string | null,
  limit: number,
): Promise<RequestRow[]> {
  const rows = await findStatement(sql, requestId, viewerId, limit);
  return rows.map(row => rowOf(row, viewerId));
}

/** A player's requests, newest first. */
export async function list({ sql }: Reader, query: RequestQuery): Promise<RequestRow[]> {
  const rows = await listStatement(sql, query);
  return rows.map(row => rowOf(row, query.playerId));
}

interface AppendedRow {
  readonly row: RequestRow;
  readonly id: ReturnType<typeof storedIdOf>;
}

const numberOf = (id: string | null, numbers: RequestNumbers) => (id === null ? null : (numbers.ids.find(id) ?? null));

const appendedRows = new RowTable<AppendedRow, RequestNumbers>('requests', {
  at: (to, { row }) => to.time(row.at),
  request: (to, { id }) => to.hex(id.request),
  player: (to, { row }, numbers) => to.integer(numberOf(row.playerId, numbers)),
  key: (to, { row }, numbers) => to.integer(numberOf(row.keyId, numbers)),
  kind: (to, { row }, numbers) => to.integer(numbers.kindOf(row)),
  milliseconds: (to, { row }) => to.real(Math.round(row.milliseconds * 1000) / 1000),
  client_id: (to, { id }) => to.text(id.clientId),
  // A parameter may have any name, and PostgreSQL stores no NUL.
  field: (to, { row }) => to.text(row.field?.replaceAll('\0', '\ufffd') ?? null),
});

export async function append({ sql, numbers: ids }: Transaction, rows: readonly RequestRow[]): Promise<void> {
  const numbers = new RequestNumbers(sql, ids);
  await numbers.ensure(rows);
  // Without the number of its player a request would become anonymous, and any caller may look those up.
  const appended = rows
    .filter(row => row.playerId === null || numberOf(row.playerId, numbers) !== null)
    .map(row => ({ row, id: storedIdOf(row.requestId, row.at) }));
  await sql.add(appendedRows.of(appended, numbers));
}

/** Creates the partitions of the next days and drops those that end before `dropBefore`. */
export async function maintainPartitions({ sql }: Transaction, now: number, dropBefore: number): Promise<void> {
  await ensureDayPartitions(sql, 'requests', now, 3);
  await dropPartitionsBefore(sql, 'requests', dropBefore);
}
