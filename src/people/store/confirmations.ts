import type { Transaction } from '../../database/store.js';
import { hashSecret } from './hash-secret.js';
import type { Confirmation, ConfirmationKind } from './rows.js';

interface Columns {
  kind: ConfirmationKind;
  person_id: string | null;
  email: string;
  details: Record<string, string>;
  expires_at: Date;
}

/** Takes the token itself: its hash never leaves the store. Invalidates earlier ones of the same kind and person. */
export async function add(
  { sql }: Transaction,
  token: string,
  { kind, personId, email, details, expiresAt }: Confirmation,
): Promise<void> {
  await sql`delete from confirmations where person_id = ${personId} and kind = ${kind}`;
  await sql`insert into confirmations (token_hash, kind, person_id, email, details, expires_at)
    values (${hashSecret(token)}, ${kind}, ${personId}, ${email}, ${sql.json(details)}, ${new Date(expiresAt)})`;
}

/** Locks an unused confirmation until the transaction ends; null if there is none or it has expired. */
export async function lock(
  { sql }: Transaction,
  token: string,
  kind: ConfirmationKind,
  now: number,
): Promise<Confirmation | null> {
  const [row] = await sql<Columns[]>`
    select kind, person_id, email, details, expires_at from confirmations
    where token_hash = ${hashSecret(token)} and kind = ${kind} and expires_at > ${new Date(now)} for update`;
  if (!row) return null;
  const { person_id: personId, email, details, expires_at } = row;
  return { kind: row.kind, personId, email, details, expiresAt: expires_at.getTime() };
}

/** Deletes a used confirmation. */
export async function end({ sql }: Transaction, token: string): Promise<void> {
  await sql`delete from confirmations where token_hash = ${hashSecret(token)}`;
}

export async function endOf({ sql }: Transaction, personId: string): Promise<void> {
  await sql`delete from confirmations where person_id = ${personId}`;
}

export async function deleteEnded({ sql }: Transaction, before: number): Promise<void> {
  await sql`delete from confirmations where expires_at <= ${new Date(before)}`;
}
