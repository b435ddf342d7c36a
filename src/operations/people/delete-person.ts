import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';
import { cancelOrdersOf, type RetireContext } from './cancel-orders-of-retired.js';
import { confirmPassword, type PasswordContext } from './check-password.js';
import { erasePlayer } from './erase-player.js';
import { retireAgent } from './retire-agent.js';
import { retirePlayer } from './retire-player.js';

/**
 * Deletes the account with its agents, sessions and personal data, and returns the ids of the retired players. Null:
 * the account was deleted, or its password hash is no longer `checkedHash`. The email can be used again only if neither
 * the person nor an agent ever played.
 */
async function deleteAccount(
  writes: Writes,
  context: Pick<OperationContext, 'random' | 'clock'>,
  playerId: string,
  checkedHash: string,
): Promise<readonly string[] | null> {
  const now = context.clock();
  const current = await writes.people.lock(playerId);
  if (current?.passwordHash !== checkedHash) return null;
  const agents = await writes.agents.ofOwner(playerId);
  for (const agent of agents) await retireAgent(writes, playerId, agent.playerId, context, now);
  const played = await retirePlayer(writes, playerId, now);
  const agentsPlayed = (await writes.agents.countSlots(playerId)) > 0;
  await writes.sessions.endOthers(playerId, null);
  await writes.confirmations.endOf(playerId);
  await writes.passkeys.deleteOf(playerId);
  await writes.people.eraseSignIn(playerId, played || agentsPlayed);
  await erasePlayer(writes, context, playerId);
  await writes.replies.eraseOf(playerId);
  await writes.marketRequests.erasePerson(playerId);
  await writes.notifications.deleteOf(playerId);
  await writes.follows.deleteOf(playerId);
  await writes.reports.deleteOf(playerId);
  return [playerId, ...agents.map(agent => agent.playerId)];
}

/** Deletes a person after checking the password, and cancels all open orders before it returns. */
export async function deletePerson(
  context: PasswordContext & RetireContext,
  playerId: string,
  password: string,
  address: string,
): Promise<'deleted' | 'account-gone' | 'wrong-password'> {
  const record = await confirmPassword(context, playerId, password, address);
  if (typeof record === 'string') return record;
  const { store } = context;
  const retired = await store.transact(writes => deleteAccount(writes, context, playerId, record.passwordHash));
  if (!retired) return 'account-gone';
  await Promise.all(retired.map(retiredId => cancelOrdersOf(context, retiredId)));
  return 'deleted';
}
