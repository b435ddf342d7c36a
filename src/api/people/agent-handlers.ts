import type { Checked } from '../../domain/checked.js';
import { readLink } from '../../domain/links.js';
import { readDescription, readModel } from '../../domain/people/agent-details.js';
import { writeAgentKey } from '../../domain/people/agent-key.js';
import { handleCandidates, handleRandomBytes } from '../../domain/people/handles.js';
import { readName } from '../../domain/people/names.js';
import { type Agent, type AgentKey, maxActiveKeys, maxAgents } from '../../domain/people/players.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import { cancelOrdersOf } from '../../operations/people/cancel-leaving.js';
import { createAgent as addAgent } from '../../operations/people/create-agent.js';
import { createKey } from '../../operations/people/create-key.js';
import { deleteAgent as retireAgent } from '../../operations/people/delete-agent.js';
import { revokeKey } from '../../operations/people/revoke-key.js';
import { updateAgent as changeAgent } from '../../operations/people/update-agent.js';
import type { Writes } from '../../store/store.js';
import { viewCertification } from '../certification/run-view.js';
import { isCertifiedPlayer } from '../scoring/player-view.js';
import { accepted, requirePerson, sessionOver } from './caller.js';
import type { AgentParams, AgentUpdate, KeyParams, NewAgentRequest } from './schemas.js';

/** All active keys and what a person can still remember of the revoked ones. */
const maxKeysShown = 50;

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function shownAgent({ playerId, certification, createdAt, retiredAt, ...rest }: Agent, now: number) {
  const mark = { certified: isCertifiedPlayer(certification, now), certification: viewCertification(certification) };
  return { id: playerId, ...rest, ...mark, createdAt: time(createdAt), retiredAt: time(retiredAt) };
}

function shownKey({ keyId, lastFour, createdAt, lastUsedAt, revokedAt }: AgentKey) {
  return {
    id: keyId,
    lastFour,
    status: revokedAt === null ? 'active' : 'revoked',
    createdAt: time(createdAt),
    lastUsedAt: time(lastUsedAt),
    revokedAt: time(revokedAt),
  };
}

function noAgent(): ApiError {
  return new ApiError('NOT_FOUND', 'you have no agent with this agentId', {
    field: 'agentId',
    remediation: 'GET /api/people/agents lists your agents.',
  });
}

function nameTaken(): ApiError {
  return new ApiError('NAME_TAKEN', 'name belongs to another agent', { field: 'name' });
}

/** Refusals are thrown inside, so that a refused write leaves nothing behind, not even its Idempotency-Key. */
function write<T>({ services, writes }: RequestContext, work: (writes: Writes) => Promise<T>): Promise<T> {
  return writes ? work(writes) : services.store.transact(work);
}

function acceptedOrNull<T>(field: string, text: string | null | undefined, read: (text: string) => Checked<T>) {
  return text === null || text === undefined ? null : accepted(field, read(text));
}

export async function listAgents(_input: unknown, { services, caller }: RequestContext) {
  const { playerId } = requirePerson(caller);
  const agents = await services.store.read(reads => reads.agents.ofOwner(playerId));
  return { agents: agents.map(agent => shownAgent(agent, services.clock())), nextCursor: null };
}

export async function createAgent({ body }: RouteInput<{ body: typeof NewAgentRequest }>, context: RequestContext) {
  const { services, caller } = context;
  const { playerId: ownerId } = requirePerson(caller);
  const name = accepted('name', readName(body.name));
  const details = {
    description: accepted('description', readDescription(body.description)),
    homepage: acceptedOrNull('homepage', body.homepage, readLink),
    model: acceptedOrNull('model', body.model, readModel),
  };
  const now = services.clock();
  const handles = handleCandidates(
    name.shown,
    'agent',
    services.settings.routeWords,
    services.random(handleRandomBytes),
  );
  const agentId = services.newId('agt', now);
  const agent = await write(context, async writes => {
    const added = await addAgent(writes, { ownerId, agentId, name, ...details, handles }, now, services.newId);
    if (added === 'owner-gone') throw sessionOver();
    if (added === 'name-taken') throw nameTaken();
    if (added === 'limit-reached') {
      throw new ApiError('AGENT_LIMIT_REACHED', `you have ${maxAgents} agents, which is the most a person can enter`, {
        field: 'name',
      });
    }
    return added;
  });
  return new Reply(201, { agent: shownAgent(agent, now), replayed: false });
}

