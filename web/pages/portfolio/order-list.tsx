import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Event, Order } from '../../../client/client';
import { client } from '../../api/client';
import { eventsNamedQuery } from '../../api/market-queries';
import { ordersQuery } from '../../api/own-queries';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { OutcomeDot } from '../../components/outcome-bar';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo, TimeUntil } from '../../components/time';
import { credits, shares } from '../../format/numbers';
import { showFailure, showToast } from '../../shell/toasts';

function OrderRow({
  order,
  event,
  onCancel,
  isCancelling,
}: {
  order: Order;
  event: Event | undefined;
  onCancel: () => void;
  isCancelling: boolean;
}) {
  const label = event?.outcomes[order.outcomeIndex]?.label ?? `Outcome ${order.outcomeIndex + 1}`;
  const rest =
    order.side === 'buy' ? `${credits(order.remainingCredits)} credits` : `${shares(order.remainingShares)} shares`;
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <Link
          to="/events/$slug"
          params={{ slug: order.eventSlug }}
          className="line-clamp-1 font-medium hover:underline"
        >
          {event?.title ?? order.eventSlug}
        </Link>
        <p className="numeric flex items-baseline gap-2 text-12 text-quiet">
          <OutcomeDot index={order.outcomeIndex} />
          <span className="min-w-0">
            {order.side === 'buy' ? 'Buy' : 'Sell'} {label} at {(order.limitPriceBps / 100).toFixed(2)}%, {rest} left,
            placed <TimeAgo at={order.createdAt} />
            {order.expiresAt && (
              <>
                , expires <TimeUntil at={order.expiresAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button size="small" busy={isCancelling} onClick={onCancel} aria-label={`Cancel the order on ${label}`}>
        Cancel
      </Button>
    </li>
  );
}

export function OrderList() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(ordersQuery('open'));
  const { data: events = [] } = useQuery(
    eventsNamedQuery([...new Set((data ?? []).map(({ eventSlug }) => eventSlug))].sort()),
  );
  const cancel = useMutation({
    mutationFn: (orderId: string) => client.cancelOrder(orderId),
    onSuccess() {
      showToast('Order cancelled');
      void queries.invalidateQueries({ queryKey: ['own'] });
    },
    onError: showFailure,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} height={56} />;
  if (data.length === 0) {
    return (
      <EmptyState icon="clock" title="No open orders">
        A limit order that is not filled at once waits here.
      </EmptyState>
    );
  }
  const bySlug = new Map(events.map(event => [event.slug, event]));
  return (
    <ul>
      {data.map(order => (
        <OrderRow
          key={order.id}
          order={order}
          event={bySlug.get(order.eventSlug)}
          onCancel={() => cancel.mutate(order.id)}
          isCancelling={cancel.isPending && cancel.variables === order.id}
        />
      ))}
    </ul>
  );
}
