import type { BoundedMap } from '../../../domain/bounded-map.js';
import { playerNo } from '../../exchange/postgres/orders.js';
import { RowTable } from '../../sql/driver/row-table.js';
import { dropPartitionsBefore, ensureDayPartitions } from '../../sql/partitions.js';
import type { Sql, SqlPart } from '../../sql/pool.js';
import type { RequestQuery, RequestReads, RequestRow, RequestWrites } from '../interface.js';
import { generatedIdOf, requestIdOf, storedIdOf } from './request-ids.js';
import { RequestNumbers } from './request-numbers.js';
import { readUsage } from './request-usage.js';

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

/** Selects requests of `source`, rows of request_rows called r. */
const selectRequests = (sql: Sql, source: SqlPart) => sql`
  select r.at, r.request, r.client_id as "clientId", k.route_id as "routeId", k.method, k.path, k.status, k.code, r.field,
    r.milliseconds, g.id as "keyId", r.player is null as anonymous
  from ${source} join request_kinds k on k.no = r.kind left join agent_keys g on g.no = r.key`;

/** Requests with an id: the viewer's first, then anonymous ones, each newest first. */
export function findStatement(sql: Sql, requestId: string, viewerId: string | null, limit: number) {
  const anonymous = sql`player is null`;
  const own = viewerId === null ? null : sql`player = ${playerNo(sql, viewerId)}`;
  const generated = generatedIdOf(requestId);
  const generatedBy = (holder: SqlPart | null) =>
    holder === null || generated === null
      ? sql``
      : sql`union all select * from request_rows
          where ${holder} and at between ${generated.from} and ${generated.to} and request = ${generated.uuid}::text::uuid`;
  const source = sql`(
    select * from request_rows where client_id = ${requestId} and (${anonymous} ${own === null ? sql`` : sql`or ${own}`})
    ${generatedBy(anonymous)} ${generatedBy(own)}) r`;
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
  return sql<StoredRow[]>`${selectRequests(sql, sql`request_rows r`)}
    where r.player = ${playerNo(sql, playerId)} ${beginning()}
      ${failedOnly ? sql`and k.status >= 400` : sql``} ${routeId === null ? sql`` : sql`and k.route_id = ${routeId}`}
    order by r.at desc, ${id} desc, k.route_id desc limit ${limit}`;
}

export function requestReads(sql: Sql): RequestReads {
  return {
    async find(requestId, viewerId, limit) {
      const rows = await findStatement(sql, requestId, viewerId, limit);
      return rows.map(row => rowOf(row, viewerId));
    },
    async list(query) {
      const rows = await listStatement(sql, query);
      return rows.map(row => rowOf(row, query.playerId));
    },
    usage: (playerId, from) => readUsage(sql, playerId, from),
  };
}

interface AppendedRow {
  readonly row: RequestRow;
  readonly id: ReturnType<typeof storedIdOf>;
}

const numberOf = (id: string | null, known: RequestNumbers) => (id === null ? null : (known.ids.find(id) ?? null));

const appendedRows = new RowTable<AppendedRow, RequestNumbers>('request_rows', {
  at: (to, { row }) => to.time(row.at),
  request: (to, { id }) => to.hex(id.request),
  player: (to, { row }, known) => to.integer(numberOf(row.playerId, known)),
  key: (to, { row }, known) => to.integer(numberOf(row.keyId, known)),
  kind: (to, { row }, known) => to.integer(known.kindOf(row)),
  milliseconds: (to, { row }) => to.real(Math.round(row.milliseconds * 1000) / 1000),
  client_id: (to, { id }) => to.text(id.clientId),
  // A parameter may have any name, and PostgreSQL stores no NUL.
  field: (to, { row }) => to.text(row.field?.replaceAll('\0', '\ufffd') ?? null),
});

async function append(sql: Sql, committedNumbers: BoundedMap<number>, rows: readonly RequestRow[]): Promise<void> {
  const known = new RequestNumbers(sql, committedNumbers);
  await known.ensure(rows);
  // Without the number of its player a request would become anonymous, and any caller may look those up.
  const appended = rows
    .filter(row => row.playerId === null || numberOf(row.playerId, known) !== null)
    .map(row => ({ row, id: storedIdOf(row.requestId, row.at) }));
  await sql.add(appendedRows.of(appended, known));
}

export function requestWrites(sql: Sql, committedNumbers: BoundedMap<number>): RequestWrites {
  return {
    ...requestReads(sql),
    append: rows => append(sql, committedNumbers, rows),
    async maintainPartitions(now, dropBefore) {
      await ensureDayPartitions(sql, 'request_rows', now, 3);
      await dropPartitionsBefore(sql, 'request_rows', dropBefore);
    },
  };
}
