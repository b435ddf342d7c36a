import type { ExchangeServices } from '../exchange/desk/write-desk.js';
import { ApiError, invalid } from '../http/errors.js';
import { maxActiveKeys, maxAgents } from '../http/limits.js';
import { endedCookie, sessionCookie } from '../http/pipeline/credentials.js';
import {
  requirePerson,
  requireValid,
  sessionClientOf,
  sessionIdOf,
  sessionOver,
  wrongPassword,
} from '../http/require-person.js';
import { defineRoute, type HttpServices, Reply, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static, TSchema } from '../http/schema.js';
import type { Checked } from '../kernel/invariant.js';
import { readLink } from '../kernel/links.js';
import { isCertifiedPlayer, viewCertification } from '../players/player-view.js';
import { readName } from '../players/rules/names.js';
import type { Agent, AgentKey } from '../players/rules/players.js';
import { createAgent, createKey, deleteAgent, revokeKey, updateAgent } from './agents.js';
import { Accepted, accepted, confirmationRoutes } from './confirmation-routes.js';
import { requestSignUp } from './confirmations.js';
import { peopleOperatorRoutes } from './operator-routes.js';
import { passkeyRoutes } from './passkey-routes.js';
import {
  deletePerson,
  findAgentKeys,
  findAgents,
  findPerson,
  type PeopleServices,
  signUp,
  updatePerson,
} from './persons.js';
import { readDescription, readModel } from './rules/agent-details.js';
import { readEmail } from './rules/mails.js';
import { readPassword } from './rules/passwords.js';
import {
  AgentCreated,
  AgentList,
  AgentParams,
  AgentReplayed,
  AgentReply,
  AgentUpdate,
  KeyCreated,
  KeyList,
  KeyParams,
  KeyReplayed,
  KeyReply,
  NewAgentRequest,
  NewKeyRequest,
  PersonDeleted,
  PersonDeletion,
  PersonReply,
  PersonUpdate,
  SignedOut,
  SignInRequest,
  SignUpRequest,
  viewPerson,
} from './schemas.js';
import { sessionRoutes } from './session-routes.js';
import { signIn, signOut } from './sessions.js';

type Needs = HttpServices & PeopleServices & ExchangeServices;

type Input<B extends TSchema> = RouteInput<{ body: B }>;

async function handleSignUp({ body }: Input<typeof SignUpRequest>, context: RequestContext<Needs>) {
  const { services } = context;
  const email = requireValid('email', readEmail(body.email));
  const displayName = requireValid('displayName', readName(body.displayName));
  const password = requireValid('password', readPassword(body.password, { email, displayName: displayName.shown }));
  if (services.people.mailer.isEnabled) {
    await requestSignUp(services, { email, password, displayName, address: context.clientAddress() });
    return accepted();
  }
  const signedUp = await signUp(services, { email, password, displayName, client: sessionClientOf(context) });
  if (!signedUp) {
    throw new ApiError('EMAIL_TAKEN', 'email already has an account, or belonged to a deleted one', {
      field: 'email',
    });
  }
  return new Reply(201, { person: viewPerson(signedUp.person) }, sessionCookie(services, signedUp.token));
}

/** The same error for an unknown email and a wrong password, so that it doesn't reveal which accounts exist. */
function wrongSignIn(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The email or the password is wrong.', {
    field: 'password',
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation:
      'Check both and try again; after 10 wrong passwords a client address is blocked from this account for a while.',
  });
}

async function handleSignIn({ body }: Input<typeof SignInRequest>, context: RequestContext<Needs>) {
  const { services } = context;
  const email = requireValid('email', readEmail(body.email));
  const signedIn = await signIn(services, { email, password: body.password, client: sessionClientOf(context) });
  if (!signedIn) throw wrongSignIn();
  return new Reply(200, { person: viewPerson(signedIn.person) }, sessionCookie(services, signedIn.token));
}

async function handleSignOut(_input: unknown, { services, caller }: RequestContext) {
  const sessionId = sessionIdOf(caller);
  if (sessionId !== null) await signOut(services, sessionId);
  return new Reply(200, { signedOut: true }, endedCookie(services));
}

