import { defineRoute } from '../../http/route.js';
import { deleteSession, deleteSessions, exportMe, getSessions } from './session-handlers.js';
import { EndSessionsQuery, PersonalData, SessionList, SessionParams, SessionsEnded } from './session-schemas.js';

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
