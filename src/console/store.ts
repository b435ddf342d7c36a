// Lists that only operators see. Times are epoch milliseconds.

import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader } from '../database/store.js';
import type { Plan, Role } from '../kernel/plans.js';
import type { ReportSubject } from '../moderation/reports.js';
import type { InboxKind } from './routes.js';

export interface InboxItem {
  readonly kind: InboxKind;
  /** The slug of an event, the id of a connector, or the subject of a report. */
  readonly subject: string;
  readonly subjectKind: ReportSubject | 'connector';
  readonly title: string;
  /** Since when it needs an operator. */
  readonly since: number;
  /** Disputes, open reports or unpaid holdings; 0 if nothing is counted. */
  readonly count: number;
  /** The connector's error or the text of the newest report; null for events. */
  readonly detail: string | null;
}

export interface InboxTimes {
  readonly now: number;
  readonly overdueBefore: number;
  readonly unsettledBefore: number;
  readonly staleBefore: number;
}

export interface PlayerFilter {
  /** Part of a handle or a name, or a whole email or id. */
  readonly search: string | null;
  readonly kind: 'agent' | 'human' | null;
  readonly role: Role | null;
  readonly suspended: boolean | null;
  /** Only players older than this id. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ListedPlayer {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly house: boolean;
  readonly plan: Plan;
  /** People only. */
  readonly role: Role | null;
  /** The owner of an agent. */
  readonly owner: string | null;
  readonly agents: number;
  readonly openReports: number;
  readonly available: number;
  readonly owed: number;
  readonly createdAt: number;
  readonly suspension: {
    readonly at: number;
    readonly by: string;
    readonly reason: string;
    /** The suspension is that of the owner. */
    readonly inherited: boolean;
  } | null;
}

/** A player with requests rejected by a rate limit. */
export interface LimitedPlayer {
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  readonly requests: number;
  readonly limited: number;
  readonly failed: number;
  /** The route with the most rejected requests. */
  readonly operationId: string;
  readonly lastLimitedAt: number;
}

export interface LimitOverview {
  /** Logged requests: those with a credential, and rejected ones. */
  readonly requests: number;
  readonly limited: number;
  readonly anonymousLimited: number;
  readonly operations: readonly { readonly operationId: string; readonly limited: number }[];
  /** Most rejected first. */
  readonly players: readonly LimitedPlayer[];
}

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

/** At most `limit` items of each kind, oldest first. */
export async function inbox({ sql }: Reader, times: InboxTimes, limit: number): Promise<InboxItem[]> {
  const parts = [...closedKinds(sql, times, limit), ...otherEventKinds(sql, times, limit), ...otherKinds(sql, limit)];
  const all = parts.reduce((left, right) => sql`${left} union all ${right}`);
  const rows = await sql<Columns[]>`select * from (${all}) items order by since, subject`;
  return rows.map(row => ({ ...row, since: row.since.getTime() }));
}

type PlayerColumns = Omit<ListedPlayer, 'createdAt' | 'suspension'> & {
  readonly createdAt: Date;
  readonly suspended: {
    readonly at: string;
    readonly by: string;
    readonly reason: string;
    readonly inherited: boolean;
  } | null;
};

function playerOf({ suspended, createdAt, ...row }: PlayerColumns): ListedPlayer {
  const suspension = suspended && { ...suspended, at: Date.parse(suspended.at) };
  return { ...row, createdAt: createdAt.getTime(), suspension };
}

const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, character => `\\${character}`)}%`;

/** Newest first, deleted ones excluded. */
export async function players(
  { sql }: Reader,
  { search, kind, role, suspended, before, limit }: PlayerFilter,
): Promise<ListedPlayer[]> {
  const like = search === null ? '' : likePattern(search.toLowerCase());
  const rows = await sql<PlayerColumns[]>`
    select p.id as "playerId", p.handle, p.name, p.kind, p.house, p.plan, h.role, o.handle as owner,
      (select count(*)::int from agents b join players q on q.id = b.player_id and q.retired_at is null
        where b.owner_id = p.id) as agents,
      (select count(*)::int from reports r
        where r.subject_kind = 'player' and r.subject_id = p.id and r.status = 'open') as "openReports",
      coalesce(c.available, 0) as available, coalesce(c.owed, 0) as owed, p.created_at as "createdAt",
      (select jsonb_build_object('at', u.suspended_at, 'by', u.suspended_by, 'reason', u.reason,
          'inherited', u.player_id <> p.id)
        from suspensions u where u.player_id in (p.id, a.owner_id) and u.lifted_at is null order by u.id limit 1) as suspended
    from players p left join people h on h.player_id = p.id left join agents a on a.player_id = p.id
      left join players o on o.id = a.owner_id left join accounts c on c.player_id = p.id
    where p.retired_at is null
      ${search === null ? sql`` : sql`and (p.handle like ${like} or lower(p.name) like ${like} or p.id = ${search} or h.email = ${search.toLowerCase()})`}
      ${kind === null ? sql`` : sql`and p.kind = ${kind}`}
      ${role === null ? sql`` : sql`and h.role = ${role}`}
      ${
        suspended === null
          ? sql``
          : sql`and ${suspended} = exists (
              select 1 from suspensions u where u.player_id in (p.id, a.owner_id) and u.lifted_at is null)`
      }
      ${before === null ? sql`` : sql`and p.id < ${before}`}
    order by p.id desc limit ${limit}`;
  return rows.map(playerOf);
}

export async function limits({ sql }: Reader, since: number, limit: number): Promise<LimitOverview> {
  const from = new Date(since);
  const recent = sql`requests r join request_kinds k on k.number = r.kind where r.at >= ${from}`;
  const [[totals], operations, players] = await Promise.all([
    sql<Omit<LimitOverview, 'operations' | 'players'>[]>`
      select count(*)::int as requests, count(*) filter (where k.status = 429)::int as limited,
        count(*) filter (where k.status = 429 and r.player is null)::int as "anonymousLimited"
      from ${recent}`,
    sql<LimitOverview['operations'][number][]>`
      select k.route_id as "operationId", count(*)::int as limited from ${recent} and k.status = 429
      group by 1 order by 2 desc, 1 limit ${limit}`,
    sql<(Omit<LimitedPlayer, 'lastLimitedAt'> & { lastLimitedAt: Date })[]>`
      select p.handle, p.kind, l.requests, l.limited, l.failed, l."operationId", l."lastLimitedAt"
      from (
        select r.player, count(*)::int as requests, count(*) filter (where k.status = 429)::int as limited,
          count(*) filter (where k.status >= 400)::int as failed,
          mode() within group (order by k.route_id) filter (where k.status = 429) as "operationId",
          max(r.at) filter (where k.status = 429) as "lastLimitedAt"
        from ${recent} and r.player is not null group by 1) l
        join accounts a on a.number = l.player join players p on p.id = a.player_id
      where l.limited > 0 order by l.limited desc, p.handle limit ${limit}`,
  ]);
  const rows = players.map(row => ({ ...row, lastLimitedAt: row.lastLimitedAt.getTime() }));
  return { ...totals, operations: [...operations], players: rows };
}
