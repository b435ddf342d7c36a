// Recomputes all credits, shares, orders and forecasts from the records of each change. Each query returns rows of
// (check, subject, expected, actual) where the two differ, and scans whole tables a few times, so that its cost is
// linear in the number of rows.

import { clockTime } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { dailyGrant, startingGrant } from '../../engine/grants.js';
import { settlementOverdueMs } from '../../engine/settle-chunk.js';
import { resolutionOf } from '../../events/store/event-rows.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';
import type { Microcredits } from '../../kernel/units.js';
import { issuanceCode, treasuryCode } from './compact/ledger-codes.js';
import type { AuditCheck, AuditFigures, AuditRun, Differences, PurseTotals } from './rows.js';

/** Balances, reserves and market accounts of both purses, and debts, compared with their transfers. */
function accounts(sql: Sql) {
  return sql`
    with moved as materialized (
      select account, sum(amount) as amount from (
        select ledger_account(account) as account, amount from (
          select account, sum(amount) as amount from (
            select to_account as account, amount from transfer_entries union all select from_account, -amount from transfer_entries
          ) as postings group by account) as sums
        union all ${practiceEntries(sql)}
        union all ${debtEntries(sql)}
      ) as both_sides group by account
    ), held as materialized (
      select 'player:' || player_id || ':available' as account, available as amount from accounts
      union all
      select 'player:' || player_id || ':practice', practice from accounts
      union all
      select 'player:' || player_id || ':owed', owed from accounts
      union all
      select 'player:' || o.player_id || case when e.practice then ':practice-reserved' else ':reserved' end,
          sum(o.remaining)
        from readable_orders o join events e on e.id = o.event_id where o.status = 'open' and o.side = 'buy' group by 1
      union all
      select 'market:' || event_id, account from markets
    )
    select case when account like 'market:%' then 'market-account'
                when account like '%:reserved' or account like '%:practice-reserved' then 'reserved-balance'
                when account like '%:owed' then 'owed-credits'
                when account like '%:available' or account like '%:practice' then 'available-balance'
                else 'unknown-account' end as "check",
           account as subject, coalesce(moved.amount, 0) as expected, coalesce(held.amount, 0) as actual
    from moved full join held using (account)
    where account not in ('issuance', 'treasury', 'practice-issuance', 'practice-treasury') and coalesce(moved.amount, 0) <> coalesce(held.amount, 0)`;
}

/**
 * Holdings compared with trades, open sells and payouts. The split of the cost between held and sold shares depends on
 * the order of sales, but cost minus realised profit is the amount spent minus the amount received.
 */
function positions(sql: Sql) {
  return sql`
    with traded as materialized (
      select event_id, player_id, outcome, sum(case side when 'buy' then shares else -shares end)::bigint as shares,
             sum(case side when 'buy' then credits else -credits end)::bigint as spent
      from readable_fills group by event_id, player_id, outcome
    ), selling as materialized (
      select event_id, player_id, outcome, sum(remaining)::bigint as shares from readable_orders
      where status = 'open' and side = 'sell' group by event_id, player_id, outcome
    ), paid as materialized (
      select split_part(reference, '/', 1) as event_id, split_part(reference, '/', 3) as player_id,
             split_part(reference, '/', 4)::int as outcome,
             sum(case when to_account like 'player:%' then amount else -amount end)::bigint as credits
      from (
        select reference, case when to_account & 7 < 3 then 'player:' else 'market:' end as to_account, amount from stored_transfers
          where kind in ('settlement', 'refund', 'correction')
        union all
        select reference, to_account, amount from practice_transfers where kind in ('settlement', 'refund', 'correction')
      ) as both_purses group by 1, 2, 3
    )
    select c."check", concat_ws('/', event_id, player_id, outcome) as subject, c.expected, c.actual
    from (
      select event_id, player_id, outcome,
             array[coalesce(traded.shares, 0), coalesce(traded.spent, 0), coalesce(selling.shares, 0),
                   coalesce(paid.credits, 0), 0] as expected,
             array[coalesce(p.shares, 0), coalesce(p.cost - p.realized_profit, 0), coalesce(p.reserved_shares, 0),
                   coalesce(p.paid, 0), case when p.shares = 0 then p.cost else 0 end] as actual
      from readable_positions p
        full join traded using (event_id, player_id, outcome)
        full join selling using (event_id, player_id, outcome)
        full join paid using (event_id, player_id, outcome)
    ) as compared,
      unnest(array['position-shares', 'position-cost', 'position-reserve', 'position-paid', 'position-cost'],
        compared.expected, compared.actual) as c("check", expected, actual)
    where compared.expected <> compared.actual and c.expected <> c.actual`;
}

