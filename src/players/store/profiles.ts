import { words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { type Certification, type CertifiedClient, unnamedClient } from '../rules/certification-mark.js';
import type { PlayerName, PlayerProfile } from '../rules/players.js';

export interface ProfileColumns {
  id: string;
  handle: string;
  name: string;
  kind: 'agent' | 'human';
  created_at: Date;
  retired: boolean;
  house: boolean;
  model: string | null;
  description: string | null;
  homepage: string | null;
  certified_at: Date | null;
  certified_contract: string | null;
  certified_client: CertifiedClient | null;
  owner_handle: string | null;
  owner_name: string | null;
  owner_agents: number | null;
}

export function profileOf(row: ProfileColumns): PlayerProfile {
  const { id: playerId, handle, name, kind, retired, house, model, description, homepage } = row;
  const owner =
    row.owner_handle === null || row.owner_name === null
      ? null
      : { handle: row.owner_handle, name: row.owner_name, agents: row.owner_agents ?? 1 };
  const createdAt = row.created_at.getTime();
  const certification = certificationRow(row.certified_at, row.certified_contract, row.certified_client);
  const details = { model, description, homepage, certification, owner };
  return { playerId, handle, name, kind, createdAt, retired, house, ...details };
}

/** Owners are named only with their consent. */
export function selectProfiles(sql: Sql) {
  return sql`select p.id, p.handle, p.name, p.kind, p.created_at, p.retired_at is not null as retired, p.house, a.model,
      a.description, a.homepage, a.certified_at, a.certified_contract, a.certified_client, o.handle as owner_handle, o.name as owner_name,
      (select count(*)::int from agents b where b.owner_id = a.owner_id) as owner_agents
    from players p left join agents a on a.player_id = p.id
      left join people w on w.player_id = a.owner_id and w.show_owner left join players o on o.id = w.player_id`;
}

export async function byIds({ sql }: Reader, playerIds: readonly string[]): Promise<PlayerProfile[]> {
  if (playerIds.length === 0) return [];
  const rows = await sql<ProfileColumns[]>`${selectProfiles(sql)} where p.id = any(${playerIds as string[]})`;
  return rows.map(profileOf);
}

export async function byHandle({ sql }: Reader, handle: string): Promise<PlayerProfile | null> {
  const [row] = await sql<ProfileColumns[]>`${selectProfiles(sql)} where p.handle = ${handle}`;
  return row ? profileOf(row) : null;
}

/** A person's agents, oldest first. */
export async function agentsOf({ sql }: Reader, ownerId: string, limit: number): Promise<PlayerProfile[]> {
  const rows = await sql<ProfileColumns[]>`
    ${selectProfiles(sql)} where a.owner_id = ${ownerId} and w.show_owner order by p.created_at, p.id limit ${limit}`;
  return rows.map(profileOf);
}

export async function playerNames(
  { sql }: Reader,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerName>> {
  const rows = await sql<(PlayerName & { id: string })[]>`
    select id, handle, kind, retired_at is not null as retired, house
    from players where id = any(${words(playerIds, id => id)}::text::text[])`;
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}

/** The mark of an agent, expired or not. */
export async function certificationOf({ sql }: Reader, playerId: string): Promise<Certification | null> {
  const [row] = await sql<{ at: Date | null; contract: string | null; client: CertifiedClient | null }[]>`
    select certified_at as at, certified_contract as contract, certified_client as client from agents
    where player_id = ${playerId}`;
  return row ? certificationRow(row.at, row.contract, row.client) : null;
}

/** Locks a person until the transaction ends; false if the account was deleted. */
export async function lockPerson({ sql }: Transaction, playerId: string): Promise<boolean> {
  const rows = await sql`select 1 from people where player_id = ${playerId} and email is not null for update`;
  return rows.length > 0;
}

/** The mark of an agent from its columns; the first two are null together. */
export function certificationRow(
  at: Date | null,
  contractVersion: string | null,
  client: CertifiedClient | null,
): Certification | null {
  if (at === null || contractVersion === null) return null;
  return { at: at.getTime(), contractVersion, client: client ?? unnamedClient };
}
