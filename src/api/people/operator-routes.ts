import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { setPersonRole, setPlayerPlan } from './operator-handlers.js';
import { PersonId, PlanReply, PlanRequest, PlayerHandle, RoleReply, RoleRequest } from './operator-schemas.js';

export const peopleOperatorRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'setPlayerPlan',
    method: 'PUT',
    path: '/api/operator/players/{handle}/plan',
    summary: 'Set the plan of a player',
    description: 'Plans decide which commercial data a player may read.',
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
    description: 'An operator by role can do everything under /api/operator with a session.',
    request: { params: PersonId, body: RoleRequest },
    responses: { 200: { description: 'The person.', schema: RoleReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: setPersonRole,
  }),
];
