import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { Proposal } from '../rules/proposal.js';
import type { DisputeRow } from './rows.js';

interface DisputeColumns {
  id: string;
  proposal: number;
  person_id: string;
  handle: string;
  reason: string;
  created_at: Date;
}

function disputeOf(row: DisputeColumns): DisputeRow {
  return {
    id: row.id,
    proposal: row.proposal,
    personId: row.person_id,
    handle: row.handle,
    reason: row.reason,
    at: row.created_at.getTime(),
  };
}

function columns(sql: Sql) {
  return sql`d.id, d.proposal, d.person_id, p.handle, d.reason, d.created_at
  from disputes d join players p on p.id = d.person_id`;
}

/** Newest first, older than the dispute `before`. */
export async function disputes(
  { sql }: Reader,
  eventId: string,
  before: string | null,
  limit: number,
): Promise<DisputeRow[]> {
  const rows = await sql<DisputeColumns[]>`
    select ${columns(sql)} where d.event_id = ${eventId} and (${before}::text is null or d.id < ${before})
    order by d.id desc limit ${limit}`;
  return rows.map(disputeOf);
}

export async function findDispute(
  { sql }: Reader,
  eventId: string,
  proposal: number,
  personId: string,
): Promise<DisputeRow | null> {
  const [row] = await sql<DisputeColumns[]>`
    select ${columns(sql)} where d.event_id = ${eventId} and d.proposal = ${proposal} and d.person_id = ${personId}`;
  return row ? disputeOf(row) : null;
}

/** Replaces or removes the proposed resolution; `finalAt`: when it becomes final automatically. */
export async function setProposal(
  { sql, notices }: Transaction,
  eventId: string,
  proposal: Proposal | null,
  finalAt: number | null,
): Promise<void> {
  notices.mark(eventId);
  await sql`update markets set proposal = ${proposal && sql.json(proposal as never)},
    proposal_final_at = ${finalAt === null ? null : new Date(finalAt)} where event_id = ${eventId}`;
}

/** The number of the last disputed proposal; 0 if there is none. */
export async function lastProposal({ sql }: Transaction, eventId: string): Promise<number> {
  const [row] = await sql<{ last: number }[]>`
    select coalesce(max(proposal), 0) as last from disputes where event_id = ${eventId}`;
  return row.last;
}

export async function eraseDisputeReasons({ sql }: Transaction, personId: string): Promise<void> {
  await sql`update disputes set reason = '' where person_id = ${personId}`;
}

export async function addDispute(
  { sql }: Transaction,
  eventId: string,
  { id, proposal, personId, reason, at }: Omit<DisputeRow, 'handle'>,
): Promise<void> {
  await sql`insert into disputes (id, event_id, proposal, person_id, reason, created_at)
    values (${id}, ${eventId}, ${proposal}, ${personId}, ${reason}, ${new Date(at)})`;
}
