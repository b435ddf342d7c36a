import { defineRoute, Reply } from '../../src/http/route.js';
import { closed, named, oneOf, Type } from '../../src/http/schema.js';

/** Routes that only tests serve: one for each feature of the pipeline. */

const Echo = named('Echo', closed({ caller: Type.String(), query: Type.Unknown(), body: Type.Unknown() }));
const echo = { 200: { description: 'What arrived.', schema: Echo } };

const common = { area: 'service', summary: 'A probe', description: 'For tests.' };

function whoami(caller: { kind: string; playerId?: string }): string {
  return caller.playerId ?? caller.kind;
}

const Order = closed({
  eventSlug: Type.String({ minLength: 3, maxLength: 80, pattern: '^[a-z0-9-]+$' }),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 99 }),
  side: oneOf(['buy', 'sell']),
  amountCredits: Type.Number({ minimum: 0.01, maximum: 1e9 }),
  note: Type.Optional(Type.String({ maxLength: 20 })),
  legs: Type.Optional(Type.Array(closed({ weight: Type.Number() }), { maxItems: 3 })),
});

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  ratio: Type.Optional(Type.Number()),
  includeStale: Type.Optional(Type.Boolean()),
  q: Type.Optional(Type.String({ maxLength: 10 })),
});

let written = 0;
export function writesSoFar(): number {
  return written;
}

export const probeRoutes = [
  defineRoute({
    ...common,
    id: 'probeOptional',
    method: 'GET',
    path: '/probe/optional',
    aliases: ['/probe/v1/optional'],
    auth: 'optional',
    bucket: 'reads',
    request: { query: Query },
    responses: echo,
    handler: ({ query }, { caller }) => ({ caller: whoami(caller), query, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probeRequired',
    method: 'GET',
    path: '/probe/required',
    auth: 'required',
    bucket: 'reads',
    responses: echo,
    handler: (_input, { caller }) => ({ caller: whoami(caller), query: null, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probeAgentsOnly',
    method: 'GET',
    path: '/probe/agents-only',
    auth: 'required',
    callers: ['agent'],
    bucket: 'reads',
    responses: echo,
    handler: (_input, { caller }) => ({ caller: whoami(caller), query: null, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probeOperator',
    method: 'POST',
    path: '/probe/operator',
    auth: 'required',
    callers: ['operator'],
    bucket: 'changes',
    responses: echo,
    handler: (_input, { caller }) => ({ caller: whoami(caller), query: null, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probePlayerWrite',
    method: 'POST',
    path: '/probe/player-write',
    auth: 'required',
    bucket: 'orders',
    responses: echo,
    handler: (_input, { caller }) => ({ caller: whoami(caller), query: null, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probeScoped',
    method: 'GET',
    path: '/probe/scoped',
    auth: { scope: 'data:signals' },
    bucket: 'reads',
    responses: echo,
    handler: (_input, { caller }) => ({ caller: whoami(caller), query: null, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probeWrite',
    method: 'POST',
    path: '/probe/orders',
    auth: 'none',
    bucket: 'address',
    request: { body: Order },
    responses: echo,
    handler: ({ body }, { caller }) => ({ caller: whoami(caller), query: null, body }),
  }),
  defineRoute({
    ...common,
    id: 'probeDelete',
    method: 'DELETE',
    path: '/probe/orders',
    auth: 'none',
    bucket: 'address',
    request: { query: Query },
    responses: echo,
    handler: ({ query }, { caller }) => ({ caller: whoami(caller), query, body: null }),
  }),
  defineRoute({
    ...common,
    id: 'probeStored',
    method: 'POST',
    path: '/probe/v1/certification',
    auth: 'required',
    bucket: 'orders',
    idempotency: 'header',
    request: { body: Type.Object({ refuse: Type.Optional(Type.Boolean()), slow: Type.Optional(Type.Integer()) }) },
    responses: {
      201: { description: 'Done.', schema: closed({ run: Type.Integer(), replayed: Type.Boolean() }) },
      200: {
        description: 'Done before.',
        schema: closed({ run: Type.Integer(), replayed: Type.Boolean(), code: Type.String() }),
      },
    },
    errors: ['FORBIDDEN'],
    handler: async ({ body }) => {
      const { ApiError } = await import('../../src/http/errors.js');
      if (body.slow) await new Promise(done => setTimeout(done, body.slow));
      if (body.refuse) throw new ApiError('FORBIDDEN', 'refused as asked');
      written += 1;
      return new Reply(201, { run: written });
    },
  }),
  defineRoute({
    ...common,
    id: 'probeBroken',
    method: 'GET',
    path: '/probe/broken',
    auth: 'none',
    bucket: 'address',
    responses: echo,
    handler: () => {
      throw new Error('the secret is presage_agent_0123456789abcdef');
    },
  }),
  defineRoute({
    ...common,
    id: 'probeDatabase',
    method: 'GET',
    path: '/probe/database',
    auth: 'none',
    bucket: 'address',
    responses: { 200: { description: 'It answers.', schema: closed({ ok: Type.Boolean() }) } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: async (_input, { services }) => {
      await services.store.read(reader => reader.sql`select 1`);
      return { ok: true };
    },
  }),
];
