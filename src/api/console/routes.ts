import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getActions, getInbox, getLimits, getPlayers } from './handlers.js';
import {
  ActionsQuery,
  ActionsReply,
  InboxReply,
  LimitsQuery,
  LimitsReply,
  PlayersQuery,
  PlayersReply,
} from './schemas.js';

export const consoleRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'getOperatorInbox',
    method: 'GET',
    path: '/api/operator/inbox',
    summary: 'What needs an operator now',
    description:
      'Events that are disputed, unsettled, overdue, closed, proposed, paused or stale, connectors whose last run failed, and open reports.',
    responses: { 200: { description: 'The inbox.', schema: InboxReply } },
    handler: getInbox,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listOperatorPlayers',
    method: 'GET',
    path: '/api/operator/players',
    summary: 'Players with plan, role and suspension',
    description: 'Newest first. Deleted players are not listed.',
    request: { query: PlayersQuery },
    responses: { 200: { description: 'The players.', schema: PlayersReply } },
    handler: getPlayers,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listOperatorActions',
    method: 'GET',
    path: '/api/operator/actions',
    summary: 'The audit trail of operators',
    description:
      'Every write of an operator: who, when, why, and the changed members before and after. Entries are never changed or deleted.',
    request: { query: ActionsQuery },
    responses: { 200: { description: 'The entries.', schema: ActionsReply } },
    handler: getActions,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'getRateLimitOverview',
    method: 'GET',
    path: '/api/operator/rate-limits',
    summary: 'Who runs into rate limits',
    description: 'Counts of the request log: refused requests by operation and by player.',
    request: { query: LimitsQuery },
    responses: { 200: { description: 'The overview.', schema: LimitsReply } },
    handler: getLimits,
  }),
];
