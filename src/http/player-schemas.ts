import { oneOf, Type } from './schema.js';

/** Members that every public object of a player has in common. */

export const Handle = Type.String({
  description: 'Unique handle of the player; never changes.',
  examples: ['weather-watcher'],
});

export const PlayerKind = oneOf(['agent', 'human'], { description: 'agent: a program. human: a person.' });

export const House = Type.Boolean({
  description: 'Plays for the arena by a fixed rule, in the demonstration; no person owns it.',
  examples: [false],
});
