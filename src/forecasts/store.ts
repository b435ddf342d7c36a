// Forecasts. Times are epoch milliseconds, probabilities millionths.

import { clockTime } from '../database/columns.js';
import type { Sql } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';
import type { MarketStatus } from '../engine/lifecycle.js';
import type { OwnedPair } from '../exchange/store/rows.js';
import { isoTime } from '../kernel/time.js';
import type { Forecast, ForecastMarket } from './rules.js';

/** Why and when a forecast ended. */
export interface ForecastEnd {
  readonly at: number;
  readonly by: 'superseded' | 'withdrawn';
}

/** A forecast without its rationale, which only its player may see. */
export interface ForecastRow extends Forecast {
  readonly id: string;
  readonly playerId: string;
  readonly eventId: string;
  readonly clientForecastId: string;
  /** Null while it is in force. */
  readonly ended: ForecastEnd | null;
}

/** A forecast as visible to its player. */
export interface OwnForecast extends ForecastRow {
  readonly rationale: string | null;
  readonly eventSlug: string;
  /** The stored status: transitions by the clock do not affect recorded forecasts. */
  readonly marketStatus: MarketStatus;
}

export interface NewForecast extends ForecastRow {
  /** Hash of the canonical body, in hexadecimal. */
  readonly bodyDigest: string;
  readonly rationale: string | null;
}

export interface StoredForecast {
  readonly forecast: ForecastRow;
  readonly bodyDigest: string;
}

export interface ClientForecastId {
  readonly playerId: string;
  readonly clientForecastId: string;
}

