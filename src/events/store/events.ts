import type { Clock } from '../../database/columns.js';
import { jsonRows } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import { dayMs, hourMs, minuteMs } from '../../kernel/time.js';
import type { EventHead, EventReads, EventWithMarket, ShownEvent } from '../store-interface.js';
import { type EventColumns, eventOf, type MarketColumns, marketOf, resolutionOf, stampOf } from './event-rows.js';

type Columns = EventColumns & MarketColumns;
type ShownColumns = Columns & { volume24h: number; forecasters: number; stamp: string };

const ceilTo = (at: number, ms: number) => new Date(Math.ceil(at / ms) * ms);

/**
 * The volume not yet folded into candles is recent: it is the difference between the volumes of the market and of its
 * mark. The rest is the sum of whole hours and of the minutes before the first of them.
 */
function shown(sql: Sql, now: number) {
  const minute = ceilTo(now - dayMs, minuteMs);
  const hour = ceilTo(minute.getTime(), hourMs);
  return sql`e.*, m.*, ${resolutionOf(sql)} as resolution, case when m.last_trade_at >= ${minute} then m.volume - k.volume + coalesce((
      select sum(c.volume)::bigint from candles c
      where c.event_id = e.id and c.seconds = 3600 and c.start >= ${hour}), 0) + coalesce((
      select sum(c.volume)::bigint from candles c
      where c.event_id = e.id and c.seconds = 60 and c.start >= ${minute} and c.start < ${hour}), 0)
    else 0 end as volume24h,
    coalesce((select n.forecasters from event_forecasters n where n.event_id = e.id), 0) as forecasters, ${stampOf(sql, sql`m.xmin`)} as stamp
    from events e join markets m on m.event_id = e.id join candle_progress k on k.event_id = e.id`;
}

function readEvent(row: Columns): EventWithMarket {
  return { event: eventOf(row), market: marketOf(row) };
}

function readShown(row: ShownColumns): ShownEvent {
  return { ...readEvent(row), volume24h: row.volume24h, forecasters: row.forecasters, stamp: row.stamp };
}

export function eventReads(sql: Sql, clock: Clock): EventReads {
  const show = async (where: SqlPart): Promise<ShownEvent[]> => {
    const now = clock ? clock() : Date.now();
    const rows = await jsonRows<ShownColumns>(sql, sql`select ${shown(sql, now)} where ${where}`);
    return rows.map(readShown);
  };
  return {
    async find(reference) {
      const [found] = await show(sql`e.slug = ${reference} or e.pubkey = ${reference}`);
      return found ?? null;
    },
    async findById(id) {
      const [found] = await show(sql`e.id = ${id}`);
      return found ?? null;
    },
    async findMany(ids) {
      if (ids.length === 0) return [];
      const rows = await sql<Columns[]>`
        select e.*, m.*, ${resolutionOf(sql)} as resolution from events e join markets m on m.event_id = e.id
        where e.id = any(${ids as string[]}) order by array_position(${ids as string[]}, e.id)`;
      return rows.map(readEvent);
    },
    async showMany(ids) {
      if (ids.length === 0) return [];
      const found = await show(sql`e.id = any(${ids as string[]})`);
      const places = new Map(ids.map((id, place) => [id, place]));
      const placeOf = ({ event }: ShownEvent) => places.get(event.id) as number;
      return found.sort((a, b) => placeOf(a) - placeOf(b));
    },
    async heads(ids) {
      type HeadColumns = EventHead['event'] &
        Pick<MarketColumns, 'status' | 'opens_at' | 'ends_at'> & { stamp: string };
      const rows = await jsonRows<HeadColumns>(
        sql,
        sql`select e.id, e.slug, e.pubkey, e.title, e.description, e.category, e.tags, e.outcomes, m.status, m.opens_at,
          m.ends_at, ${stampOf(sql, sql`m.xmin`)} as stamp
          from events e join markets m on m.event_id = e.id where e.id = any(${ids as string[]})`,
      );
      return rows.map(({ status, opens_at, ends_at, stamp, ...event }) => ({
        event,
        market: { status, opensAt: opens_at.getTime(), endsAt: ends_at.getTime() },
        stamp,
      }));
    },
    async stamps(ids) {
      const rows = await sql<{ id: string; stamp: string }[]>`
        select e.id, ${stampOf(sql, sql`m.xmin`)} as stamp from events e join markets m on m.event_id = e.id
        where e.id = any(${ids as string[]})`;
      return new Map(rows.map(row => [row.id, row.stamp]));
    },
    async showNamed(references) {
      const names = references as string[];
      return show(
        sql`e.id in (select id from events where slug = any(${names}) union select id from events where pubkey = any(${names}))`,
      );
    },
  };
}
