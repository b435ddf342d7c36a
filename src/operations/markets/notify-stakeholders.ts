import type { NotificationKind } from '../../domain/notifications/notification.js';
import type { Writes } from '../../store/store.js';
import { notify } from '../notifications/notify.js';
import type { LockedMarket, MarketTools } from './lock-market.js';

/** Events with more people than this are rare, and their market is locked while the notifications are written. */
const maxNotified = 5_000;

/**
 * Notifies the people who played in an event, themselves or through an agent. Practice events send no notifications.
 */
export async function notifyStakeholders(
  writes: Writes,
  tools: MarketTools,
  { work, open }: LockedMarket,
  kind: NotificationKind,
  text: string,
): Promise<void> {
  const { event } = open;
  if (event.practice) return;
  const personIds = await writes.markets.stakeholders(event.id, maxNotified);
  await notify(writes, tools, { personIds, kind, text, eventSlug: event.slug, at: work.now });
}
