import type { EventFilter, EventWithMarket, PlayReads } from '../play-store.js';
import type { Sql } from './connect.js';
import { type EventColumns, eventOf, type MarketColumns, marketOf } from './event-rows.js';
import { type RestingColumns, restingColumns, restingOf } from './resting-rows.js';

type Columns = EventColumns & MarketColumns & { volume24h: number };

/** Traded within the last day, for the rows of the outer query only. */
function columns(sql: Sql) {
  return sql`e.*, m.*, (
    select coalesce(sum(f.credits), 0)::bigint from fills f
    where f.event_id = e.id and f.public and f.at > now() - interval '24 hours') as volume24h`;
}

function readEvent(row: Columns): EventWithMarket {
  return { event: eventOf(row), market: marketOf(row), volume24h: row.volume24h };
}

/** What a person types is matched as plain text: its wildcards mean themselves. */
function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, sign => `\\${sign}`)}%`;
}

/** The status by the clock, as domain/markets/status.ts has it: jobs write it down later. */
function statusAt(sql: Sql, now: Date) {
  return sql`case
    when m.status in ('active', 'paused', 'scheduled') and m.ends_at <= ${now} then 'closed'
    when m.status = 'scheduled' and m.opens_at <= ${now} then 'active'
    else m.status end`;
}

function orderBy(sql: Sql, sort: EventFilter['sort']) {
  switch (sort) {
    case 'newest':
      return sql`e.created_at desc, e.id desc`;
    case 'ending':
      return sql`m.ends_at, e.id`;
    case 'traders':
      return sql`m.traders desc, e.id`;
    case 'movers':
      return sql`coalesce((
        select max(abs(now_bps - then_bps)) from unnest(m.price_bps, coalesce((
          select f.prices_bps from fills f
          where f.event_id = e.id and f.public and f.at <= now() - interval '24 hours'
          order by f.at desc, f.id desc limit 1), m.price_bps)) as moved(now_bps, then_bps)), 0) desc, e.id`;
    case 'volume':
      return sql`m.volume desc, e.id`;
  }
}

export function eventReads(sql: Sql): PlayReads['events'] {
  return {
    async find(reference) {
      const [row] = await sql<Columns[]>`
        select ${columns(sql)} from events e join markets m on m.event_id = e.id
        where e.slug = ${reference} or e.pubkey = ${reference}`;
      return row ? readEvent(row) : null;
    },
    async findById(id) {
      const [row] = await sql<Columns[]>`
        select ${columns(sql)} from events e join markets m on m.event_id = e.id where e.id = ${id}`;
      return row ? readEvent(row) : null;
    },
    async findMany(ids) {
      if (ids.length === 0) return [];
      const rows = await sql<Columns[]>`
        select ${columns(sql)} from events e join markets m on m.event_id = e.id
        where e.id = any(${ids as string[]}) order by array_position(${ids as string[]}, e.id)`;
      return rows.map(readEvent);
    },
    async rank({ status, category, text, sort, now, limit }) {
      const pattern = text === null ? null : likePattern(text);
      const rows = await sql<{ id: string }[]>`
        select e.id from events e join markets m on m.event_id = e.id
        where not e.practice
          and (${status === 'all'} or ${statusAt(sql, new Date(now))} = ${status})
          and (${category}::text is null or e.category = ${category})
          and (${pattern}::text is null or e.title ilike ${pattern} or e.description ilike ${pattern} or e.slug ilike ${pattern})
        order by ${orderBy(sql, sort)} limit ${limit}`;
      return rows.map(row => row.id);
    },
    async openOrders(eventIds) {
      const rows = await sql<RestingColumns[]>`
        select ${restingColumns(sql)} from orders where event_id = any(${eventIds as string[]}) and status = 'open'`;
      return rows.map(restingOf);
    },
  };
}
