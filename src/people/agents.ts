import * as replyStore from '../database/arena/replies.js';
import type { Transaction } from '../database/store.js';
import { inTransaction, type OperationContext } from '../database/transactions.js';
import { openAccount } from '../exchange/accounts.js';
import { maxActiveKeys, maxAgents } from '../http/limits.js';
import { writeAgentKey } from '../kernel/token-syntax.js';
import { handleCandidates, handleRandomBytes } from '../players/rules/handles.js';
import { foldName, type Name } from '../players/rules/names.js';
import type { Agent, AgentKey } from '../players/rules/players.js';
import { cancelOrdersOf, erasePlayer, type RetireContext, retirePlayer, takeHandle } from './players.js';
import * as agentStore from './store/agents.js';
import * as personStore from './store/people.js';
import * as playerStore from './store/players.js';

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
