import { numbers, words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { CrowdReads, CrowdWrites } from '../interface.js';

/** The forecasts on one question, as numbers in this order. */
type ForecastColumns = [question: number, forecasters: number, people: number, micros: number, changed: number];

/** Agents count as their owner, except those of a house account without sign-in. */
function speaker(sql: Sql) {
  return sql`case when o.retired_at is null and w.email is null then f.player_id else a.owner_id end`;
}

export function crowdReads(sql: Sql): CrowdReads {
  return {
    async find(eventId) {
      const rows = await sql<{ question: number; taken_at: Date; forecasters: number; percent: number }[]>`
        select question, taken_at, forecasters, percent from crowd_outcomes
        where event_id = ${eventId} and shown order by question`;
      return rows.map(({ taken_at, ...mean }) => ({ ...mean, takenAt: taken_at.getTime() }));
    },
    async lastTaken() {
      const [row] = await sql<{ value: number }[]>`select value from arena where name = 'crowd_means_at'`;
      return row?.value ?? null;
    },
    async open(minForecasters, after, limit) {
      const rows = await sql<{ event_id: string; said: ForecastColumns[] | null }[]>`
        select m.event_id, crowd.said from (
          select m.event_id from markets m join event_forecasters n on n.event_id = m.event_id
            join events e on e.id = m.event_id and not e.practice
          where m.status in ('active', 'paused', 'closed') and n.forecasters >= ${minForecasters} and m.event_id > ${after}
          order by m.event_id limit ${limit}) as m
        cross join lateral (
          select json_agg(json_build_array(question, forecasters, people, micros, changed)) as said from (
            select f.question, count(*) filter (where f.ended_at is null) as forecasters,
              count(distinct f.speaker) filter (where f.ended_at is null) as people,
              coalesce(sum(case when f.outcome = f.question then f.probability else 1000000 - f.probability end)
                filter (where f.ended_at is null), 0) as micros,
              count(distinct f.speaker)
                filter (where c.taken_at is null or f.at > c.taken_at or f.ended_at > c.taken_at) as changed
            from (
              select f.question, f.outcome, f.probability, f.at, f.ended_at,
                coalesce(${speaker(sql)}, f.player_id) as speaker
              from forecasts f left join agents a on a.player_id = f.player_id
                left join people w on w.player_id = a.owner_id left join players o on o.id = a.owner_id
              where f.event_id = m.event_id) as f
            left join crowd_outcomes c on c.event_id = m.event_id and c.question = f.question
            group by f.question) as by_question) as crowd
        order by m.event_id`;
      return rows.map(row => ({
        eventId: row.event_id,
        questions: (row.said ?? []).map(([question, forecasters, people, micros, changedPeople]) => {
          return { question, forecasters, people, sumPercent: micros / 10_000, changedPeople };
        }),
      }));
    },
  };
}

export function crowdWrites(sql: Sql): CrowdWrites {
  return {
    ...crowdReads(sql),
    async begin(at) {
      await sql`insert into arena (name, value) values ('crowd_means_at', to_jsonb(${at}::bigint))
        on conflict (name) do update set value = excluded.value`;
      await sql`delete from crowd_outcomes c using markets m
        where m.event_id = c.event_id and m.status not in ('active', 'paused', 'closed')`;
    },
    async save(questions, at) {
      const fresh = questions.flatMap(({ eventId, mean }) => (mean ? [{ eventId, ...mean }] : []));
      await sql`
        update crowd_outcomes c set shown = r.shown
        from unnest(${words(questions, entry => entry.eventId)}::text::text[],
          ${numbers(questions, entry => entry.question)}::text::int[],
          ${words(questions, entry => String(entry.shown))}::text::boolean[]) as r(event_id, question, shown)
        where c.event_id = r.event_id and c.question = r.question and c.shown <> r.shown`;
      await sql`
        insert into crowd_outcomes (event_id, question, taken_at, forecasters, percent, shown)
        select r.event_id, r.question, ${new Date(at)}, r.forecasters, r.percent, true
        from unnest(${words(fresh, mean => mean.eventId)}::text::text[],
          ${numbers(fresh, mean => mean.question)}::text::int[],
          ${numbers(fresh, mean => mean.forecasters)}::text::int[],
          ${numbers(fresh, mean => mean.percent)}::text::int[]) as r(event_id, question, forecasters, percent)
        on conflict (event_id, question) do update set taken_at = excluded.taken_at,
          forecasters = excluded.forecasters, percent = excluded.percent, shown = true`;
    },
  };
}
