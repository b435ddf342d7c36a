import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity, Event } from '../../../client/client';
import { eventsNamedQuery } from '../../api/market-queries';
import { activityQuery } from '../../api/own-queries';
import { Button } from '../../components/button';
import { Select } from '../../components/field';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { credits, signed } from '../../format/numbers';
import { activityFilters } from '../../search-params';
import { activityFacts, activityText } from './activity-text';
import { downloadCsv } from './csv';
import { usePortfolioSearch } from './portfolio-search';

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

const filterNames: Record<(typeof activityFilters)[number], string> = {
  trade: 'Trades',
  order: 'Orders placed',
  cancel: 'Orders cancelled',
  settlement: 'Settlements',
  refund: 'Refunds',
  forecast: 'Forecasts',
  score: 'Scores',
  grant: 'Credits granted',
};

function nameOf(entry: Activity): string {
  return entry.starting === true ? 'Opening credits' : kinds[entry.kind];
}

type Events = ReadonlyMap<string, Event>;

function labelsOf(entry: Activity, events: Events): string[] {
  return events.get(entry.eventSlug ?? '')?.outcomes.map(({ label }) => label) ?? [];
}

const csvHead = ['at', 'kind', 'event', 'title', 'order', 'outcome', 'side', 'shares', 'pricePercent', 'probability'];

function exportActivity(entries: readonly Activity[], events: Events): void {
  downloadCsv(
    'presage-activity.csv',
    [...csvHead, 'credits', 'balanceAfter', 'description'],
    entries.map(entry => {
      const { at, kind, eventSlug, orderId, credits: change, balanceAfter } = entry;
      const labels = labelsOf(entry, events);
      const { outcome, side, shares, pricePercent, probability } = activityFacts(entry, labels);
      const title = events.get(eventSlug ?? '')?.title ?? null;
      const facts = [outcome, side, shares, pricePercent, probability];
      return [at, kind, eventSlug, title, orderId, ...facts, change, balanceAfter, activityText(entry, labels)];
    }),
  );
}

/** The events of the entries by slug. */
function useEvents(entries: readonly Activity[]): Events {
  const slugs = [...new Set(entries.flatMap(({ eventSlug }) => eventSlug ?? []))].sort();
  const { data = [] } = useQuery({ ...eventsNamedQuery(slugs), placeholderData: keepPreviousData });
  return new Map(data.map(event => [event.slug, event]));
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)_6rem_5rem] lg:grid-cols-[9rem_minmax(0,1fr)_8rem_8rem_6rem]';

function Row({ entry, events }: { entry: Activity; events: Events }) {
  const text = activityText(entry, labelsOf(entry, events));
  return (
    <li className={`${columns} items-center border-t border-line py-2 first:border-t-0`}>
      <span className="font-medium">{nameOf(entry)}</span>
      <span className="min-w-0 max-sm:row-start-2">
        {text && <span className="block break-words">{text}</span>}
        {entry.eventSlug && (
          <Link
            to="/events/$slug"
            params={{ slug: entry.eventSlug }}
            className="block truncate text-quiet hover:underline"
          >
            {events.get(entry.eventSlug)?.title ?? entry.eventSlug}
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
  );
}

function Rows({ entries, events }: { entries: readonly Activity[]; events: Events }) {
  return (
    <>
      <div aria-hidden="true" className={`${columns} border-b border-line pb-2 text-12 text-quiet max-sm:hidden`}>
        <span>Kind</span>
        <span>What happened</span>
        <span className="text-right">Credits</span>
        <span className="hidden text-right lg:block">Available after</span>
        <span className="text-right">When</span>
      </div>
      <ul aria-label="Activity">
        {entries.map(entry => (
          <Row key={entry.id} entry={entry} events={events} />
        ))}
      </ul>
    </>
  );
}

export function ActivityList() {
  const { search, set } = usePortfolioSearch();
  const list = useInfiniteQuery(activityQuery(search.kind));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const entries = data?.pages.flatMap(page => page.activity) ?? [];
  const events = useEvents(entries);
  const isFiltered = search.kind !== undefined;
  return (
    <>
      <div className="mb-3 flex flex-wrap justify-between gap-2">
        <Select
          label="Kind of activity"
          value={search.kind ?? 'all'}
          options={[
            { value: 'all', label: 'All activity' },
            ...activityFilters.map(value => ({ value, label: filterNames[value] })),
          ]}
          onPick={kind => set({ kind: kind === 'all' ? undefined : kind })}
        />
        {entries.length > 0 && (
          <Button size="small" onClick={() => exportActivity(entries, events)}>
            Download CSV
          </Button>
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} height={40} />}
      {data && entries.length === 0 && (
        <EmptyState icon="clock" title={isFiltered ? 'Nothing of this kind yet' : 'Nothing happened yet'}>
          {isFiltered ? 'Choose another kind to see the rest.' : 'Every credit that moves is listed here.'}
        </EmptyState>
      )}
      {entries.length > 0 && <Rows entries={entries} events={events} />}
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
