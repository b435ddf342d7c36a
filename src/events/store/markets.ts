import { clockTime } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { EventTexts } from '../rules/event.js';
import { resolutionOf } from './event-rows.js';
import type { DueWork, NewMarket, StoredResolution } from './rows.js';

/** Events with work due by the clock or by a resolution. */
export async function due({ sql, clock }: Reader, work: DueWork, limit: number): Promise<string[]> {
  const now = new Date(await clockTime(sql, clock));
  const rows = await sql<{ event_id: string }[]>`${dueQuery(sql, work, now, limit)}`;
  return rows.map(row => row.event_id);
}

/** When the oldest resolution whose payouts or scores are incomplete was decided; null if there is none. */
export async function incompleteSince({ sql }: Reader): Promise<number | null> {
  const [{ since }] = await sql<{ since: number | null }[]>`
    select min((${resolutionOf(sql)}->>'decidedAt')::bigint) as since from (
      select event_id, resolution_version from markets where settled_version < resolution_version
      union all
      select event_id, resolution_version from markets where scored_version < settled_version) as m`;
  return since;
}

export async function handles({ sql }: Reader, playerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; handle: string }[]>`
    select id, handle from players where id = any(${playerIds as string[]})`;
  return new Map(rows.map(row => [row.id, row.handle]));
}

/** The hash of the request that created the event with this slug; null if there is none. */
export async function requestDigest({ sql }: Reader, slug: string): Promise<string | null> {
  const [row] = await sql<{ digest: string | null }[]>`
    select encode(request_digest, 'hex') as digest from events where slug = ${slug}`;
  return row?.digest ?? null;
}

