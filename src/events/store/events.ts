import { type Clock, jsonRows } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import { dayMs, hourMs, minuteMs } from '../../kernel/time.js';
import { type EventColumns, eventOf, type MarketColumns, marketOf, resolutionOf, stampOf } from './event-rows.js';
import type { EventHead, EventNames, EventStamp, EventWithMarket, ShownEvent } from './rows.js';

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

async function show(sql: Sql, clock: Clock, where: SqlPart): Promise<ShownEvent[]> {
  const now = clock ? clock() : Date.now();
  const rows = await jsonRows<ShownColumns>(sql, sql`select ${shown(sql, now)} where ${where}`);
  return rows.map(readShown);
}

/** By slug or public key. */
export async function find({ sql, clock }: Reader, reference: string): Promise<ShownEvent | null> {
  const [event] = await show(sql, clock, sql`e.slug = ${reference} or e.pubkey = ${reference}`);
  return event ?? null;
}

export async function findById({ sql, clock }: Reader, id: string): Promise<ShownEvent | null> {
  const [event] = await show(sql, clock, sql`e.id = ${id}`);
  return event ?? null;
}

/** In the order of the ids. */
export async function findMany({ sql }: Reader, ids: readonly string[]): Promise<EventWithMarket[]> {
  if (ids.length === 0) return [];
  const rows = await sql<Columns[]>`
    select e.*, m.*, ${resolutionOf(sql)} as resolution from events e join markets m on m.event_id = e.id
    where e.id = any(${ids as string[]}) order by array_position(${ids as string[]}, e.id)`;
  return rows.map(readEvent);
}

/** The same for display. */
export async function showMany({ sql, clock }: Reader, ids: readonly string[]): Promise<ShownEvent[]> {
  if (ids.length === 0) return [];
  const events = await show(sql, clock, sql`e.id = any(${ids as string[]})`);
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ event }: ShownEvent) => places.get(event.id) as number;
  return events.sort((a, b) => placeOf(a) - placeOf(b));
}

/** The part that search results show, in any order. */
export async function heads({ sql }: Reader, ids: readonly string[]): Promise<EventHead[]> {
  type HeadColumns = EventHead['event'] & Pick<MarketColumns, 'status' | 'opens_at' | 'ends_at'> & { stamp: string };
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
}

/** The current stamps; unknown ids are omitted. */
export async function stamps({ sql }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, EventStamp>> {
  const rows = await sql<{ id: string; stamp: string }[]>`
    select e.id, ${stampOf(sql, sql`m.xmin`)} as stamp from events e join markets m on m.event_id = e.id
    where e.id = any(${ids as string[]})`;
  return new Map(rows.map(row => [row.id, row.stamp]));
}

/** By slug or public key, in any order. */
export async function showNamed({ sql, clock }: Reader, references: readonly string[]): Promise<ShownEvent[]> {
  const names = references as string[];
  return show(
    sql,
    clock,
    sql`e.id in (select id from events where slug = any(${names}) union select id from events where pubkey = any(${names}))`,
  );
}

/** By slug or public key, in any order. */
export async function names({ sql }: Reader, references: readonly string[]): Promise<EventNames[]> {
  const wanted = references as string[];
  return sql<EventNames[]>`
    select id, slug, pubkey, practice from events where slug = any(${wanted})
    union select id, slug, pubkey, practice from events where pubkey = any(${wanted})`;
}
