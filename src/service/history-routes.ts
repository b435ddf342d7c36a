import { actorOf } from '../http/caller.js';
import { invalid, throwIfRefused } from '../http/errors.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import { checkMoment, closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { stageNames } from '../http/stages.js';
import { replayMembers, replyOrReplay } from '../http/write-result.js';
import { CachedLoads } from '../kernel/cache.js';
import { isoTime } from '../kernel/time.js';
import {
  incidentImpacts,
  incidentStatuses,
  maxIncidentTextLength,
  maxIncidentTitleLength,
  openIncident,
  readStatusHistory,
  reportBackup,
  type StatusHistory,
  updateIncident,
} from './status-history.js';
import type { Incident, StatusPoint, StatusSample } from './store.js';

const Share = (description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: 1, description, examples: [0.9993] }));
const Milliseconds = (description: string) => nullable(Type.Number({ minimum: 0, description, examples: [1.4] }));
const Rate = (description: string) => Type.Number({ minimum: 0, description, examples: [12] });

const IncidentView = named(
  'Incident',
  closed(
    {
      id: Type.String({ description: 'Id of the incident.', examples: ['inc_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      title: Type.String({ description: 'What happened.', examples: ['Orders are slow'] }),
      impact: oneOf(incidentImpacts, { description: 'How much is affected.' }),
      status: oneOf(incidentStatuses, { description: 'The status of the last update.' }),
      startedAt: Timestamp({ description: 'When it began.' }),
      resolvedAt: nullable(Timestamp({ description: 'When it ended; null while it goes on.' })),
      updates: Type.Array(
        closed({
          at: Timestamp({ description: 'When the update was written.' }),
          status: oneOf(incidentStatuses, { description: 'The status from then on.' }),
          text: Type.String({ description: 'What operators say.', examples: ['A disk was full. Space was freed.'] }),
        }),
        { description: 'Oldest first.' },
      ),
    },
    { description: 'An incident that operators have entered.' },
  ),
);

const HistoryQuery = closed({
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'How far back the series goes.' }),
  ),
});

const Node = closed({
  node: Type.String({ description: 'Distinguishes nodes; no host name.', examples: ['5f2c9e0b7a41'] }),
  at: Timestamp({ description: 'The minute of its newest sample.' }),
  ready: Type.Boolean({ description: 'Whether it could serve requests.' }),
  requestsPerMinute: Rate('Requests in that minute.'),
  failuresPerMinute: Rate('Responses with a status of 500 or above.'),
  ordersPerMinute: Rate('Orders accepted in that minute.'),
  streamMessagesPerMinute: Rate('Messages sent to readers of streams.'),
  streamReaders: Type.Integer({ minimum: 0, description: 'Readers of streams.' }),
  databaseMs: Milliseconds('Round trip to the database; null if it did not respond.'),
  poolBusy: Type.Integer({ minimum: 0, description: 'Database connections in use.' }),
  poolWaiting: Type.Integer({ minimum: 0, description: 'Work that waited for a connection.' }),
  jobLagSeconds: Type.Number({ minimum: 0, description: 'How far the most delayed job was behind.' }),
  stages: Type.Array(
    closed({
      stage: oneOf(stageNames, { description: 'A stage of a request.' }),
      count: Type.Integer({ minimum: 0, description: 'Measurements in the last five to ten minutes.' }),
      p50Ms: Milliseconds('Median.'),
      p95Ms: Milliseconds('95th percentile.'),
      p99Ms: Milliseconds('99th percentile.'),
    }),
    { description: 'Latency by stage.' },
  ),
});

const HistoryReply = named(
  'StatusHistory',
  closed(
    {
      asOf: Timestamp({ description: 'When the figures were read; they are cached for ten seconds.' }),
      uptime: closed(
        {
          day: Share('Today, UTC.'),
          week: Share('The last seven days.'),
          quarter: Share('The last ninety days.'),
        },
        { description: 'Share of minutes in which at least one node was ready; null where nothing was measured.' },
      ),
      days: Type.Array(
        closed({
          day: Type.String({ description: 'UTC day.', examples: ['2026-03-17'] }),
          uptime: Share('Share of its minutes in which a node was ready; null where nothing was measured.'),
        }),
        { description: 'The last ninety days, oldest first.' },
      ),
      nodes: Type.Array(Node, { description: 'Nodes with a sample in the last three minutes.' }),
      series: Type.Array(
        closed({
          at: Timestamp({ description: 'Start of the bucket.' }),
          requestsPerMinute: Rate('Mean over the bucket, all nodes together.'),
          failuresPerMinute: Rate('Responses with a status of 500 or above.'),
          ordersPerMinute: Rate('Orders accepted.'),
          streamMessagesPerMinute: Rate('Messages sent to readers of streams.'),
          databaseMs: Milliseconds('Mean round trip to the database.'),
          commitP50Ms: Milliseconds('Mean of the median commit time of orders.'),
          commitP99Ms: Milliseconds('Mean of its 99th percentile.'),
          jobLagSeconds: Type.Number({ minimum: 0, description: 'The longest job lag in the bucket.' }),
        }),
        { description: 'Oldest first; buckets in which no node was running are missing.' },
      ),
      bucketSeconds: Type.Number({ minimum: 60, description: 'Length of a bucket.' }),
      incidents: Type.Array(IncidentView, {
        description: 'Unresolved ones and those of the last ninety days, newest first.',
      }),
      database: closed(
        {
          bytes: Type.Integer({ minimum: 0, description: 'Size of the database.' }),
          lastBackupAt: nullable(Timestamp({ description: 'The last backup that was reported; null if none was.' })),
          lastBackupBytes: nullable(Type.Integer({ minimum: 0, description: 'Its size, if it was reported.' })),
          walArchivedAt: nullable(
            Timestamp({ description: 'When PostgreSQL archived its last WAL segment; null where it archives none.' }),
          ),
        },
        { description: 'The database.' },
      ),
    },
    { description: 'Measured figures of the service over time.' },
  ),
);

