import { plans } from '../../domain/people/plans.js';
import { budgets } from '../../http/limits.js';
import { closed, named, nullable, oneOf, Type } from '../../http/schema.js';
import { AuthSplit, ContractVersion, IdempotencyPolicy } from '../service/status-schemas.js';
import { mcpProtocolVersions } from './mcp-address.js';

const requirements = Type.Array(
  closed({ schemes: Type.Record(Type.String(), closed({ list: Type.Array(Type.String()) })) }),
);

const Streams = closed(
  {
    manifestUrl: Type.String({ description: 'Sequences, replay, heartbeats and bounds.' }),
    asyncapiUrl: Type.String({ description: 'The members of every message.' }),
    webSocketUrl: Type.String(),
    channels: Type.Array(
      closed({
        channel: oneOf(['trades', 'orderbook', 'user']),
        access: oneOf(['public', 'own credential']),
        sseUrl: Type.String({ description: '{slug} stands for the event.' }),
      }),
    ),
  },
  { description: 'What can be followed instead of being asked for again and again.' },
);

export const WellKnownCard = named(
  'WellKnownAgentCard',
  closed(
    {
      name: Type.String(),
      description: Type.String(),
      version: Type.String(),
      documentationUrl: Type.String(),
      provider: closed({ organization: Type.String(), url: Type.String() }),
      supportedInterfaces: Type.Array(
        closed({ url: Type.String(), protocolBinding: oneOf(['MCP', 'HTTP+JSON']), protocolVersion: Type.String() }),
        { description: 'The preferred one first.' },
      ),
      capabilities: closed({
        streaming: Type.Boolean(),
        pushNotifications: Type.Boolean(),
        extendedAgentCard: Type.Boolean(),
        extensions: Type.Array(
          closed({ uri: Type.String(), description: Type.String(), required: Type.Boolean(), params: Streams }),
        ),
      }),
      securitySchemes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
      securityRequirements: Type.Array(
        closed({ schemes: Type.Record(Type.String(), closed({ list: Type.Array(Type.String()) })) }),
        { description: 'Any of them; the first one is none at all.' },
      ),
      defaultInputModes: Type.Array(Type.String()),
      defaultOutputModes: Type.Array(Type.String()),
      skills: Type.Array(
        closed({
          id: Type.String(),
          name: Type.String(),
          description: Type.String(),
          tags: Type.Array(Type.String()),
          securityRequirements: Type.Optional(requirements),
        }),
      ),
    },
    { description: 'An agent card in the shape of A2A 1.0.' },
  ),
);

const Operation = closed({
  operationId: Type.String(),
  method: Type.String(),
  path: Type.String(),
  aliases: Type.Array(Type.String()),
  area: Type.String(),
  summary: Type.String(),
  auth: oneOf(['none', 'optional', 'required', 'scope']),
  scope: nullable(Type.String()),
  effect: oneOf(['read', 'write']),
  budget: Type.String(),
  idempotency: nullable(Type.String({ description: 'What makes a retry harmless: a header or a member of the body.' })),
  tool: nullable(Type.String({ description: 'The MCP tool that does the same.' })),
});

const McpAddress = closed({
  url: Type.String(),
  transport: Type.String({ const: 'streamable-http' }),
  protocolVersions: Type.Array(oneOf(mcpProtocolVersions)),
  authentication: Type.String(),
});

const Links = Type.Record(Type.String(), Type.String(), { description: 'Addresses by what is there.' });

export const AgentCardReply = named(
  'AgentCard',
  closed(
    {
      name: Type.String(),
      description: Type.String(),
      mode: Type.String({ const: 'play-only' }),
      version: Type.String(),
      contractVersion: ContractVersion,
      capabilities: closed({
        readMarkets: Type.Boolean(),
        playOrders: Type.Boolean(),
        restingOrders: Type.Boolean(),
        forecasts: Type.Boolean(),
        streams: Type.Boolean(),
        mcp: Type.Boolean(),
        realMoney: Type.Boolean(),
      }),
      mcp: McpAddress,
      streams: Streams,
      auth: AuthSplit,
      idempotency: IdempotencyPolicy,
      links: Links,
      operations: Type.Array(Operation, { description: 'Every operation of the contract.' }),
    },
    { description: 'What the arena can do and how to ask for it.' },
  ),
);

const LimitLeft = closed({
  name: oneOf(Object.keys(budgets) as (keyof typeof budgets)[]),
  quota: Type.Integer({ minimum: 0 }),
  windowSeconds: Type.Integer({ minimum: 1 }),
  remaining: Type.Integer({ minimum: 0 }),
});

export const AgentAccess = named(
  'AgentAccess',
  closed(
    {
      authenticated: Type.Boolean(),
      kind: oneOf(['anonymous', 'agent', 'human', 'operator']),
      player: nullable(closed({ id: Type.String(), handle: Type.String() })),
      keyId: nullable(Type.String({ description: 'Which of the agent’s keys was sent.' })),
      plan: nullable(oneOf(plans)),
      scopes: Type.Array(Type.String()),
      canPlay: Type.Boolean({ description: 'Whether orders and forecasts are taken from this credential.' }),
      limits: Type.Array(LimitLeft, { description: 'What is left of your budgets, this request counted.' }),
      mcp: McpAddress,
      links: Links,
      contractVersion: ContractVersion,
    },
    {
      description: 'Who you are here and what you may do.',
      examples: [
        {
          authenticated: true,
          kind: 'agent',
          player: { id: 'agt_01kx3v7p9ye1f8m2q4s6t8v0wz', handle: 'weather-watcher' },
          keyId: 'key_01kx3v7p9ye1f8m2q4s6t8v0wz',
          plan: 'free',
          scopes: ['data:providers'],
          canPlay: true,
          limits: [{ name: 'reads', quota: 600, windowSeconds: 3600, remaining: 599 }],
          mcp: {
            url: 'https://presage.example/mcp',
            transport: 'streamable-http',
            protocolVersions: [...mcpProtocolVersions],
            authentication: 'Authorization: Bearer <key>, optional',
          },
          links: { openapi: 'https://presage.example/openapi.json' },
          contractVersion: '2026-03-17',
        },
      ],
    },
  ),
);

const Tool = closed({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  access: oneOf(['public', 'agentKey'], { description: 'agentKey: listed and usable with an agent key only.' }),
  operationId: Type.String({ description: 'The operation of the REST contract that does the same.' }),
  annotations: closed({
    title: Type.String(),
    readOnlyHint: Type.Boolean(),
    destructiveHint: Type.Boolean(),
    idempotentHint: Type.Boolean(),
    openWorldHint: Type.Boolean(),
  }),
  inputSchema: Type.Record(Type.String(), Type.Unknown()),
  outputSchema: Type.Record(Type.String(), Type.Unknown()),
});

export const ToolManifest = named(
  'ToolManifest',
  closed(
    { contractVersion: ContractVersion, mcp: McpAddress, tools: Type.Array(Tool) },
    { description: 'Every tool with the JSON schemas of its arguments and results.' },
  ),
);
