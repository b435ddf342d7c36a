import { exactTerm, prefixQuery } from '../database/columns.js';
import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';
import type { RequestStatus, RequestTexts } from './rules/readiness.js';

/** Times are epoch milliseconds. */
export interface MarketRequest extends RequestTexts {
  readonly id: string;
  readonly personId: string;
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  readonly status: RequestStatus;
  /** For a declined or merged request. */
  readonly reason: string | null;
  readonly votes: number;
  readonly readinessScore: number;
  readonly failingRules: readonly string[];
  readonly rankScore: number;
  /** The event that it became or duplicates. */
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  /** The request that it duplicates. */
  readonly duplicateOf: string | null;
  /** Hexadecimal digest of the operator's decision. */
  readonly decisionDigest: string | null;
  readonly demo: boolean;
  readonly createdAt: number;
}

export interface NewMarketRequest extends RequestTexts {
  readonly id: string;
  readonly personId: string;
  readonly readinessScore: number;
  readonly failingRules: readonly string[];
  readonly demo: boolean;
  readonly createdAt: number;
}

export type RequestSort = 'votes' | 'readiness' | 'newest' | 'rank';

/** The position of the last request of a page: its sort value and its id. */
export type RequestPlace = readonly [value: number, id: string];

/** A request of a page, with its sort value. */
export interface ListedRequest {
  readonly request: MarketRequest;
  readonly value: number;
}

export interface RequestFilter {
  readonly status: RequestStatus | 'all';
  readonly sort: RequestSort;
  /** All of them must match, at least as prefixes. */
  readonly words: readonly string[];
  /** True selects requests without an end or with one in the future. */
  readonly current: boolean;
  readonly after: RequestPlace | null;
  readonly limit: number;
  readonly now: number;
}

export interface RequestDecision {
  readonly status: 'launched' | 'declined' | 'duplicate';
  readonly reason: string | null;
  readonly eventId: string | null;
  readonly opensAt: number | null;
  readonly duplicateOf: string | null;
  readonly digest: string;
  readonly at: number;
}

/** A question of another request. */
export interface RequestQuestion {
  readonly id: string;
  readonly question: string;
}

interface RequestColumns {
  readonly id: string;
  readonly person_id: string;
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  readonly question: string;
  readonly category: string | null;
  readonly outcomes: string[];
  readonly ends_at: Date | null;
  readonly source_name: string | null;
  readonly source_url: string | null;
  readonly observation_rule: string | null;
  readonly demand_evidence: string | null;
  readonly suggested_yes: number | null;
  readonly first_limit_order_intent: boolean;
  readonly status: Exclude<RequestStatus, 'planned'>;
  readonly reason: string | null;
  readonly votes: number;
  readonly readiness_score: number;
  readonly failing_rules: string[];
  readonly rank_score: number;
  readonly event_id: string | null;
  readonly event_slug: string | null;
  readonly opens_at: Date | null;
  readonly duplicate_of: string | null;
  readonly digest: string | null;
  readonly demo: boolean;
  readonly created_at: Date;
}

/** A launched request counts as planned until its market opens; no job has to store that. */
function statusOf({ status, opens_at }: RequestColumns, now: number): RequestStatus {
  return status === 'launched' && opens_at !== null && opens_at.getTime() > now ? 'planned' : status;
}

function requestOf(row: RequestColumns, now: number): MarketRequest {
  return {
    id: row.id,
    personId: row.person_id,
    handle: row.handle,
    kind: row.kind,
    question: row.question,
    category: row.category,
    outcomes: row.outcomes,
    endsAt: row.ends_at?.getTime() ?? null,
    sourceName: row.source_name,
    sourceUrl: row.source_url,
    observationRule: row.observation_rule,
    demandEvidence: row.demand_evidence,
    suggestedYes: row.suggested_yes,
    firstLimitOrderIntent: row.first_limit_order_intent,
    status: statusOf(row, now),
    reason: row.reason,
    votes: row.votes,
    readinessScore: row.readiness_score,
    failingRules: row.failing_rules,
    rankScore: row.rank_score,
    eventId: row.event_id,
    eventSlug: row.event_slug,
    duplicateOf: row.duplicate_of,
    decisionDigest: row.digest,
    demo: row.demo,
    createdAt: row.created_at.getTime(),
  };
}