const Text = Type.String({
  minLength: 1,
  maxLength: maxIncidentTextLength,
  pattern: '\\S',
  description: 'What readers of the status page should know.',
  examples: ['Orders are accepted again.'],
});

const IncidentRequest = named(
  'IncidentRequest',
  closed(
    {
      title: Type.String({
        minLength: 1,
        maxLength: maxIncidentTitleLength,
        pattern: '\\S',
        description: 'What happened. An unresolved incident with the same title is returned instead of a new one.',
        examples: ['Orders are slow'],
      }),
      impact: oneOf(incidentImpacts, { description: 'How much is affected.' }),
      status: Type.Optional(oneOf(incidentStatuses, { description: 'investigating if left out.' })),
      text: Text,
      startedAt: Type.Optional(Timestamp({ description: 'When it began; now if left out.' })),
    },
    { examples: [{ title: 'Orders are slow', impact: 'minor', text: 'We are looking into it.' }] },
  ),
);

const IncidentUpdateRequest = named(
  'IncidentUpdateRequest',
  closed(
    { status: oneOf(incidentStatuses, { description: 'The status from now on.' }), text: Text },
    { examples: [{ status: 'resolved', text: 'Orders are accepted again.' }] },
  ),
);

const IncidentParams = closed({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of an incident.' }),
});

const IncidentReply = named(
  'IncidentReply',
  closed({
    incident: IncidentView,
    ...replayMembers('Whether nothing was changed, because it was there already.'),
  }),
);

const BackupRequest = named(
  'BackupRequest',
  closed(
    {
      finishedAt: Type.Optional(Timestamp({ description: 'When the backup was complete; now if left out.' })),
      bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Its size.' })),
      note: Type.Optional(
        Type.String({ maxLength: 500, description: 'Where it is, or how it was made.', examples: ['nightly pg_dump'] }),
      ),
    },
    { examples: [{ bytes: 73400320, note: 'nightly pg_dump' }] },
  ),
);

const BackupReply = named(
  'BackupReply',
  closed({
    backup: closed(
      {
        finishedAt: Timestamp({ description: 'When it was complete.' }),
        bytes: nullable(Type.Integer({ minimum: 0, description: 'Its size, if it was reported.' })),
        note: Type.String({ description: 'What was reported with it.', examples: ['nightly pg_dump'] }),
      },
      { description: 'The backup.' },
    ),
    ...replayMembers('Whether a backup of this moment was reported before.'),
  }),
);

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

async function getStatusHistory({ query }: RouteInput<{ query: typeof HistoryQuery }>, { services }: RequestContext) {
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

async function postIncident(
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

async function postIncidentUpdate(
  { params, body }: RouteInput<{ params: typeof IncidentParams; body: typeof IncidentUpdateRequest }>,
  { services, caller }: RequestContext,
) {
  const command = { id: params.id, status: body.status, text: body.text.trim(), actor: actorOf(caller) };
  const { incident, replayed } = throwIfRefused(await updateIncident(services, command));
  return replyOrReplay({ incident: viewIncident(incident) }, replayed, 200);
}

async function postBackup(
  { body }: RouteInput<{ body: typeof BackupRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  const { bytes = null, note = '', finishedAt } = body ?? {};
  const sent = { bytes, note: note.trim(), finishedAt: readMoment('finishedAt', finishedAt) };
  const { backup, replayed } = throwIfRefused(await reportBackup(services, sent, actorOf(caller)));
  return replyOrReplay({ backup: { ...backup, finishedAt: isoTime(backup.finishedAt) } }, replayed);
}

const replayable = (schema: typeof IncidentReply | typeof BackupReply, noun: string) => ({
  201: { description: `The ${noun}.`, schema },
  200: { description: `The ${noun} that was there already.`, schema },
});

export const historyRoutes = [
  defineRoute({
    id: 'getStatusHistory',
    method: 'GET',
    path: '/api/v1/status/history',
    area: 'service',
    summary: 'Uptime, rates, latency and incidents over time',
    description:
      'Measured by every node once a minute and stored in the database for ninety days. A minute without a sample of a ready node counts as down.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 10,
    request: { query: HistoryQuery },
    responses: { 200: { description: 'The figures.', schema: HistoryReply } },
    handler: getStatusHistory,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'openIncident',
    method: 'POST',
    path: '/api/operator/incidents',
    summary: 'Report an incident for the status page',
    description: 'Shown at /status at once.',
    request: { body: IncidentRequest },
    responses: replayable(IncidentReply, 'incident'),
    handler: postIncident,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'updateIncident',
    method: 'POST',
    path: '/api/operator/incidents/{id}/updates',
    summary: 'Add an update to an incident',
    description: 'Sets its status; resolved ends it. Sending the last update again changes nothing.',
    request: { params: IncidentParams, body: IncidentUpdateRequest },
    responses: { 200: { description: 'The incident.', schema: IncidentReply } },
    errors: ['NOT_FOUND'],
    handler: postIncidentUpdate,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'reportBackup',
    method: 'POST',
    path: '/api/operator/backups',
    summary: 'Report a finished backup',
    description: 'For the job that backs up the database: the status page shows when the last one ended.',
    request: { body: BackupRequest, bodyOptional: true },
    responses: replayable(BackupReply, 'backup'),
    handler: postBackup,
  }),
];