/** Shares outstanding, volumes and counters of every market compared with trades, orders and holdings. */
function books(sql: Sql) {
  return sql`
    with traded as materialized (
      select event_id, outcome, sum(case side when 'buy' then shares else -shares end) as shares,
             sum(credits) filter (where public) as volume, count(*) filter (where public) as trades,
             sum(number) as numbers, sum(number::numeric * number) as squares
      from readable_fills group by event_id, outcome
    ), volumes as materialized (
      select event_id, sum(volume) as volume, sum(trades) as trades, sum(numbers) as numbers, sum(squares) as squares
      from traded group by event_id
    ), open_orders as materialized (
      select event_id, count(*) as orders from readable_orders where status = 'open' group by event_id
    ), holders as materialized (
      select event_id, count(distinct player_id) as players from readable_positions group by event_id
    ), counted as materialized (
      select m.event_id as subject, c.* from markets m
        left join volumes on volumes.event_id = m.event_id
        left join open_orders on open_orders.event_id = m.event_id
        left join holders on holders.event_id = m.event_id,
        lateral (values
          ('market-volume', coalesce(volumes.volume, 0), m.volume),
          ('market-open-orders', coalesce(open_orders.orders, 0), m.open_orders),
          ('market-traders', coalesce(holders.players, 0), m.traders),
          ('market-trades', coalesce(volumes.trades, 0), m.trades),
          -- Numbers of trades are 1 to n, each once: then their sum and the sum of their squares are these.
          ('trade-numbers', volumes.trades * (volumes.trades + 1) / 2, coalesce(volumes.numbers, 0)),
          ('trade-numbers', volumes.trades * (volumes.trades + 1) * (2 * volumes.trades + 1) / 6,
            coalesce(volumes.squares, 0))
        ) as c("check", expected, actual)
    ), by_outcome as materialized (
      select m.event_id || '/' || q.position - 1 as subject, c.* from markets m
        join events e on e.id = m.event_id
        cross join lateral unnest(m.shares, e.opening_shares, m.outcome_volumes) with ordinality
          as q(shares, opening, volume, position)
        left join traded on traded.event_id = m.event_id and traded.outcome = q.position - 1,
        lateral (values
          ('book-shares', q.opening + coalesce(traded.shares, 0), q.shares),
          ('outcome-volume', coalesce(traded.volume, 0), q.volume)
        ) as c("check", expected, actual)
    )
    select "check", subject, expected, actual from counted where expected <> actual
    union all
    select "check", subject, expected, actual from by_outcome where expected is distinct from actual`;
}

/** Filled and remaining amounts of orders compared with their trades. */
function orders(sql: Sql) {
  return sql`
    with traded as materialized (
      select order_id as id, sum(credits)::bigint as credits, sum(shares)::bigint as shares from fills group by order_id
    )
    select c."check", id_of('ord', id) as subject, c.expected, c.actual
    from (
      select id,
             array[coalesce(traded.credits, 0), coalesce(traded.shares, 0), case
               when o.status = 'open' then o.amount - case o.side when 'buy' then o.filled_credits else o.filled_shares end
               when o.status = 'filled' then 0 else coalesce(o.remaining, 0) end] as expected,
             array[coalesce(o.filled_credits, 0), coalesce(o.filled_shares, 0), coalesce(o.remaining, 0)] as actual
      from orders o full join traded using (id)
    ) as compared,
      unnest(array['order-filled-credits', 'order-filled-shares', 'order-remaining'], compared.expected, compared.actual)
        as c("check", expected, actual)
    where compared.expected <> compared.actual and c.expected <> c.actual`;
}

