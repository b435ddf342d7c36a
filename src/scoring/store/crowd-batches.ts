import { numbers, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { ownerOf } from '../../players/store/owner-of.js';
import { type BatchCandidate, type BatchMean, type CrowdBatch, maxShownBatches } from '../rules/crowd-batches.js';
import type { CrowdQuestion } from './rows.js';

interface CandidateColumns {
  id: string;
  owner: string;
  micros: number;
  at: Date;
  joined_at: Date | null;
  joined_micros: number | null;
}

/** Events whose forecasts are sealed. */
function isSealed(sql: Sql) {
  return sql`m.status in ('active', 'paused', 'closed')`;
}

function isUnpublished(sql: Sql) {
  return sql`f.ended_at is null and not exists (select from crowd_members c where c.forecast_id = f.id)`;
}

/** The last batches of each question of an event. */
export async function batches({ sql }: Reader, eventId: string): Promise<BatchMean[]> {
  const rows = await sql<{ question: number; at: Date; size: number; percent: number }[]>`
    select question, at, size, percent from (
      select question, at, size, percent, row_number() over (partition by question order by number desc) as age
      from crowd_batches where event_id = ${eventId}) as batches
    where age <= ${maxShownBatches} order by question, at`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

export async function lastPublished({ sql }: Reader): Promise<number | null> {
  const [row] = await sql<{ value: number }[]>`select value from settings where name = 'crowd_means_at'`;
  return row?.value ?? null;
}

/** Questions of unresolved events with at least this many unbatched forecasts, in order. */
export async function questions(
  { sql }: Reader,
  minForecasts: number,
  after: CrowdQuestion | null,
  limit: number,
): Promise<CrowdQuestion[]> {
  const rows = await sql<{ event_id: string; question: number }[]>`
    select f.event_id, f.question from event_forecasters n
      join markets m on m.event_id = n.event_id and ${isSealed(sql)}
      join events e on e.id = n.event_id and not e.practice
      join forecasts f on f.event_id = n.event_id
    where n.forecasters >= ${minForecasts} and ${isUnpublished(sql)}
      and (f.event_id, f.question) > (${after?.eventId ?? ''}, ${after?.question ?? -1})
    group by f.event_id, f.question having count(*) >= ${minForecasts}
    order by f.event_id, f.question limit ${limit}`;
  return rows.map(row => ({ eventId: row.event_id, question: row.question }));
}

export async function candidates({ sql }: Reader, { eventId, question }: CrowdQuestion): Promise<BatchCandidate[]> {
  const rows = await sql<CandidateColumns[]>`
    select f.*, joined.at as joined_at, joined.probability as joined_micros from (
      select f.id, f.at, ${ownerOf(sql, sql`f.player_id`)} as owner,
        case when f.outcome = f.question then f.probability else 1000000 - f.probability end as micros
      from forecasts f join markets m on m.event_id = f.event_id and ${isSealed(sql)}
      where f.event_id = ${eventId} and f.question = ${question} and ${isUnpublished(sql)}) as f
    left join lateral (
      select c.at, c.probability from crowd_members c
      where c.event_id = ${eventId} and c.question = ${question} and c.owner_id = f.owner
      order by c.at desc limit 1) as joined on true`;
  return rows.map(row => ({
    forecastId: row.id,
    owner: row.owner,
    micros: row.micros,
    at: row.at.getTime(),
    joined:
      row.joined_at === null || row.joined_micros === null
        ? null
        : { at: row.joined_at.getTime(), micros: row.joined_micros },
  }));
}

/** Records the time of this run, and deletes the batches of resolved events. */
export async function begin({ sql }: Transaction, at: number): Promise<void> {
  await sql`insert into settings (name, value) values ('crowd_means_at', to_jsonb(${at}::bigint))
    on conflict (name) do update set value = excluded.value`;
  // A resolved event unseals its forecasts and never reopens.
  await sql`delete from crowd_members c using markets m where m.event_id = c.event_id and not ${isSealed(sql)}`;
  await sql`delete from crowd_batches c using markets m where m.event_id = c.event_id and not ${isSealed(sql)}`;
}

export async function publish(
  { sql }: Transaction,
  { eventId, question }: CrowdQuestion,
  { percent, members }: CrowdBatch,
  at: number,
): Promise<void> {
  await sql`insert into crowd_batches (event_id, question, at, size, percent)
    values (${eventId}, ${question}, ${new Date(at)}, ${members.length}, ${percent})`;
  await sql`
    insert into crowd_members (forecast_id, event_id, question, owner_id, at, probability)
    select r.forecast_id, ${eventId}, ${question}, r.owner_id, ${new Date(at)}, r.probability
    from unnest(${words(members, member => member.forecastId)}::text::text[],
      ${words(members, member => member.owner)}::text::text[],
      ${numbers(members, member => member.micros)}::text::int[]) as r(forecast_id, owner_id, probability)`;
}
