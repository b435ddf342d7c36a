import { lines } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { holdingPage } from '../../events/store/holdings.js';
import type { HoldingFilter } from '../../events/store/rows.js';
import type { Microcredits } from '../../kernel/units.js';
import { openPositions, type ValuedColumns, valuedOf } from './positions.js';
import type { AccountRow, Collectable, OutsideCredit, OutsideState, Standing, ValuedPosition } from './rows.js';

interface AccountColumns {
  number: number;
  retired: boolean;
  player_id: string;
  available: number;
  owed: number;
  granted: number;
  last_grant_day: number;
  write_period: number;
  order_counts: number[];
  cancel_counts: number[];
  forecast_counts: number[];
  messages: number;
  practice: number;
  practice_topped_at: Date | null;
}

function accountColumns(sql: Sql) {
  return sql`number, player_id, retired, available, owed, granted, last_grant_day - date '1970-01-01' as last_grant_day,
    write_period, order_counts, cancel_counts, forecast_counts, messages, practice, practice_topped_at`;
}

function accountOf(row: AccountColumns): AccountRow {
  return {
    playerId: row.player_id,
    retired: row.retired,
    available: row.available as Microcredits,
    owed: row.owed as Microcredits,
    granted: row.granted as Microcredits,
    lastGrantDay: row.last_grant_day,
    practice: row.practice as Microcredits,
    practiceToppedAt: row.practice_topped_at?.getTime() ?? null,
    writes: {
      period: row.write_period,
      orders: row.order_counts,
      cancels: row.cancel_counts,
      forecasts: row.forecast_counts,
    },
    messages: row.messages,
  };
}

/** Locks in id order. */
export async function lock({ sql, numbers }: Transaction, playerIds: readonly string[]): Promise<AccountRow[]> {
  const rows = await sql<AccountColumns[]>`
    select ${accountColumns(sql)} from accounts
    where player_id = any(lines(${lines(playerIds, id => id)})) order by player_id for update`;
  for (const { player_id, number } of rows) numbers.add(player_id, number);
  return rows.map(accountOf);
}

/**
 * Locks the accounts of a page of holdings, except those that another transaction has locked. Without waiting there is
 * no deadlock, so the order of the locks does not matter.
 */
export async function lockHolders({ sql, numbers }: Transaction, filter: HoldingFilter): Promise<AccountRow[]> {
  const rows = await sql<AccountColumns[]>`
    select ${accountColumns(sql)} from accounts where number in (select player from (${holdingPage(sql, filter)}) page)
    for update skip locked`;
  for (const { player_id, number } of rows) numbers.add(player_id, number);
  return rows.map(accountOf);
}

/**
 * Adds to the balances of players whose rows are not locked, in id order, and repays their debts first. Returns the
 * new balances.
 */
export async function credit(
  tx: Transaction,
  amounts: readonly OutsideCredit[],
): Promise<ReadonlyMap<string, OutsideState>> {
  if (amounts.length === 0) return new Map();
  const locked = lock(
    tx,
    amounts.map(entry => entry.playerId),
  );
  const credited = tx.sql<(Omit<OutsideState, 'repaid'> & { player_id: string; owed: number })[]>`
    update accounts a set available = a.available + c.amount - least(a.owed, greatest(c.amount, 0)),
      owed = a.owed - least(a.owed, greatest(c.amount, 0)), practice = a.practice + c.practice, messages = a.messages + c.messages
    from unnest(${amounts.map(entry => entry.playerId)}::text[], ${amounts.map(entry => entry.amount)}::bigint[],
      ${amounts.map(entry => entry.practice)}::bigint[], ${amounts.map(entry => entry.messages)}::bigint[])
      as c(player_id, amount, practice, messages)
    where a.player_id = c.player_id returning a.player_id, a.available, a.practice, a.messages, a.owed`;
  const [before, rows] = await Promise.all([locked, credited]);
  const owed = new Map(before.map(account => [account.playerId, account.owed]));
  return new Map(
    rows.map(({ player_id, owed: left, ...state }) => [
      player_id,
      { ...state, repaid: (owed.get(player_id) ?? left) - left },
    ]),
  );
}

type StandingColumns = AccountColumns & { heldOrdinary: number; heldPractice: number };

function selectStanding(sql: Sql, playerId: string, more: SqlPart) {
  return sql`
    select ${accountColumns(sql)}, held.* ${more} from accounts, lateral (
      select coalesce(sum(o.remaining) filter (where not e.practice), 0)::bigint as "heldOrdinary",
        coalesce(sum(o.remaining) filter (where e.practice), 0)::bigint as "heldPractice"
      from orders o join markets m on m.number = o.market join events e on e.id = m.event_id
      where o.player = accounts.number and o.status = 'open' and o.side = 'buy'
    ) as held
    where player_id = ${playerId}`;
}

function standingOf(row: StandingColumns): Standing {
  return { account: accountOf(row), reserved: { ordinary: row.heldOrdinary, practice: row.heldPractice } };
}

export async function find({ sql }: Reader, playerId: string): Promise<AccountRow | null> {
  const [row] = await sql<AccountColumns[]>`select ${accountColumns(sql)} from accounts where player_id = ${playerId}`;
  return row ? accountOf(row) : null;
}

/** With the credits that open buys reserve in each purse, from one snapshot. */
export async function findStanding({ sql }: Reader, playerId: string): Promise<Standing | null> {
  const [row] = await sql<StandingColumns[]>`${selectStanding(sql, playerId, sql``)}`;
  return row ? standingOf(row) : null;
}

/** Also with the first open positions outside practice, as in positions.open, from one snapshot. */
export async function worth(
  { sql }: Reader,
  playerId: string,
  limit: number,
): Promise<(Standing & { readonly holdings: ValuedPosition[] }) | null> {
  const open = openPositions(sql, { playerId, practice: false, after: null, limit });
  const holdings = sql`, (select json_agg(h)::text from (${open}) as h) as holdings`;
  const [row] = await sql<
    (StandingColumns & { holdings: string | null })[]
  >`${selectStanding(sql, playerId, holdings)}`;
  if (!row) return null;
  const holdingRows = JSON.parse(row.holdings ?? '[]') as ValuedColumns[];
  return { ...standingOf(row), holdings: holdingRows.map(valuedOf) };
}

/** The collectable amount of each player, in the practice purse or the ordinary one. */
export async function collectable(
  { sql }: Reader,
  playerIds: readonly string[],
  practice: boolean,
): Promise<ReadonlyMap<string, Collectable>> {
  const rows = await sql<{ player_id: string; free: number; reserved: number }[]>`
    select a.player_id, ${practice ? sql`a.practice` : sql`a.available - a.owed`} as free, coalesce((
      select sum(o.remaining) from orders o join markets m on m.number = o.market
        join events e on e.id = m.event_id and e.practice = ${practice}
      where o.player = a.number and o.status = 'open' and o.side = 'buy'), 0)::bigint as reserved
    from accounts a where a.player_id = any(${playerIds as string[]})`;
  return new Map(rows.map(({ player_id, ...figures }) => [player_id, figures]));
}

export async function retire({ sql }: Transaction, playerId: string): Promise<void> {
  await sql`update accounts set retired = true where player_id = ${playerId}`;
}

export async function open(
  { sql }: Transaction,
  { playerId, available, day }: { playerId: string; available: number; day: string },
): Promise<void> {
  await sql`insert into accounts (player_id, available, granted, last_grant_day)
    values (${playerId}, ${available}, ${available}, ${day}::text::date)`;
}
