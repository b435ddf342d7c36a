import { Popover } from '@base-ui/react/popover';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Notification, NotificationList } from '../../client/client';
import { client } from '../api/client';
import { notificationsQuery } from '../api/own-queries';
import { Icon } from '../components/icon';
import { TimeAgo } from '../components/time';
import { refreshEvent } from '../live/patch-cache';
import { showToast } from './toasts';

function Item({ notification }: { notification: Notification }) {
  const body = (
    <>
      <span className="block">{notification.text}</span>
      <span className="text-12 text-quiet">
        <TimeAgo at={notification.at} />
      </span>
    </>
  );
  if (notification.eventSlug === null && notification.requestId !== null)
    return (
      <Link to="/requests" search={{ id: notification.requestId }} className="block rounded-small p-3 hover:bg-sunken">
        {body}
      </Link>
    );
  if (notification.eventSlug === null) return <div className="p-3">{body}</div>;
  return (
    <Link
      to="/events/$slug"
      params={{ slug: notification.eventSlug }}
      className="block rounded-small p-3 hover:bg-sunken"
    >
      {body}
    </Link>
  );
}

/** Shows the newest notification once when it arrives on an open page, and refreshes the events of all new ones. */
function useArrival(data: NotificationList | undefined): void {
  const queries = useQueryClient();
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const last = before.current;
    const { notifications } = data;
    before.current = notifications[0]?.id ?? '';
    const arrived = last === null ? [] : notifications.filter(({ id, readAt }) => id > last && readAt === null);
    if (arrived.length > 0) showToast(arrived[0].text);
    for (const slug of new Set(arrived.flatMap(({ eventSlug }) => eventSlug ?? []))) refreshEvent(queries, slug);
  }, [data, queries]);
}

/** Messages to the signed-in person. Opening the list marks them read. */
export function Notifications() {
  const queries = useQueryClient();
  const { data } = useQuery(notificationsQuery);
  useArrival(data);
  const unread = data?.unread ?? 0;
  const onOpen = async (open: boolean) => {
    if (!open || unread === 0) return;
    await client.call('markNotificationsRead', { body: {} }).catch(() => {});
    await queries.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  };
  return (
    <Popover.Root onOpenChange={onOpen}>
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        className="relative inline-flex size-10 items-center justify-center rounded-card text-quiet hover:bg-sunken hover:text-ink"
      >
        <Icon name="bell" />
        {unread > 0 && <span className="absolute top-2 right-2 size-2 rounded-full bg-accent" />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="z-50">
          <Popover.Popup className="max-h-[60dvh] w-[min(360px,calc(100vw-24px))] overflow-y-auto rounded-card bg-raised p-2 shadow-float">
            <Popover.Title className="px-3 py-2 text-14 font-semibold">Notifications</Popover.Title>
            {data && data.notifications.length === 0 && (
              <p className="px-3 pb-4 text-quiet">Nothing yet. Resolutions of your markets appear here.</p>
            )}
            {data?.notifications.map(notification => (
              <Item key={notification.id} notification={notification} />
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
