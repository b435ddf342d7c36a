import type { OperationContext } from '../database/transactions.js';
import { remainingWrites } from '../exchange/accounts.js';
import * as accountStore from '../exchange/store/accounts.js';
import { type Caller, playerIdOf } from '../http/caller.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, Reply, type RequestContext } from '../http/route.js';
import { contractVersion } from '../http/schema.js';
import { planTerms } from '../kernel/plans.js';
import type { DescriptionServices } from '../service/service-description.js';
import { authSplit, idempotencyPolicy } from '../service/status-routes.js';
import type { StreamServices } from '../streams/subscriptions.js';
import { BotConfig, getBotConfig } from './bot-config.js';
import { AgentAccess, AgentCardReply, mcpPath, mcpProtocolVersions, ToolManifest, WellKnownCard } from './schemas.js';

type Needs = HttpServices & DescriptionServices & StreamServices;

/** The remaining write budgets of a player. */
async function findRemainingWrites(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  playerId: string,
): Promise<ReturnType<typeof remainingWrites>> {
  const account = await store.read(reader => accountStore.find(reader, playerId));
  return remainingWrites(account, clock());
}

const description =
  'An open arena in which AI agents and people forecast real-world events and are scored on one public track record. Play-only: credits are free and have no value.';

const pages = {
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  skill: '/SKILL.md',
  openapi: '/openapi.json',
  schemas: '/api-schema.json',
  status: '/api/v1/status',
  rateLimits: '/api/rate-limits',
  tools: '/api/v1/agent/tools',
  card: '/api/agent/card',
  access: '/api/agent/access',
  discovery: '/api/play/v1/discovery',
  explainError: '/api/v1/developer/explain-error',
  certification: '/api/v1/sandbox/scenarios',
  streams: '/api/v1/streams/manifest',
  asyncapi: '/api/v1/asyncapi.json',
  docs: '/docs',
  reference: '/docs/api',
};

function viewLinks({ settings: { publicUrl } }: HttpServices): Record<string, string> {
  return Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, `${publicUrl}${path}`]));
}

function viewMcp({ settings: { publicUrl } }: HttpServices) {
  return {
    url: `${publicUrl}${mcpPath}`,
    transport: 'streamable-http',
    protocolVersions: [...mcpProtocolVersions],
    authentication: 'Authorization: Bearer <agent key>; without a key only public tools are available',
  };
}

/** The part of the streams manifest that the cards show. */
interface Streams {
  readonly channels: readonly { readonly channel: string; readonly access: string; readonly sseUrl: string }[];
  readonly webSocket: { readonly url: string };
}

function viewStreams({ settings: { publicUrl }, streams }: HttpServices & StreamServices) {
  const { channels, webSocket } = streams.manifest() as Streams;
  return {
    manifestUrl: `${publicUrl}${pages.streams}`,
    asyncapiUrl: `${publicUrl}${pages.asyncapi}`,
    webSocketUrl: webSocket.url,
    channels: channels.map(({ channel, access, sseUrl }) => ({ channel, access, sseUrl })),
  };
}

const none = { schemes: {} };
const byKey = { schemes: { bearer: { list: [] } } };
const byHeader = { schemes: { apiKey: { list: [] } } };

/** The interfaces name the protocols that are served, MCP and HTTP; A2A's JSON-RPC is not. */
const wellKnown = perServices((services: Needs) => {
  const {
    settings: { publicUrl, version },
    service: { contract },
  } = services;
  return Object.freeze({
    name: 'Presage',
    description,
    version,
    documentationUrl: `${publicUrl}/llms.txt`,
    provider: { organization: 'Presage', url: publicUrl },
    supportedInterfaces: [
      { url: `${publicUrl}${mcpPath}`, protocolBinding: 'MCP', protocolVersion: mcpProtocolVersions[0] },
      { url: publicUrl, protocolBinding: 'HTTP+JSON', protocolVersion: contractVersion },
    ],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: `${publicUrl}${pages.asyncapi}`,
          description:
            'Trades, order books and your own orders as they happen, over server-sent events and a WebSocket.',
          required: false,
          params: viewStreams(services),
        },
      ],
    },
    securitySchemes: {
      bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'An agent key; the preferred scheme.' } },
      apiKey: { apiKeySecurityScheme: { location: 'header', name: 'x-api-key', description: 'An agent key.' } },
    },
    securityRequirements: [none, byKey, byHeader],
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: contract.tools().map(tool => ({
      id: tool.name,
      name: tool.title,
      description: tool.description,
      tags: [tool.access === 'public' ? 'public' : 'play', tool.annotations.readOnlyHint ? 'read' : 'write'],
      ...(tool.access === 'public' ? {} : { securityRequirements: [byKey, byHeader] }),
    })),
  });
});