const requestColumns = (sql: Sql) => sql`
  r.id, r.person_id, p.handle, p.kind, r.question, r.category, r.outcomes, r.ends_at, r.source_name, r.source_url,
  r.observation_rule, r.demand_evidence, r.suggested_yes, r.first_limit_order_intent, r.status, r.reason, r.votes,
  r.readiness_score, r.failing_rules, r.rank_score, r.event_id, e.slug as event_slug, r.opens_at, r.duplicate_of,
  encode(r.decision_digest, 'hex') as digest, r.demo, r.created_at
  from market_requests r join players p on p.id = r.person_id left join events e on e.id = r.event_id`;

/** Ids start with the time of filing, so they alone sort by it. */
const sortColumns: Readonly<Record<RequestSort, string>> = {
  votes: 'r.votes',
  rank: 'r.rank_score',
  readiness: 'r.readiness_score',
  newest: '0',
};

function hasStatus(sql: Sql, status: RequestStatus | 'all', now: number): SqlPart {
  if (status === 'all') return sql`true`;
  if (status === 'planned') return sql`r.status = 'launched' and r.opens_at > ${new Date(now)}`;
  if (status === 'launched') return sql`r.status = 'launched' and r.opens_at <= ${new Date(now)}`;
  return sql`r.status = ${status}`;
}

function isAfter(sql: Sql, sort: RequestSort, after: RequestPlace | null): SqlPart {
  if (after === null) return sql`true`;
  const [value, id] = after;
  if (sort === 'newest') return sql`r.id < ${id}`;
  return sql`(${sql.unsafe(sortColumns[sort])}, r.id) < (${value}, ${id})`;
}

export async function find({ sql }: Reader, id: string, now: number): Promise<MarketRequest | null> {
  const [row] = await sql<RequestColumns[]>`select ${requestColumns(sql)} where r.id = ${id}`;
  return row ? requestOf(row, now) : null;
}

/**
 * Largest value first; requests with the same value newest first. Pages continue after the value and id of the last
 * request: readiness and ids never change, but a request whose votes change can move past that position.
 */
export async function list(
  { sql }: Reader,
  { status, sort, words, current, after, limit, now }: RequestFilter,
): Promise<ListedRequest[]> {
  const value = sql.unsafe(sortColumns[sort]);
  const order = sort === 'newest' ? sql`r.id desc` : sql`${value} desc, r.id desc`;
  const rows = await sql<(RequestColumns & { value: number })[]>`
    select ${value} as value, ${requestColumns(sql)}
    where ${hasStatus(sql, status, now)} and ${isAfter(sql, sort, after)}
      ${words.length === 0 ? sql`` : sql`and r.words @@ ${prefixQuery(words)}::tsquery`}
      ${current ? sql`and (r.ends_at is null or r.ends_at > ${new Date(now)})` : sql``}
    order by ${order} limit ${limit}`;
  return rows.map(row => ({ request: requestOf(row, now), value: row.value }));
}

/** Open requests with any of the words, those with most of them first. */
export async function withWords({ sql }: Reader, words: readonly string[], limit: number): Promise<RequestQuestion[]> {
  if (words.length === 0) return [];
  const query = words.map(exactTerm).join(' | ');
  return sql<{ id: string; question: string }[]>`
    select r.id, r.question from market_requests r
    where r.status = 'open' and r.words @@ ${query}::tsquery
    order by ts_rank(r.words, ${query}::tsquery) desc, r.id desc limit ${limit}`;
}

/** The requests of a person, newest first. */
export async function ofPerson(
  { sql }: Reader,
  personId: string,
  now: number,
  limit: number,
): Promise<MarketRequest[]> {
  const rows = await sql<RequestColumns[]>`
    select ${requestColumns(sql)} where r.person_id = ${personId} order by r.id desc limit ${limit}`;
  return rows.map(row => requestOf(row, now));
}

