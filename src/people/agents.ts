import * as operatorStore from '../database/arena/operators.js';
import * as replyStore from '../database/arena/replies.js';
import type { Transaction } from '../database/store.js';
import { inTransaction, type OperationContext } from '../database/transactions.js';
import { openAccount } from '../exchange/accounts.js';
import { maxActiveKeys, maxAgents } from '../http/limits.js';
import { type Checked, fine, lengthOf, wrong } from '../kernel/invariant.js';
import type { Plan, Role } from '../kernel/plans.js';
import { type Refusal, refuse } from '../kernel/refusal.js';
import { writeAgentKey } from '../kernel/token-syntax.js';
import { handleCandidates, handleRandomBytes } from '../players/rules/handles.js';
import { foldName, type Name } from '../players/rules/names.js';
import type { Agent, AgentKey, Person } from '../players/rules/players.js';
import { cancelOrdersOf, erasePlayer, type RetireContext, retirePlayer, takeHandle } from './players.js';
import * as agentStore from './store/agents.js';
import * as personStore from './store/people.js';
import * as playerStore from './store/players.js';
import type { PlanHolder } from './store/rows.js';

export const maxDescriptionLength = 500;
export const maxModelLength = 120;

/** Control characters, and characters that change the text direction. */
const harmful = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const harmfulInLines = /[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u;

const unwanted = 'must not contain control characters';

export function readDescription(text: string): Checked<string> {
  const normalized = text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();
  if (harmfulInLines.test(normalized)) return wrong(unwanted);
  if (normalized === '') return wrong('must not be empty');
  if (lengthOf(normalized) > maxDescriptionLength) return wrong(`must have at most ${maxDescriptionLength} characters`);
  return fine(normalized);
}

export function readModel(text: string): Checked<string> {
  const normalized = text.normalize('NFC').trim();
  if (harmful.test(normalized)) return wrong(unwanted);
  if (normalized === '') return wrong('must not be empty; omit it or send null instead');
  if (lengthOf(normalized) > maxModelLength) return wrong(`must have at most ${maxModelLength} characters`);
  return fine(normalized);
}

interface CreateAgentContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface CreateAgentCommand {
  readonly ownerId: string;
  readonly name: Name;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
}

/**
 * Creates an agent with a play account. The owner's row is locked, so that concurrent requests can't exceed the limit.
 */
export function createAgent(
  context: CreateAgentContext,
  { ownerId, name, description, homepage, model }: CreateAgentCommand,
  open: Transaction | null,
): Promise<Agent | 'owner-gone' | 'limit-reached' | 'name-taken'> {
  const { clock, newId, random, settings } = context;
  const now = clock();
  const handles = handleCandidates(name.shown, 'agent', settings.routeWords, random(handleRandomBytes));
  const playerId = newId('agt', now);
  const details = { name: name.shown, description, homepage, model, plan: 'free' } as const;
  return inTransaction(context, open, async tx => {
    if (!(await personStore.lock(tx, ownerId))) return 'owner-gone';
    if ((await agentStore.countSlots(tx, ownerId)) >= maxAgents) return 'limit-reached';
    if (await agentStore.isNameTaken(tx, name.folded, playerId)) return 'name-taken';
    const handle = await takeHandle(handles, candidate =>
      playerStore.addAgent(tx, {
        ...details,
        playerId,
        ownerId,
        handle: candidate,
        foldedName: name.folded,
        at: now,
      }),
    );
    await openAccount(tx, playerId, now, newId);
    return { ...details, playerId, handle, activeKeys: 0, certification: null, createdAt: now, retiredAt: null };
  });
}

/** Absent members stay unchanged. */
interface AgentChange {
  readonly name?: Name;
  readonly description?: string;
  readonly homepage?: string | null;
  readonly model?: string | null;
}

/** Changes an agent. The handle never changes, because links to a player outlive its name. */
export function updateAgent(
  { store }: Pick<OperationContext, 'store'>,
  ownerId: string,
  agentId: string,
  { name, description, homepage, model }: AgentChange,
): Promise<Agent | 'not-found' | 'name-taken'> {
  return store.transact(async tx => {
    const agent = await agentStore.lock(tx, agentId, ownerId);
    if (!agent || agent.retiredAt !== null) return 'not-found';
    if (name && (await agentStore.isNameTaken(tx, name.folded, agentId))) return 'name-taken';
    const details = {
      name: name?.shown ?? agent.name,
      description: description ?? agent.description,
      homepage: homepage === undefined ? agent.homepage : homepage,
      model: model === undefined ? agent.model : model,
    };
    await agentStore.update(tx, agentId, { ...details, foldedName: foldName(details.name) });
    return { ...agent, ...details };
  });
}

/**
 * Retires an agent and removes its personal data in the caller's transaction. Null: the person has no such agent.
 * Idempotent.
 */
export async function retireAgent(
  tx: Transaction,
  ownerId: string,
  agentId: string,
  { random }: Pick<OperationContext, 'random'>,
  now: number,
): Promise<Agent | null> {
  const agent = await agentStore.lock(tx, agentId, ownerId);
  if (!agent || agent.retiredAt !== null) return agent;
  const played = await retirePlayer(tx, agentId, now);
  if (!played) await agentStore.freeSlot(tx, agentId);
  await agentStore.eraseDetails(tx, agentId);
  const handle = await erasePlayer(tx, { random }, agentId);
  const erased = await agentStore.lock(tx, agentId, ownerId);
  if (!erased) throw new Error(`agent ${agentId} no longer exists`);
  const { name, description, homepage, model } = erased;
  await replyStore.amendAgent(tx, agentId, { handle, name, description, homepage, model });
  return erased;
}

/** Deletes an agent and cancels its open orders before it returns. Null: the person has no such agent. */
export async function deleteAgent(
  context: OperationContext & RetireContext,
  ownerId: string,
  agentId: string,
): Promise<Agent | null> {
  const now = context.clock();
  const agent = await context.store.transact(tx => retireAgent(tx, ownerId, agentId, context, now));
  if (agent) await cancelOrdersOf(context, agent.playerId);
  return agent;
}

/** A key with its secret, which is stored only as a hash. */
interface IssuedKey {
  readonly key: AgentKey;
  readonly secret: string;
}

/** Issues a key. The agent's row is locked, so that concurrent requests can't exceed the limit. */
export function createKey(
  context: OperationContext,
  { ownerId, agentId }: { readonly ownerId: string; readonly agentId: string },
  open: Transaction | null,
): Promise<IssuedKey | 'not-found' | 'limit-reached'> {
  const { clock, newId, random } = context;
  const now = clock();
  const secret = writeAgentKey(random(32));
  const keyId = newId('key', now);
  return inTransaction(context, open, async tx => {
    const agent = await agentStore.lock(tx, agentId, ownerId);
    if (!agent || agent.retiredAt !== null) return 'not-found';
    if (agent.activeKeys >= maxActiveKeys) return 'limit-reached';
    await playerStore.addKey(tx, { id: keyId, agentId, secret, at: now });
    const key = { keyId, lastFour: secret.slice(-4), createdAt: now, lastUsedAt: null, revokedAt: null };
    return { key, secret };
  });
}

interface RevokeKeyCommand {
  readonly ownerId: string;
  readonly agentId: string;
  readonly keyId: string;
}

/** Revokes a key. Null: the person has no such key. Idempotent. */
export function revokeKey(
  { store, clock }: OperationContext,
  { ownerId, agentId, keyId }: RevokeKeyCommand,
): Promise<AgentKey | null> {
  const now = clock();
  return store.transact(async tx => {
    if (!(await agentStore.lock(tx, agentId, ownerId))) return null;
    const key = await agentStore.findKey(tx, agentId, keyId);
    if (!key || key.revokedAt !== null) return key;
    await playerStore.revokeKey(tx, keyId, now);
    return { ...key, revokedAt: now };
  });
}

export function setPlan(
  { store }: Pick<OperationContext, 'store'>,
  handle: string,
  plan: Plan,
  reason: string,
  actor: string,
): Promise<PlanHolder | Refusal> {
  return store.transact(async tx => {
    const holder = await playerStore.setPlan(tx, handle, plan);
    if (!holder) return refuse('NOT_FOUND', 'Player not found.', { field: 'handle' });
    const at = await operatorStore.now(tx);
    const change = { reason, before: { plan: holder.formerPlan }, after: { plan } };
    await operatorStore.record(tx, { at, actor, action: 'player.plan', subject: handle, details: { plan }, ...change });
    return holder;
  });
}

/** Sets the role of a person, given by id or handle. */
export function setRole(
  { store }: Pick<OperationContext, 'store'>,
  reference: string,
  role: Role,
  reason: string,
  actor: string,
): Promise<Person | Refusal> {
  return store.transact(async tx => {
    const person = await personStore.findByReference(tx, reference);
    if (!person || !(await personStore.setRole(tx, person.playerId, role))) {
      return refuse('NOT_FOUND', 'Person not found.', { field: 'id' });
    }
    const { playerId } = person;
    const at = await operatorStore.now(tx);
    const details = { from: person.role, role };
    const change = { reason, before: { role: person.role }, after: { role } };
    await operatorStore.record(tx, { at, actor, action: 'person.role', subject: playerId, details, ...change });
    return { ...person, role };
  });
}
