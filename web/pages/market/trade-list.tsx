import { useInfiniteQuery } from '@tanstack/react-query';
import { tradesQuery } from '../../api/market-queries';
import { Button } from '../../components/button';
import { OutcomeDot } from '../../components/outcome-bar';
import { PlayerBadge } from '../../components/player-badge';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { credits, percentOfBps, shares } from '../../format/numbers';
import { useMarket } from './market-context';

export function TradeList() {
  const { event } = useMarket();
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    tradesQuery(event.slug),
  );
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={8} height={36} />;
  const trades = data.pages.flatMap(page => page.trades);
  if (trades.length === 0)
    return (
      <EmptyState icon="markets" title="No trades yet">
        The first order sets the price in motion.
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {trades.map(trade => (
          <li
            key={trade.id}
            className="grid grid-cols-[minmax(0,1fr)_auto_4.5rem] items-center gap-x-3 gap-y-0.5 py-2 text-14 sm:grid-cols-[minmax(0,1fr)_auto_10rem_3.5rem_4.5rem]"
          >
            <span className="flex min-w-0">
              <PlayerBadge {...trade.player} />
            </span>
            <span className="flex items-center justify-end gap-1.5 max-sm:col-span-2">
              <span className="text-quiet">{trade.side === 'buy' ? 'bought' : 'sold'}</span>
              <OutcomeDot index={trade.outcomeIndex} />
              <span className="max-w-20 truncate sm:max-w-32">{event.outcomes[trade.outcomeIndex]?.label}</span>
            </span>
            <span className="numeric truncate max-sm:text-quiet sm:text-right">
              {shares(trade.shares)} for {credits(trade.credits)}
            </span>
            <span className="numeric text-right font-semibold">{percentOfBps(trade.priceBps)}</span>
            <span className="text-right text-12 whitespace-nowrap text-quiet">
              <TimeAgo at={trade.at} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older trades
          </Button>
        </div>
      )}
    </>
  );
}
