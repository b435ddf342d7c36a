import { statusAt } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import { depthDistances, type LiveMarket, topOfBook, unchangedUntil } from '../exchange/live/live-market.js';
import type { LiveTrade } from '../exchange/store/rows.js';
import { invalid } from '../http/errors.js';
import type { CachedText } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static } from '../http/schema.js';
import { isoTime, isoTimeOrNull } from '../kernel/time.js';
import { microsFromWire, microsToWire } from '../kernel/units.js';
import type { PlayerName } from '../players/rules/players.js';
import { EventSlugParam } from './book-routes.js';
import { type ChosenMarkets, chooseMarkets, extentText, type NamedMarkets, unitsOf } from './choose-markets.js';
import type { LiveReads } from './live-reads.js';
import {
  changeSlot,
  type LiveReply,
  type MarketDataServices,
  maxReplyAgeMs,
  replyFor,
  replyForMany,
  totalSlot,
  volumeSlot,
} from './live-reply.js';
import { healthOf, leadingOutcomes, near, tradedSince } from './market-figures.js';
import type { PastFigure } from './past-timeline.js';
import type { ReplyText } from './reply-cache.js';
import { type HealthPart, healthWeights } from './rules/health.js';
import { selectMarkets } from './select-markets.js';
import {
  BotSnapshot,
  BotSnapshotBody,
  BotSnapshotQuery,
  ChosenHealthList,
  ChosenSnapshotList,
  HealthList,
  HealthListQuery,
  HealthQuery,
  HealthSnapshotList,
  HealthSnapshotsBody,
  HealthSnapshotsQuery,
  MarketHealth,
  MarketSnapshot,
  maxMarkets,
  SnapshotList,
  SnapshotQuery,
  SnapshotsBody,
  SnapshotsQuery,
  usualMarkets,
} from './snapshot-schemas.js';

type Needs = HttpServices & EventServices & MarketDataServices;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Members that are always present, regardless of the selection. */
const always = ['slug', 'eventPubkey', 'sequence', 'tradesSequence', 'asOf'];

/** Serializes a view with the selected members. */
function writeView(live: LiveMarket, view: object, fields: readonly string[] | undefined, now: number): ReplyText {
  const chosen = fields && new Set([...always, ...fields]);
  const text = chosen
    ? JSON.stringify(Object.fromEntries(Object.entries(view).filter(([name]) => chosen.has(name))))
    : JSON.stringify(view);
  return { text, at: now, until: Math.min(now + maxReplyAgeMs, unchangedUntil(live, now)) };
}

function headOf({ event, market }: LiveMarket, now: number) {
  return {
    slug: event.slug,
    eventPubkey: event.pubkey,
    sequence: market.sequence,
    asOf: isoTime(now),
    title: event.title,
    status: statusAt(market, now),
    endsAt: isoTime(market.endsAt),
  };
}

function viewTrade(trade: LiveTrade, eventSlug: string, { handle, kind, retired, house }: PlayerName) {
  const { id, outcome, side, shares, credits, priceBps, against, sequence, at } = trade;
  return {
    id,
    eventSlug,
    outcomeIndex: outcome,
    side,
    shares: microsToWire(shares),
    credits: microsToWire(credits),
    priceBps,
    against,
    player: { handle, kind, retired, house },
    sequence,
    at: isoTime(at),
  };
}

interface SnapshotOptions {
  /** Null leaves slots for the figures that depend on the look-back. */
  readonly lookbackHours: number | null;
  readonly outcomeLimit: number;
  readonly fields?: readonly string[];
}

function viewSnapshot(reads: LiveReads, live: LiveMarket, options: SnapshotOptions, now: number) {
  const { event, market, trades } = live;
  const { lookbackHours } = options;
  const past = lookbackHours === null ? null : (reads.past.find(event.id, lookbackHours, now) as PastFigure);
  const traded = past && tradedSince(live, past);
  const day = tradedSince(live, reads.past.find(event.id, 24, now) as PastFigure);
  return {
    ...headOf(live, now),
    tradesSequence: market.trades,
    outcomes: leadingOutcomes(live, options.outcomeLimit).map(index => ({
      index,
      label: event.outcomes[index],
      priceBps: market.priceBps[index],
      ...topOfBook(live, index, now),
      changeBps: past ? market.priceBps[index] - past.priceBps[index] : changeSlot(index),
      volumeCredits: microsToWire(market.outcomeVolumes[index]),
      lookbackVolumeCredits: traded ? microsToWire(traded[index]) : volumeSlot(index),
    })),
    outcomeCount: event.outcomes.length,
    lastTrades: trades.map(trade => viewTrade(trade, event.slug, reads.names.find(trade.playerId, now) as PlayerName)),
    lastTradeAt: isoTimeOrNull(market.lastTradeAt),
    volumeCredits: microsToWire(market.volume),
    volume24hCredits: microsToWire(sum(day)),
    lookbackVolumeCredits: traded ? microsToWire(sum(traded)) : totalSlot,
    openOrders: market.openOrders,
    traders: market.traders,
  };
}

