import type { Checked } from '../../domain/checked.js';
import { readLink } from '../../domain/links.js';
import { readDescription, readModel } from '../../domain/people/agent-details.js';
import { readName } from '../../domain/people/names.js';
import { type Agent, type AgentKey, maxActiveKeys, maxAgents } from '../../domain/people/players.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import { createAgent } from '../../operations/people/create-agent.js';
import { createKey } from '../../operations/people/create-key.js';
import { deleteAgent } from '../../operations/people/delete-agent.js';
import { findAgentKeys, findAgents } from '../../operations/people/queries.js';
import { revokeKey } from '../../operations/people/revoke-key.js';
import { updateAgent } from '../../operations/people/update-agent.js';
import { viewCertification } from '../certification/run-view.js';
import { isCertifiedPlayer } from '../scoring/player-view.js';
import { requirePerson, requireValid, sessionOver } from './caller.js';
import type { AgentParams, AgentUpdate, KeyParams, NewAgentRequest } from './schemas.js';

function viewTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function viewAgent({ playerId, certification, createdAt, retiredAt, ...rest }: Agent, now: number) {
  const mark = { certified: isCertifiedPlayer(certification, now), certification: viewCertification(certification) };
  return { id: playerId, ...rest, ...mark, createdAt: viewTime(createdAt), retiredAt: viewTime(retiredAt) };
}

function viewKey({ keyId, lastFour, createdAt, lastUsedAt, revokedAt }: AgentKey) {
  return {
    id: keyId,
    lastFour,
    status: revokedAt === null ? 'active' : 'revoked',
    createdAt: viewTime(createdAt),
    lastUsedAt: viewTime(lastUsedAt),
    revokedAt: viewTime(revokedAt),
  };
}

function noAgent(): ApiError {
  return new ApiError('NOT_FOUND', 'Agent not found among your agents.', {
    field: 'agentId',
    remediation: 'GET /api/people/agents lists your agents.',
  });
}

function nameTaken(): ApiError {
  return new ApiError('NAME_TAKEN', 'name is already used by another agent', { field: 'name' });
}

function requireValidOrNull<T>(field: string, text: string | null | undefined, read: (text: string) => Checked<T>) {
  return text === null || text === undefined ? null : requireValid(field, read(text));
}

export async function listAgents(_input: unknown, { services, caller }: RequestContext) {
  const agents = await findAgents(services, requirePerson(caller).playerId);
  return { agents: agents.map(agent => viewAgent(agent, services.clock())), nextCursor: null };
}

export async function handleCreateAgent(
  { body }: RouteInput<{ body: typeof NewAgentRequest }>,
  { services, caller, writes }: RequestContext,
) {
  const command = {
    ownerId: requirePerson(caller).playerId,
    name: requireValid('name', readName(body.name)),
    description: requireValid('description', readDescription(body.description)),
    homepage: requireValidOrNull('homepage', body.homepage, readLink),
    model: requireValidOrNull('model', body.model, readModel),
  };
  const agent = await createAgent(services, command, writes);
  if (agent === 'owner-gone') throw sessionOver();
  if (agent === 'name-taken') throw nameTaken();
  if (agent === 'limit-reached') {
    throw new ApiError('AGENT_LIMIT_REACHED', `You already have ${maxAgents} agents, the maximum.`, {
      field: 'name',
    });
  }
  return new Reply(201, { agent: viewAgent(agent, services.clock()), replayed: false });
}

export async function handleUpdateAgent(
  { params, body }: RouteInput<{ params: typeof AgentParams; body: typeof AgentUpdate }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePerson(caller);
  if (Object.keys(body).length === 0) throw invalid('body', 'must name at least one member to change');
  const { name, description, homepage, model } = body;
  const change = {
    ...(name === undefined ? {} : { name: requireValid('name', readName(name)) }),
    ...(description === undefined ? {} : { description: requireValid('description', readDescription(description)) }),
    ...(homepage === undefined ? {} : { homepage: requireValidOrNull('homepage', homepage, readLink) }),
    ...(model === undefined ? {} : { model: requireValidOrNull('model', model, readModel) }),
  };
  const agent = await updateAgent(services, playerId, params.agentId, change);
  if (agent === 'not-found') throw noAgent();
  if (agent === 'name-taken') throw nameTaken();
  return { agent: viewAgent(agent, services.clock()) };
}

export async function handleDeleteAgent(
  { params }: RouteInput<{ params: typeof AgentParams }>,
  { services, caller }: RequestContext,
) {
  const agent = await deleteAgent(services, requirePerson(caller).playerId, params.agentId);
  if (!agent) throw noAgent();
  return { agent: viewAgent(agent, services.clock()) };
}

export async function listKeys(
  { params }: RouteInput<{ params: typeof AgentParams }>,
  { services, caller }: RequestContext,
) {
  const keys = await findAgentKeys(services, requirePerson(caller).playerId, params.agentId);
  if (!keys) throw noAgent();
  return { keys: keys.map(viewKey), nextCursor: null };
}

export async function handleCreateKey(
  { params }: RouteInput<{ params: typeof AgentParams }>,
  { services, caller, writes }: RequestContext,
) {
  const { playerId: ownerId } = requirePerson(caller);
  const issued = await createKey(services, { ownerId, agentId: params.agentId }, writes);
  if (issued === 'not-found') throw noAgent();
  if (issued === 'limit-reached') {
    throw new ApiError('KEY_LIMIT_REACHED', `The agent already has ${maxActiveKeys} active keys, the maximum.`, {
      field: 'agentId',
    });
  }
  const key = viewKey(issued.key);
  return new Reply(201, { key, secret: issued.secret, replayed: false }, {}, { key, secret: null });
}

export async function handleRevokeKey(
  { params }: RouteInput<{ params: typeof KeyParams }>,
  { services, caller }: RequestContext,
) {
  const key = await revokeKey(services, { ownerId: requirePerson(caller).playerId, ...params });
  if (!key) {
    throw new ApiError('NOT_FOUND', 'Key not found among the keys of your agents.', {
      field: 'keyId',
      remediation: 'GET /api/people/agents/{agentId}/keys lists the keys of an agent.',
    });
  }
  return { key: viewKey(key) };
}
