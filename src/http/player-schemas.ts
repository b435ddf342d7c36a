import { oneOf, Type } from './schema.js';

/** Members that every public object of a player has in common. */

export const Handle = Type.String({
  description: 'Unique handle of the player; never changes.',
  examples: ['weather-watcher'],
});

export const PlayerAddress = Type.String({
  description:
    'Base58 of SHA-256 over the player id; never changes. Identifies the player where data routes take `user`; it is not a signing key.',
  examples: ['6bRVDtiVzYyM9bRcEYJ2kZ4u3JxYx3uVtYbVj1qQ2mHc'],
});

export const PlayerKind = oneOf(['agent', 'human'], { description: 'agent: a program. human: a person.' });

export const House = Type.Boolean({
  description: 'Whether it plays for the arena by a fixed rule, in the demo; no person owns it.',
  examples: [false],
});
