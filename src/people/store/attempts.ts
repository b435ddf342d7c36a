import type { Sql } from '../../database/pool.js';
import type { AttemptKey, AttemptWrites } from '../store-interface.js';

const keyText = ({ budget, holder }: AttemptKey) => `${budget} ${holder}`;

export function attemptWrites(sql: Sql): AttemptWrites {
  /** Holders contain emails and addresses, so only their digest is stored. */
  const digest = ({ holder }: AttemptKey) => sql`identity_digest('attempt', ${holder})`;
  return {
    async lock(keys) {
      const sorted = [...keys].sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
      const counts = [];
      for (const key of sorted) {
        await sql`insert into attempt_counts (budget, holder, moments, ends_at)
          values (${key.budget}, ${digest(key)}, '{}', 'epoch') on conflict do nothing`;
        const [{ moments }] = await sql<{ moments: number[] }[]>`
          select moments from attempt_counts where budget = ${key.budget} and holder = ${digest(key)} for update`;
        counts.push({ ...key, moments });
      }
      return counts;
    },
    async save(counts) {
      for (const count of counts) {
        await sql`update attempt_counts set moments = ${count.moments as number[]}, ends_at = ${new Date(count.endsAt)}
          where budget = ${count.budget} and holder = ${digest(count)}`;
      }
    },
    async deleteEnded(before, maxRows) {
      await sql`delete from attempt_counts where ends_at <= ${new Date(before)}`;
      await sql`delete from attempt_counts where (budget, holder) in (
        select budget, holder from attempt_counts order by ends_at desc offset ${maxRows})`;
    },
  };
}
