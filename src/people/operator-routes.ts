import { actorOf } from '../http/caller.js';
import { throwIfRefused } from '../http/errors.js';
import { defineRoute, operatorOnly, Reply, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, oneOf, Timestamp, Type } from '../http/schema.js';
import { plans, roles } from '../kernel/plans.js';
import { Handle, PlayerKind } from '../players/player-view.js';
import { issueResetLink } from './confirmations.js';
import { setPlan, setRole } from './operator-actions.js';

const PlayerHandle = closed({
  handle: Type.String({ maxLength: 64, description: 'Handle of the player.', examples: ['weather-watcher'] }),
});
const Reason = () =>
  Type.Optional(
    Type.String({ maxLength: 2000, description: 'Recorded in the audit trail.', examples: ['Research licence.'] }),
  );

const PlanRequest = closed({
  plan: oneOf(plans, { description: 'New plan of the player.' }),
  reason: Reason(),
});
const PlanReply = closed({
  player: closed(
    {
      id: Type.String({ description: 'Id of the player.', examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      handle: Handle,
      name: Type.String({ description: 'Public name of the player.', examples: ['Weather Watcher'] }),
      kind: PlayerKind,
      plan: oneOf(plans, { description: 'Plan of the player.' }),
    },
    { description: 'The player with the new plan.' },
  ),
});

const PersonReference = closed({
  id: Type.String({
    maxLength: 64,
    description: 'Id or handle of the person.',
    examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});
const RoleRequest = closed({
  role: oneOf(roles, { description: 'New role of the person.' }),
  reason: Reason(),
});
const RoleReply = closed({
  person: closed(
    {
      id: Type.String({ description: 'Id of the person.', examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      handle: Handle,
      displayName: Type.String({ description: 'Public name of the person.', examples: ['Ada'] }),
      role: oneOf(roles, { description: 'Role of the person.' }),
    },
    { description: 'The person with the new role.' },
  ),
});

const ResetLinkReply = closed(
  {
    person: closed(
      {
        id: Type.String({ description: 'Id of the person.' }),
        handle: Type.String({ description: 'Handle of the person.' }),
      },
      { description: 'The person whom the link is for.' },
    ),
    url: Type.String({ description: 'The link. Send it to the person over a private channel.' }),
    expiresAt: Timestamp({ description: 'When the link expires.' }),
  },
  {
    examples: [
      {
        person: { id: 'plr_01kx3v7p9ye1f8m2q4s6t8v0wz', handle: 'ada' },
        url: 'https://arena.example/account/confirm#password-reset=b1Gm3yX0v9QeTq5rJkLw7cZ2nHs8dFpA4uRiYoE6xVk',
        expiresAt: '2026-03-18T12:00:00.000Z',
      },
    ],
  },
);

async function setPlayerPlan(
  { params, body }: RouteInput<{ params: typeof PlayerHandle; body: typeof PlanRequest }>,
  { services, caller }: RequestContext,
) {
  const holder = throwIfRefused(await setPlan(services, params.handle, body.plan, body.reason ?? '', actorOf(caller)));
  const { playerId: id, handle, name, kind, plan } = holder;
  return { player: { id, handle, name, kind, plan } };
}

async function setPersonRole(
  { params, body }: RouteInput<{ params: typeof PersonReference; body: typeof RoleRequest }>,
  { services, caller }: RequestContext,
) {
  const person = throwIfRefused(await setRole(services, params.id, body.role, body.reason ?? '', actorOf(caller)));
  const { playerId: id, handle, displayName, role } = person;
  return { person: { id, handle, displayName, role } };
}

async function handleIssueResetLink(
  { params }: RouteInput<{ params: typeof PersonReference }>,
  { services, caller }: RequestContext,
) {
  const { person, url, expiresAt } = throwIfRefused(await issueResetLink(services, params.id, actorOf(caller)));
  const { playerId: id, handle } = person;
  return new Reply(201, { person: { id, handle }, url, expiresAt: new Date(expiresAt).toISOString() });
}

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
