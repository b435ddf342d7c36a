import type { Reader, Transaction } from '../../database/store.js';
import { cursorUuid, idOf } from '../../exchange/store/compact/ids.js';
import { ownerOf } from '../../players/store/owner-of.js';
import { edgeParameters, establishedAgeMs, establishedEvents } from '../rules/benchmarks.js';
import type { TradeRow } from './rows.js';

interface TradeColumns {
  id: string;
  at: Date;
  sequence: number;
  player_id: string;
  outcome: number;
  side: string;
  shares: number;
  credits: number;
}

function tradeOf({ id, at, sequence, player_id, outcome, side, shares, credits }: TradeColumns): TradeRow {
  const signed = side === 'buy' ? shares : -shares;
  return { id: idOf('trd', id), atMs: at.getTime(), sequence, playerId: player_id, outcome, shares: signed, credits };
}

/** Both sides of an event's trades, by sequence and id. */
export async function trades(
  { sql }: Reader,
  eventId: string,
  after: Pick<TradeRow, 'sequence' | 'id'> | null,
  limit: number,
): Promise<TradeRow[]> {
  const rows = await sql<TradeColumns[]>`
    select f.id, f.at, f.sequence, a.player_id, f.outcome, f.side, f.shares, f.credits
    from (
      select * from fills where market = (select number from markets where event_id = ${eventId})
        and (sequence, id) > (${after?.sequence ?? 0}, ${cursorUuid(after?.id)}::text::uuid)
      order by sequence, id limit ${limit}) f join accounts a on a.number = f.player
    order by f.sequence, f.id`;
  return rows.map(tradeOf);
}

/** The owner under which each of these players is counted. */
export async function owners({ sql }: Reader, playerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (playerIds.length === 0) return new Map();
  const rows = await sql<{ player_id: string; owner_id: string }[]>`
    select p.player_id, ${ownerOf(sql, sql`p.player_id`)} as owner_id
    from unnest(${playerIds as string[]}::text[]) as p(player_id)`;
  return new Map(rows.map(row => [row.player_id, row.owner_id]));
}

/** Which of these owners were established at a time; null if the arena had too few of them. */
export async function establishedOwners(
  { sql }: Reader,
  ownerIds: readonly string[],
  at: number,
): Promise<ReadonlySet<string> | null> {
  const [{ all }] = await sql<{ all: number }[]>`
    select count(*)::int as all from established_owners where since <= ${new Date(at)}`;
  if (all < edgeParameters.minEstablished) return null;
  const rows = await sql<{ owner_id: string }[]>`
    select owner_id from established_owners
    where owner_id = any(${ownerIds as string[]}) and since <= ${new Date(at)}`;
  return new Set(rows.map(row => row.owner_id));
}

const lookedThrough = 'owners_established_to';

/**
 * Records newly established owners. No event may be in the middle of its scoring. Adds newly established owners. Their
 * timestamp is later than every scored resolution, so that recomputing a score gives the same result.
 */
export async function establishOwners({ sql }: Transaction, now: number): Promise<void> {
  const [{ seen, newest }] = await sql<{ seen: number; newest: number }[]>`
    select coalesce((select value::text::bigint from settings where name = ${lookedThrough}), 0) as seen,
      coalesce((select max(number) from event_scorings), 0) as newest`;
  if (newest <= seen) return;
  await sql`
    insert into established_owners (owner_id, since)
    select o.owner_id, greatest(${new Date(now)}, p.created_at + ${establishedAgeMs / 1_000} * interval '1 second',
      (select max(resolved_at) from event_scorings) + interval '1 millisecond')
    from (
      select distinct ${ownerOf(sql, sql`s.player_id`)} as owner_id
      from event_scorings g join event_scores s on s.event_id = g.event_id and s.version = g.version
      where g.number > ${seen} and g.number <= ${newest} and s.brier is not null) as o
      join players p on p.id = o.owner_id
    where not exists (select from established_owners e where e.owner_id = o.owner_id) and ${establishedEvents} <= (
      select count(distinct s.event_id) from event_scores s
      where s.brier is not null and s.player_id in (
        select o.owner_id union all select a.player_id from agents a where a.owner_id = o.owner_id))
    on conflict do nothing`;
  await sql`insert into settings (name, value) values (${lookedThrough}, to_jsonb(${newest}::bigint))
    on conflict (name) do update set value = excluded.value`;
}
