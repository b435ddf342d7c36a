import { defineRoute } from '../../http/route.js';
import {
  handleCreateAgent,
  handleCreateKey,
  handleDeleteAgent,
  handleRevokeKey,
  handleUpdateAgent,
  listAgents,
  listKeys,
} from './agent-handlers.js';
import { confirmationRoutes } from './confirmation-routes.js';
import { Accepted } from './confirmation-schemas.js';
import { deleteMe, getMe, handleSignIn, handleSignOut, handleSignUp, updateMe } from './handlers.js';
import { peopleOperatorRoutes } from './operator-routes.js';
import { passkeyRoutes } from './passkey-routes.js';
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
} from './schemas.js';
import { sessionRoutes } from './session-routes.js';

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
