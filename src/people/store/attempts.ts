import type { Sql } from '../../database/pool.js';
import type { Transaction } from '../../database/store.js';
import type { AttemptKey, CountedAttempts } from './rows.js';

const keyText = ({ budget, holder }: AttemptKey) => `${budget} ${holder}`;

function digest(sql: Sql, { holder }: AttemptKey) {
  return sql`identity_digest('attempt', ${holder})`;
}

/** Locks the counts until the transaction ends, in a consistent order. */
export async function lock({ sql }: Transaction, keys: readonly AttemptKey[]): Promise<CountedAttempts[]> {
  const sorted = [...keys].sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
  const counts = [];
  for (const key of sorted) {
    await sql`insert into attempt_counts (budget, holder, moments, ends_at)
      values (${key.budget}, ${digest(sql, key)}, '{}', 'epoch') on conflict do nothing`;
    const [{ moments }] = await sql<{ moments: number[] }[]>`
      select moments from attempt_counts where budget = ${key.budget} and holder = ${digest(sql, key)} for update`;
    counts.push({ ...key, moments });
  }
  return counts;
}

/** `endsAt`: when the last attempt leaves its window. */
export async function save(
  { sql }: Transaction,
  counts: readonly (CountedAttempts & { readonly endsAt: number })[],
): Promise<void> {
  for (const count of counts) {
    await sql`update attempt_counts set moments = ${count.moments as number[]}, ends_at = ${new Date(count.endsAt)}
      where budget = ${count.budget} and holder = ${digest(sql, count)}`;
  }
}

/** Deletes counts whose window has ended and, beyond `maxRows`, those that end first. */
export async function deleteEnded({ sql }: Transaction, before: number, maxRows: number): Promise<void> {
  await sql`delete from attempt_counts where ends_at <= ${new Date(before)}`;
  await sql`delete from attempt_counts where (budget, holder) in (
    select budget, holder from attempt_counts order by ends_at desc offset ${maxRows})`;
}