/** One posting per day and player, of the right amount, without a gap, and their sum in the account. */
function grants(sql: Sql) {
  return sql`
    with posted as materialized (
      select reference, count(*) as times, sum(amount) as amount from stored_transfers where kind = 'grant' group by reference
    ), given as materialized (
      select player_id, day, amount, player_id || '/' || to_char(day, 'YYYY-MM-DD') as reference,
             day = min(day) over (partition by player_id) as first
      from grants
    ), per_player as materialized (
      select player_id, sum(amount) as amount, max(day) as last, max(day) - min(day) + 1 - count(*) as missing
      from grants group by player_id
    )
    select c."check", reference as subject, c.expected, c.actual
    from given full join posted using (reference),
      lateral (values
        ('grant-posting', coalesce(given.amount, 0), coalesce(posted.amount, 0)),
        ('grant-posting', 1, posted.times),
        ('grant-amount', case when given.first then ${startingGrant}::bigint else ${dailyGrant}::bigint end, given.amount)
      ) as c("check", expected, actual)
    where c.expected <> c.actual
    union all
    select c."check", a.player_id, c.expected, c.actual
    from accounts a left join per_player on per_player.player_id = a.player_id,
      lateral (values
        ('granted-total', coalesce(per_player.amount, 0), a.granted),
        ('grant-days', 0, per_player.missing),
        ('grant-days', per_player.last - date '1970-01-01', a.last_grant_day - date '1970-01-01')
      ) as c("check", expected, actual)
    where c.expected <> c.actual`;
}

/**
 * The running balances of each player's activity form one chain from zero to the available balance. In a chain,
 * regardless of its order, every balance but the last is also the balance before another entry, so the two multisets
 * are equal; sums of hashes compare them without sorting.
 */
function activity(sql: Sql) {
  return sql`
    with entries as materialized (
      select player_id, sum(credits) as credits,
             sum(hashint8extended(balance_after, 0)::numeric - hashint8extended(balance_after - credits, 0)) as links
      from activity group by player_id
    )
    select c."check", player_id as subject, c.expected, c.actual
    from accounts a full join entries using (player_id),
      lateral (values
        ('activity-sum', coalesce(a.available, 0)::numeric, coalesce(entries.credits, 0)),
        ('activity-balances', 0, case
          when coalesce(entries.links, 0) = hashint8extended(coalesce(a.available, 0), 0)::numeric - hashint8extended(0, 0)
          then 0 else 1 end)
      ) as c("check", expected, actual)
    where c.expected <> c.actual`;
}

/** A settled market has no balance and no orders, and every holding in it was settled by the last version. */
function settlements(sql: Sql) {
  return sql`
    with behind as materialized (
      select p.event_id, count(*) as holdings from readable_positions p join markets m on m.event_id = p.event_id
      where m.resolution_version > 0 and m.settled_version = m.resolution_version
        and p.settled_version <> m.settled_version group by p.event_id
    )
    select c."check", m.event_id as subject, c.expected, c.actual
    from markets m left join behind on behind.event_id = m.event_id,
      lateral (values
        ('settled-holdings', 0, coalesce(behind.holdings, 0)),
        ('settled-account', 0, m.account),
        ('settled-orders', 0, m.open_orders)
      ) as c("check", expected, actual)
    where m.resolution_version > 0 and m.settled_version = m.resolution_version and c.expected <> c.actual`;
}

/**
 * Forecasts without an event or player, intervals that do not end where their successor begins, and counts of
 * forecasters. A withdrawn forecast has no successor, and a superseded one has exactly one.
 */
function forecasts(sql: Sql) {
  return sql`
    with counted as materialized (
      select event_id, count(distinct player_id) as players from forecasts group by event_id
    )
    select 'forecast-event' as "check", id as subject, 1 as expected, 0 as actual from forecasts f
      where not exists (select 1 from events e where e.id = f.event_id and f.outcome < cardinality(e.outcomes))
        or not exists (select 1 from markets m where m.event_id = f.event_id)
    union all
    select 'forecast-player', id, 1, 0 from forecasts f
      where not exists (select 1 from accounts a where a.player_id = f.player_id)
    union all
    select 'forecast-interval', coalesce(f.id, next.supersedes), 1, 0
      from (select * from forecasts where ended_by = 'superseded') f
        full join (select * from forecasts where supersedes is not null) next on next.supersedes = f.id
      where (f.player_id, f.event_id, f.question, f.ended_at)
        is distinct from (next.player_id, next.event_id, next.question, next.at)
    union all
    select 'event-forecasters', event_id, coalesce(counted.players, 0), coalesce(n.forecasters, 0)
      from counted full join event_forecasters n using (event_id)
      where counted.players is distinct from n.forecasters`;
}

