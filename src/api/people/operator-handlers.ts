import { actorOf } from '../../http/caller.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import { issueResetLink } from '../../operations/people/confirmations/issue-reset-link.js';
import { setPlan } from '../../operations/people/set-plan.js';
import { setRole } from '../../operations/people/set-role.js';
import type { PersonReference, PlanRequest, PlayerHandle, RoleRequest } from './operator-schemas.js';

export async function setPlayerPlan(
  { params, body }: RouteInput<{ params: typeof PlayerHandle; body: typeof PlanRequest }>,
  { services, caller }: RequestContext,
) {
  const holder = throwIfRefused(await setPlan(services, params.handle, body.plan, body.reason ?? '', actorOf(caller)));
  const { playerId: id, handle, name, kind, plan } = holder;
  return { player: { id, handle, name, kind, plan } };
}

export async function setPersonRole(
  { params, body }: RouteInput<{ params: typeof PersonReference; body: typeof RoleRequest }>,
  { services, caller }: RequestContext,
) {
  const person = throwIfRefused(await setRole(services, params.id, body.role, body.reason ?? '', actorOf(caller)));
  const { playerId: id, handle, displayName, role } = person;
  return { person: { id, handle, displayName, role } };
}

export async function handleIssueResetLink(
  { params }: RouteInput<{ params: typeof PersonReference }>,
  { services, caller }: RequestContext,
) {
  const { person, url, expiresAt } = throwIfRefused(await issueResetLink(services, params.id, actorOf(caller)));
  const { playerId: id, handle } = person;
  return new Reply(201, { person: { id, handle }, url, expiresAt: new Date(expiresAt).toISOString() });
}
