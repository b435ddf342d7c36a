import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { Plan, Role } from '../../kernel/plans.js';
import type { Person } from '../../players/rules/players.js';
import { hashSecret } from './hash-secret.js';
import type { SignInRecord } from './rows.js';

/** Digests are derived from a hash, because only the hash is known for emails deleted long ago. */
const emailHash = (email: string) => hashSecret(email).toString('hex');

interface PersonColumns {
  id: string;
  handle: string;
  name: string;
  email: string | null;
  role: Role;
  plan: Plan;
  show_owner: boolean;
  suspended_at: Date | null;
  suspension_reason: string | null;
  created_at: Date;
}

function personOf(row: PersonColumns | undefined): Person | null {
  if (!row) return null;
  const { id: playerId, handle, name: displayName, email, role, plan, show_owner: showOwner } = row;
  const { suspended_at: at, suspension_reason: reason } = row;
  const suspension = at === null || reason === null ? null : { at: at.getTime(), reason };
  const createdAt = row.created_at.getTime();
  return { playerId, handle, displayName, email, role, plan, showOwner, suspension, createdAt };
}

function people(sql: Sql) {
  return sql`
  select p.id, p.handle, p.name, h.email, h.role, p.plan, h.show_owner, p.created_at,
    u.suspended_at, u.reason as suspension_reason
  from people h join players p on p.id = h.player_id and p.retired_at is null
    left join suspensions u on u.player_id = p.id and u.lifted_at is null`;
}

export async function find({ sql }: Reader, playerId: string): Promise<Person | null> {
  const [row] = await sql<PersonColumns[]>`${people(sql)} where p.id = ${playerId}`;
  return personOf(row);
}

/** By id or by handle. */
export async function findByReference({ sql }: Reader, reference: string): Promise<Person | null> {
  const [row] = await sql<PersonColumns[]>`${people(sql)} where p.id = ${reference} or p.handle = ${reference} limit 1`;
  return personOf(row);
}

export async function findSignIn({ sql }: Reader, email: string): Promise<SignInRecord | null> {
  const [row] = await sql<SignInRecord[]>`
    select player_id as "playerId", email, password_hash as "passwordHash" from people where email = ${email}`;
  return row ?? null;
}

export async function signInOf({ sql }: Reader, playerId: string): Promise<SignInRecord | null> {
  const [row] = await sql<SignInRecord[]>`
    select player_id as "playerId", email, password_hash as "passwordHash" from people
    where player_id = ${playerId} and email is not null`;
  return row ?? null;
}

/** Whether the person has signed in from this client address since a time. */
export async function knowsAddress(
  { sql }: Reader,
  playerId: string,
  address: string,
  since: number,
): Promise<boolean> {
  const rows = await sql`select 1 from sign_in_addresses
    where person_id = ${playerId} and address = identity_digest('address', ${`${playerId} ${address}`})
      and last_used_at > ${new Date(since)}`;
  return rows.length > 0;
}

/** Used by a person, or by a deleted one who has played. */
export async function isEmailTaken({ sql }: Reader, email: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select exists (select 1 from people where email = ${email})
        or exists (select 1 from retired_identities
          where digest = identity_digest('email', ${emailHash(email)})) as taken`;
  return row.taken;
}

/** Serializes decisions about this email until the transaction ends. */
export async function lockEmail({ sql }: Transaction, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`;
}

/** Locks the person until the transaction ends; null if the person does not exist or cannot sign in. */
export async function lock({ sql }: Transaction, playerId: string): Promise<SignInRecord | null> {
  const [row] = await sql<SignInRecord[]>`
    select player_id as "playerId", email, password_hash as "passwordHash" from people
    where player_id = ${playerId} and email is not null for update`;
  return row ?? null;
}

export async function rename({ sql }: Transaction, playerId: string, shown: string, folded: string): Promise<void> {
  await sql`update players set name = ${shown}, folded_name = ${folded} where id = ${playerId}`;
}

export async function setShowOwner({ sql }: Transaction, playerId: string, showOwner: boolean): Promise<void> {
  await sql`update people set show_owner = ${showOwner} where player_id = ${playerId}`;
}

export async function changePassword({ sql }: Transaction, playerId: string, passwordHash: string): Promise<void> {
  await sql`update people set password_hash = ${passwordHash} where player_id = ${playerId}`;
}

export async function changeEmail({ sql }: Transaction, playerId: string, email: string): Promise<void> {
  await sql`update people set email = ${email} where player_id = ${playerId}`;
}

/** Records a sign-in from a client address, of which it stores a digest, at most `maxAddresses` per person. */
export async function rememberAddress(
  { sql }: Transaction,
  playerId: string,
  address: string,
  maxAddresses: number,
  at: number,
): Promise<void> {
  await sql`insert into sign_in_addresses (person_id, address, last_used_at)
    values (${playerId}, identity_digest('address', ${`${playerId} ${address}`}), ${new Date(at)})
    on conflict (person_id, address) do update set last_used_at = excluded.last_used_at`;
  await sql`delete from sign_in_addresses where person_id = ${playerId} and address in (
    select address from sign_in_addresses where person_id = ${playerId}
    order by last_used_at desc, address offset ${maxAddresses})`;
}

/** Deletes email, password and settings; `remember` stores a digest of the email, so that it can't be used again. */
export async function eraseSignIn({ sql }: Transaction, playerId: string, remember: boolean): Promise<void> {
  if (remember) {
    await sql`insert into retired_identities (digest)
      select identity_digest('email', encode(sha256(convert_to(email, 'UTF8')), 'hex')) from people
      where player_id = ${playerId} and email is not null on conflict do nothing`;
  }
  await sql`delete from sign_in_addresses where person_id = ${playerId}`;
  await sql`update people set email = null, password_hash = null, show_owner = false
    where player_id = ${playerId}`;
}

/** False if the person does not exist. */
export async function setRole({ sql }: Transaction, playerId: string, role: Role): Promise<boolean> {
  const rows = await sql`update people set role = ${role} where player_id = ${playerId} returning 1`;
  return rows.length === 1;
}
