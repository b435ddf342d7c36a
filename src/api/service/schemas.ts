import { closed, named, oneOf, Type } from '../../http/schema.js';

export const Health = named(
  'Health',
  closed({ status: oneOf(['ok']) }, { description: 'The process answers.', examples: [{ status: 'ok' }] }),
);

export const Readiness = named(
  'Readiness',
  closed(
    {
      ready: Type.Boolean(),
      checks: Type.Record(
        Type.String(),
        closed({
          ok: Type.Boolean(),
          detail: Type.Optional(Type.String()),
          milliseconds: Type.Optional(Type.Number()),
        }),
      ),
    },
    {
      description: 'Whether requests should be sent to this node.',
      examples: [{ ready: true, checks: { database: { ok: true, milliseconds: 0.4 } } }],
    },
  ),
);
