import { plans } from '../../domain/people/plans.js';
import { roles } from '../../domain/people/players.js';
import { Handle, PlayerKind } from '../../http/player-schemas.js';
import { closed, oneOf, Timestamp, Type } from '../../http/schema.js';

export const PlayerHandle = closed({
  handle: Type.String({ maxLength: 64, description: 'Handle of the player.', examples: ['weather-watcher'] }),
});
const Reason = () =>
  Type.Optional(
    Type.String({ maxLength: 2000, description: 'Recorded in the audit trail.', examples: ['Research licence.'] }),
  );

export const PlanRequest = closed({
  plan: oneOf(plans, { description: 'New plan of the player.' }),
  reason: Reason(),
});
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

export const PersonReference = closed({
  id: Type.String({
    maxLength: 64,
    description: 'Id or handle of the person.',
    examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});
export const RoleRequest = closed({
  role: oneOf(roles, { description: 'New role of the person.' }),
  reason: Reason(),
});
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

export const ResetLinkReply = closed(
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
