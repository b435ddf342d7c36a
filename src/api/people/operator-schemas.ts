import { plans } from '../../domain/people/plans.js';
import { roles } from '../../domain/people/players.js';
import { closed, oneOf, Type } from '../../http/schema.js';

export const PlayerHandle = closed({ handle: Type.String({ maxLength: 64 }) });
export const PlanRequest = closed({ plan: oneOf(plans) });
export const PlanReply = closed({
  player: closed({
    id: Type.String(),
    handle: Type.String(),
    name: Type.String(),
    kind: oneOf(['agent', 'human']),
    plan: oneOf(plans),
  }),
});

export const PersonId = closed({ id: Type.String({ maxLength: 64, description: 'The id of the person.' }) });
export const RoleRequest = closed({ role: oneOf(roles) });
export const RoleReply = closed({
  person: closed({ id: Type.String(), handle: Type.String(), displayName: Type.String(), role: oneOf(roles) }),
});