const queries: Readonly<Record<AuditCheck, (sql: Sql, now: number) => ReturnType<typeof accounts>>> = {
  accounts,
  positions,
  books,
  orders,
  grants,
  activity,
  settlements,
  payouts,
  references,
  forecasts,
  purses,
  debts,
  messages,
  values,
};

/** Orders that reserve credits of a purse. */
function heldBy(sql: Sql, practice: boolean) {
  return sql`orders o join markets m on m.number = o.market join events e on e.id = m.event_id and e.practice = ${practice}
    where o.status = 'open' and o.side = 'buy'`;
}

function marketsOf(sql: Sql, practice: boolean) {
  return sql`markets m join events e on e.id = m.event_id and e.practice = ${practice}`;
}

export async function figures({ sql }: Reader): Promise<AuditFigures> {
  const [counts] = await sql<Record<string, number>[]>`
    select (select count(*) from accounts) as players, (select count(*) from accounts where owed > 0) as owing, (select count(*) from markets) as markets,
           (select count(*) from orders) as orders, (select count(*) from orders where status = 'open') as "openOrders",
           (select count(*) from positions) as positions, (select count(*) from fills) as fills,
           (select count(*) from transfer_entries) as transfers,
           (select count(*) from stored_activity) + (select count(*) from fills where balance_after is not null) as activity,
           (select count(*) from grants) as grants, (select count(*) from forecasts) as forecasts`;
  const [totals] = await sql<AuditFigures['totals'][]>`
    select coalesce(sum(amount) filter (where from_account = ${issuanceCode}), 0)::text as issued,
           (coalesce(sum(amount) filter (where to_account = ${treasuryCode}), 0)
             - coalesce(sum(amount) filter (where from_account = ${treasuryCode}), 0))::text as treasury,
           (select coalesce(sum(available), 0) from accounts)::text as available,
           (select coalesce(sum(owed), 0) from accounts)::text as owed,
           (select coalesce(sum(remaining), 0) from ${heldBy(sql, false)})::text as reserved,
           (select coalesce(sum(account), 0) from ${marketsOf(sql, false)})::text as markets
    from stored_transfers where from_account in (${issuanceCode}, ${treasuryCode}) or to_account in (${issuanceCode}, ${treasuryCode})`;
  const [practiceTotals] = await sql<PurseTotals[]>`
    select (-coalesce(sum(amount) filter (where account = 'practice-issuance'), 0))::text as issued,
           coalesce(sum(amount) filter (where account = 'practice-treasury'), 0)::text as treasury,
           (select coalesce(sum(practice), 0) from accounts)::text as available,
           (select coalesce(sum(remaining), 0) from ${heldBy(sql, true)})::text as reserved,
           (select coalesce(sum(account), 0) from ${marketsOf(sql, true)})::text as markets
    from (${practiceEntries(sql)}) as entries`;
  return { counts: { ...counts }, totals: { ...totals }, practiceTotals: { ...practiceTotals } };
}

export async function differences({ sql, clock }: Reader, check: AuditCheck, limit: number): Promise<Differences> {
  const now = await clockTime(sql, clock);
  const rows = await sql<{ check: string; subject: string; expected: string; actual: string; found: number }[]>`
    select "check", subject, expected::text, actual::text, count(*) over () as found
    from (${queries[check](sql, now)}) as found order by 1, 2 limit ${limit}`;
  return {
    count: rows[0]?.found ?? 0,
    listed: rows.map(({ check: name, subject, expected, actual }) => ({ check: name, subject, expected, actual })),
  };
}

/** Unresolved markets, ordered by id. */
export async function openMarkets(
  { sql }: Reader,
  after: string,
  limit: number,
): Promise<
  (Pick<EventRow, 'liquidity' | 'openingShares'> & Pick<MarketRow, 'shares' | 'account'> & { marketId: string })[]
> {
  const rows = await sql<
    { event_id: string; liquidity: number; opening_shares: number[]; shares: number[]; account: number }[]
  >`
    select m.event_id, e.liquidity, e.opening_shares, m.shares, m.account
    from markets m join events e on e.id = m.event_id
    where m.status not in ('resolved', 'void') and m.event_id > ${after} order by m.event_id limit ${limit}`;
  return rows.map(row => ({
    marketId: row.event_id,
    liquidity: row.liquidity as Microcredits,
    openingShares: row.opening_shares,
    shares: row.shares,
    account: row.account as Microcredits,
  }));
}

