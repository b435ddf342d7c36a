import { defineFeatureStore } from '../../sql/feature-store.js';
import type { Sql } from '../../sql/pool.js';
import type { ConsoleReads, LimitedPlayer, LimitOverview, ListedPlayer } from '../interface.js';
import { readInbox } from './inbox.js';

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

async function readPlayers(sql: Sql, filter: Parameters<ConsoleReads['players']>[0]): Promise<ListedPlayer[]> {
  const { search, kind, role, suspended, before, limit } = filter;
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

async function readLimits(sql: Sql, since: number, limit: number): Promise<LimitOverview> {
  const from = new Date(since);
  const recent = sql`request_rows r join request_kinds k on k.no = r.kind where r.at >= ${from}`;
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
        join accounts a on a.no = l.player join players p on p.id = a.player_id
      where l.limited > 0 order by l.limited desc, p.handle limit ${limit}`,
  ]);
  const rows = players.map(row => ({ ...row, lastLimitedAt: row.lastLimitedAt.getTime() }));
  return { ...totals, operations: [...operations], players: rows };
}

export const consoleStore = defineFeatureStore({
  reads: {
    console: ({ sql }): ConsoleReads => ({
      inbox: (times, limit) => readInbox(sql, times, limit),
      players: filter => readPlayers(sql, filter),
      limits: (since, limit) => readLimits(sql, since, limit),
    }),
  },
  writes: {},
});
