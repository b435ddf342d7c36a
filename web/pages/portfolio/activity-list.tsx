import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity } from '../../../client/client';
import { eventsNamedQuery } from '../../api/market-queries';
import { activityQuery } from '../../api/own-queries';
import { Button } from '../../components/button';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { credits, signed } from '../../format/numbers';
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

function nameOf(entry: Activity): string {
  return entry.starting === true ? 'Opening credits' : kinds[entry.kind];
}

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

/** Titles of the events by slug. */
function useTitles(entries: readonly Activity[]): ReadonlyMap<string, string> {
  const slugs = [...new Set(entries.flatMap(({ eventSlug }) => eventSlug ?? []))].sort();
  const { data = [] } = useQuery({ ...eventsNamedQuery(slugs), placeholderData: keepPreviousData });
  return new Map(data.map(({ slug, title }) => [slug, title]));
}

export function ActivityList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery());
  const entries = data?.pages.flatMap(page => page.activity) ?? [];
  const titles = useTitles(entries);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={40} />;
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
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 first:border-t-0 sm:grid-cols-[8rem_minmax(0,1fr)_6rem_5rem] lg:grid-cols-[9rem_minmax(0,1fr)_8rem_8rem_6rem]"
          >
            <span className="font-medium">{nameOf(entry)}</span>
            <span className="min-w-0 truncate text-quiet max-sm:row-start-2">
              {entry.eventSlug && (
                <Link to="/events/$slug" params={{ slug: entry.eventSlug }} className="hover:underline">
                  {titles.get(entry.eventSlug) ?? entry.eventSlug}
                </Link>
              )}
            </span>
            {/* A payment is neither a gain nor a loss, so it has no arrow and no colour. */}
            <span className="numeric text-right">{entry.credits === 0 ? '' : signed(entry.credits, credits)}</span>
            <span className="numeric hidden text-right text-quiet lg:block">{credits(entry.balanceAfter)}</span>
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