/** The effect of every advance and repayment on a debt. */
function debtEntries(sql: Sql) {
  return sql`
    select replace(ledger_account(to_account), ':available', ':owed') as account, amount from stored_transfers where kind = 'advance'
    union all
    select replace(ledger_account(from_account), ':available', ':owed'), -amount from stored_transfers where kind = 'repayment'`;
}

/** A player in debt has no available credits and no resting buys: both would have repaid the debt. */
function debts(sql: Sql) {
  return sql`
    select c."check", a.player_id as subject, 0::bigint as expected, c.actual
    from accounts a, lateral (values
        ('debt-beside-credits', a.available),
        ('debt-beside-orders', coalesce((
          select sum(o.remaining)::bigint from orders o join markets m on m.number = o.market
            join events e on e.id = m.event_id and not e.practice
          where o.player = a.number and o.status = 'open' and o.side = 'buy'), 0))
      ) as c("check", actual)
    where a.owed > 0 and c.actual > 0`;
}

/**
 * Private messages against the count in the account, each number once, and their orders and fills. Missing messages are legal:
 * retention drops them and storage can be switched off.
 */
function messages(sql: Sql) {
  return sql`
    with per_player as materialized (
      select player, max(number) as newest, count(*) - count(distinct number) as doubled from player_messages group by player
    )
    select c."check", coalesce(a.player_id, 'player ' || p.player) as subject, c.expected, c.actual
    from per_player p left join accounts a on a.number = p.player,
      lateral (values
        ('account-messages', greatest(p.newest, a.messages), coalesce(a.messages, 0)),
        ('message-numbers', 0, p.doubled)
      ) as c("check", expected, actual)
    where c.expected <> c.actual
    union all
    select 'message-order', id_of('ord', k.order_id), 1, 0
    from player_messages k left join orders o on o.player = k.player and o.id = k.order_id
    where k.order_id is not null and o.market is distinct from k.market
    union all
    select 'message-trade', id_of('trd', k.trade_id), 1, 0
    from player_messages k left join fills f on f.market = k.market and f.sequence = k.sequence and f.id = k.trade_id
    where k.kind = 'trade' and (f.player, f.order_id) is distinct from (k.player, k.order_id)`;
}

/**
 * Markets that were resolved long ago and are not fully settled. Their books are consistent, but holders wait for their
 * credits, or the treasury for the remainder.
 */
function payouts(sql: Sql, now: number) {
  return sql`
    with late as materialized (
      select m.event_id, m.resolution_version, m.settled_version,
             (select count(*) from positions p
               where p.market = m.number and p.settled_version < m.resolution_version) as unpaid
      from markets m
      where m.settled_version < m.resolution_version
        and (${resolutionOf(sql)}->>'decidedAt')::bigint < ${now - settlementOverdueMs}
    )
    select 'settlement-overdue' as "check", event_id as subject, 0::bigint as expected, unpaid as actual
      from late where unpaid > 0
    union all
    select 'settlement-unfinished', event_id, resolution_version, settled_version from late where unpaid = 0`;
}

/** Every posting of the practice purse, with the sums of deleted events. */
function practiceEntries(sql: Sql) {
  return sql`select to_account as account, amount from practice_transfers
    union all select from_account, -amount from practice_transfers
    union all select account, amount from practice_carried`;
}

/**
 * No transfer of one purse refers to an account of the other, and the visible practice balance equals the sum of its
 * postings. A market's event determines its purse.
 */
