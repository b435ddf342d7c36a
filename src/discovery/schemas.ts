import { budgets } from '../http/limits.js';
import { ContractVersion, closed, described, named, nullable, oneOf, Type } from '../http/schema.js';
import { plans } from '../kernel/plans.js';
import { Handle } from '../players/player-view.js';
import { AuthSplit, IdempotencyPolicy } from '../service/status-routes.js';

/** The path of the MCP endpoint and the protocol versions that it speaks, newest first. */
export const mcpPath = '/mcp';
export const mcpProtocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

const requirements = Type.Array(
  closed({
    schemes: Type.Record(
      Type.String(),
      closed({
        list: Type.Array(Type.String(), {
          description: 'Scopes that the scheme needs; empty if none.',
          examples: [[]],
        }),
      }),
      { description: 'Security schemes that must be used together, by name.' },
    ),
  }),
);

const Streams = closed(
  {
    manifestUrl: Type.String({
      description: 'Address of the stream manifest: sequences, replay, heartbeats and bounds.',
      examples: ['https://presage.example/api/v1/streams/manifest'],
    }),
    asyncapiUrl: Type.String({
      description: 'Address of the AsyncAPI document: the members of every message.',
      examples: ['https://presage.example/api/v1/asyncapi.json'],
    }),
    webSocketUrl: Type.String({
      description: 'Address of the WebSocket.',
      examples: ['wss://presage.example/api/v1/ws'],
    }),
    channels: Type.Array(
      closed({
        channel: oneOf(['trades', 'orderbook', 'user'], { description: 'Name of the channel.' }),
        access: oneOf(['public', 'own credential'], {
          description: 'own credential: needs the key or session of the player.',
        }),
        sseUrl: Type.String({
          description: 'Address of the server-sent events; {slug} is the slug of the event.',
          examples: ['https://presage.example/api/events/{slug}/stream'],
        }),
      }),
      { description: 'Channels that clients can subscribe to.' },
    ),
  },
  { description: 'Streams that replace polling.' },
);

export const WellKnownCard = named(
  'WellKnownAgentCard',
  closed(
    {
      name: Type.String({ description: 'Name of the arena.', examples: ['Presage'] }),
      description: Type.String({
        description: 'What the arena offers to agents.',
        examples: ['An open arena in which AI agents and people forecast real-world events.'],
      }),
      version: Type.String({ description: 'Version of the software.', examples: ['0.1.0'] }),
      documentationUrl: Type.String({
        description: 'Address of the documentation.',
        examples: ['https://presage.example/llms.txt'],
      }),
      provider: closed(
        {
          organization: Type.String({ description: 'Name of the operator.', examples: ['Presage'] }),
          url: Type.String({ description: 'Address of the operator.', examples: ['https://presage.example'] }),
        },
        { description: 'Operator of the arena.' },
      ),
      supportedInterfaces: Type.Array(
        closed({
          url: Type.String({ description: 'Address of the interface.', examples: ['https://presage.example/mcp'] }),
          protocolBinding: oneOf(['MCP', 'HTTP+JSON'], { description: 'Protocol of the interface.' }),
          protocolVersion: Type.String({
            description: 'Version of the protocol or of the contract.',
            examples: ['2026-03-17'],
          }),
        }),
        { description: 'Preferred interface first.' },
      ),
      capabilities: closed(
        {
          streaming: Type.Boolean({ description: 'Whether A2A streaming is supported.' }),
          pushNotifications: Type.Boolean({ description: 'Whether A2A push notifications are supported.' }),
          extendedAgentCard: Type.Boolean({
            description: 'Whether an extended card is available to authenticated clients.',
          }),
          extensions: Type.Array(
            closed({
              uri: Type.String({
                description: 'Identifier of the extension.',
                examples: ['https://presage.example/api/v1/asyncapi.json'],
              }),
              description: Type.String({
                description: 'Purpose of the extension.',
                examples: [
                  'Trades, order books and your own orders as they happen, over server-sent events and a WebSocket.',
                ],
              }),
              required: Type.Boolean({ description: 'Whether a client must support the extension.' }),
              params: Streams,
            }),
            { description: 'Protocol extensions.' },
          ),
        },
        { description: 'Optional A2A features.' },
      ),
      securitySchemes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: 'Security schemes by name, in A2A 1.0 format.',
      }),
      securityRequirements: Type.Array(
        closed({
          schemes: Type.Record(
            Type.String(),
            closed({
              list: Type.Array(Type.String(), {
                description: 'Scopes that the scheme needs; empty if none.',
                examples: [[]],
              }),
            }),
            { description: 'Security schemes that must be used together, by name.' },
          ),
        }),
        { description: 'Alternatives, of which a client must meet one; the first needs no credential.' },
      ),
      defaultInputModes: Type.Array(Type.String(), {
        description: 'Media types that skills accept.',
        examples: [['application/json']],
      }),
      defaultOutputModes: Type.Array(Type.String(), {
        description: 'Media types that skills return.',
        examples: [['application/json']],
      }),
      skills: Type.Array(
        closed({
          id: Type.String({ description: 'Id of the skill.', examples: ['play_place_order'] }),
          name: Type.String({ description: 'Name of the skill.', examples: ['Place an order'] }),
          description: Type.String({
            description: 'Purpose of the skill.',
            examples: ['Buys or sells shares of an outcome with play credits.'],
          }),
          tags: Type.Array(Type.String(), { description: 'Keywords of the skill.', examples: [['play']] }),
          securityRequirements: Type.Optional(
            described(
              requirements,
              'Alternatives, of which the skill needs one; absent if the requirements of the card apply.',
            ),
          ),
        }),
        { description: 'Skills of an agent here.' },
      ),
    },
    { description: 'An agent card in A2A 1.0 format.' },
  ),
);

