import type { Transaction } from '../database/store.js';
import * as marketStore from '../events/store/markets.js';
import { type NotificationKind, notify } from '../notifications/notify.js';
import type { LockedMarket, MarketTools } from './lock-market.js';

/**
 * Notifies the people who played in an event, themselves or through an agent. Practice events send no notifications.
 */
export async function notifyStakeholders(
  tx: Transaction,
  tools: MarketTools,
  { work, open }: LockedMarket,
  kind: NotificationKind,
  text: string,
): Promise<void> {
  const { event } = open;
  if (event.practice) return;
  const personIds = await marketStore.stakeholders(tx, event.id, maxNotified);
  await notify(tx, tools, { personIds, kind, text, eventSlug: event.slug, at: work.now });
}

/** Events with more people than this are rare, and their market is locked while the notifications are written. */
const maxNotified = 5_000;
