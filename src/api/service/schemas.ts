import { closed, named, oneOf, Type } from '../../http/schema.js';

export const Health = named(
  'Health',
  closed(
    { status: oneOf(['ok'], { description: 'Always ok.' }) },
    { description: 'The process is alive.', examples: [{ status: 'ok' }] },
  ),
);

export const Readiness = named(
  'Readiness',
  closed(
    {
      ready: Type.Boolean({ description: 'Whether every check passes.' }),
      checks: Type.Record(
        Type.String(),
        closed({
          ok: Type.Boolean({ description: 'Whether the check passes.' }),
          detail: Type.Optional(
            Type.String({
              description: 'Why the check fails; absent if it passes.',
              examples: ['the database does not respond'],
            }),
          ),
          milliseconds: Type.Optional(Type.Number({ description: 'How long the check took, in milliseconds.' })),
        }),
        { description: 'Result of each check by name.' },
      ),
    },
    {
      description: 'Whether this node should receive requests.',
      examples: [{ ready: true, checks: { database: { ok: true, milliseconds: 0.4 } } }],
    },
  ),
);
