import { endedCookie } from '../http/pipeline/credentials.js';
import { requirePerson, sessionOver } from '../http/require-person.js';
import {
  defineRoute,
  type HttpServices,
  Reply,
  type RequestContext,
  type RouteInput,
  StreamedText,
} from '../http/route.js';
import { closed, named, nullable, Timestamp, Type } from '../http/schema.js';
import { isoTime } from '../kernel/time.js';
import { sessionIdleMs, sessionLifeMs } from '../kernel/token-syntax.js';
import { exportPerson } from './export-person.js';
import type { PeopleServices } from './persons.js';
import { endSession, endSessions, listSessions } from './sessions.js';

type Needs = HttpServices & PeopleServices;

const exampleSession = {
  id: 'ses_01kx3v7p9ye1f8m2q4s6t8v0wz',
  current: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  createdAt: '2026-03-17T12:00:00.000Z',
  lastUsedAt: '2026-03-18T09:30:00.000Z',
  expiresAt: '2026-04-17T09:30:00.000Z',
};

const Session = named(
  'Session',
  closed(
    {
      id: Type.String({ description: 'Id of the session.', examples: [exampleSession.id] }),
      current: Type.Boolean({ description: 'Whether this request uses it.' }),
      userAgent: nullable(
        Type.String({
          description: 'User agent of the browser at sign-in; null if it sent none.',
          examples: [exampleSession.userAgent],
        }),
      ),
      createdAt: Timestamp({ description: 'When it was opened.' }),
      lastUsedAt: Timestamp({ description: 'When it was last used, to the minute.' }),
      expiresAt: Timestamp({ description: 'When it expires unless it is used again.' }),
    },
    { description: 'A signed-in browser. Its token is not stored.', examples: [exampleSession] },
  ),
);

const SessionList = named(
  'SessionList',
  closed(
    {
      sessions: Type.Array(Session, { description: 'Most recently used first; at most 20.' }),
      nextCursor: Type.Null({ description: 'The complete list.' }),
    },
    { examples: [{ sessions: [exampleSession], nextCursor: null }] },
  ),
);

const SessionParams = closed({
  sessionId: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Id of one of your sessions.',
    examples: [exampleSession.id],
  }),
});

const EndSessionsQuery = closed({
  current: Type.Optional(
    Type.Boolean({ default: false, description: 'true: this session ends too, and the cookie is removed.' }),
  ),
});

const SessionsEnded = named(
  'SessionsEnded',
  closed(
    {
      ended: Type.Integer({
        minimum: 0,
        description: 'Number of sessions that this request ended; 0 if they had already ended.',
      }),
    },
    { examples: [{ ended: 1 }] },
  ),
);

const PersonalData = named(
  'PersonalData',
  Type.Object(
    {
      format: Type.String({ description: 'Name and version of this format.', examples: ['presage-personal-data/1'] }),
      exportedAt: Timestamp({ description: 'When the export started.' }),
      units: Type.String({ description: 'Units of the numbers.' }),
      person: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The account: handle, name, email, role, plan and settings.',
      }),
    },
    {
      additionalProperties: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description: 'Rows of one kind.',
      }),
      description:
        'Everything stored about a person and their agents. Each further member is a list of rows: sessions, agents, keys, notifications, requests for markets, votes, disputes, grants, scores, certification runs, orders with their fills, positions, activity, forecasts with rationales and the request log.',
      examples: [
        {
          format: 'presage-personal-data/1',
          exportedAt: '2026-03-17T12:00:00.000Z',
          units: 'Credits and shares are integer millionths.',
          person: { handle: 'ada', displayName: 'Ada', email: 'ada@example.org' },
          sessions: [],
          orders: [],
        },
      ],
    },
  ),
);

async function getSessions(_input: unknown, { services, caller }: RequestContext) {
  const { playerId, sessionId: currentId } = requirePerson(caller);
  const sessions = await listSessions(services, playerId);
  return {
    sessions: sessions.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => ({
      id: sessionId,
      current: sessionId === currentId,
      userAgent,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTime(lastUsedAt),
      expiresAt: isoTime(Math.min(lastUsedAt + sessionIdleMs, createdAt + sessionLifeMs)),
    })),
    nextCursor: null,
  };
}

async function deleteSession(
  { params: { sessionId } }: RouteInput<{ params: typeof SessionParams }>,
  { services, caller }: RequestContext,
) {
  const { playerId, sessionId: currentId } = requirePerson(caller);
  const ended = await endSession(services, playerId, sessionId);
  return new Reply(200, { ended }, sessionId === currentId ? endedCookie(services) : {});
}

async function deleteSessions(
  { query: { current = false } }: RouteInput<{ query: typeof EndSessionsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId, sessionId } = requirePerson(caller);
  const ended = await endSessions(services, playerId, current ? null : sessionId);
  return new Reply(200, { ended }, current ? endedCookie(services) : {});
}

async function exportMe(_input: unknown, { services, caller }: RequestContext<Needs>) {
  const { playerId, handle } = requirePerson(caller);
  const produce = await exportPerson(services, playerId);
  if (!produce) throw sessionOver();
  return new Reply(200, new StreamedText(produce), {
    'content-disposition': `attachment; filename="presage-${handle}.json"`,
  });
}

const forPeople = { area: 'people', auth: 'required', callers: ['person'] } as const;

/** Sessions and the export of a person's data. */
export const sessionRoutes = [
  defineRoute({
    ...forPeople,
    id: 'listSessions',
    method: 'GET',
    path: '/api/people/sessions',
    summary: 'Your sessions',
    description: 'Sessions that have not expired, most recently used first. A person can have at most 20.',
    bucket: 'reads',
    responses: { 200: { description: 'The sessions.', schema: SessionList } },
    handler: getSessions,
  }),
  defineRoute({
    ...forPeople,
    id: 'endSession',
    whileSuspended: true,
    method: 'DELETE',
    path: '/api/people/sessions/{sessionId}',
    summary: 'End one session',
    description: 'Its browser is signed out with its next request. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: SessionParams },
    responses: { 200: { description: 'Number of ended sessions: 0 or 1.', schema: SessionsEnded } },
    errors: ['NOT_FOUND'],
    handler: deleteSession,
  }),
  defineRoute({
    ...forPeople,
    id: 'endSessions',
    whileSuspended: true,
    method: 'DELETE',
    path: '/api/people/sessions',
    summary: 'Sign out everywhere',
    description: 'Ends all other sessions; with current=true also this one.',
    bucket: 'changes',
    request: { query: EndSessionsQuery },
    responses: { 200: { description: 'Number of ended sessions.', schema: SessionsEnded } },
    handler: deleteSessions,
  }),
  defineRoute({
    ...forPeople,
    id: 'exportMe',
    method: 'GET',
    path: '/api/people/me/export',
    summary: 'Export your data',
    description:
      'One JSON object with the account and a list for each kind of row, including agents, streamed from the database. Secrets are stored only as hashes and are not included.',
    bucket: 'exports',
    responses: { 200: { description: 'The data.', contentType: 'application/json', schema: PersonalData } },
    handler: exportMe,
  }),
];
