import { words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { RowNumbers } from '../../database/row-numbers.js';
import { addedRows } from './added-rows.js';
import { uuidOf } from './compact/ids.js';
import { holderOf } from './compact/ledger-codes.js';
import { NumberLists, NumberRows, numberColumn } from './compact/rows.js';
import type { PlayBatch } from './rows.js';
import { grantAndPracticeStatements } from './save-grants-and-practice.js';

/**
 * Sends a batch: a COPY or INSERT for each table with new rows, one statement for all changed rows, one for grants, and
 * one for each table of the practice purse. Resolves when all statements are sent: a failed statement fails the
 * transaction.
 */
export async function sendBatch(
  sql: Sql,
  batch: PlayBatch,
  numbers: RowNumbers,
  storeMessages: boolean,
): Promise<void> {
  await numbers.ensure(referencesOf(batch));
  for (const rows of addedRows(batch, numbers, storeMessages)) sql.add(rows).execute();
  callUpdate(sql, batch, numbers).execute();
  for (const statement of grantAndPracticeStatements(sql, batch)) statement.execute();
}

/**
 * Every player and event that the rows of a batch refer to. A player with a message has an account or a fill in it.
 */
function* referencesOf(batch: PlayBatch): Iterable<string> {
  for (const { eventId } of batch.markets) yield eventId;
  for (const { playerId } of batch.accounts) yield playerId;
  for (const { row } of batch.orders) yield row.marketId;
  for (const { playerId } of batch.orderChanges) yield playerId;
  for (const { playerId } of batch.fills) yield playerId;
  for (const { playerId, eventId } of batch.positions) yield* [playerId, eventId];
  for (const { playerId, eventId } of batch.activity) {
    yield playerId;
    if (eventId !== null) yield eventId;
  }
  for (const { kind, from, to } of batch.transfers) {
    if (kind === 'trade') continue;
    for (const holder of [holderOf(from), holderOf(to)]) if (holder !== null) yield holder;
  }
}

/** Changes existing rows by one call of desk_update(), which has a statement for each table. */
function callUpdate(sql: Sql, batch: PlayBatch, numbers: RowNumbers) {
  const positions = positionColumns(
    batch.positions.filter(({ isNew }) => !isNew),
    numbers,
  );
  const markets = marketColumns(batch.markets, numbers);
  const accounts = accountColumns(batch.accounts, numbers);
  const changes = changeColumns(batch.orderChanges, numbers);
  return sql`select desk_update(${new Date(batch.at)}::timestamptz, ${positions.markets}, ${positions.rows.array()},
    ${markets.nos}, ${markets.statuses}::text::text[], ${markets.rows.array()}, ${markets.lists.array()},
    ${accounts.nos}, ${accounts.rows.array()}, ${accounts.counts.array()},
    ${changes.ids}::text::uuid[], ${changes.statuses}::text::text[], ${changes.reasons}::text::text[], ${changes.rows.array()})`;
}

function positionColumns(positions: PlayBatch['positions'], numbers: RowNumbers) {
  const rows = new NumberRows();
  for (const { playerId, outcome, shares, reservedShares, cost, realizedProfit } of positions)
    rows.add([numbers.of(playerId), outcome, shares, reservedShares, cost, realizedProfit]);
  return { markets: numberColumn(positions, row => numbers.of(row.eventId)), rows };
}

function marketColumns(markets: PlayBatch['markets'], numbers: RowNumbers) {
  const [rows, lists] = [new NumberRows(), new NumberLists()];
  for (const market of markets) {
    const { opensAt, endsAt, closedAt, resolvedAt, sequence, account, volume, lastTradeAt } = market;
    const { shares, priceBps, outcomeVolumes, outcomeTradedAt, traders, openOrders, trades } = market;
    const first = lists.add([...shares, ...priceBps, ...outcomeVolumes, ...outcomeTradedAt]);
    rows.add([
      ...[opensAt, endsAt, closedAt, resolvedAt, sequence, account, volume, lastTradeAt, traders, openOrders, trades],
      ...[first, shares.length],
    ]);
  }
  const nos = numberColumn(markets, market => numbers.of(market.eventId));
  return { nos, statuses: words(markets, market => market.status), rows, lists };
}

function accountColumns(accounts: PlayBatch['accounts'], numbers: RowNumbers) {
  const [rows, counts] = [new NumberRows(), new NumberLists()];
  for (const account of accounts) {
    const { available, owed, granted, lastGrantDay, practice, practiceToppedAt, messages, writes } = account;
    const { period, orders, cancels, forecasts } = writes;
    rows.add([
      ...[available, owed, granted, lastGrantDay, practice, practiceToppedAt, messages, period],
      ...[
        counts.add(orders),
        orders.length,
        counts.add(cancels),
        cancels.length,
        counts.add(forecasts),
        forecasts.length,
      ],
    ]);
  }
  return { nos: numberColumn(accounts, account => numbers.of(account.playerId)), rows, counts };
}

function changeColumns(changes: PlayBatch['orderChanges'], numbers: RowNumbers) {
  const rows = new NumberRows();
  for (const { playerId, filledCredits, filledShares, remaining } of changes)
    rows.add([numbers.of(playerId), filledCredits, filledShares, remaining]);
  return {
    ids: words(changes, change => uuidOf(change.id)),
    statuses: words(changes, change => change.status),
    reasons: words(changes, change => change.cancelReason),
    rows,
  };
}
