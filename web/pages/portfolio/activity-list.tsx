import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity } from '../../../client/client';
import { activityQuery } from '../../api/own-queries';
import { Button } from '../../components/button';
import { CreditsChange } from '../../components/change';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { credits } from '../../format/numbers';
import { downloadCsv } from './csv';

const kinds: Record<Activity['kind'], string> = {
  grant: 'Daily credits',
  order: 'Order placed',
  trade: 'Trade',
  cancel: 'Order cancelled',
  settlement: 'Settlement',
  refund: 'Refund',
  forecast: 'Forecast',
  score: 'Score',
};

function exportActivity(entries: readonly Activity[]): void {
  downloadCsv(
    'presage-activity.csv',
    ['at', 'kind', 'event', 'order', 'credits', 'balanceAfter'],
    entries.map(({ at, kind, eventSlug, orderId, credits: change, balanceAfter }) => [
      at,
      kind,
      eventSlug,
      orderId,
      change,
      balanceAfter,
    ]),
  );
}

export function ActivityList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery());
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={40} />;
  const entries = data.pages.flatMap(page => page.activity);
  if (entries.length === 0)
    return (
      <EmptyState icon="clock" title="Nothing happened yet">
        Every credit that moves is listed here.
      </EmptyState>
    );
  return (
    <>
      <div className="mb-3 flex justify-end">
        <Button size="small" onClick={() => exportActivity(entries)}>
          Download CSV
        </Button>
      </div>
      <ul>
        {entries.map(entry => (
          <li
            key={entry.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)_8rem_8rem_6rem]"
          >
            <span className="font-medium">{kinds[entry.kind]}</span>
            <span className="min-w-0 truncate text-quiet max-sm:row-start-2">
              {entry.eventSlug && (
                <Link to="/events/$slug" params={{ slug: entry.eventSlug }} className="hover:underline">
                  {entry.eventSlug}
                </Link>
              )}
            </span>
            <span className="text-right">{entry.credits === 0 ? '' : <CreditsChange value={entry.credits} />}</span>
            <span className="numeric hidden text-right text-quiet sm:block">{credits(entry.balanceAfter)}</span>
            <span className="text-right text-12 text-quiet">
              <TimeAgo at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </>
  );
}