const Operation = closed({
  operationId: Type.String({ description: 'operationId in the OpenAPI document.', examples: ['placeOrder'] }),
  method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
  path: Type.String({ description: 'Pattern of the route.', examples: ['/api/play/v1/orders'] }),
  aliases: Type.Array(Type.String(), {
    description: 'Aliases of the path.',
    examples: [[]],
  }),
  area: Type.String({ description: 'Tag of the operation in the OpenAPI document.', examples: ['play'] }),
  summary: Type.String({ description: 'Summary of the operation.', examples: ['Place a play order'] }),
  auth: oneOf(['none', 'optional', 'required', 'scope'], {
    description: 'Whether a credential is needed. scope: one with the named scope.',
  }),
  scope: nullable(
    Type.String({ description: 'Scope that the credential needs; null if none.', examples: ['data:providers'] }),
  ),
  effect: oneOf(['read', 'write'], { description: 'read: changes nothing; write: may change something.' }),
  budget: Type.String({
    description: 'Name of the budget that is charged; none if the operation is not limited.',
    examples: ['orders'],
  }),
  idempotency: nullable(
    Type.String({
      description: 'Header or body member that makes a retry safe; null if there is none.',
      examples: ['clientOrderId'],
    }),
  ),
  tool: nullable(
    Type.String({
      description: 'Name of the equivalent MCP tool; null if there is none.',
      examples: ['play_place_order'],
    }),
  ),
});

const McpAddress = closed({
  url: Type.String({ description: 'Address of the MCP server.', examples: ['https://presage.example/mcp'] }),
  transport: Type.String({ const: 'streamable-http', description: 'Transport of the MCP server.' }),
  protocolVersions: Type.Array(oneOf(mcpProtocolVersions), {
    description: 'Supported versions of the Model Context Protocol.',
  }),
  authentication: Type.String({
    description: 'How to authenticate.',
    examples: ['Authorization: Bearer <key>, optional'],
  }),
});

const Links = Type.Record(Type.String(), Type.String(), { description: 'Links by name.' });

export const AgentCardReply = named(
  'AgentCard',
  closed(
    {
      name: Type.String({ description: 'Name of the arena.', examples: ['Presage'] }),
      description: Type.String({
        description: 'What the arena offers to agents.',
        examples: ['An open arena in which AI agents and people forecast real-world events.'],
      }),
      mode: Type.String({ const: 'play-only', description: 'play-only: credits have no cash value.' }),
      version: Type.String({ description: 'Version of the software.', examples: ['0.1.0'] }),
      contractVersion: ContractVersion,
      capabilities: closed(
        {
          readMarkets: Type.Boolean({ description: 'Whether markets can be read.' }),
          playOrders: Type.Boolean({ description: 'Whether orders with play credits are accepted.' }),
          restingOrders: Type.Boolean({ description: 'Whether orders can rest in the book.' }),
          forecasts: Type.Boolean({ description: 'Whether forecasts are recorded and scored.' }),
          streams: Type.Boolean({ description: 'Whether changes can be streamed.' }),
          mcp: Type.Boolean({ description: 'Whether an MCP server is available.' }),
          realMoney: Type.Boolean({ description: 'Whether real money is traded; always false.' }),
        },
        { description: 'What the arena supports.' },
      ),
      mcp: described(McpAddress, 'The MCP server.'),
      streams: Streams,
      auth: described(AuthSplit, 'How requests are authenticated.'),
      idempotency: described(IdempotencyPolicy, 'How to make a write safe to retry.'),
      links: Links,
      operations: Type.Array(Operation, { description: 'Every available operation of the contract.' }),
    },
    { description: 'Capabilities of the arena and how to use them.' },
  ),
);

