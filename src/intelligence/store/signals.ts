import { words } from '../../database/columns.js';
import type { Reader, Transaction } from '../../database/store.js';
import { dayMs } from '../../kernel/time.js';
import { type Evidence, judgeAfterMs, type SignalDirection, type SignalType, staleWithinMs } from '../rules.js';
import type { BacktestCount, NewSignal, SignalFilter, SignalRow } from './rows.js';

interface SignalColumns {
  id: string;
  type: SignalType;
  slug: string;
  outcome: number;
  demo: boolean;
  direction: SignalDirection;
  strength: number;
  evidence: Evidence;
  detected_at: Date;
  expires_at: Date;
  total: number;
}

/** Limits the rows read per request, regardless of filters. */
const maxMatches = 10_000;

/** Newest first; `total` counts up to 10,000. */
export async function signals(
  { sql }: Reader,
  { type, since, includeResolved, minVolume, outcomeLimit, limit }: SignalFilter,
): Promise<{ readonly rows: readonly SignalRow[]; readonly total: number }> {
  const rows = await sql<SignalColumns[]>`
    with matching as materialized (
      select s.id, s.event_id, s.outcome, s.strength, s.detected_at from signals s
      cross join lateral (select volume, status from markets where event_id = s.event_id limit 1) as m
      where s.detected_at > ${new Date(since)} ${type === null ? sql`` : sql`and s.type = ${type}`}
        and m.volume >= ${minVolume} ${includeResolved ? sql`` : sql`and m.status not in ('resolved', 'void')`}
      order by s.detected_at desc, s.id desc limit ${maxMatches}),
    best as (
      select event_id, outcome, row_number() over (partition by event_id order by max(strength) desc, outcome) as place
      from matching group by 1, 2),
    chosen as (
      select x.id, x.detected_at, count(*) over ()::int as total
      from matching x join best b on b.event_id = x.event_id and b.outcome = x.outcome and b.place <= ${outcomeLimit}
      order by x.detected_at desc, x.id desc limit ${limit})
    select s.id, s.type, e.slug, s.outcome, s.demo, s.direction, s.strength, s.evidence, s.detected_at, s.expires_at, c.total
    from chosen c join signals s on s.id = c.id join events e on e.id = s.event_id
    order by c.detected_at desc, c.id desc`;
  return {
    rows: rows.map(({ slug, detected_at, expires_at, total: _total, ...row }) => ({
      ...row,
      eventSlug: slug,
      detectedAt: detected_at.getTime(),
      expiresAt: expires_at.getTime(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Active markets by id that may have a signal, without practice events. */
export async function signalCandidates({ sql }: Reader, after: string, limit: number, now: number): Promise<string[]> {
  const rows = await sql<{ event_id: string }[]>`
    select m.event_id from markets m join events e on e.id = m.event_id and not e.practice
    where m.event_id > ${after} and m.status = 'active' and m.ends_at > ${new Date(now)}
      and (m.last_trade_at > ${new Date(now - dayMs)} or m.ends_at <= ${new Date(now + staleWithinMs)}
        or exists (select from crowd_batches b where b.event_id = m.event_id)
        or exists (select from venue_markets v where v.event_id = m.event_id and (
          exists (select from venue_links l where l.left_id = v.id and l.status = 'confirmed')
          or exists (select from venue_links l where l.right_id = v.id and l.status = 'confirmed')))
        or exists (select from market_samples s where s.event_id = m.event_id and s.at > ${new Date(now - dayMs)}))
    order by m.event_id limit ${limit}`;
  return rows.map(row => row.event_id);
}

export async function signalsInForce(
  { sql }: Reader,
  eventIds: readonly string[],
  now: number,
): Promise<{ readonly eventId: string; readonly type: SignalType; readonly outcome: number }[]> {
  const rows = await sql<{ event_id: string; type: SignalType; outcome: number }[]>`
    select event_id, type, outcome from signals
    where event_id = any(${words(eventIds, id => id)}::text::text[]) and expires_at > ${new Date(now)}`;
  return rows.map(({ event_id: eventId, ...row }) => ({ eventId, ...row }));
}

export async function backtests({ sql }: Reader): Promise<BacktestCount[]> {
  return [...(await sql<BacktestCount[]>`select type, demo, n, hits from signal_backtests`)];
}

export async function publishSignals({ sql }: Transaction, signals: readonly NewSignal[]): Promise<void> {
  const rows = signals.map(signal => ({
    ...signal,
    evidence: signal.evidence,
    detectedAt: new Date(signal.detectedAt).toISOString(),
    expiresAt: new Date(signal.expiresAt).toISOString(),
  }));
  if (rows.length === 0) return;
  await sql`
    insert into signals (id, type, event_id, outcome, demo, direction, strength, evidence, sequence, price_bps, spread_bps,
      detected_at, expires_at)
    select id, type, "eventId", outcome, demo, direction, strength, evidence, sequence, "priceBps", "spreadBps",
      "detectedAt", "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as s(id text, type text, "eventId" text, outcome int,
      demo boolean, direction text, strength double precision, evidence jsonb, sequence bigint, "priceBps" int,
      "spreadBps" int, "detectedAt" timestamptz, "expiresAt" timestamptz)`;
}

/**
 * Judges signals detected before this time, oldest first, and counts them. Returns their number. A hit: a public trade
 * of the following day moved the price further from the detected one than the spread, in the direction of the signal.
 */
export async function judgeSignals({ sql }: Transaction, detectedUntil: number, limit: number): Promise<number> {
  const [{ judged }] = await sql<{ judged: number }[]>`
    with due as (
      select * from signals where hit is null and direction <> 'none' and detected_at <= ${new Date(detectedUntil)}
      order by detected_at limit ${limit} for update),
    judged as (
      update signals s set hit = exists (
        select from fills f where f.market = (select number from markets m where m.event_id = d.event_id)
          and f.number is not null and f.sequence > d.sequence
          and f.at <= d.detected_at + ${judgeAfterMs / 1000} * interval '1 second'
          and (f.prices_bps[d.outcome + 1] - d.price_bps) * case d.direction when 'up' then 1 else -1 end > d.spread_bps)
      from due d where s.id = d.id returning s.type, s.demo, s.hit),
    counted as (
      insert into signal_backtests as b (type, demo, n, hits)
      select type, demo, count(*), count(*) filter (where hit) from judged group by 1, 2 order by 1, 2
      on conflict (type, demo) do update set n = b.n + excluded.n, hits = b.hits + excluded.hits)
    select count(*)::int as judged from judged`;
  return judged;
}

export async function deleteOld({ sql }: Transaction, before: number, limit: number): Promise<number> {
  const { count } = await sql`
    delete from signals where id in (
      select id from signals where detected_at < ${new Date(before)} and (hit is not null or direction = 'none')
      order by detected_at limit ${limit})`;
  return count;
}
