import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Order, Position } from '../../../client/client';
import { client } from '../../api/client';
import { ordersQuery, positionsQuery, practicePositionsQuery } from '../../api/own-queries';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { CreditsChange } from '../../components/change';
import { OutcomeDot } from '../../components/outcome-bar';
import { TimeUntil } from '../../components/time';
import { credits, exactPercentOfBps, shares } from '../../format/numbers';
import { showFailure, showToast } from '../../shell/toasts';
import { useMarket } from './market-context';

function PositionRow({ position }: { position: Position }) {
  const { event, chooseOutcome, propose } = useMarket();
  const free = position.shares - position.reservedShares;
  const sell = () => {
    chooseOutcome(position.outcomeIndex);
    propose({ side: 'sell', limitPriceBps: null, amount: Math.floor(free * 1e6) / 1e6 });
  };
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <OutcomeDot index={position.outcomeIndex} />
          <span className="truncate">{position.outcomeLabel}</span>
          <span className="numeric text-quiet">{shares(position.shares)}</span>
        </p>
        <p className="numeric mt-0.5 text-12 text-quiet">
          bought at {exactPercentOfBps(position.averagePriceBps)} · worth {credits(position.valueCredits)} ·{' '}
          <CreditsChange value={position.unrealizedProfit} />
        </p>
      </div>
      {event.status === 'active' && free > 0 && (
        <Button size="small" onClick={sell}>
          Sell
        </Button>
      )}
    </li>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { event } = useMarket();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.cancelOrder(order.id),
    onSuccess() {
      showToast('Order cancelled');
      void queries.invalidateQueries({ queryKey: ['own'] });
    },
    onError: showFailure,
  });
  const rest =
    order.side === 'buy' ? `${credits(order.remainingCredits)} credits` : `${shares(order.remainingShares)} shares`;
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <OutcomeDot index={order.outcomeIndex} />
          <span className="truncate">
            {order.side === 'buy' ? 'Buy' : 'Sell'} {event.outcomes[order.outcomeIndex]?.label}
          </span>
          <span className="numeric shrink-0">at {(order.limitPriceBps / 100).toFixed(2)}%</span>
        </p>
        <p className="numeric mt-0.5 text-12 text-quiet">
          {rest} left
          {order.expiresAt && (
            <>
              {' '}
              · expires <TimeUntil at={order.expiresAt} />
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        busy={cancel.isPending}
        onClick={() => cancel.mutate()}
        aria-label={`Cancel the order at ${(order.limitPriceBps / 100).toFixed(2)} percent`}
      >
        Cancel
      </Button>
    </li>
  );
}

/** The person's shares and open orders in this market. */
export function OwnStake() {
  const { event } = useMarket();
  const positions = useQuery(event.practice ? practicePositionsQuery() : positionsQuery('open'));
  const orders = useQuery(ordersQuery('open', event.slug));
  const held = positions.data?.filter(({ eventSlug }) => eventSlug === event.slug) ?? [];
  const open = orders.data ?? [];
  return (
    <>
      {held.length > 0 && (
        <Card title="Your position">
          <ul className="-my-2 divide-y divide-line">
            {held.map(position => (
              <PositionRow key={position.outcomeIndex} position={position} />
            ))}
          </ul>
        </Card>
      )}
      {open.length > 0 && (
        <Card title="Your open orders">
          <ul className="-my-2 divide-y divide-line">
            {open.map(order => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
