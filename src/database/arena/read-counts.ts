import { moments, numbers, texts } from '../columns.js';
import type { Transaction } from '../store.js';
import type { ReadCount } from './rows.js';

/** Saves this node's counts and returns, by holder and slot, the sums of the other nodes. */
export async function share(
  { sql }: Transaction,
  node: string,
  counts: readonly ReadCount[],
  holders: readonly string[],
): Promise<readonly Omit<ReadCount, 'endsAt'>[]> {
  if (counts.length > 0) {
    await sql`
      insert into read_counts (node, holder, slot, ends_at, count)
      select ${node}, r.* from unnest(${texts(counts, row => row.holder)}::text::text[],
        ${numbers(counts, row => row.slot)}::text::bigint[], ${moments(counts, row => row.endsAt)}::text::timestamptz[],
        ${numbers(counts, row => row.count)}::text::int[]) as r
      on conflict (holder, slot, node) do update set count = excluded.count`;
  }
  if (holders.length === 0) return [];
  const rows = await sql<{ holder: string; slot: number; count: number }[]>`
    select holder, slot, sum(count)::int as count from read_counts
    where holder = any(${texts(holders, holder => holder)}::text::text[]) and node <> ${node}
    group by holder, slot`;
  return [...rows];
}

export async function deleteEnded({ sql }: Transaction, before: number): Promise<void> {
  await sql`delete from read_counts where ends_at < ${new Date(before)}`;
}