function purses(sql: Sql) {
  const market = sql`case when t.from_account like 'market:%' then substr(t.from_account, 8)
    when t.to_account like 'market:%' then substr(t.to_account, 8) end`;
  return sql`
    select 'purse-crossing' as "check", t.kind::text || ' ' || coalesce(t.reference, id_of('ord', t.order_id)) as subject,
        0::numeric as expected, 1::numeric as actual
      from transfer_entries t join (
        select m.number::bigint * 8 + 3 as account from markets m join events e on e.id = m.event_id and e.practice
      ) p on p.account = t.from_account or p.account = t.to_account
    union all
    select 'purse-crossing', t.kind || ' ' || t.reference, 0, 1
      from practice_transfers t left join events e on e.practice and e.id = ${market}
      where not ((t.from_account ~ '(^practice-|:practice)' or t.from_account like 'market:%' and e.id is not null)
        and (t.to_account ~ '(^practice-|:practice)' or t.to_account like 'market:%' and e.id is not null))
    union all
    select 'practice-carried', 'arena', 0, sum(amount) from practice_carried having sum(amount) <> 0
    union all
    select 'practice-activity', player_id, coalesce(a.practice, 0), coalesce(seen.credits, 0)
      from accounts a full join (
        select player_id, sum(credits) as credits from (
          select player_id, credits from practice_activity
          union all select split_part(account, ':', 2), amount from practice_carried where account like 'player:%:practice'
        ) as both_parts group by player_id
      ) as seen using (player_id)
      where coalesce(a.practice, 0) <> coalesce(seen.credits, 0)`;
}

/**
 * References to players, events, orders and fills have no foreign keys and are checked here. Entries without details are
 * derived from their order.
 */
function references(sql: Sql) {
  const holding = sql`concat_ws('/', coalesce(m.event_id, p.market::text), coalesce(a.player_id, p.player::text), p.outcome)`;
  return sql`
    select 'order-event' as "check", id_of('ord', o.id) as subject, 1 as expected, 0 as actual from orders o
      where not exists (select 1 from markets m where m.number = o.market)
    union all
    select 'order-player', id_of('ord', o.id), 1, 0 from orders o
      where not exists (select 1 from accounts a where a.number = o.player)
    union all
    select c."check", ${holding}, 1, 0
      from positions p left join markets m on m.number = p.market left join accounts a on a.number = p.player,
        lateral (values ('position-event', m.number), ('position-player', a.number)) as c("check", found)
      where (m.number is null or a.number is null) and c.found is null
    union all
    select 'fill-order', id_of('trd', f.id), 1, 0
      from fills f left join orders o on o.player = f.player and o.id = f.order_id
      where (f.market, f.outcome, f.side) is distinct from (o.market, o.outcome, o.side)
        or (f.number is not null) <> (f.sequence = o.sequence)
    union all
    select 'entry-order', id_of('act', c.id), 1, 0 from stored_activity c
      where c.details is null and c.kind in ('order', 'cancel')
        and not exists (select 1 from orders o where o.player = c.player and o.id = c.order_id)`;
}

/** Newest first. */
export async function list({ sql }: Reader, limit: number): Promise<AuditRun[]> {
  const rows = await sql<(Omit<AuditRun, 'at'> & { at: Date })[]>`
    select at, started_by as "startedBy", balanced, difference_count as "differenceCount", milliseconds, counts, totals,
      practice_totals as "practiceTotals" from audit_runs order by at desc, id desc limit ${limit}`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

export async function add(
  { sql }: Transaction,
  { at, startedBy, balanced, differenceCount, milliseconds, counts, totals, practiceTotals }: AuditRun,
): Promise<void> {
  await sql`insert into audit_runs
      (at, started_by, balanced, difference_count, milliseconds, counts, totals, practice_totals)
    values (${new Date(at)}, ${startedBy}, ${balanced}, ${differenceCount}, ${milliseconds}, ${sql.json(counts)},
      ${sql.json(totals)}, ${sql.json(practiceTotals)})`;
}

export async function deleteBefore({ sql }: Transaction, at: number): Promise<void> {
  await sql`delete from audit_runs where at < ${new Date(at)}`;
}

/** Values that no row may have and that the tables have no constraints for. */
function values(sql: Sql) {
  return sql`
    select 'order-values' as "check", id_of('ord', id) as subject, 1 as expected, 0 as actual from orders
      where amount <= 0 or least(filled_credits, filled_shares, remaining) < 0 or limit_bps not between 1 and 9999
        or length(client_order_id) not between 1 and 128
    union all
    select 'fill-values', id_of('trd', id), 1, 0 from fills
      where least(shares, credits) < 0
    union all
    select 'market-values', event_id, 1, 0 from markets
      where status not in ('scheduled', 'active', 'paused', 'closed', 'resolved', 'void') or sequence < 1
        or least(settling_total, settling_done) < 0 or (proposal is null and proposal_final_at is not null)`;
}
