import type { TransactionNotices } from '../../database/change-channel.js';
import type { Sql } from '../../database/pool.js';
import type { DisputeRow, MarketReads, MarketWrites } from '../store-interface.js';

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

export function disputeReads(sql: Sql): Pick<MarketReads, 'disputes' | 'findDispute'> {
  const columns = sql`d.id, d.proposal, d.person_id, p.handle, d.reason, d.created_at
    from disputes d join players p on p.id = d.person_id`;
  return {
    async disputes(eventId, before, limit) {
      const rows = await sql<DisputeColumns[]>`
        select ${columns} where d.event_id = ${eventId} and (${before}::text is null or d.id < ${before})
        order by d.id desc limit ${limit}`;
      return rows.map(disputeOf);
    },
    async findDispute(eventId, proposal, personId) {
      const [row] = await sql<DisputeColumns[]>`
        select ${columns} where d.event_id = ${eventId} and d.proposal = ${proposal} and d.person_id = ${personId}`;
      return row ? disputeOf(row) : null;
    },
  };
}

export function proposalWrites(
  sql: Sql,
  notices: TransactionNotices,
): Pick<MarketWrites, 'setProposal' | 'addDispute' | 'lastProposal' | 'eraseDisputeReasons'> {
  return {
    async setProposal(eventId, proposal, finalAt) {
      notices.mark(eventId);
      await sql`update markets set proposal = ${proposal && sql.json(proposal as never)},
        proposal_final_at = ${finalAt === null ? null : new Date(finalAt)} where event_id = ${eventId}`;
    },
    async lastProposal(eventId) {
      const [row] = await sql<{ last: number }[]>`
        select coalesce(max(proposal), 0) as last from disputes where event_id = ${eventId}`;
      return row.last;
    },
    async eraseDisputeReasons(personId) {
      await sql`update disputes set reason = '' where person_id = ${personId}`;
    },
    async addDispute(eventId, { id, proposal, personId, reason, at }) {
      await sql`insert into disputes (id, event_id, proposal, person_id, reason, created_at)
        values (${id}, ${eventId}, ${proposal}, ${personId}, ${reason}, ${new Date(at)})`;
    },
  };
}