/** Ids of the open requests that a person voted for, newest first. */
export async function openVotesOf({ sql }: Reader, personId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select r.id from market_request_votes v join market_requests r on r.id = v.request_id
    where v.person_id = ${personId} and r.status = 'open' order by r.id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Recounts the votes of a request; its row is locked. */
const recount = (sql: Sql, id: string) => sql`
  update market_requests set votes = (select count(*) from market_request_votes where request_id = ${id})
  where id = ${id}`;

export async function hasVote({ sql }: Transaction, id: string, personId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from market_request_votes where request_id = ${id} and person_id = ${personId}`;
  return rows.length === 1;
}

/** Adds a vote to a locked request; false if the person has voted. */
export async function addVote({ sql }: Transaction, id: string, personId: string, at: number): Promise<boolean> {
  const rows = await sql`insert into market_request_votes (request_id, person_id, created_at)
    values (${id}, ${personId}, ${new Date(at)}) on conflict do nothing returning 1`;
  if (rows.length === 0) return false;
  await sql`update market_requests set votes = votes + 1 where id = ${id}`;
  return true;
}

/** Removes a vote from a locked request; false if the person has not voted. */
export async function removeVote({ sql }: Transaction, id: string, personId: string): Promise<boolean> {
  const rows = await sql`
    delete from market_request_votes where request_id = ${id} and person_id = ${personId} returning 1`;
  if (rows.length === 0) return false;
  await sql`update market_requests set votes = votes - 1 where id = ${id}`;
  return true;
}

/** Moves all votes to another request; people who voted for both have one vote there. */
export async function moveVotes({ sql }: Transaction, fromId: string, toId: string): Promise<void> {
  await sql`insert into market_request_votes (request_id, person_id, created_at)
    select ${toId}, person_id, created_at from market_request_votes where request_id = ${fromId}
    on conflict do nothing`;
  await sql`delete from market_request_votes where request_id = ${fromId}`;
  await recount(sql, toId);
  await recount(sql, fromId);
}

/** False: a request with this id exists and nothing was written. */
export async function add({ sql }: Transaction, request: NewMarketRequest): Promise<boolean> {
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
}

export async function countOpen({ sql }: Transaction, personId: string): Promise<number> {
  const [{ count }] = await sql<{ count: number }[]>`
    select count(*)::int as count from market_requests where person_id = ${personId} and status = 'open'`;
  return count;
}

/** Locks the request until the transaction ends. */
export async function lock({ sql }: Transaction, id: string, now: number): Promise<MarketRequest | null> {
  const [row] = await sql<Parameters<typeof requestOf>[0][]>`
    select ${requestColumns(sql)} where r.id = ${id} for update of r`;
  return row ? requestOf(row, now) : null;
}

export async function decide(
  { sql }: Transaction,
  id: string,
  { status, reason, eventId, opensAt, duplicateOf, digest, at }: RequestDecision,
): Promise<void> {
  await sql`update market_requests set status = ${status}, reason = ${reason}, event_id = ${eventId},
      opens_at = ${dateOrNull(opensAt)}, duplicate_of = ${duplicateOf}, decision_digest = decode(${digest}, 'hex'),
      decided_at = ${new Date(at)}
    where id = ${id}`;
}

/** Removes a person's votes and evidence of demand. The requests stay on record. */
export async function erasePerson({ sql }: Transaction, personId: string): Promise<void> {
  // In id order, as merging locks them.
  await sql`select 1 from market_requests where id in (
      select request_id from market_request_votes where person_id = ${personId}) order by id for update`;
  await sql`
    with gone as (delete from market_request_votes where person_id = ${personId} returning request_id)
    update market_requests r set votes = votes - 1 from gone where r.id = gone.request_id`;
  await sql`update market_requests set demand_evidence = null
    where person_id = ${personId} and demand_evidence is not null`;
}
