// Saves grants and the rows of the practice purse, which few batches have. Every column is sent as one text: lines, or
// an array literal for numbers, which the database unnests in parallel in the select list.

import { lines, numbers } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { PlayBatch } from './rows.js';

/** Yields the statements that a batch needs. */
export function* grantAndPracticeStatements(sql: Sql, { at, practice, grants }: PlayBatch) {
  if (grants.length > 0) yield saveGrants(sql, grants);
  if (practice && practice.transfers.length > 0) yield savePracticeTransfers(sql, practice.transfers, at);
  if (practice && practice.activity.length > 0) yield savePracticeActivity(sql, practice.activity, at);
}

function saveGrants(sql: Sql, grants: PlayBatch['grants']) {
  return sql`
    insert into grants (player_id, day, amount)
    select unnest(lines(${lines(grants, row => row.playerId)})), unnest(lines(${lines(grants, row => row.day)}))::date,
      unnest(${numbers(grants, row => row.amount)}::text::bigint[])`;
}

type Practice = NonNullable<PlayBatch['practice']>;

function savePracticeTransfers(sql: Sql, transfers: Practice['transfers'], at: number) {
  return sql`
    insert into practice_transfers (at, kind, reference, event_id, from_account, to_account, amount)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(transfers, row => row.kind)})),
      unnest(lines(${lines(transfers, row => row.reference)})),
      unnest(lines(${lines(transfers, row => row.eventId)})),
      unnest(lines(${lines(transfers, row => row.from)})),
      unnest(lines(${lines(transfers, row => row.to)})),
      unnest(${numbers(transfers, row => row.amount)}::text::bigint[])`;
}

function savePracticeActivity(sql: Sql, activity: Practice['activity'], at: number) {
  return sql`
    insert into practice_activity (at, id, player_id, kind, credits, balance_after, event_id, order_id, details)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(activity, row => row.id)})),
      unnest(lines(${lines(activity, row => row.playerId)})),
      unnest(lines(${lines(activity, row => row.kind)})),
      unnest(${numbers(activity, row => row.credits)}::text::bigint[]),
      unnest(${numbers(activity, row => row.balanceAfter)}::text::bigint[]),
      unnest(lines(${lines(activity, row => row.eventId)})),
      unnest(lines(${lines(activity, row => row.orderId)})),
      unnest(lines(${lines(activity, row => JSON.stringify(row.details))}))::jsonb`;
}
