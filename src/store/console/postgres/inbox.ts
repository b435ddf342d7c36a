import type { Sql, SqlPart } from '../../sql/pool.js';
import type { InboxItem, InboxTimes } from '../interface.js';

type Columns = Omit<InboxItem, 'since'> & { readonly since: Date };

/** Events of one kind; `since` and `count` are expressions over `m`. Practice events run without operators. */
function eventsWith(sql: Sql, kind: string, since: SqlPart, count: SqlPart, where: SqlPart, limit: number): SqlPart {
  return sql`(select ${kind}::text as kind, e.slug as subject, 'event' as "subjectKind", e.title, ${since} as since,
      (${count})::int as count, null::text as detail
    from markets m join events e on e.id = m.event_id and not e.practice
    where ${where} order by since, e.id limit ${limit})`;
}

function closedKinds(sql: Sql, { overdueBefore, now }: InboxTimes, limit: number): SqlPart[] {
  const none = sql`0`;
  const closedAt = sql`coalesce(m.closed_at, m.ends_at)`;
  const proposedAt = sql`to_timestamp((m.proposal ->> 'proposedAt')::double precision / 1000)`;
  const disputes = sql`(m.proposal ->> 'disputes')::int`;
  const closed = sql`m.status = 'closed'`;
  // A job closes markets at their end; a delay must not hide them from the inbox.
  const over = sql`(${closed} or (m.status in ('active', 'paused') and m.ends_at <= ${new Date(now)})) and m.proposal is null`;
  const overdue = sql`${closedAt} <= ${new Date(overdueBefore)}`;
  const waits = sql`m.proposal ->> 'challengeEndsAt' is null`;
  return [
    eventsWith(sql, 'disputed', proposedAt, disputes, sql`${closed} and ${disputes} > 0`, limit),
    eventsWith(sql, 'overdue', closedAt, none, sql`${over} and ${overdue}`, limit),
    eventsWith(sql, 'closed', closedAt, none, sql`${over} and not ${overdue}`, limit),
    eventsWith(sql, 'confirm', proposedAt, none, sql`${closed} and ${disputes} = 0 and ${waits}`, limit),
    eventsWith(sql, 'proposed', proposedAt, none, sql`${closed} and ${disputes} = 0 and not ${waits}`, limit),
  ];
}

function otherEventKinds(sql: Sql, { now, unsettledBefore, staleBefore }: InboxTimes, limit: number): SqlPart[] {
  const none = sql`0`;
  const pausedAt = sql`coalesce((select max(o.at) from operator_actions o
    where o.subject = e.slug and o.action = 'event.pause'), m.opens_at)`;
  const tradedAt = sql`greatest(m.opens_at, coalesce(m.last_trade_at, m.opens_at))`;
  const open = sql`m.ends_at > ${new Date(now)}`;
  const settling = sql`m.settled_version < m.resolution_version and m.resolved_at <= ${new Date(unsettledBefore)}`;
  return [
    eventsWith(sql, 'unsettled', sql`m.resolved_at`, sql`m.settling_total - m.settling_done`, settling, limit),
    eventsWith(sql, 'paused', pausedAt, none, sql`m.status = 'paused' and ${open}`, limit),
    eventsWith(
      sql,
      'stale',
      tradedAt,
      none,
      sql`m.status = 'active' and ${open} and ${tradedAt} <= ${new Date(staleBefore)}`,
      limit,
    ),
  ];
}

function otherKinds(sql: Sql, limit: number): SqlPart[] {
  return [
    sql`(select 'connector' as kind, c.id as subject, 'connector' as "subjectKind", c.name as title,
        coalesce(c.last_run_at, c.updated_at) as since, 0 as count, c.last_error as detail
      from connectors c where c.enabled and c.last_error is not null order by since, c.id limit ${limit})`,
    sql`(select 'report' as kind, (array_agg(r.subject_name order by r.id desc))[1] as subject,
        r.subject_kind as "subjectKind", (array_agg(r.subject_name order by r.id desc))[1] as title,
        min(r.created_at) as since, count(*)::int as count, (array_agg(r.reason order by r.id desc))[1] as detail
      from reports r where r.status = 'open' group by r.subject_kind, r.subject_id order by since limit ${limit})`,
  ];
}

export async function readInbox(sql: Sql, times: InboxTimes, limit: number): Promise<InboxItem[]> {
  const parts = [...closedKinds(sql, times, limit), ...otherEventKinds(sql, times, limit), ...otherKinds(sql, limit)];
  const all = parts.reduce((left, right) => sql`${left} union all ${right}`);
  const rows = await sql<Columns[]>`select * from (${all}) items order by since, subject`;
  return rows.map(row => ({ ...row, since: row.since.getTime() }));
}
