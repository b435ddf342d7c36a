import { microsFromWire } from '../../../domain/units.js';
import type { CachedText } from '../../../http/cached-text.js';
import { invalid } from '../../../http/errors.js';
import type { ReplyText } from '../../../http/market-reply-cache.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import type { Static } from '../../../http/schema.js';
import type { Services } from '../../../http/services.js';
import { selectMarkets } from '../../../operations/market-data/select-markets.js';
import type { EventSlugParam } from '../books/schemas.js';
import { type LiveReply, replyFor, replyForMany } from '../live-reply.js';
import { type ChosenMarkets, chooseMarkets, extentText, type NamedMarkets } from './choose-markets.js';
import { healthReply } from './health-view.js';
import {
  type BotSnapshotBody,
  type BotSnapshotQuery,
  type HealthListQuery,
  type HealthQuery,
  type HealthSnapshotsBody,
  type HealthSnapshotsQuery,
  maxMarkets,
  type SnapshotQuery,
  type SnapshotsBody,
  type SnapshotsQuery,
  usualMarkets,
} from './parameters.js';
import { snapshotReply } from './snapshot-view.js';

const usual = { lookbackHours: 24, outcomeLimit: 10, staleDays: 7 };

type BulkRequest = NamedMarkets & {
  readonly lookbackHours?: number;
  readonly outcomeLimit?: number;
  readonly staleDays?: number;
  readonly fields?: readonly string[];
};

export function getSnapshot(
  { params, query }: RouteInput<{ params: typeof EventSlugParam; query: typeof SnapshotQuery }>,
  { services }: RequestContext,
) {
  return replyFor(services, params.slug, snapshotReply(services.marketData.live, { ...usual, ...query }), 'slug');
}

async function bulkSnapshots(services: Services, request: BulkRequest): Promise<CachedText> {
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

export function getSnapshots(
  { query }: RouteInput<{ query: typeof SnapshotsQuery }>,
  { services }: RequestContext,
): Promise<CachedText> {
  return bulkSnapshots(services, query);
}

export function postSnapshots(
  { body }: { readonly body: Static<typeof SnapshotsBody> | undefined },
  { services }: RequestContext,
): Promise<CachedText> {
  return bulkSnapshots(services, body ?? {});
}

export function getHealth(
  { params, query }: RouteInput<{ params: typeof EventSlugParam; query: typeof HealthQuery }>,
  { services }: RequestContext,
) {
  return replyFor(services, params.slug, healthReply(services.marketData.live, { ...usual, ...query }), 'slug');
}

function bulkHealth(services: Services, request: BulkRequest, chosen: ChosenMarkets, last: string) {
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

async function healthSnapshots(services: Services, request: BulkRequest): Promise<CachedText> {
  const chosen = await chooseMarkets(services, request);
  return bulkHealth(services, request, chosen, `"missing":${JSON.stringify(chosen.missing)}`);
}

export function getHealthSnapshots(
  { query }: RouteInput<{ query: typeof HealthSnapshotsQuery }>,
  { services }: RequestContext,
): Promise<CachedText> {
  return healthSnapshots(services, query);
}

export function postHealthSnapshots(
  { body }: { readonly body: Static<typeof HealthSnapshotsBody> | undefined },
  { services }: RequestContext,
): Promise<CachedText> {
  return healthSnapshots(services, body ?? {});
}

/** Lists the health of the markets that match the filters, the most traded first. */
export async function listHealth(
  { query }: RouteInput<{ query: typeof HealthListQuery }>,
  { services }: RequestContext,
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

export async function postBotSnapshot(
  {
    query,
    body,
  }: { readonly query: Static<typeof BotSnapshotQuery>; readonly body: Static<typeof BotSnapshotBody> | undefined },
  { services }: RequestContext,
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
