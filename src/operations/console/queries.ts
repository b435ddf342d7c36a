import {
  type InboxKind,
  inboxKinds,
  maxItemsPerKind,
  overdueAfterMs,
  settleWithinMs,
  staleAfterMs,
} from '../../domain/console/inbox.js';
import type { ActionFilter, RecordedAction } from '../../store/arena/interface.js';
import type { InboxItem, LimitOverview, ListedPlayer, PlayerFilter } from '../../store/console/interface.js';
import type { OperationContext } from '../operation-context.js';

type Context = Pick<OperationContext, 'store' | 'clock'>;

interface Inbox {
  readonly asOf: number;
  /** The most urgent kind first, oldest first within a kind. */
  readonly items: readonly InboxItem[];
  /** Kinds of which there may be more items. */
  readonly truncated: readonly InboxKind[];
}

/** Items that need an operator now. */
export async function readInbox({ store, clock }: Context): Promise<Inbox> {
  const now = clock();
  const times = {
    now,
    overdueBefore: now - overdueAfterMs,
    unsettledBefore: now - settleWithinMs,
    staleBefore: now - staleAfterMs,
  };
  const items = await store.read(reads => reads.console.inbox(times, maxItemsPerKind));
  const rank = (kind: InboxKind) => inboxKinds.indexOf(kind);
  const counted = (kind: InboxKind) => items.filter(item => item.kind === kind).length;
  return {
    asOf: now,
    items: items.sort((a, b) => rank(a.kind) - rank(b.kind) || a.since - b.since),
    truncated: inboxKinds.filter(kind => counted(kind) >= maxItemsPerKind),
  };
}

export function listPlayers({ store }: Context, filter: PlayerFilter): Promise<ListedPlayer[]> {
  return store.read(reads => reads.console.players(filter));
}

/** The audit trail of operators, newest first. */
export function listActions({ store }: Context, filter: ActionFilter): Promise<RecordedAction[]> {
  return store.read(reads => reads.operators.actions(filter));
}

const maxListed = 50;

/** Callers rejected by a rate limit since a given time, from the request log. */
export function readLimits({ store }: Context, since: number): Promise<LimitOverview> {
  return store.read(reads => reads.console.limits(since, maxListed));
}
