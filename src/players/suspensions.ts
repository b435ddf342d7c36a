import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';

/** The ids of suspended players, including agents of suspended people, as a subquery. */
export function suspendedPlayers(sql: Sql): SqlPart {
  return sql`(select player_id from suspensions where lifted_at is null
    union all select a.player_id from agents a join suspensions u on u.player_id = a.owner_id and u.lifted_at is null)`;
}

type Columns = Omit<Suspension, 'suspendedAt' | 'liftedAt'> & {
  readonly suspendedAt: Date;
  readonly liftedAt: Date | null;
};

function suspensionOf(row: Columns | undefined): Suspension | null {
  if (!row) return null;
  return { ...row, suspendedAt: row.suspendedAt.getTime(), liftedAt: row.liftedAt?.getTime() ?? null };
}

function ofPlayer(sql: Sql, playerId: string) {
  return sql`
  select u.player_id as "playerId", p.handle, p.name, p.kind, u.reason, u.suspended_at as "suspendedAt",
    u.suspended_by as "suspendedBy", u.lifted_at as "liftedAt", u.lifted_by as "liftedBy", u.lift_reason as "liftReason"
  from suspensions u join players p on p.id = u.player_id where u.player_id = ${playerId}`;
}

/** The newest suspension, in force or lifted. */
export async function latest({ sql }: Reader, playerId: string): Promise<Suspension | null> {
  const [row] = await sql<Columns[]>`${ofPlayer(sql, playerId)} order by u.id desc limit 1`;
  return suspensionOf(row);
}

/** Whether a suspension was imposed or lifted after a time. */
export async function changedSince({ sql }: Reader, at: number): Promise<boolean> {
  const since = new Date(at);
  const [{ changed }] = await sql<{ changed: boolean }[]>`
    select exists (select 1 from suspensions where suspended_at > ${since} or lifted_at > ${since}) as changed`;
  return changed;
}

/** Locks the player until the transaction ends; null if the player does not exist or is retired. */
export async function lockPlayer({ sql }: Transaction, handle: string): Promise<SuspendablePlayer | null> {
  const [row] = await sql<SuspendablePlayer[]>`
    select p.id as "playerId", p.handle, coalesce(h.player_id, o.owner_id) as "personId",
      coalesce(h.role = 'operator', false) as "isOperator",
      array[p.id] || array(
        select a.player_id from agents a join players b on b.id = a.player_id and b.retired_at is null
        where a.owner_id = p.id order by a.player_id) as "playerIds"
    from players p left join people h on h.player_id = p.id left join agents o on o.player_id = p.id
    where p.handle = ${handle} and p.retired_at is null for update of p`;
  return row ?? null;
}

export async function suspend(
  { sql }: Transaction,
  playerId: string,
  reason: string,
  actor: string,
  at: number,
): Promise<void> {
  await sql`insert into suspensions (player_id, reason, suspended_at, suspended_by)
    values (${playerId}, ${reason}, ${new Date(at)}, ${actor})`;
}

/** Replaces the reason of the suspension in force. */
export async function changeReason({ sql }: Transaction, playerId: string, reason: string): Promise<void> {
  await sql`update suspensions set reason = ${reason} where player_id = ${playerId} and lifted_at is null`;
}

export async function lift(
  { sql }: Transaction,
  playerId: string,
  reason: string,
  actor: string,
  at: number,
): Promise<void> {
  await sql`update suspensions set lifted_at = ${new Date(at)}, lifted_by = ${actor}, lift_reason = ${reason}
    where player_id = ${playerId} and lifted_at is null`;
}

export interface Suspension {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly reason: string;
  readonly suspendedAt: number;
  /** The id of the operator, or `operator` for the token. */
  readonly suspendedBy: string;
  readonly liftedAt: number | null;
  readonly liftedBy: string | null;
  readonly liftReason: string | null;
}

/** The target of a suspension. */
export interface SuspendablePlayer {
  readonly playerId: string;
  readonly handle: string;
  /** The person to notify: the player, or the owner of the agent; null for house players. */
  readonly personId: string | null;
  readonly isOperator: boolean;
  /** The player and, for a person, the agents that are not deleted. */
  readonly playerIds: readonly string[];
}
