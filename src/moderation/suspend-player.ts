import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import { type OperationContext, orIfDiskFull } from '../database/transactions.js';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { notify } from '../notifications/notify.js';
import { cancelOrdersOf, type RetireContext } from '../people/players.js';
import type { SuspendablePlayer, Suspension } from '../players/suspensions.js';
import * as suspensionStore from '../players/suspensions.js';

interface SuspendCommand {
  readonly handle: string;
  readonly reason: string;
  readonly actor: string;
}

type NotifyTools = Pick<OperationContext, 'newId'>;

const unknownPlayer = (handle: string) => refuse('NOT_FOUND', `Player ${handle} not found.`, { field: 'handle' });

interface Change {
  readonly action: 'player.suspend' | 'player.unsuspend';
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Sent to the person. */
  readonly text: string;
}

const suspended = ({ handle, reason }: SuspendCommand): Change => ({
  action: 'player.suspend',
  before: { suspended: false },
  after: { suspended: true },
  text: `An operator has suspended ${handle}: ${reason}`,
});

const givenReason = ({ handle, reason }: SuspendCommand, previous: string): Change => ({
  action: 'player.suspend',
  before: { suspended: true, reason: previous },
  after: { suspended: true, reason },
  text: `An operator has changed the reason for the suspension of ${handle}: ${reason}`,
});

const lifted = ({ handle }: SuspendCommand): Change => ({
  action: 'player.unsuspend',
  before: { suspended: true },
  after: { suspended: false },
  text: `The suspension of ${handle} is lifted.`,
});

/** Records the change in the audit trail and notifies the person behind the player. */
async function announce(
  tx: Transaction,
  tools: NotifyTools,
  { playerIds, personId }: SuspendablePlayer,
  { handle, reason, actor }: SuspendCommand,
  { text, ...change }: Change,
  at: number,
): Promise<void> {
  await operatorStore.record(tx, { at, actor, subject: handle, details: { playerIds }, reason, ...change });
  const personIds = personId === null ? [] : [personId];
  await notify(tx, tools, { personIds, kind: 'player-suspended', text, at });
}

/** Suspends the player, or replaces the reason of the suspension in force; the same reason changes nothing. */
async function impose(
  tx: Transaction,
  tools: NotifyTools,
  player: SuspendablePlayer,
  command: SuspendCommand,
): Promise<void> {
  const { playerId } = player;
  const { reason, actor } = command;
  const latest = await suspensionStore.latest(tx, playerId);
  const inForce = latest?.liftedAt === null ? latest : null;
  if (inForce?.reason === reason) return;
  const at = await operatorStore.now(tx);
  if (inForce) await suspensionStore.changeReason(tx, playerId, reason);
  else await suspensionStore.suspend(tx, playerId, reason, actor, at);
  const change = inForce ? givenReason(command, inForce.reason) : suspended(command);
  await announce(tx, tools, player, command, change, at);
}

/**
 * Suspends a player, and with a person all of their agents: writes are rejected from the commit on, open orders are
 * cancelled, leaderboards omit the rows. Positions and forecasts stay and are settled and scored. Idempotent; another
 * reason replaces the previous one.
 */
export async function suspendPlayer(
  context: NotifyTools & RetireContext,
  command: SuspendCommand,
): Promise<Suspension | Refusal> {
  const { handle } = command;
  const outcome = await context.store.transact(async tx => {
    const player = await suspensionStore.lockPlayer(tx, handle);
    if (!player) return unknownPlayer(handle);
    if (player.isOperator) {
      const message = `${handle} has the role operator. Set the role to member before you suspend this person.`;
      return refuse('INVALID_TRANSITION', message, { field: 'handle' });
    }
    const { playerId, playerIds } = player;
    await impose(tx, context, player, command);
    const suspension = await suspensionStore.latest(tx, playerId);
    if (!suspension) throw new Error(`the suspension of ${playerId} was not stored`);
    return { suspension, playerIds };
  });
  if (isRefusal(outcome)) return outcome;
  // A request that was authenticated before the commit may still place an order; a job cancels it within a minute, as
  // it does when the disk is full now.
  for (const playerId of outcome.playerIds) await orIfDiskFull(cancelOrdersOf(context, playerId), undefined);
  return outcome.suspension;
}

/** Lifts the suspension of a player. Idempotent. */
export function unsuspendPlayer(
  context: NotifyTools & Pick<OperationContext, 'store'>,
  command: SuspendCommand,
): Promise<Suspension | Refusal> {
  const { handle, reason, actor } = command;
  return context.store.transact(async tx => {
    const player = await suspensionStore.lockPlayer(tx, handle);
    if (!player) return unknownPlayer(handle);
    const latest = await suspensionStore.latest(tx, player.playerId);
    if (!latest) return refuse('INVALID_TRANSITION', `${handle} was never suspended.`, { field: 'handle' });
    if (latest.liftedAt !== null) return latest;
    const at = await operatorStore.now(tx);
    await suspensionStore.lift(tx, player.playerId, reason, actor, at);
    await announce(tx, context, player, command, lifted(command), at);
    return { ...latest, liftedAt: at, liftedBy: actor, liftReason: reason };
  });
}
