import type { TransactionNotices } from '../../database/change-channel.js';
import { clockTime, numbers as list } from '../../database/columns.js';
import type { ReadScope, WriteScope } from '../../database/feature-store.js';
import type { Sql } from '../../database/pool.js';
import type { Holding } from '../../engine/settle-chunk.js';
import type { DueWork, MarketReads, MarketWrites } from '../store-interface.js';
import { editReads, editWrites } from './edits.js';
import { resolutionOf } from './event-rows.js';
import { holdingReads } from './holdings.js';
import { disputeReads, proposalWrites } from './proposals.js';

export function marketReads({ sql, clock }: ReadScope): MarketReads {
  return {
    ...disputeReads(sql),
    async due(work, limit) {
      const now = new Date(await clockTime(sql, clock));
      const rows = await sql<{ event_id: string }[]>`${dueQuery(sql, work, now, limit)}`;
      return rows.map(row => row.event_id);
    },
    dueAt: () => readDueMoments(sql),
    async incompleteSince() {
      const [{ since }] = await sql<{ since: number | null }[]>`
        select min((${resolutionOf(sql)}->>'decidedAt')::bigint) as since from (
          select event_id, resolution_version from markets where settled_version < resolution_version
          union all
          select event_id, resolution_version from markets where scored_version < settled_version) as m`;
      return since;
    },
    ...editReads(sql),
    ...holdingReads(sql, null),
    async handles(playerIds) {
      const rows = await sql<{ id: string; handle: string }[]>`
        select id, handle from players where id = any(${playerIds as string[]})`;
      return new Map(rows.map(row => [row.id, row.handle]));
    },
    async requestDigest(slug) {
      const [row] = await sql<{ digest: string | null }[]>`
        select encode(request_digest, 'hex') as digest from events where slug = ${slug}`;
      return row?.digest ?? null;
    },
    async stakeholders(eventId, limit) {
      const rows = await sql<{ id: string }[]>`
        select distinct w.player_id as id
        from (select x.player_id from positions p join accounts x on x.number = p.player
            where p.market = (select number from markets where event_id = ${eventId})
          union select player_id from forecasts where event_id = ${eventId}) as s
          left join agents a on a.player_id = s.player_id
          join people w on w.player_id = coalesce(a.owner_id, s.player_id)
        limit ${limit}`;
      return rows.map(row => row.id);
    },
    async hasStake(eventId, personId) {
      const group = sql`(select ${personId} union all select player_id from agents where owner_id = ${personId})`;
      const [row] = await sql<{ staked: boolean }[]>`
        with stake as (
          select a.number, (select number from markets where event_id = ${eventId}) as market from accounts a where a.player_id in ${group})
        select exists (select 1 from stake s join positions p on p.market = s.market and p.player = s.number)
            or exists (select 1 from stake s join orders o on o.player = s.number and o.status = 'open' and o.market = s.market)
            or exists (select 1 from forecasts where event_id = ${eventId} and player_id in ${group}) as staked`;
      return row.staked;
    },
  };
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

async function readDueMoments(sql: Sql): Promise<Record<DueWork, number>> {
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

type Settling = Pick<MarketWrites, 'resolve' | 'saveSettled' | 'finishSettling'>;

function settlingWrites(sql: Sql, notices: TransactionNotices, numbers: ReadonlyMap<string, number>): Settling {
  return {
    async resolve(eventId, resolution) {
      notices.mark(eventId);
      const { version } = resolution;
      await sql`insert into resolutions (event_id, version, resolution)
        values (${eventId}, ${version}, ${sql.json(resolution as never)})`;
      await sql`update markets set resolution_version = ${version},
          proposal = null, proposal_final_at = null,
          settling_done = 0, settling_total = (select count(*) from positions p where p.market = markets.number)
        where event_id = ${eventId}`;
    },
    saveSettled(eventId, version, holdings, at) {
      notices.mark(eventId);
      const player = ({ playerId }: Holding) => numbers.get(playerId) ?? null;
      sql`
        update positions p set paid = r.paid, settled_version = r.version, updated_at = ${new Date(at)}
        from (select r.paid, r.version, x.place from unnest(${list(holdings, player)}::text::int[], ${list(holdings, row => row.outcome)}::text::int[],
          ${list(holdings, row => row.paid)}::text::bigint[], ${list(holdings, row => row.settledVersion)}::text::int[])
            as r(player, outcome, paid, version)
          cross join lateral (
            select h.ctid as place from positions h where h.market = (select number from markets where event_id = ${eventId})
              and h.player = r.player and h.outcome = r.outcome limit 1) x
        ) r
        where p.ctid = r.place`.execute();
      sql`update markets set settling_done = settling_done + ${holdings.filter(row => row.settledVersion === version).length}
        where event_id = ${eventId}`.execute();
    },
    async finishSettling(eventId, version) {
      notices.mark(eventId);
      await sql`update markets set settled_version = ${version} where event_id = ${eventId}`;
    },
  };
}

async function addMarket(sql: Sql, market: Parameters<MarketWrites['add']>[0]): Promise<boolean> {
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

export function marketWrites(scope: WriteScope): MarketWrites {
  const { sql, notices } = scope;
  const numbers = new Map<string, number>();
  return {
    ...marketReads(scope),
    ...holdingReads(sql, numbers),
    ...settlingWrites(sql, notices, numbers),
    ...editWrites(sql),
    ...proposalWrites(sql, notices),
    async add(market) {
      const added = await addMarket(sql, market);
      if (!added) return false;
      notices.markTexts();
      await Promise.all(notices.notifyNodes([{ eventId: market.event.id, sequence: market.sequence }]));
      return true;
    },
    async edit(eventId, { description, category, tags, resolutionSource }) {
      notices.mark(eventId);
      notices.markTexts();
      await sql`update events set description = ${description}, category = ${category}, tags = ${tags as string[]},
        resolution_source = ${sql.json(resolutionSource as never)} where id = ${eventId}`;
    },
    async setOperators(eventId, operatorIds) {
      await sql`update events set operator_ids = ${operatorIds as string[]} where id = ${eventId}`;
    },
  };
}
