import type { Sql } from '../../database/pool.js';
import type { Passkey, PasskeyReads, PasskeyWrites } from '../store-interface.js';

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

export function passkeyReads(sql: Sql): PasskeyReads {
  return {
    async ofPerson(personId) {
      const rows = await sql<Columns[]>`
        select * from passkeys where person_id = ${personId} order by created_at, id`;
      return rows.map(passkeyOf);
    },
    async findCredential(credentialId) {
      const [row] = await sql<Columns[]>`select * from passkeys where credential_id = ${Buffer.from(credentialId)}`;
      return row ? passkeyOf(row) : null;
    },
  };
}

export function passkeyWrites(sql: Sql): PasskeyWrites {
  return {
    ...passkeyReads(sql),
    async add({ id, personId, credentialId, publicKey, counter, transports, backedUp, name, createdAt }) {
      const rows = await sql`insert into passkeys
          (id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
        values (${id}, ${personId}, ${Buffer.from(credentialId)}, ${Buffer.from(publicKey)}, ${counter},
          ${transports as string[]}, ${backedUp}, ${name}, ${new Date(createdAt)})
        on conflict (credential_id) do nothing returning 1`;
      return rows.length === 1;
    },
    async recordUse(id, counter, at) {
      await sql`update passkeys set counter = ${counter}, last_used_at = ${new Date(at)} where id = ${id}`;
    },
    async rename(personId, id, name) {
      const [row] = await sql<Columns[]>`
        update passkeys set name = ${name} where id = ${id} and person_id = ${personId} returning *`;
      return row ? passkeyOf(row) : null;
    },
    async delete(personId, id) {
      const rows = await sql`delete from passkeys where id = ${id} and person_id = ${personId} returning 1`;
      return rows.length;
    },
    async deleteOf(personId) {
      await sql`delete from passkeys where person_id = ${personId}`;
      await sql`delete from passkey_challenges where person_id = ${personId}`;
    },
    async addChallenge(challenge, personId, expiresAt) {
      await sql`insert into passkey_challenges (challenge, person_id, expires_at)
        values (${challenge}, ${personId}, ${new Date(expiresAt)})`;
    },
    async takeChallenge(challenge, personId, now) {
      const rows = await sql`delete from passkey_challenges
        where challenge = ${challenge} and person_id is not distinct from ${personId} and expires_at > ${new Date(now)}
        returning 1`;
      return rows.length === 1;
    },
    async deleteChallenges(before) {
      await sql`delete from passkey_challenges where expires_at <= ${new Date(before)}`;
    },
  };
}
