import type { Sql } from '../../database/pool.js';
import type { ConfirmationKind, ConfirmationWrites } from '../store-interface.js';
import { hashSecret } from './hash-secret.js';

interface Columns {
  kind: ConfirmationKind;
  person_id: string | null;
  email: string;
  details: Record<string, string>;
  expires_at: Date;
}

export function confirmationWrites(sql: Sql): ConfirmationWrites {
  return {
    async add(token, { kind, personId, email, details, expiresAt }) {
      await sql`delete from confirmations where person_id = ${personId} and kind = ${kind}`;
      await sql`insert into confirmations (token_hash, kind, person_id, email, details, expires_at)
        values (${hashSecret(token)}, ${kind}, ${personId}, ${email}, ${sql.json(details)}, ${new Date(expiresAt)})`;
    },
    async lock(token, kind, now) {
      const [row] = await sql<Columns[]>`
        select kind, person_id, email, details, expires_at from confirmations
        where token_hash = ${hashSecret(token)} and kind = ${kind} and expires_at > ${new Date(now)} for update`;
      if (!row) return null;
      const { person_id: personId, email, details, expires_at } = row;
      return { kind: row.kind, personId, email, details, expiresAt: expires_at.getTime() };
    },
    async end(token) {
      await sql`delete from confirmations where token_hash = ${hashSecret(token)}`;
    },
    async endOf(personId) {
      await sql`delete from confirmations where person_id = ${personId}`;
    },
    async deleteEnded(before) {
      await sql`delete from confirmations where expires_at <= ${new Date(before)}`;
    },
  };
}