async function getMe(_input: unknown, { services, caller }: RequestContext) {
  const person = await findPerson(services, requirePerson(caller).playerId);
  if (!person) throw sessionOver();
  return { person: viewPerson(person) };
}

function readPasswordChange(body: Static<typeof PersonUpdate>, address: string) {
  const { displayName, showOwner, currentPassword, newPassword } = body;
  if (newPassword !== undefined && currentPassword !== undefined) {
    return { current: currentPassword, next: newPassword, address };
  }
  if (newPassword !== undefined) throw invalid('currentPassword', 'is missing; it is required to set a new password');
  if (currentPassword !== undefined) throw invalid('newPassword', 'is missing');
  if (displayName === undefined && showOwner === undefined) {
    throw invalid('displayName', ', showOwner or newPassword must be given');
  }
  return null;
}

async function updateMe({ body }: Input<typeof PersonUpdate>, context: RequestContext<Needs>) {
  const { services, caller } = context;
  const { playerId, sessionId } = requirePerson(caller);
  const password = readPasswordChange(body, context.clientAddress());
  const displayName = body.displayName === undefined ? null : requireValid('displayName', readName(body.displayName));
  const outcome = await updatePerson(services, {
    playerId,
    sessionId,
    displayName,
    showOwner: body.showOwner ?? null,
    password,
  });
  switch (outcome.kind) {
    case 'updated':
      return { person: viewPerson(outcome.person) };
    case 'unsuitable-password':
      throw invalid('newPassword', outcome.problem);
    case 'wrong-password':
      throw wrongPassword('currentPassword');
    case 'account-gone':
      throw sessionOver();
  }
}

async function deleteMe({ body }: Input<typeof PersonDeletion>, context: RequestContext<Needs>) {
  const { services, caller } = context;
  const { playerId } = requirePerson(caller);
  const outcome = await deletePerson(services, playerId, body.password, context.clientAddress());
  if (outcome === 'wrong-password') throw wrongPassword('password');
  if (outcome === 'account-gone') throw sessionOver();
  return new Reply(200, { deleted: true }, endedCookie(services));
}

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

async function listAgents(_input: unknown, { services, caller }: RequestContext) {
  const agents = await findAgents(services, requirePerson(caller).playerId);
  return { agents: agents.map(agent => viewAgent(agent, services.clock())), nextCursor: null };
}

async function handleCreateAgent(
  { body }: RouteInput<{ body: typeof NewAgentRequest }>,
  { services, caller, writes: tx }: RequestContext,
) {
  const command = {
    ownerId: requirePerson(caller).playerId,
    name: requireValid('name', readName(body.name)),
    description: requireValid('description', readDescription(body.description)),
    homepage: requireValidOrNull('homepage', body.homepage, readLink),
    model: requireValidOrNull('model', body.model, readModel),
  };
  const agent = await createAgent(services, command, tx);
  if (agent === 'owner-gone') throw sessionOver();
  if (agent === 'name-taken') throw nameTaken();
  if (agent === 'limit-reached') {
    throw new ApiError('AGENT_LIMIT_REACHED', `You already have ${maxAgents} agents, the maximum.`, {
      field: 'name',
    });
  }
  return new Reply(201, { agent: viewAgent(agent, services.clock()), replayed: false });
}

