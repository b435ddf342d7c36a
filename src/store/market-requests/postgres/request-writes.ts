import type { Sql } from '../../sql/pool.js';
import type { MarketRequestWrites } from '../interface.js';
import { marketRequestReads, requestColumns, requestOf } from './request-reads.js';

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Recounts the votes of a request; its row is locked. */
const recount = (sql: Sql, id: string) => sql`
  update market_requests set votes = (select count(*) from market_request_votes where request_id = ${id})
  where id = ${id}`;

type VoteWrites = Pick<MarketRequestWrites, 'hasVote' | 'addVote' | 'removeVote' | 'moveVotes'>;

function voteWrites(sql: Sql): VoteWrites {
  return {
    async hasVote(id, personId) {
      const rows = await sql`
        select 1 from market_request_votes where request_id = ${id} and person_id = ${personId}`;
      return rows.length === 1;
    },
    async addVote(id, personId, at) {
      const rows = await sql`insert into market_request_votes (request_id, person_id, created_at)
        values (${id}, ${personId}, ${new Date(at)}) on conflict do nothing returning 1`;
      if (rows.length === 0) return false;
      await sql`update market_requests set votes = votes + 1 where id = ${id}`;
      return true;
    },
    async removeVote(id, personId) {
      const rows = await sql`
        delete from market_request_votes where request_id = ${id} and person_id = ${personId} returning 1`;
      if (rows.length === 0) return false;
      await sql`update market_requests set votes = votes - 1 where id = ${id}`;
      return true;
    },
    async moveVotes(fromId, toId) {
      await sql`insert into market_request_votes (request_id, person_id, created_at)
        select ${toId}, person_id, created_at from market_request_votes where request_id = ${fromId}
        on conflict do nothing`;
      await sql`delete from market_request_votes where request_id = ${fromId}`;
      await recount(sql, toId);
      await recount(sql, fromId);
    },
  };
}

export function marketRequestWrites(sql: Sql): MarketRequestWrites {
  return {
    ...marketRequestReads(sql),
    ...voteWrites(sql),
    async add(request) {
      const { id, personId, question, category, outcomes, endsAt, sourceName, sourceUrl } = request;
      const { observationRule, demandEvidence, suggestedYes, firstLimitOrderIntent } = request;
      const rows = await sql`
        insert into market_requests (id, person_id, question, category, outcomes, ends_at, source_name, source_url,
          observation_rule, demand_evidence, suggested_yes, first_limit_order_intent, status, readiness_score,
          failing_rules, demo, created_at)
        values (${id}, ${personId}, ${question}, ${category}, ${outcomes as string[]}, ${dateOrNull(endsAt)},
          ${sourceName}, ${sourceUrl}, ${observationRule}, ${demandEvidence}, ${suggestedYes},
          ${firstLimitOrderIntent}, 'open', ${request.readinessScore}, ${request.failingRules as string[]},
          ${request.demo}, ${new Date(request.createdAt)})
        on conflict (id) do nothing returning 1`;
      return rows.length === 1;
    },
    async countOpen(personId) {
      const [{ count }] = await sql<{ count: number }[]>`
        select count(*)::int as count from market_requests where person_id = ${personId} and status = 'open'`;
      return count;
    },
    async lock(id, now) {
      const [row] = await sql<Parameters<typeof requestOf>[0][]>`
        select ${requestColumns(sql)} where r.id = ${id} for update of r`;
      return row ? requestOf(row, now) : null;
    },
    async decide(id, { status, reason, eventId, opensAt, duplicateOf, digest, at }) {
      await sql`update market_requests set status = ${status}, reason = ${reason}, event_id = ${eventId},
          opens_at = ${dateOrNull(opensAt)}, duplicate_of = ${duplicateOf}, decision_digest = decode(${digest}, 'hex'),
          decided_at = ${new Date(at)}
        where id = ${id}`;
    },
    async deleteOldRanks() {
      await sql`delete from market_request_ranks where ended_at < now() - interval '1 hour'`;
    },
    async erasePerson(personId) {
      // In id order, as merging locks them.
      await sql`select 1 from market_requests where id in (
          select request_id from market_request_votes where person_id = ${personId}) order by id for update`;
      await sql`
        with gone as (delete from market_request_votes where person_id = ${personId} returning request_id)
        update market_requests r set votes = votes - 1 from gone where r.id = gone.request_id`;
      await sql`update market_requests set demand_evidence = null
        where person_id = ${personId} and demand_evidence is not null`;
    },
  };
}
