import type { CrowdReads, CrowdWrites } from '../score-store.js';
import { arrays, numbers, words } from './columns.js';
import type { Sql } from './connect.js';

export function crowdReads(sql: Sql): CrowdReads {
  return {
    async find(eventId) {
      const [row] = await sql<{ taken_at: Date; forecasters: number; percents: number[] }[]>`
        select taken_at, forecasters, percents from crowd_means where event_id = ${eventId}`;
      return row ? { takenAt: row.taken_at.getTime(), forecasters: row.forecasters, percents: row.percents } : null;
    },
    async lastTaken() {
      const [row] = await sql<{ value: number }[]>`select value from arena where name = 'crowd_means_at'`;
      return row?.value ?? null;
    },
    async open(smallest) {
      type Columns = { event_id: string; price_bps: number[]; said: [number, number, number][] | null };
      const rows = await sql<Columns[]>`
        select m.event_id, m.price_bps, crowd.said from markets m
        join lateral (
          select json_agg(json_build_array(outcome, players, sum)) as said from (
            select outcome, count(*) as players, sum(probability) as sum from forecasts f
            where f.event_id = m.event_id and f.ended_at is null group by outcome) as by_outcome) as crowd on true
        where m.status in ('active', 'paused', 'closed')
          and (select forecasters from event_forecasters n where n.event_id = m.event_id) >= ${smallest}`;
      return rows.map(row => ({
        eventId: row.event_id,
        pricesBps: row.price_bps,
        said: (row.said ?? []).map(([outcome, count, micros]) => ({ outcome, count, sumPercent: micros / 10_000 })),
      }));
    },
    async players(eventIds) {
      const rows = await sql<{ event_id: string; players: number }[]>`
        select event_id, count(distinct player_id)::int as players from forecasts
        where event_id = any(${eventIds as string[]}) and ended_at is null group by event_id`;
      return new Map(rows.map(row => [row.event_id, row.players]));
    },
  };
}

export function crowdWrites(sql: Sql): CrowdWrites {
  return {
    ...crowdReads(sql),
    async replace(means, at) {
      await sql`delete from crowd_means`;
      await sql`insert into arena (name, value) values ('crowd_means_at', to_jsonb(${at}::bigint))
        on conflict (name) do update set value = excluded.value`;
      await sql`
        insert into crowd_means (event_id, taken_at, forecasters, percents)
        select r.event_id, ${new Date(at)}, r.forecasters, r.percents::double precision[]
        from unnest(${words(means, mean => mean.eventId)}::text::text[],
          ${numbers(means, mean => mean.forecasters)}::text::int[],
          ${arrays(means, mean => mean.percents)}::text::text[]) as r(event_id, forecasters, percents)`;
    },
  };
}
