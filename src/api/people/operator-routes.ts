import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { handleIssueResetLink, setPersonRole, setPlayerPlan } from './operator-handlers.js';
import {
  PersonReference,
  PlanReply,
  PlanRequest,
  PlayerHandle,
  ResetLinkReply,
  RoleReply,
  RoleRequest,
} from './operator-schemas.js';

export const peopleOperatorRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'setPlayerPlan',
    method: 'PUT',
    path: '/api/operator/players/{handle}/plan',
    summary: 'Set the plan of a player',
    description: 'Plans determine which commercial data a player can read.',
    request: { params: PlayerHandle, body: PlanRequest },
    responses: { 200: { description: 'The player.', schema: PlanReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: setPlayerPlan,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'setPersonRole',
    method: 'PUT',
    path: '/api/operator/people/{id}/role',
    summary: 'Set the role of a person',
    description: 'A person with the role operator can use everything under /api/operator with a session.',
    request: { params: PersonReference, body: RoleRequest },
    responses: { 200: { description: 'The person.', schema: RoleReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: setPersonRole,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'issueResetLink',
    method: 'POST',
    path: '/api/operator/people/{id}/reset-link',
    summary: 'Issue a one-time password reset link',
    description:
      'For a person known to the operator, mainly where the arena sends no email. The link works once, for 24 hours, and replaces earlier ones. It gives access to the account, so only the operator token can issue one for a person with the role operator. The arena records it.',
    request: { params: PersonReference },
    responses: { 201: { description: 'The link; it is not shown again.', schema: ResetLinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: handleIssueResetLink,
  }),
];