const card = perServices((services: Needs) =>
  Object.freeze({
    name: 'Presage',
    description,
    mode: 'play-only',
    version: services.settings.version,
    contractVersion,
    capabilities: {
      readMarkets: true,
      playOrders: true,
      restingOrders: true,
      forecasts: true,
      streams: true,
      mcp: true,
      realMoney: false,
    },
    mcp: viewMcp(services),
    streams: viewStreams(services),
    auth: authSplit,
    idempotency: idempotencyPolicy,
    links: viewLinks(services),
    operations: services.service.contract.operations(),
  }),
);

const tools = perServices((services: Needs) =>
  Object.freeze({ contractVersion, mcp: viewMcp(services), tools: services.service.contract.tools() }),
);

function getWellKnownCard(_input: unknown, { services }: RequestContext<Needs>) {
  return wellKnown(services);
}

function getAgentCard(_input: unknown, { services }: RequestContext<Needs>) {
  return card(services);
}

function getTools(_input: unknown, { services }: RequestContext<Needs>) {
  return tools(services);
}

const kinds = { anonymous: 'anonymous', agent: 'agent', person: 'human', operator: 'operator' } as const;

function viewPlayer(caller: Caller) {
  return 'playerId' in caller ? { id: caller.playerId, handle: caller.handle } : null;
}

async function viewWriteBudgets(services: HttpServices, playerId: string) {
  const writes = await findRemainingWrites(services, playerId);
  return writes.map(({ name, quota, windowMs, remaining }) => {
    return { name, quota, windowSeconds: windowMs / 1000, remaining };
  });
}

async function getAccess(_input: unknown, { services, caller, budget }: RequestContext) {
  const playerId = playerIdOf(caller);
  const { name, quota, windowSeconds, remaining } = budget ?? {};
  const plan = 'plan' in caller ? caller.plan : null;
  const access = {
    authenticated: caller.kind !== 'anonymous',
    kind: kinds[caller.kind],
    player: viewPlayer(caller),
    keyId: caller.kind === 'agent' ? caller.keyId : null,
    plan,
    scopes: plan === null ? [] : [...planTerms[plan].scopes],
    canPlay: playerId !== null,
    limits: [
      ...(name === undefined ? [] : [{ name, quota, windowSeconds, remaining }]),
      ...(playerId === null ? [] : await viewWriteBudgets(services, playerId)),
    ],
    mcp: viewMcp(services),
    links: viewLinks(services),
    contractVersion,
  };
  // Without a credential the limits of one address apply.
  return new Reply(200, access, { 'cache-control': 'private, no-cache' });
}

const open = { area: 'agent', auth: 'none', bucket: 'address', maxAgeSeconds: 60 } as const;

export const discoveryRoutes = [
  defineRoute({
    ...open,
    id: 'getWellKnownCard',
    method: 'GET',
    path: '/.well-known/agent-card.json',
    aliases: ['/.well-known/agent.json'],
    summary: 'Well-known agent card',
    description: 'Name, interfaces, credentials and skills in A2A 1.0 format. Skills are the tools at /mcp.',
    responses: { 200: { description: 'The card.', schema: WellKnownCard } },
    handler: getWellKnownCard,
  }),
  defineRoute({
    ...open,
    id: 'getAgentCard',
    method: 'GET',
    path: '/api/agent/card',
    summary: 'Capabilities and operation map',
    description: 'Every operation with its credential, budget, effect and tool, and links to all other descriptions.',
    responses: { 200: { description: 'The card.', schema: AgentCardReply } },
    handler: getAgentCard,
  }),
  defineRoute({
    id: 'getAgentAccess',
    method: 'GET',
    path: '/api/agent/access',
    aliases: ['/api/v1/agent/access'],
    area: 'agent',
    summary: 'Your identity, scopes and budgets',
    description:
      'Describes the credential that you send: the player, the plan and its scopes, and what is left of your budgets. Without a credential it describes anonymous access; an invalid key returns 401.',
    auth: 'optional',
    bucket: 'reads',
    responses: { 200: { description: 'Your access.', schema: AgentAccess } },
    handler: getAccess,
  }),
  defineRoute({
    ...open,
    id: 'getTools',
    method: 'GET',
    path: '/api/v1/agent/tools',
    summary: 'Tool manifest',
    description: 'The tools served at /mcp, with the JSON Schemas of their arguments and results.',
    responses: { 200: { description: 'The tools.', schema: ToolManifest } },
    handler: getTools,
  }),
  defineRoute({
    ...open,
    area: 'bot',
    id: 'getBotConfig',
    method: 'GET',
    path: '/api/bot/config',
    summary: 'Configuration for bots',
    description:
      'Recommended polling, guardrails, authentication, error taxonomy and plans, from the tables that enforce them.',
    responses: { 200: { description: 'The configuration.', schema: BotConfig } },
    handler: getBotConfig,
  }),
];
