import { createHash } from 'node:crypto';
import { numbers, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { Resolution } from '../../engine/resolution.js';
import * as marketStore from '../../events/store/markets.js';
import type { NewScoreEntry } from '../../exchange/store/activity.js';
import * as activityStore from '../../exchange/store/activity.js';
import { makeId } from '../../kernel/ids.js';
import type { EventSet } from '../rules/boards.js';
import type { PriceStep } from '../rules/price-path.js';
import { scoringRules } from '../rules/score-forecasts.js';
import type { EventScoring, PlayerScore, ScoreRow, UnsealedFilter, UnsealedForecast } from './rows.js';

export interface ScoreColumns {
  event_id: string;
  player_id: string;
  payout_bps: number[];
  brier: number | null;
  market_brier: number | null;
  benchmark_brier: number | null;
  last: number | null;
  coverage: number | null;
  final_percents: (number | null)[] | null;
  profit: number | null;
}

export function scoreOf(row: Omit<ScoreColumns, 'payout_bps'>): ScoreRow['score'] {
  const { brier, market_brier: marketBrier, last, coverage, final_percents: finalPercents } = row;
  if (brier === null || marketBrier === null || last === null || coverage === null) return null;
  // The driver parses NULL in an array of numbers as NaN.
  const finals = (finalPercents ?? []).map(percent => (percent === null || Number.isNaN(percent) ? null : percent));
  const { benchmark_brier: benchmarkBrier } = row;
  return { brier, marketBrier, benchmarkBrier, last, coverage, finalPercents: finals };
}

function playerScore(row: ScoreColumns): PlayerScore {
  const { event_id: eventId, player_id: playerId, payout_bps: payoutBps, profit } = row;
  return { eventId, playerId, payoutBps, profit, score: scoreOf(row) };
}

interface UnsealedColumns {
  id: string;
  player_id: string;
  event_id: string;
  outcome: number;
  probability: number;
  market_price_bps: number;
  market_sequence: number;
  at: Date;
  ended_at: Date | null;
  ended_by: 'superseded' | 'withdrawn' | null;
  slug: string;
  title: string;
  label: string;
  demo: boolean;
  payout_bps: number | null;
  resolved_at: Date;
}

function unsealedOf(row: UnsealedColumns): UnsealedForecast {
  return {
    id: row.id,
    playerId: row.player_id,
    eventId: row.event_id,
    outcome: row.outcome,
    probabilityMicros: row.probability,
    marketPriceBps: row.market_price_bps,
    marketSequence: row.market_sequence,
    at: row.at.getTime(),
    ended: row.ended_at && row.ended_by ? { at: row.ended_at.getTime(), by: row.ended_by } : null,
    eventSlug: row.slug,
    title: row.title,
    outcomeLabel: row.label,
    demo: row.demo,
    payoutBps: row.payout_bps,
    resolvedAt: row.resolved_at.getTime(),
  };
}

/** Whether the event of the scoring `g` has ever been scored: from then on its forecasts are public. */
export function hasBeenScored(sql: Sql) {
  return sql`(g.payout_bps is not null or exists (
    select from event_scorings earlier
    where earlier.event_id = g.event_id and earlier.version < g.version and earlier.payout_bps is not null))`;
}

/** Whether the event `e` is in the set. */
export function ofSet(sql: Sql, events: EventSet) {
  return events === 'all' ? sql`true` : sql`e.demo = ${events === 'demo'}`;
}

function inForce(sql: Sql) {
  return sql`select s.*, g.payout_bps from event_scores s
    join markets m on m.event_id = s.event_id and m.scored_version = s.version
    join event_scorings g on g.event_id = s.event_id and g.version = s.version`;
}

/** Events with a settled resolution that has not been scored by the current rules, by id. */
export async function due({ sql }: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await sql<{ event_id: string }[]>`
    select event_id from markets
    where scored_version < settled_version and settled_version = resolution_version and event_id > ${after}
    union
    select m.event_id from event_scorings g join markets m on m.event_id = g.event_id
    where g.rules < 2 and m.settled_version = m.resolution_version and g.event_id > ${after}
    order by event_id limit ${limit}`;
  return rows.map(row => row.event_id);
}

/** The resolutions of an event that have not been scored by the current rules, in order. */
export async function unscored({ sql }: Reader, eventId: string): Promise<Resolution[]> {
  const rows = await sql<{ resolution: Resolution }[]>`
    select r.resolution from resolutions r join markets m on m.event_id = r.event_id
    where r.event_id = ${eventId} and (r.version > m.scored_version or exists (
      select from event_scorings g where g.event_id = r.event_id and g.version = r.version and g.rules < 2))
    order by r.version`;
  return rows.map(row => row.resolution);
}

/** The prices after public trades, in order of time, each with the market sequence of its trade. */
export async function pricePath(
  { sql }: Reader,
  eventId: string,
): Promise<(PriceStep & { readonly sequence: number })[]> {
  const rows = await sql<{ at: Date; sequence: number; prices_bps: number[] }[]>`
    select at, sequence, prices_bps from (
      select distinct on (sequence) at, sequence, prices_bps from fills
      where market = (select number from markets where event_id = ${eventId}) and number is not null order by sequence, id) as steps
    order by at, sequence`;
  return rows.map(row => ({ atMs: row.at.getTime(), sequence: row.sequence, pricesBps: row.prices_bps }));
}

/**
 * The profit of each player who ever held a position, once this version has paid; empty after a newer resolution,
 * because its payments may be included.
 */
export async function profits({ sql }: Reader, eventId: string, version: number): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ player_id: string; profit: number }[]>`
    select a.player_id, sum(p.realized_profit + p.paid - p.cost)::bigint as profit
    from markets m join positions p on p.market = m.number join accounts a on a.number = p.player
    where m.event_id = ${eventId} and m.settled_version = ${version} and m.resolution_version = ${version}
    group by a.player_id`;
  return new Map(rows.map(row => [row.player_id, row.profit]));
}

