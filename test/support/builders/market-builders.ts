import { randomBytes } from 'node:crypto';
import type { Pool } from '../../../src/database/pool.js';
import { decideCreateMarket } from '../../../src/engine/create-market.js';
import { displayPrices, logPrices } from '../../../src/engine/prices.js';
import { makeId } from '../../../src/kernel/ids.js';
import { isRefusal } from '../../../src/kernel/refusal.js';
import { dayMs } from '../../../src/kernel/time.js';
import { microsPerUnit } from '../../../src/kernel/units.js';

export interface MarketOptions {
  readonly slug?: string;
  readonly outcomes?: readonly string[];
  readonly liquidityCredits?: number;
  readonly prior?: readonly number[];
  readonly opensAt?: number;
  readonly endsAt?: number;
  readonly category?: string;
}

/** Inserts a market that is open for a month directly into the tables, as the operator's command would create it. */
export async function aMarket(
  pool: Pool,
  now: number,
  options: MarketOptions = {},
): Promise<{ id: string; slug: string }> {
  const id = makeId('evt', now, randomBytes(10));
  const slug = options.slug ?? `event-${id.slice(-10)}`;
  const outcomes = options.outcomes ?? ['Yes', 'No'];
  const created = decideCreateMarket(
    {
      marketId: id,
      outcomes,
      liquidity: (options.liquidityCredits ?? 1000) * microsPerUnit,
      prior: options.prior ?? null,
      opensAt: options.opensAt ?? null,
      endsAt: options.endsAt ?? now + 30 * dayMs,
    },
    now,
  );
  if (isRefusal(created)) throw new Error(created.message);
  const { book, status, opensAt, endsAt, transfers } = created;
  const prices = displayPrices(logPrices(book.shares, book.liquidity));
  const source = { name: 'A test', url: 'https://example.org', rule: 'As the test says.' };
  await pool`insert into events (id, slug, pubkey, title, description, category, outcomes, resolution_source, liquidity, opening_shares, created_at)
    values (${id}, ${slug}, ${`pub${id}`}, ${`Will ${slug} happen?`}, 'Made for a test.', ${options.category ?? 'test'}, ${outcomes as string[]},
      ${pool.json(source)}, ${book.liquidity}, ${book.openingShares as number[]}, ${new Date(now)})`;
  await pool`insert into markets (event_id, status, opens_at, ends_at, sequence, shares, account, price_bps, outcome_volumes, outcome_traded_at)
    values (${id}, ${status}, ${new Date(opensAt)}, ${new Date(endsAt)}, ${book.sequence}, ${book.shares as number[]}, ${book.account},
      ${prices as number[]}, ${outcomes.map(() => 0)}, ${outcomes.map(() => 0)})`;
  for (const { kind, reference, from, amount } of transfers) {
    if (kind !== 'market_funding' || from.type !== 'treasury') throw new Error(`${kind} from ${from.type}`);
    await pool`insert into stored_transfers (at, kind, reference, from_account, to_account, amount)
      select ${new Date(now)}, 'market_funding', ${reference}, 16, number::bigint * 8 + 3, ${amount} from markets where event_id = ${id}`;
  }
  return { id, slug };
}