/** People who traded or forecast on the event, personally or through an agent, in any order. */
export async function stakeholders({ sql }: Reader, eventId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct w.player_id as id
    from (select x.player_id from positions p join accounts x on x.number = p.player
        where p.market = (select number from markets where event_id = ${eventId})
      union select player_id from forecasts where event_id = ${eventId}) as s
      left join agents a on a.player_id = s.player_id
      join people w on w.player_id = coalesce(a.owner_id, s.player_id)
    limit ${limit}`;
  return rows.map(row => row.id);
}

/**
 * Whether a person or one of their agents, deleted or not, has traded, has an open order or has forecast on the
 * event.
 */
export async function hasStake({ sql }: Reader, eventId: string, personId: string): Promise<boolean> {
  const group = sql`(select ${personId} union all select player_id from agents where owner_id = ${personId})`;
  const [row] = await sql<{ staked: boolean }[]>`
    with stake as (
      select a.number, (select number from markets where event_id = ${eventId}) as market from accounts a where a.player_id in ${group})
    select exists (select 1 from stake s join positions p on p.market = s.market and p.player = s.number)
        or exists (select 1 from stake s join orders o on o.player = s.number and o.status = 'open' and o.market = s.market)
        or exists (select 1 from forecasts where event_id = ${eventId} and player_id in ${group}) as staked`;
  return row.staked;
}

const momentOf = (at: Date | null) => at?.getTime() ?? Number.POSITIVE_INFINITY;
const ifAny = (any: boolean) => (any ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);

interface DueColumns {
  readonly open: Date | null;
  readonly close: Date | null;
  readonly expire: Date | null;
  readonly finalize: Date | null;
  readonly clear: boolean;
  readonly settle: boolean;
}

/** When each kind of work is due, given the current state: a past time for now, infinity for never. */
export async function dueAt({ sql }: Reader): Promise<Readonly<Record<DueWork, number>>> {
  const [row] = await sql<DueColumns[]>`
    select (select min(opens_at) from markets where status = 'scheduled') as open,
      (select min(first) from unnest(array['scheduled', 'active', 'paused']) as s(status), lateral (
        select min(ends_at) as first from markets m where m.status = s.status) as f) as close,
      (select min(expires_at) from orders where status = 'open' and expires_at is not null) as expire,
      (select min(proposal_final_at) from markets where proposal_final_at is not null) as finalize,
      exists (select from markets where status = 'closed' and open_orders > 0) as clear,
      exists (select from markets where settled_version < resolution_version) as settle`;
  const { open, close, expire, finalize, clear, settle } = row;
  return {
    open: momentOf(open),
    close: momentOf(close),
    expire: momentOf(expire),
    finalize: momentOf(finalize),
    clear: ifAny(clear),
    settle: ifAny(settle),
  };
}

function dueQuery(sql: Sql, work: DueWork, now: Date, limit: number) {
  switch (work) {
    case 'open':
      return sql`select event_id from markets where status = 'scheduled' and opens_at <= ${now} order by opens_at limit ${limit}`;
    case 'close':
      return sql`select event_id from markets
        where status in ('scheduled', 'active', 'paused') and ends_at <= ${now} order by ends_at limit ${limit}`;
    case 'clear':
      return sql`select event_id from markets where status = 'closed' and open_orders > 0 order by ends_at limit ${limit}`;
    case 'expire':
      return sql`select event_id from markets where number in (
        select market from orders where status = 'open' and expires_at <= ${now}) limit ${limit}`;
    case 'finalize':
      return sql`select event_id from markets where proposal_final_at <= ${now} order by proposal_final_at limit ${limit}`;
    case 'settle':
      return sql`select event_id from markets where settled_version < resolution_version order by resolved_at limit ${limit}`;
  }
}

/** Puts a resolution in force and ends the proposal; payouts follow. */
export async function resolve(
  { sql, notices }: Transaction,
  eventId: string,
  resolution: StoredResolution,
): Promise<void> {
  notices.mark(eventId);
  const { version } = resolution;
  await sql`insert into resolutions (event_id, version, resolution)
    values (${eventId}, ${version}, ${sql.json(resolution as never)})`;
  await sql`update markets set resolution_version = ${version},
      proposal = null, proposal_final_at = null,
      settling_done = 0, settling_total = (select count(*) from positions p where p.market = markets.number)
    where event_id = ${eventId}`;
}

/** Counts holdings that the current resolution has paid. Resolves when the statement is sent. */
export function addSettled({ sql, notices }: Transaction, eventId: string, count: number): void {
  notices.mark(eventId);
  sql`update markets set settling_done = settling_done + ${count} where event_id = ${eventId}`.execute();
}

/** Records that this version has paid every holding. */
export async function finishSettling({ sql, notices }: Transaction, eventId: string, version: number): Promise<void> {
  notices.mark(eventId);
  await sql`update markets set settled_version = ${version} where event_id = ${eventId}`;
}

async function addMarket(sql: Sql, market: NewMarket): Promise<boolean> {
  const { event } = market;
  const rows = await sql`
    insert into events (id, slug, pubkey, title, description, category, tags, outcomes, resolution_source, liquidity,
      opening_shares, created_at, demo, practice, operator_ids, request_digest)
    values (${event.id}, ${event.slug}, ${event.pubkey}, ${event.title}, ${event.description}, ${event.category},
      ${event.tags as string[]}, ${event.outcomes as string[]}, ${sql.json(event.resolutionSource as never)},
      ${event.liquidity}, ${event.openingShares as number[]}, ${new Date(event.createdAt)}, ${event.demo},
      ${event.practice}, ${event.operatorIds as string[]}, decode(${market.requestDigest}, 'hex'))
    on conflict (slug) do nothing returning 1`;
  if (rows.length === 0) return false;
  const zeros = event.outcomes.map(() => 0);
  await sql`
    insert into markets (event_id, status, opens_at, ends_at, sequence, shares, account, price_bps, outcome_volumes,
      outcome_traded_at)
    values (${event.id}, ${market.status}, ${new Date(market.opensAt)}, ${new Date(market.endsAt)}, ${market.sequence},
      ${market.shares as number[]}, ${market.account}, ${market.priceBps as number[]}, ${zeros}, ${zeros})`;
  return true;
}

/** False if the slug is taken; nothing was written. */
export async function add({ sql, notices }: Transaction, market: NewMarket): Promise<boolean> {
  const added = await addMarket(sql, market);
  if (!added) return false;
  notices.markTexts();
  await Promise.all(notices.notifyNodes([{ eventId: market.event.id, sequence: market.sequence }]));
  return true;
}

export async function edit(
  { sql, notices }: Transaction,
  eventId: string,
  { description, category, tags, resolutionSource }: EventTexts,
): Promise<void> {
  notices.mark(eventId);
  notices.markTexts();
  await sql`update events set description = ${description}, category = ${category}, tags = ${tags as string[]},
    resolution_source = ${sql.json(resolutionSource as never)} where id = ${eventId}`;
}

/** In a transaction that also raises the market's sequence, so that no cache holds the event without them. */
export async function setOperators(
  { sql }: Transaction,
  eventId: string,
  operatorIds: readonly string[],
): Promise<void> {
  await sql`update events set operator_ids = ${operatorIds as string[]} where id = ${eventId}`;
}

/** Records that a settled resolution has been scored; an earlier one changes nothing. */
export async function markScored({ sql }: Transaction, eventId: string, version: number): Promise<void> {
  await sql`update markets set scored_version = ${version}
    where event_id = ${eventId} and scored_version < ${version} and settled_version >= ${version}`;
}