const LimitLeft = closed({
  name: oneOf(Object.keys(budgets) as (keyof typeof budgets)[], {
    description: 'Name of the budget, as in the RateLimit header.',
  }),
  quota: Type.Integer({ minimum: 0, description: 'Requests in one window; 0 if this arena sets no limit.' }),
  windowSeconds: Type.Integer({ minimum: 1, description: 'Length of the sliding window in seconds.' }),
  remaining: Type.Integer({ minimum: 0, description: 'Requests left in the current window.' }),
});

export const AgentAccess = named(
  'AgentAccess',
  closed(
    {
      authenticated: Type.Boolean({ description: 'Whether the request carried a valid credential.' }),
      kind: oneOf(['anonymous', 'agent', 'human', 'operator'], {
        description: 'Kind of caller; human is a person with a session.',
      }),
      player: nullable(
        closed(
          {
            id: Type.String({ description: 'Id of the player.', examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
            handle: Handle,
          },
          { description: 'The player who sends the request; null for anonymous callers and the operator token.' },
        ),
      ),
      keyId: nullable(
        Type.String({
          description: 'Id of the agent key that was sent; null for other callers.',
          examples: ['key_01kx3v7p9ye1f8m2q4s6t8v0wz'],
        }),
      ),
      plan: nullable(oneOf(plans, { description: 'Plan of the player; null if there is no player.' })),
      scopes: Type.Array(Type.String(), { description: 'Scopes of the credential.', examples: [['data:providers']] }),
      canPlay: Type.Boolean({ description: 'Whether this credential may place orders and record forecasts.' }),
      limits: Type.Array(LimitLeft, { description: 'Remaining budgets, after this request.' }),
      mcp: described(McpAddress, 'The MCP server.'),
      links: Links,
      contractVersion: ContractVersion,
    },
    {
      description: 'Identity, scopes and budgets of the caller.',
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
  name: Type.String({ description: 'Name of the MCP tool.', examples: ['play_place_order'] }),
  title: Type.String({ description: 'Title of the tool.', examples: ['Place an order'] }),
  description: Type.String({
    description: 'Purpose of the tool.',
    examples: ['Buys or sells shares of an outcome with play credits.'],
  }),
  access: oneOf(['public', 'agentKey'], { description: 'agentKey: listed and usable only with an agent key.' }),
  operationId: Type.String({
    description: 'operationId of the equivalent operation in the OpenAPI document.',
    examples: ['placeOrder'],
  }),
  annotations: closed(
    {
      title: Type.String({ description: 'Title of the tool.', examples: ['Place an order'] }),
      readOnlyHint: Type.Boolean({ description: 'Whether the tool is read-only.' }),
      destructiveHint: Type.Boolean({ description: 'Whether the tool may delete something.' }),
      idempotentHint: Type.Boolean({
        description: 'Whether repeating a call with the same arguments has no further effect.',
      }),
      openWorldHint: Type.Boolean({ description: 'Whether the tool reaches systems outside the arena.' }),
    },
    { description: 'MCP tool annotations.' },
  ),
  inputSchema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the arguments.' }),
  outputSchema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema of the compact result; view full and fields may add members.',
  }),
  compact: Type.Optional(
    Type.String({
      description: 'Members of the compact result, which is the default; all of them where this is missing.',
      examples: ['event(slug,title),nextCursor'],
    }),
  ),
  next: Type.Optional(
    Type.Array(
      closed({
        tool: Type.String({ description: 'Name of the MCP tool.', examples: ['get_market'] }),
        arguments: Type.Record(Type.String(), Type.String(), {
          description: 'Arguments and the paths of their values in the result.',
          examples: [{ eventSlug: 'events.0.slug' }],
        }),
      }),
      { description: 'Calls that usually follow, which compact results name with their arguments.' },
    ),
  ),
  app: Type.Optional(
    Type.String({
      description: 'The page ui://presage/<app> that hosts with MCP Apps show beside the result.',
      examples: ['market-card'],
    }),
  ),
});

export const ToolManifest = named(
  'ToolManifest',
  closed(
    {
      contractVersion: ContractVersion,
      mcp: described(McpAddress, 'The MCP server.'),
      tools: Type.Array(Tool, { description: 'Every MCP tool.' }),
    },
    { description: 'Every tool with the JSON Schemas of its arguments and results.' },
  ),
);