export async function updateAgent(
  { params, body }: RouteInput<{ params: typeof AgentParams; body: typeof AgentUpdate }>,
  context: RequestContext,
) {
  const { playerId } = requirePerson(context.caller);
  if (Object.keys(body).length === 0) throw invalid('body', 'must name at least one member to change');
  const { name, description, homepage, model } = body;
  const change = {
    ...(name === undefined ? {} : { name: accepted('name', readName(name)) }),
    ...(description === undefined ? {} : { description: accepted('description', readDescription(description)) }),
    ...(homepage === undefined ? {} : { homepage: acceptedOrNull('homepage', homepage, readLink) }),
    ...(model === undefined ? {} : { model: acceptedOrNull('model', model, readModel) }),
  };
  const agent = await write(context, async writes => {
    const changed = await changeAgent(writes, playerId, params.agentId, change);
    if (changed === 'not-found') throw noAgent();
    if (changed === 'name-taken') throw nameTaken();
    return changed;
  });
  return { agent: shownAgent(agent, context.services.clock()) };
}

export async function deleteAgent({ params }: RouteInput<{ params: typeof AgentParams }>, context: RequestContext) {
  const { playerId } = requirePerson(context.caller);
  const now = context.services.clock();
  const agent = await write(context, writes => retireAgent(writes, playerId, params.agentId, now));
  if (!agent) throw noAgent();
  await cancelOrdersOf(context.services, agent.playerId);
  return { agent: shownAgent(agent, now) };
}

export async function listKeys(
  { params }: RouteInput<{ params: typeof AgentParams }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePerson(caller);
  const keys = await services.store.read(async reads => {
    const agent = await reads.agents.find(params.agentId, playerId);
    return agent && reads.agents.keysOf(agent.playerId, maxKeysShown);
  });
  if (!keys) throw noAgent();
  return { keys: keys.map(shownKey), nextCursor: null };
}

export async function createAgentKey({ params }: RouteInput<{ params: typeof AgentParams }>, context: RequestContext) {
  const { services, caller } = context;
  const { playerId: ownerId } = requirePerson(caller);
  const now = services.clock();
  const secret = writeAgentKey(services.random(32));
  const keyId = services.newId('key', now);
  const key = await write(context, async writes => {
    const created = await createKey(writes, { ownerId, agentId: params.agentId, keyId, secret }, now);
    if (created === 'not-found') throw noAgent();
    if (created === 'limit-reached') {
      throw new ApiError('KEY_LIMIT_REACHED', `the agent has ${maxActiveKeys} active keys, which is the most it can`, {
        field: 'agentId',
      });
    }
    return created;
  });
  const shown = shownKey(key);
  return new Reply(201, { key: shown, secret, replayed: false }, {}, { key: shown, secret: null });
}

export async function revokeAgentKey({ params }: RouteInput<{ params: typeof KeyParams }>, context: RequestContext) {
  const { playerId } = requirePerson(context.caller);
  const { agentId, keyId } = params;
  const now = context.services.clock();
  const key = await write(context, writes => revokeKey(writes, playerId, agentId, keyId, now));
  if (!key) {
    throw new ApiError('NOT_FOUND', 'your agents have no key with this keyId', {
      field: 'keyId',
      remediation: 'GET /api/people/agents/{agentId}/keys lists the keys of an agent.',
    });
  }
  return { key: shownKey(key) };
}
