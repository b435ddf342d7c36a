import type { Sql, SqlPart } from '../../database/pool.js';

/**
 * The owner under which a player is counted, where several accounts of one person must count once: the person, or the
 * owner of the agent, even after deletion. House players have no owner, so each counts separately.
 */
export function ownerOf(sql: Sql, playerId: SqlPart): SqlPart {
  return sql`coalesce((
    select case when o.retired_at is null and w.email is null then null else a.owner_id end
    from agents a left join players o on o.id = a.owner_id left join people w on w.player_id = a.owner_id
    where a.player_id = ${playerId}), ${playerId})`;
}
