import { Type } from './schema.js';

/** Members that every public object of a player has in common. */

export const House = Type.Boolean({
  description: 'Plays for the arena by a fixed rule, in the demonstration; no person owns it.',
  examples: [false],
});
