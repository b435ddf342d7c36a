import {
  incidentImpacts,
  incidentStatuses,
  maxIncidentTextLength,
  maxIncidentTitleLength,
} from '../../domain/service/incident.js';
import { replayMembers } from '../../http/response/replay.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { stageNames } from '../../http/stages.js';

const Share = (description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: 1, description, examples: [0.9993] }));
const Milliseconds = (description: string) => nullable(Type.Number({ minimum: 0, description, examples: [1.4] }));
const Rate = (description: string) => Type.Number({ minimum: 0, description, examples: [12] });

const Incident = named(
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

export const HistoryQuery = closed({
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

export const HistoryReply = named(
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
      incidents: Type.Array(Incident, {
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

export const IncidentRequest = named(
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

export const IncidentUpdateRequest = named(
  'IncidentUpdateRequest',
  closed(
    { status: oneOf(incidentStatuses, { description: 'The status from now on.' }), text: Text },
    { examples: [{ status: 'resolved', text: 'Orders are accepted again.' }] },
  ),
);

export const IncidentParams = closed({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of an incident.' }),
});

export const IncidentReply = named(
  'IncidentReply',
  closed({
    incident: Incident,
    ...replayMembers('Whether nothing was changed, because it was there already.'),
  }),
);

export const BackupRequest = named(
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

export const BackupReply = named(
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