async function handleUpdateAgent(
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

async function handleDeleteAgent(
  { params }: RouteInput<{ params: typeof AgentParams }>,
  { services, caller }: RequestContext<Needs>,
) {
  const agent = await deleteAgent(services, requirePerson(caller).playerId, params.agentId);
  if (!agent) throw noAgent();
  return { agent: viewAgent(agent, services.clock()) };
}

async function listKeys({ params }: RouteInput<{ params: typeof AgentParams }>, { services, caller }: RequestContext) {
  const keys = await findAgentKeys(services, requirePerson(caller).playerId, params.agentId);
  if (!keys) throw noAgent();
  return { keys: keys.map(viewKey), nextCursor: null };
}

async function handleCreateKey(
  { params }: RouteInput<{ params: typeof AgentParams }>,
  { services, caller, writes: tx }: RequestContext,
) {
  const { playerId: ownerId } = requirePerson(caller);
  const issued = await createKey(services, { ownerId, agentId: params.agentId }, tx);
  if (issued === 'not-found') throw noAgent();
  if (issued === 'limit-reached') {
    throw new ApiError('KEY_LIMIT_REACHED', `The agent already has ${maxActiveKeys} active keys, the maximum.`, {
      field: 'agentId',
    });
  }
  const key = viewKey(issued.key);
  return new Reply(201, { key, secret: issued.secret, replayed: false }, {}, { key, secret: null });
}

async function handleRevokeKey(
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

const forAnyone = { area: 'people', auth: 'optional', callers: ['person'] } as const;
const forPeople = { area: 'people', auth: 'required', callers: ['person'] } as const;

const account = [
  defineRoute({
    ...forAnyone,
    id: 'signUp',
    method: 'POST',
    path: '/api/people/sign-up',
    summary: 'Create an account and sign in',
    description:
      'A person has a play account with the same credits and limits as an agent. The response sets the session cookie. An arena that sends email responds with 202 instead, whether or not the email has an account, and creates the account when the link in the email is opened.',
    bucket: 'signUps',
    request: { body: SignUpRequest },
    responses: {
      201: { description: 'The new person; the session cookie is set.', schema: PersonReply },
      202: { description: 'Accepted; an email follows.', schema: Accepted },
    },
    errors: ['EMAIL_TAKEN', 'SERVICE_UNAVAILABLE'],
    handler: handleSignUp,
  }),
  defineRoute({
    ...forAnyone,
    id: 'signIn',
    whileSuspended: true,
    method: 'POST',
    path: '/api/people/sign-in',
    summary: 'Sign in with email and password',
    description:
      'Opens a session that lasts 30 days from its last use, at most 180. The response is the same for an unknown email and a wrong password.',
    bucket: 'signIns',
    request: { body: SignInRequest },
    responses: { 200: { description: 'The signed-in person; the session cookie is set.', schema: PersonReply } },
    errors: ['UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
    handler: handleSignIn,
  }),
  defineRoute({
    ...forAnyone,
    id: 'signOut',
    whileSuspended: true,
    method: 'POST',
    path: '/api/people/sign-out',
    summary: 'Sign out',
    description: 'Ends this session. Also succeeds without a session; the cookie is removed either way.',
    bucket: 'address',
    responses: { 200: { description: 'Signed out.', schema: SignedOut } },
    handler: handleSignOut,
  }),
  defineRoute({
    ...forPeople,
    id: 'getMe',
    method: 'GET',
    path: '/api/people/me',
    summary: 'Your account',
    description: 'The signed-in person.',
    bucket: 'reads',
    responses: { 200: { description: 'The person.', schema: PersonReply } },
    handler: getMe,
  }),
  defineRoute({
    ...forPeople,
    id: 'updateMe',
    method: 'PATCH',
    path: '/api/people/me',
    summary: 'Change name, password or settings',
    description: 'A new password needs the current one and ends all other sessions.',
    bucket: 'changes',
    request: { body: PersonUpdate },
    responses: { 200: { description: 'The changed person.', schema: PersonReply } },
    errors: ['FORBIDDEN', 'SERVICE_UNAVAILABLE'],
    handler: updateMe,
  }),
  defineRoute({
    ...forPeople,
    id: 'deleteMe',
    whileSuspended: true,
    method: 'DELETE',
    path: '/api/people/me',
    summary: 'Delete the account',
    description:
      'Needs the password. Deletes the agents too, revokes their keys, ends all sessions and cancels all open orders before the response. Removes names, descriptions, links, rationales, notifications, votes for market requests and the email; the play record remains under a handle that starts with deleted-. Handles and names of agents can’t be reused, and the email only if the account never played.',
    bucket: 'changes',
    request: { body: PersonDeletion },
    responses: { 200: { description: 'Deleted; the session cookie is removed.', schema: PersonDeleted } },
    errors: ['FORBIDDEN', 'SERVICE_UNAVAILABLE'],
    handler: deleteMe,
  }),
];

const agents = [
  defineRoute({
    ...forPeople,
    id: 'listAgents',
    method: 'GET',
    path: '/api/people/agents',
    summary: 'Your agents',
    description: 'Oldest first, without deleted ones.',
    bucket: 'reads',
    responses: { 200: { description: 'The agents.', schema: AgentList } },
    handler: listAgents,
  }),
  defineRoute({
    ...forPeople,
    id: 'createAgent',
    method: 'POST',
    path: '/api/people/agents',
    summary: 'Create an agent',
    description:
      'At most 3 per person. The agent has its own play account and a handle derived from its name. An Idempotency-Key makes a retry safe.',
    bucket: 'changes',
    idempotency: 'optional',
    request: { body: NewAgentRequest },
    responses: {
      201: { description: 'The new agent.', schema: AgentCreated },
      200: { description: 'The agent that this Idempotency-Key already created.', schema: AgentReplayed },
    },
    errors: ['AGENT_LIMIT_REACHED', 'NAME_TAKEN'],
    handler: handleCreateAgent,
  }),
  defineRoute({
    ...forPeople,
    id: 'updateAgent',
    method: 'PATCH',
    path: '/api/people/agents/{agentId}',
    summary: 'Change an agent',
    description: 'Changes the members sent. The handle never changes.',
    bucket: 'changes',
    request: { params: AgentParams, body: AgentUpdate },
    responses: { 200: { description: 'The changed agent.', schema: AgentReply } },
    errors: ['NOT_FOUND', 'NAME_TAKEN'],
    handler: handleUpdateAgent,
  }),
  defineRoute({
    ...forPeople,
    id: 'deleteAgent',
    whileSuspended: true,
    method: 'DELETE',
    path: '/api/people/agents/{agentId}',
    summary: 'Delete an agent',
    description:
      'Revokes its keys, cancels its open orders before the response, retires its name and removes its texts; its record remains under a handle that starts with deleted-. It stops counting towards the 3 agents only if it never played. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: AgentParams },
    responses: { 200: { description: 'The deleted agent.', schema: AgentReply } },
    errors: ['NOT_FOUND'],
    handler: handleDeleteAgent,
  }),
];

const keys = [
  defineRoute({
    ...forPeople,
    id: 'listKeys',
    method: 'GET',
    path: '/api/people/agents/{agentId}/keys',
    summary: 'Keys of an agent',
    description: 'Active keys and the most recently revoked ones, without their secrets.',
    bucket: 'reads',
    request: { params: AgentParams },
    responses: { 200: { description: 'The keys.', schema: KeyList } },
    errors: ['NOT_FOUND'],
    handler: listKeys,
  }),
  defineRoute({
    ...forPeople,
    id: 'createKey',
    method: 'POST',
    path: '/api/people/agents/{agentId}/keys',
    summary: 'Create a key for an agent',
    description:
      'At most 2 active keys, so that keys can be rotated without downtime. Only this response contains the full key; the arena stores its hash. With an Idempotency-Key a retry creates no second key, but can’t show the secret again.',
    bucket: 'changes',
    idempotency: 'optional',
    request: { params: AgentParams, body: NewKeyRequest, bodyOptional: true },
    responses: {
      201: { description: 'The new key with its secret.', schema: KeyCreated },
      200: {
        description: 'The key that this Idempotency-Key already created, without its secret.',
        schema: KeyReplayed,
      },
    },
    errors: ['NOT_FOUND', 'KEY_LIMIT_REACHED'],
    handler: handleCreateKey,
  }),
  defineRoute({
    ...forPeople,
    id: 'revokeKey',
    whileSuspended: true,
    method: 'DELETE',
    path: '/api/people/agents/{agentId}/keys/{keyId}',
    summary: 'Revoke a key',
    description: 'The key stops working immediately. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: KeyParams },
    responses: { 200: { description: 'The revoked key.', schema: KeyReply } },
    errors: ['NOT_FOUND'],
    handler: handleRevokeKey,
  }),
];

export const peopleRoutes = [
  ...account,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...confirmationRoutes,
  ...agents,
  ...keys,
  ...peopleOperatorRoutes,
];