/** The profits recorded by a scoring, by player; null for an unscored version. */
export async function recordedProfits(
  { sql }: Reader,
  eventId: string,
  version: number,
): Promise<ReadonlyMap<string, number> | null> {
  const scored = await sql`select from event_scorings where event_id = ${eventId} and version = ${version}`;
  if (scored.length === 0) return null;
  const rows = await sql<{ player_id: string; profit: number }[]>`
    select player_id, profit from event_scores
    where event_id = ${eventId} and version = ${version} and profit is not null`;
  return new Map(rows.map(row => [row.player_id, row.profit]));
}

/** By the current version; omits events without a score of this player. */
export async function ofPlayer({ sql }: Reader, playerId: string, eventIds: readonly string[]): Promise<PlayerScore[]> {
  if (eventIds.length === 0) return [];
  const ids = eventIds as string[];
  const rows = await sql<ScoreColumns[]>`
    ${inForce(sql)} where s.player_id = ${playerId} and s.event_id = any(${ids})`;
  const practised = await sql<ScoreColumns[]>`
    select * from practice_scores where event_id = any(${ids}) and player_id = ${playerId}`;
  return [...rows, ...practised].map(playerScore);
}

/** Newest first; on scored events, even if a correction has voided them, without practice events. */
export async function unsealed(
  { sql }: Reader,
  { playerId, events, before, limit }: UnsealedFilter,
): Promise<UnsealedForecast[]> {
  const rows = await sql<UnsealedColumns[]>`
    select f.id, f.player_id, f.event_id, f.outcome, f.probability, f.market_price_bps, f.market_sequence, f.at,
      f.ended_at, f.ended_by, e.slug, e.title, e.outcomes[f.outcome + 1] as label, e.demo,
      g.payout_bps[f.outcome + 1] as payout_bps, g.resolved_at
    from forecasts f join events e on e.id = f.event_id
      join markets m on m.event_id = f.event_id
      join event_scorings g on g.event_id = f.event_id and g.version = m.scored_version
    where f.player_id = ${playerId} and not e.practice and ${ofSet(sql, events)} and ${hasBeenScored(sql)}
      and (${before === null} or (f.at, f.id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
    order by f.at desc, f.id desc limit ${limit}`;
  return rows.map(unsealedOf);
}

/** All scores of a player that count on the leaderboards of a set, for calibration. */
export async function scoresOf({ sql }: Reader, playerId: string, events: EventSet): Promise<PlayerScore[]> {
  const rows = await sql<ScoreColumns[]>`
    ${inForce(sql)} join events e on e.id = s.event_id
    where s.player_id = ${playerId} and s.brier is not null and not e.practice and ${ofSet(sql, events)}
    order by s.event_id`;
  return rows.map(playerScore);
}

const percents = (list: readonly (number | null)[]) => `"{${list.map(percent => percent ?? 'NULL').join(',')}}"`;

