import { isoTime } from '../../domain/iso-time.js';
import { actorOf } from '../../http/caller.js';
import { invalid } from '../../http/errors.js';
import { checkMoment } from '../../http/moment.js';
import { perServices } from '../../http/per-services.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { replyOrReplay } from '../../http/response/replay.js';
import type { RouteInput } from '../../http/route.js';
import { CachedLoads } from '../../operations/cache/cached-loads.js';
import { openIncident, reportBackup, updateIncident } from '../../operations/service/incidents.js';
import { readStatusHistory, type StatusHistory } from '../../operations/service/status-history.js';
import type { Incident, StatusPoint, StatusSample } from '../../store/service/interface.js';
import type {
  BackupRequest,
  HistoryQuery,
  IncidentParams,
  IncidentRequest,
  IncidentUpdateRequest,
} from './history-schemas.js';

/** All visitors of the status page request the same figures. */
const histories = perServices(() => new CachedLoads<StatusHistory>({ maxEntries: 8, ttlMs: 10_000 }));

const rounded = (value: number) => Math.round(value * 1000) / 1000;
const roundedOrNull = (value: number | null) => (value === null ? null : rounded(value));
const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

function viewIncident({ startedAt, resolvedAt, updates, ...rest }: Incident) {
  return {
    ...rest,
    startedAt: isoTime(startedAt),
    resolvedAt: timeOrNull(resolvedAt),
    updates: updates.map(update => ({ ...update, at: isoTime(update.at) })),
  };
}

function viewNode({ minute, node, ready, figures }: StatusSample) {
  const { requests, failures, orders, streamMessages, jobLagMs, ...rest } = figures;
  return {
    node,
    at: isoTime(minute),
    ready,
    requestsPerMinute: requests,
    failuresPerMinute: failures,
    ordersPerMinute: orders,
    streamMessagesPerMinute: streamMessages,
    jobLagSeconds: rounded(jobLagMs / 1000),
    ...rest,
  };
}

function viewPoint({
  at,
  requests,
  failures,
  orders,
  streamMessages,
  databaseMs,
  commitP50Ms,
  commitP99Ms,
  jobLagMs,
}: StatusPoint) {
  return {
    at: isoTime(at),
    requestsPerMinute: rounded(requests),
    failuresPerMinute: rounded(failures),
    ordersPerMinute: rounded(orders),
    streamMessagesPerMinute: rounded(streamMessages),
    databaseMs: roundedOrNull(databaseMs),
    commitP50Ms: roundedOrNull(commitP50Ms),
    commitP99Ms: roundedOrNull(commitP99Ms),
    jobLagSeconds: rounded(jobLagMs / 1000),
  };
}

export async function getStatusHistory(
  { query }: RouteInput<{ query: typeof HistoryQuery }>,
  { services }: RequestContext,
) {
  const { hours = 24 } = query;
  const cache = histories(services);
  const load = () => readStatusHistory(services, hours);
  const history = await cache.get(String(hours), services.clock(), load);
  const { uptime, days, nodes, series, bucketSeconds, incidents, lastBackup, walArchivedAt, databaseBytes } = history;
  return {
    asOf: isoTime(history.asOf),
    uptime: { day: roundedShare(uptime.day), week: roundedShare(uptime.week), quarter: roundedShare(uptime.quarter) },
    days: days.map(each => ({ day: isoTime(each.day).slice(0, 10), uptime: roundedShare(each.uptime) })),
    nodes: nodes.map(viewNode),
    series: series.map(viewPoint),
    bucketSeconds,
    incidents: incidents.map(viewIncident),
    database: {
      bytes: databaseBytes,
      lastBackupAt: timeOrNull(lastBackup?.finishedAt ?? null),
      lastBackupBytes: lastBackup?.bytes ?? null,
      walArchivedAt: timeOrNull(walArchivedAt),
    },
  };
}

const roundedShare = (share: number | null) => (share === null ? null : Math.floor(share * 1e5) / 1e5);

function readMoment(field: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (!Number.isFinite(at)) throw invalid(field, 'must be an ISO 8601 time');
  return checkMoment(field, at);
}

export async function postIncident(
  { body }: RouteInput<{ body: typeof IncidentRequest }>,
  { services, caller }: RequestContext,
) {
  const outcome = throwIfRefused(
    await openIncident(services, {
      title: body.title.trim(),
      impact: body.impact,
      status: body.status ?? 'investigating',
      text: body.text.trim(),
      startedAt: readMoment('startedAt', body.startedAt),
      actor: actorOf(caller),
    }),
  );
  const { incident, replayed } = outcome;
  return replyOrReplay({ incident: viewIncident(incident) }, replayed);
}

export async function postIncidentUpdate(
  { params, body }: RouteInput<{ params: typeof IncidentParams; body: typeof IncidentUpdateRequest }>,
  { services, caller }: RequestContext,
) {
  const command = { id: params.id, status: body.status, text: body.text.trim(), actor: actorOf(caller) };
  const { incident, replayed } = throwIfRefused(await updateIncident(services, command));
  return replyOrReplay({ incident: viewIncident(incident) }, replayed, 200);
}

export async function postBackup(
  { body }: RouteInput<{ body: typeof BackupRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  const { bytes = null, note = '', finishedAt } = body ?? {};
  const sent = { bytes, note: note.trim(), finishedAt: readMoment('finishedAt', finishedAt) };
  const { backup, replayed } = throwIfRefused(await reportBackup(services, sent, actorOf(caller)));
  return replyOrReplay({ backup: { ...backup, finishedAt: isoTime(backup.finishedAt) } }, replayed);
}