/** Describes how the snapshot of a market is built and cached. */
function snapshotReply(reads: LiveReads, options: SnapshotOptions): LiveReply {
  const { lookbackHours, outcomeLimit, fields } = options;
  const named = fields ? [...new Set(fields)].sort().join(',') : '';
  return {
    key: `snapshot ${lookbackHours} ${outcomeLimit} ${named}`,
    needs: { hours: [...new Set([lookbackHours ?? 24, 24])], traders: true },
    make(live, now) {
      const { until, ...made } = writeView(live, viewSnapshot(reads, live, options, now), fields, now);
      return { ...made, until: Math.min(until, ...live.trades.map(trade => reads.names.freshUntil(trade.playerId))) };
    },
  };
}

interface HealthOptions {
  /** Null leaves a slot for the figure that depends on the look-back. */
  readonly lookbackHours: number | null;
  readonly staleDays: number;
  readonly fields?: readonly string[];
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

function viewHealth(reads: LiveReads, live: LiveMarket, { lookbackHours, staleDays }: HealthOptions, now: number) {
  const { event, market } = live;
  const { figures, health } = healthOf(live, staleDays, now);
  const { score, parts, stale, resolutionOverdue, advice } = health;
  const past = lookbackHours === null ? null : (reads.past.find(event.id, lookbackHours, now) as PastFigure);
  const traded = past && tradedSince(live, past).reduce((total, volume) => total + volume, 0);
  const { lastTradeAt } = market;
  return {
    ...headOf(live, now),
    lastTradeAt: isoTimeOrNull(lastTradeAt),
    lastTradeAgeSeconds: lastTradeAt === null ? null : Math.max(0, Math.floor((now - lastTradeAt) / 1000)),
    spreadBps: figures.spreadBps,
    depth: {
      withinBps: depthDistances[near],
      bidCredits: microsToWire(figures.bidDepth),
      askCredits: microsToWire(figures.askDepth),
    },
    openOrders: market.openOrders,
    traders: market.traders,
    volumeCredits: microsToWire(market.volume),
    lookbackVolumeCredits: traded === null ? totalSlot : microsToWire(traded),
    stale,
    resolutionOverdue,
    score,
    parts: (Object.keys(healthWeights) as HealthPart[]).map(name => ({
      name,
      weight: healthWeights[name],
      value: round(parts[name], 4),
      points: round(healthWeights[name] * parts[name], 1),
    })),
    advice,
  };
}

/** Describes how the health of a market is built and cached. */
function healthReply(reads: LiveReads, options: HealthOptions): LiveReply {
  const { lookbackHours, staleDays, fields } = options;
  const named = fields ? [...new Set(fields)].sort().join(',') : '';
  return {
    key: `health ${lookbackHours} ${staleDays} ${named}`,
    needs: { hours: lookbackHours === null ? [] : [lookbackHours] },
    make: (live, now) => writeView(live, viewHealth(reads, live, options, now), fields, now),
  };
}

const usual = { lookbackHours: 24, outcomeLimit: 10, staleDays: 7 };

type BulkRequest = NamedMarkets & {
  readonly lookbackHours?: number;
  readonly outcomeLimit?: number;
  readonly staleDays?: number;
  readonly fields?: readonly string[];
};

function getSnapshot(
  { params, query }: RouteInput<{ params: typeof EventSlugParam; query: typeof SnapshotQuery }>,
  { services }: RequestContext<Needs>,
) {
  return replyFor(services, params.slug, snapshotReply(services.marketData.live, { ...usual, ...query }), 'slug');
}

async function bulkSnapshots(services: Needs, request: BulkRequest): Promise<CachedText> {
  const { lookbackHours, outcomeLimit, fields } = { ...usual, ...request };
  const chosen = await chooseMarkets(services, request);
  const { eventIds, missing } = chosen;
  const tail = `"missing":${JSON.stringify(missing)},${extentText(chosen)}`;
  return replyForMany(services, {
    ...snapshotReply(services.marketData.live, { lookbackHours: null, outcomeLimit, fields }),
    eventIds,
    missing,
    lookbackHours,
    rest: `snapshots ${tail}`,
    join: (texts, asOf) =>
      `{"asOf":"${asOf}","lookbackHours":${lookbackHours},"snapshots":[${texts.join(',')}],${tail}}`,
  });
}

function getSnapshots(
  { query }: RouteInput<{ query: typeof SnapshotsQuery }>,
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  return bulkSnapshots(services, query);
}

function postSnapshots(
  { body }: { readonly body: Static<typeof SnapshotsBody> | undefined },
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  return bulkSnapshots(services, body ?? {});
}

function getHealth(
  { params, query }: RouteInput<{ params: typeof EventSlugParam; query: typeof HealthQuery }>,
  { services }: RequestContext<Needs>,
) {
  return replyFor(services, params.slug, healthReply(services.marketData.live, { ...usual, ...query }), 'slug');
}

function bulkHealth(services: Needs, request: BulkRequest, chosen: ChosenMarkets, last: string) {
  const { eventIds, missing } = chosen;
  const tail = `,${last},${extentText(chosen)}`;
  const { lookbackHours, staleDays, fields } = { ...usual, ...request };
  return replyForMany(services, {
    ...healthReply(services.marketData.live, { lookbackHours: null, staleDays, fields }),
    eventIds,
    missing,
    lookbackHours,
    rest: `healths ${tail}`,
    join: (texts, asOf) =>
      `{"asOf":"${asOf}","lookbackHours":${lookbackHours},"staleDays":${staleDays},"health":[${texts.join(',')}]${tail}}`,
  });
}

async function healthSnapshots(services: Needs, request: BulkRequest): Promise<CachedText> {
  const chosen = await chooseMarkets(services, request);
  return bulkHealth(services, request, chosen, `"missing":${JSON.stringify(chosen.missing)}`);
}

function getHealthSnapshots(
  { query }: RouteInput<{ query: typeof HealthSnapshotsQuery }>,
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  return healthSnapshots(services, query);
}

function postHealthSnapshots(
  { body }: { readonly body: Static<typeof HealthSnapshotsBody> | undefined },
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  return healthSnapshots(services, body ?? {});
}

/** Lists the health of the markets that match the filters, the most traded first. */
async function listHealth(
  { query }: RouteInput<{ query: typeof HealthListQuery }>,
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  const { limit = usualMarkets, includeResolved = false, includeStale = false, staleDays = usual.staleDays } = query;
  const minVolume = microsFromWire(query.minVolumeUsd ?? 0);
  if (minVolume === null) throw invalid('minVolumeUsd', 'is out of range');
  const wanted = {
    among: 'undecided' as const,
    includeResolved,
    staleDays: includeStale ? null : staleDays,
    minVolume,
    minOpenOrders: query.minOpenOrders ?? 0,
    limit: maxMarkets,
  };
  const selected = await selectMarkets(services, wanted, limit);
  return bulkHealth(services, query, { ...selected, missing: [] }, '"nextCursor":null');
}

/** Combines the snapshot and the health of a market. */
function botReply(snapshot: LiveReply, health: LiveReply): LiveReply {
  const hours = [...new Set([...(snapshot.needs?.hours ?? []), ...(health.needs?.hours ?? [])])];
  return {
    key: `bot ${snapshot.key} ${health.key}`,
    needs: { hours, traders: true },
    make(live, now): ReplyText {
      const [left, right] = [snapshot.make(live, now), health.make(live, now)];
      const text = `{"snapshot":${left.text},"health":${right.text}}`;
      return { text, at: now, until: Math.min(left.until, right.until) };
    },
  };
}

/** Prices change with trades; polling more often mostly returns the same response. */
const pollAfterSeconds = 2;

async function postBotSnapshot(
  {
    query,
    body,
  }: { readonly query: Static<typeof BotSnapshotQuery>; readonly body: Static<typeof BotSnapshotBody> | undefined },
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  const request: BulkRequest = { ...query, ...body };
  const { lookbackHours, outcomeLimit, staleDays, fields } = { ...usual, ...request };
  const [chosen, paused] = await Promise.all([
    chooseMarkets(services, request),
    services.marketData.live.tradingPaused(),
  ]);
  const { eventIds, missing } = chosen;
  const tail = `"missing":${JSON.stringify(missing)},${extentText(chosen)}`;
  return replyForMany(services, {
    ...botReply(
      snapshotReply(services.marketData.live, { lookbackHours: null, outcomeLimit, fields }),
      healthReply(services.marketData.live, { lookbackHours: null, staleDays }),
    ),
    eventIds,
    missing,
    lookbackHours,
    rest: `${paused} ${tail}`,
    join: (texts, asOf) =>
      `{"asOf":"${asOf}","lookbackHours":${lookbackHours},"staleDays":${staleDays},"tradingPaused":${paused},"pollAfterSeconds":${pollAfterSeconds},"markets":[${texts.join(',')}],${tail}}`,
  });
}

const open = { area: 'snapshots', auth: 'none', bucket: 'address' } as const;
/** One read for an agent, whose read budget is small; an address pays by the number of markets. */
const many = { area: 'snapshots', auth: 'optional', bucket: 'reads' } as const;
const unavailable = ['SERVICE_UNAVAILABLE'] as const;
const bulk =
  'For up to 200 markets in one request; without names, the most traded active ones. Served from memory until something changes. A named market is returned in any status; an unknown one is listed in missing.';

export const snapshotRoutes = [
  defineRoute({
    ...open,
    id: 'getSnapshot',
    method: 'GET',
    path: '/api/events/{slug}/snapshot',
    summary: 'Snapshot of one market',
    description:
      'Prices, top of book, changes and volumes over the look-back and the newest trades, all at one sequence. To poll many markets use the bulk variant.',
    request: { params: EventSlugParam, query: SnapshotQuery },
    responses: { 200: { description: 'The snapshot.', schema: MarketSnapshot } },
    errors: ['NOT_FOUND', ...unavailable],
    handler: getSnapshot,
  }),
  defineRoute({
    ...many,
    id: 'getSnapshots',
    method: 'GET',
    path: '/api/events/snapshots',
    summary: 'Snapshots of many markets',
    description: bulk,
    request: { query: SnapshotsQuery },
    responses: { 200: { description: 'The snapshots.', schema: SnapshotList } },
    errors: unavailable,
    units: ({ query }) => unitsOf(query),
    handler: getSnapshots,
  }),
  defineRoute({
    ...many,
    id: 'postSnapshots',
    method: 'POST',
    path: '/api/events/snapshots',
    effect: 'read',
    summary: 'Snapshots of many markets, with a body',
    description: `${bulk} Use fields to select members.`,
    request: { body: SnapshotsBody, bodyOptional: true },
    responses: { 200: { description: 'The snapshots.', schema: ChosenSnapshotList } },
    errors: unavailable,
    units: ({ body = {} }) => unitsOf(body),
    handler: postSnapshots,
  }),
  defineRoute({
    ...many,
    id: 'postBotSnapshot',
    method: 'POST',
    path: '/api/events/bot-snapshot',
    effect: 'read',
    summary: 'Snapshot and health for a trading loop',
    description: `Snapshot and health of each market, and whether trading is paused. ${bulk}`,
    request: { query: BotSnapshotQuery, body: BotSnapshotBody, bodyOptional: true },
    responses: { 200: { description: 'Input of one trading decision.', schema: BotSnapshot } },
    errors: unavailable,
    units: ({ query, body }) => unitsOf({ ...query, ...body }),
    handler: postBotSnapshot,
  }),
];

export const healthRoutes = [
  defineRoute({
    ...many,
    id: 'listMarketHealth',
    method: 'GET',
    path: '/api/events/health',
    summary: 'Health of markets',
    description:
      'Tradability of each unresolved market, most traded first, including scheduled, paused and closed ones: age of the last trade, spread, depth, open orders, a score with its components and advice for bots. Use includeStale for stale markets and includeResolved for resolved and void ones.',
    request: { query: HealthListQuery },
    responses: { 200: { description: 'Health of each market.', schema: HealthList } },
    errors: unavailable,
    units: ({ query }) => unitsOf({ limit: query.limit }),
    handler: listHealth,
  }),
  defineRoute({
    ...open,
    id: 'getMarketHealth',
    method: 'GET',
    path: '/api/events/{slug}/health',
    summary: 'Health of one market',
    description: 'A score from 0 to 100 with its components and inputs, and advice for bots.',
    request: { params: EventSlugParam, query: HealthQuery },
    responses: { 200: { description: 'The health.', schema: MarketHealth } },
    errors: ['NOT_FOUND', ...unavailable],
    handler: getHealth,
  }),
  defineRoute({
    ...many,
    id: 'getHealthSnapshots',
    method: 'GET',
    path: '/api/events/health-snapshots',
    summary: 'Health of chosen markets',
    description: bulk,
    request: { query: HealthSnapshotsQuery },
    responses: { 200: { description: 'Health of each market.', schema: HealthSnapshotList } },
    errors: unavailable,
    units: ({ query }) => unitsOf(query),
    handler: getHealthSnapshots,
  }),
  defineRoute({
    ...many,
    id: 'postHealthSnapshots',
    method: 'POST',
    path: '/api/events/health-snapshots',
    effect: 'read',
    summary: 'Health of chosen markets, with a body',
    description: `${bulk} Use fields to select members.`,
    request: { body: HealthSnapshotsBody, bodyOptional: true },
    responses: { 200: { description: 'Health of each market.', schema: ChosenHealthList } },
    errors: unavailable,
    units: ({ body = {} }) => unitsOf(body),
    handler: postHealthSnapshots,
  }),
];
