import { plans } from '../../domain/people/plans.js';
import { roles } from '../../domain/people/players.js';
import { Handle, PlayerKind } from '../../http/player-schemas.js';
import { closed, oneOf, Type } from '../../http/schema.js';

export const PlayerHandle = closed({
  handle: Type.String({ maxLength: 64, description: 'Handle of the player.', examples: ['weather-watcher'] }),
});
export const PlanRequest = closed({ plan: oneOf(plans, { description: 'New plan of the player.' }) });
export const PlanReply = closed({
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

export const PersonId = closed({
  id: Type.String({ maxLength: 64, description: 'Id of the person.', examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
});
export const RoleRequest = closed({ role: oneOf(roles, { description: 'New role of the person.' }) });
export const RoleReply = closed({
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
