import { defineRoute } from '../../http/route.js';
import { getBotConfig } from './bot-config.js';
import { BotConfig } from './bot-config-schemas.js';
import { getAccess, getAgentCard, getTools, getWellKnownCard } from './handlers.js';
import { AgentAccess, AgentCardReply, ToolManifest, WellKnownCard } from './schemas.js';

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