export interface ForecastFilter {
  readonly playerId: string;
  /** open: in force on an unresolved event. scored: on a resolved event. */
  readonly status: 'open' | 'scored' | 'all';
  readonly eventId: string | null;
  readonly clientForecastId: string | null;
  readonly before: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

/** A position in the forecasts of an event. */
export type ForecastCursor = Pick<ForecastRow, 'playerId' | 'at'>;

export interface ForecastBatch {
  readonly added: readonly NewForecast[];
  /** Ends of forecasts that were in the table before. */
  readonly ended: readonly (ForecastEnd & { readonly id: string })[];
  /** Players who forecast an event for the first time. */
  readonly newForecasters: readonly { readonly eventId: string; readonly players: number }[];
}

/** The input of decisions about forecasts. */
export interface ForecastGrounds {
  /** By the database's clock, taken while the accounts were locked. */
  readonly now: number;
  readonly markets: readonly (ForecastMarket & {
    readonly eventId: string;
    readonly practice: boolean;
    readonly operatorIds: readonly string[];
  })[];
  readonly standing: readonly ForecastRow[];
  readonly lastMoments: readonly (OwnedPair & { readonly at: number })[];
  readonly stored: readonly StoredForecast[];
}

interface ForecastColumns {
  id: string;
  player_id: string;
  client_forecast_id: string;
  event_id: string;
  outcome: number;
  question: number;
  probability: number;
  market_price_bps: number;
  market_sequence: number;
  at: Date;
  supersedes: string | null;
  ended_at: Date | null;
  ended_by: ForecastEnd['by'] | null;
}

type OwnColumns = ForecastColumns & { slug: string; status: MarketStatus; rationale: string | null };

function columns(sql: Sql) {
  return sql`f.id, f.player_id, f.client_forecast_id, f.event_id, f.outcome, f.question, f.probability,
    f.market_price_bps, f.market_sequence, f.at, f.supersedes, f.ended_at, f.ended_by`;
}

/** Includes the rationale, which only its player may see. */
function ownColumns(sql: Sql) {
  return sql`select ${columns(sql)}, e.slug, m.status, r.rationale
    from forecasts f join events e on e.id = f.event_id join markets m on m.event_id = f.event_id
      left join forecast_rationales r on r.forecast_id = f.id`;
}

function forecastOf(row: ForecastColumns): ForecastRow {
  return {
    id: row.id,
    playerId: row.player_id,
    clientForecastId: row.client_forecast_id,
    eventId: row.event_id,
    outcome: row.outcome,
    question: row.question,
    probabilityMicros: row.probability,
    marketPriceBps: row.market_price_bps,
    marketSequence: row.market_sequence,
    at: row.at.getTime(),
    supersedes: row.supersedes,
    ended: row.ended_at && row.ended_by ? { at: row.ended_at.getTime(), by: row.ended_by } : null,
  };
}

function ownOf(row: OwnColumns): OwnForecast {
  return { ...forecastOf(row), rationale: row.rationale, eventSlug: row.slug, marketStatus: row.status };
}

function hasStatus(sql: Sql, status: ForecastFilter['status']) {
  if (status === 'open') return sql`f.ended_at is null and m.status not in ('resolved', 'void')`;
  return status === 'scored' ? sql`m.status = 'resolved'` : sql`true`;
}

/** Null if this player has no such forecast. */
export async function find({ sql }: Reader, forecastId: string, playerId: string): Promise<OwnForecast | null> {
  const [row] = await sql<OwnColumns[]>`
    ${ownColumns(sql)} where f.id = ${forecastId} and f.player_id = ${playerId}`;
  return row ? ownOf(row) : null;
}

/** Newest first. */
export async function list(
  { sql }: Reader,
  { playerId, status, eventId, clientForecastId, before, limit }: ForecastFilter,
): Promise<OwnForecast[]> {
  const rows = await sql<OwnColumns[]>`
    ${ownColumns(sql)}
    where f.player_id = ${playerId} and ${hasStatus(sql, status)}
      and (${eventId}::text is null or f.event_id = ${eventId})
      and (${clientForecastId}::text is null or f.client_forecast_id = ${clientForecastId})
      and (${before === null} or (f.at, f.id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
    order by f.at desc, f.id desc limit ${limit}`;
  return rows.map(ownOf);
}

/** All forecasts on an event, for scores: by player, then by time. */
export async function ofEvent(
  { sql }: Reader,
  eventId: string,
  after: ForecastCursor | null,
  limit: number,
): Promise<ForecastRow[]> {
  const rows = await sql<ForecastColumns[]>`
    select ${columns(sql)} from forecasts f
    where f.event_id = ${eventId}
      and (f.player_id, f.at) > (${after?.playerId ?? ''}, ${new Date(after?.at ?? 0)})
    order by f.player_id, f.at limit ${limit}`;
  return rows.map(forecastOf);
}

function endForecasts(sql: Sql, ended: ForecastBatch['ended']) {
  return sql`
    update forecasts f set ended_at = r.at, ended_by = r.by
    from unnest(${ended.map(end => end.id)}::text[], ${ended.map(end => isoTime(end.at))}::timestamptz[],
      ${ended.map(end => end.by)}::text[]) as r(id, at, by)
    where f.id = r.id`;
}

function addForecasts(sql: Sql, added: ForecastBatch['added']) {
  const rows = added.map(({ rationale: _rationale, ended, ...row }) => ({
    ...row,
    at: isoTime(row.at),
    endedAt: ended && isoTime(ended.at),
    endedBy: ended?.by ?? null,
  }));
  return sql`
    insert into forecasts (id, player_id, client_forecast_id, body_digest, event_id, outcome, question, probability,
      market_price_bps, market_sequence, at, supersedes, ended_at, ended_by)
    select r.id, r."playerId", r."clientForecastId", decode(r."bodyDigest", 'hex'), r."eventId", r.outcome, r.question,
      r."probabilityMicros", r."marketPriceBps", r."marketSequence", r.at, r.supersedes, r."endedAt", r."endedBy"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, "playerId" text, "clientForecastId" text,
      "bodyDigest" text, "eventId" text, outcome int, question int, "probabilityMicros" int, "marketPriceBps" int,
      "marketSequence" bigint, at timestamptz, supersedes text, "endedAt" timestamptz, "endedBy" text)`;
}

function addRationales(sql: Sql, added: ForecastBatch['added']) {
  const given = added.filter(({ rationale }) => rationale !== null);
  return sql`
    insert into forecast_rationales (forecast_id, rationale)
    select * from unnest(${given.map(row => row.id)}::text[], ${given.map(row => row.rationale as string)}::text[])`;
}

/** In event order, to prevent deadlocks. */
function countForecasters(sql: Sql, newForecasters: ForecastBatch['newForecasters']) {
  const sorted = newForecasters.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  return sql`
    insert into event_forecasters as n (event_id, forecasters)
    select * from unnest(${sorted.map(row => row.eventId)}::text[], ${sorted.map(row => row.players)}::int[])
    on conflict (event_id) do update set forecasters = n.forecasters + excluded.forecasters`;
}

/**
 * Must be the last statement of a transaction, because others may wait for the counters that it locks. A forecast ends
 * before its successor is inserted: only one per question may be in force.
 */
export async function save({ sql }: Transaction, { added, ended, newForecasters }: ForecastBatch): Promise<void> {
  const statements: PromiseLike<unknown>[] = [];
  if (ended.length > 0) statements.push(endForecasts(sql, ended));
  if (added.length > 0) statements.push(addForecasts(sql, added));
  if (added.some(({ rationale }) => rationale !== null)) statements.push(addRationales(sql, added));
  if (newForecasters.length > 0) statements.push(countForecasters(sql, newForecasters));
  await Promise.all(statements);
}

function marketsOf(sql: Sql, eventIds: readonly string[]) {
  return sql<
    {
      event_id: string;
      status: MarketStatus;
      opens_at: Date;
      ends_at: Date;
      sequence: number;
      price_bps: number[];
      practice: boolean;
      operator_ids: string[];
    }[]
  >`select m.event_id, m.status, m.opens_at, m.ends_at, m.sequence, m.price_bps, e.practice, e.operator_ids
    from markets m join events e on e.id = m.event_id where m.event_id = any(${eventIds as string[]})`;
}

function wantedPairs(sql: Sql, pairs: readonly OwnedPair[]) {
  return sql`unnest(${pairs.map(pair => pair.eventId)}::text[], ${pairs.map(pair => pair.playerId)}::text[])
    as wanted(event_id, player_id)`;
}

function standingOf(sql: Sql, pairs: readonly OwnedPair[]) {
  return sql<ForecastColumns[]>`
    select ${columns(sql)} from ${wantedPairs(sql, pairs)}
      join forecasts f on f.event_id = wanted.event_id and f.player_id = wanted.player_id and f.ended_at is null`;
}

/** A superseded forecast ends when its successor starts, so among the ends only a withdrawal can be the latest time. */
function lastMomentsOf(sql: Sql, pairs: readonly OwnedPair[]) {
  return sql<{ event_id: string; player_id: string; at: Date | null }[]>`
    select wanted.event_id, wanted.player_id, greatest((
      select f.at from forecasts f where f.event_id = wanted.event_id and f.player_id = wanted.player_id
      order by f.at desc limit 1), (
      select f.ended_at from forecasts f
      where f.event_id = wanted.event_id and f.player_id = wanted.player_id and f.ended_by = 'withdrawn'
      order by f.ended_at desc limit 1)) as at
    from ${wantedPairs(sql, pairs)}`;
}

function storedUnder(sql: Sql, ids: readonly ClientForecastId[]) {
  return sql<(ForecastColumns & { digest: string })[]>`
    select ${columns(sql)}, encode(f.body_digest, 'hex') as digest
    from unnest(${ids.map(id => id.playerId)}::text[], ${ids.map(id => id.clientForecastId)}::text[])
      as wanted(player_id, client_forecast_id)
      join forecasts f on f.player_id = wanted.player_id and f.client_forecast_id = wanted.client_forecast_id`;
}

/** One advisory lock number per event. */
const lockName = (eventId: string) => `forecasts on ${eventId}`;

/**
 * Makes `awaitWriters` of these events wait for the end of this transaction. Must be called before any other lock.
 */
export async function enter({ sql }: Transaction, eventIds: readonly string[]): Promise<void> {
  const names = [...new Set(eventIds)].sort().map(lockName);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`;
}

/**
 * Waits for writers that have entered an event, and blocks later ones until the end of this transaction. A call after
 * the resolution has committed sees every forecast that was accepted before it.
 */
export async function awaitWriters({ sql }: Transaction, eventId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(eventId)}, 0))`;
}

/** Loads everything in one round trip; requires that the accounts are locked. */
export async function load(
  { sql, clock }: Transaction,
  pairs: readonly OwnedPair[],
  ids: readonly ClientForecastId[],
): Promise<ForecastGrounds> {
  const [now, markets, standing, moments, stored] = await Promise.all([
    clockTime(sql, clock),
    marketsOf(sql, [...new Set(pairs.map(pair => pair.eventId))]),
    standingOf(sql, pairs),
    lastMomentsOf(sql, pairs),
    storedUnder(sql, ids),
  ]);
  return {
    now,
    markets: markets.map(row => ({
      eventId: row.event_id,
      status: row.status,
      opensAt: row.opens_at.getTime(),
      endsAt: row.ends_at.getTime(),
      sequence: row.sequence,
      priceBps: row.price_bps,
      practice: row.practice,
      operatorIds: row.operator_ids,
    })),
    standing: standing.map(forecastOf),
    lastMoments: moments.flatMap(row =>
      row.at ? [{ eventId: row.event_id, playerId: row.player_id, at: row.at.getTime() }] : [],
    ),
    stored: stored.map(row => ({ forecast: forecastOf(row), bodyDigest: row.digest })),
  };
}

/** Deletes the rationales of a player; the forecasts stay. */
export async function eraseRationales({ sql }: Transaction, playerId: string): Promise<void> {
  await sql`delete from forecast_rationales r using forecasts f where f.id = r.forecast_id and f.player_id = ${playerId}`;
}