/** The rows of a scoring as a table. */
function scoreRows(sql: Sql, rows: readonly ScoreRow[]) {
  return sql`unnest(${words(rows, row => row.playerId)}::text::text[],
      ${numbers(rows, row => row.score?.brier ?? null)}::text::double precision[],
      ${numbers(rows, row => row.score?.marketBrier ?? null)}::text::double precision[],
      ${numbers(rows, row => row.score?.benchmarkBrier ?? null)}::text::double precision[],
      ${numbers(rows, row => row.score?.last ?? null)}::text::double precision[],
      ${numbers(rows, row => row.score?.coverage ?? null)}::text::double precision[],
      ${words(rows, row => (row.score ? percents(row.score.finalPercents) : null))}::text::text[],
      ${numbers(rows, row => row.profit)}::text::bigint[])
    as r(player_id, brier, market_brier, benchmark_brier, last, coverage, final_percents, profit)`;
}

/** Entries of the players who have a score; the same scoring always has the same ids. */
function scoreEntries({ eventId, version, scoredAt, rows }: EventScoring): NewScoreEntry[] {
  return rows.flatMap(({ playerId, score }) => {
    if (score === null) return [];
    const { brier, marketBrier, benchmarkBrier, last, coverage } = score;
    const edge = benchmarkBrier === null ? null : benchmarkBrier - brier;
    const digest = createHash('sha256').update(`${eventId} ${version} ${playerId}`).digest();
    const details = { version, brier, marketBrier, benchmarkBrier, edge, last, coverage };
    return [{ id: makeId('act', scoredAt, digest), playerId, details }];
  });
}

/** Stores only the current version: practice is not part of the public record. */
async function savePracticeScores(tx: Transaction, scoring: EventScoring): Promise<void> {
  const { sql } = tx;
  const { eventId, scoredAt, resolvedAt, payoutBps, rows } = scoring;
  await sql`delete from practice_scores where event_id = ${eventId}`;
  await sql`
    insert into practice_scores (event_id, player_id, resolved_at, payout_bps, brier, market_brier,
      benchmark_brier, last, coverage, final_percents, profit)
    select ${eventId}, r.player_id, ${new Date(resolvedAt)}, ${(payoutBps ?? []) as number[]}, r.brier, r.market_brier,
      r.benchmark_brier, r.last, r.coverage, r.final_percents::double precision[], r.profit
    from ${scoreRows(sql, rows)}`;
  await activityStore.addScores(tx, { eventId, at: scoredAt, practice: true, entries: scoreEntries(scoring) });
  await marketStore.markScored(tx, scoring.eventId, scoring.version);
}

/**
 * Idempotent for each version; replaces a scoring by earlier rules. False if it replaced one, so players were already
 * notified.
 */
export async function save(tx: Transaction, scoring: EventScoring): Promise<boolean> {
  const { sql } = tx;
  if (scoring.practice) {
    await savePracticeScores(tx, scoring);
    return true;
  }
  const { eventId, version, scoredAt, resolvedAt, effectiveCloseAt, payoutBps, baselines, rows } = scoring;
  await sql`delete from event_scores where event_id = ${eventId} and version = ${version}`;
  await sql`
    insert into event_scores (event_id, version, player_id, brier, market_brier, benchmark_brier, last, coverage,
      final_percents, profit)
    select ${eventId}, ${version}, r.player_id, r.brier, r.market_brier, r.benchmark_brier, r.last, r.coverage,
      r.final_percents::double precision[], r.profit
    from ${scoreRows(sql, rows)}`;
  const replaced = await sql`delete from event_scorings
    where event_id = ${eventId} and version = ${version} and rules < ${scoringRules} returning 1`;
  const forecasters = rows.filter(row => row.score !== null).length;
  await sql`
    insert into event_scorings (event_id, version, scored_at, resolved_at, effective_close_at, payout_bps, baselines,
      forecasters, rules)
    values (${eventId}, ${version}, ${new Date(scoredAt)}, ${new Date(resolvedAt)}, ${new Date(effectiveCloseAt)},
      ${payoutBps as number[] | null}, ${baselines === null ? null : sql.json(baselines as never)}, ${forecasters},
      ${scoringRules})
    on conflict (event_id, version) do nothing`;
  // Players have already been notified.
  if (replaced.length > 0) return false;
  await activityStore.addScores(tx, { eventId, at: scoredAt, practice: false, entries: scoreEntries(scoring) });
  await marketStore.markScored(tx, scoring.eventId, scoring.version);
  return true;
}
