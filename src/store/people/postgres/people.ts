import type { Plan } from '../../../domain/people/plans.js';
import type { Role } from '../../../domain/people/players.js';
import type { Sql } from '../../sql/pool.js';
import type { PeopleReads, PeopleWrites, SignInRecord } from '../interface.js';
import { hashSecret } from './hash-secret.js';

export function peopleReads(sql: Sql): PeopleReads {
  return {
    async find(playerId) {
      const [row] = await sql<
        {
          id: string;
          handle: string;
          name: string;
          email: string | null;
          role: Role;
          plan: Plan;
          created_at: Date;
        }[]
      >`
        select p.id, p.handle, p.name, h.email, h.role, p.plan, p.created_at
        from people h join players p on p.id = h.player_id
        where h.player_id = ${playerId} and p.retired_at is null`;
      if (!row) return null;
      const { id, handle, name, email, role, plan, created_at } = row;
      return { playerId: id, handle, displayName: name, email, role, plan, createdAt: created_at.getTime() };
    },
    async findSignIn(email) {
      const [row] = await sql<SignInRecord[]>`
        select player_id as "playerId", email, password_hash as "passwordHash" from people where email = ${email}`;
      return row ?? null;
    },
    async signInOf(playerId) {
      const [row] = await sql<SignInRecord[]>`
        select player_id as "playerId", email, password_hash as "passwordHash" from people
        where player_id = ${playerId} and email is not null`;
      return row ?? null;
    },
    async isEmailTaken(email) {
      const [row] = await sql<{ taken: boolean }[]>`
        select exists (select 1 from people where email = ${email})
            or exists (select 1 from people where former_email_hash = ${hashSecret(email)}) as taken`;
      return row.taken;
    },
  };
}

export function peopleWrites(sql: Sql): PeopleWrites {
  return {
    ...peopleReads(sql),
    async lockEmail(email) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`;
    },
    async lock(playerId) {
      const [row] = await sql<SignInRecord[]>`
        select player_id as "playerId", email, password_hash as "passwordHash" from people
        where player_id = ${playerId} and email is not null for update`;
      return row ?? null;
    },
    async rename(playerId, shown, folded) {
      await sql`update players set name = ${shown}, folded_name = ${folded} where id = ${playerId}`;
    },
    async changePassword(playerId, passwordHash) {
      await sql`update people set password_hash = ${passwordHash} where player_id = ${playerId}`;
    },
    async eraseSignIn(playerId, remember) {
      await sql`update people set email = null, password_hash = null,
          former_email_hash = case when ${remember} then sha256(convert_to(email, 'UTF8')) end
        where player_id = ${playerId}`;
    },
    async setRole(playerId, role) {
      const rows = await sql`update people set role = ${role} where player_id = ${playerId} returning 1`;
      return rows.length === 1;
    },
  };
}
