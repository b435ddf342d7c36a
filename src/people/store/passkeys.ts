import type { Reader, Transaction } from '../../database/store.js';
import type { Passkey } from './rows.js';

interface Columns {
  id: string;
  person_id: string;
  credential_id: Uint8Array;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

function passkeyOf(row: Columns): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    backedUp: row.backed_up,
    name: row.name,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  };
}

/** Oldest first. */
export async function ofPerson({ sql }: Reader, personId: string): Promise<Passkey[]> {
  const rows = await sql<Columns[]>`
    select * from passkeys where person_id = ${personId} order by created_at, id`;
  return rows.map(passkeyOf);
}

export async function findCredential({ sql }: Reader, credentialId: Uint8Array): Promise<Passkey | null> {
  const [row] = await sql<Columns[]>`select * from passkeys where credential_id = ${Buffer.from(credentialId)}`;
  return row ? passkeyOf(row) : null;
}

/** False if the credential is already registered; nothing was written. */
export async function add(
  { sql }: Transaction,
  {
    id,
    personId,
    credentialId,
    publicKey,
    counter,
    transports,
    backedUp,
    name,
    createdAt,
  }: Omit<Passkey, 'lastUsedAt'>,
): Promise<boolean> {
  const rows = await sql`insert into passkeys
      (id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
    values (${id}, ${personId}, ${Buffer.from(credentialId)}, ${Buffer.from(publicKey)}, ${counter},
      ${transports as string[]}, ${backedUp}, ${name}, ${new Date(createdAt)})
    on conflict (credential_id) do nothing returning 1`;
  return rows.length === 1;
}

export async function recordUse({ sql }: Transaction, id: string, counter: number, at: number): Promise<void> {
  await sql`update passkeys set counter = ${counter}, last_used_at = ${new Date(at)} where id = ${id}`;
}

/** Null if the person has no such passkey. */
export async function rename(
  { sql }: Transaction,
  personId: string,
  id: string,
  name: string,
): Promise<Passkey | null> {
  const [row] = await sql<Columns[]>`
    update passkeys set name = ${name} where id = ${id} and person_id = ${personId} returning *`;
  return row ? passkeyOf(row) : null;
}

/** Returns the number of deleted rows: 0 or 1. */
export async function remove({ sql }: Transaction, personId: string, id: string): Promise<number> {
  const rows = await sql`delete from passkeys where id = ${id} and person_id = ${personId} returning 1`;
  return rows.length;
}

/** Deletes the passkeys and challenges of a person. */
export async function deleteOf({ sql }: Transaction, personId: string): Promise<void> {
  await sql`delete from passkeys where person_id = ${personId}`;
  await sql`delete from passkey_challenges where person_id = ${personId}`;
}

export async function addChallenge(
  { sql }: Transaction,
  challenge: string,
  personId: string | null,
  expiresAt: number,
): Promise<void> {
  await sql`insert into passkey_challenges (challenge, person_id, expires_at)
    values (${challenge}, ${personId}, ${new Date(expiresAt)})`;
}

/** Consumes a challenge; false if there is none for this person, or it has expired. */
export async function takeChallenge(
  { sql }: Transaction,
  challenge: string,
  personId: string | null,
  now: number,
): Promise<boolean> {
  const rows = await sql`delete from passkey_challenges
    where challenge = ${challenge} and person_id is not distinct from ${personId} and expires_at > ${new Date(now)}
    returning 1`;
  return rows.length === 1;
}

export async function deleteChallenges({ sql }: Transaction, before: number): Promise<void> {
  await sql`delete from passkey_challenges where expires_at <= ${new Date(before)}`;
}
