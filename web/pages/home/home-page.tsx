import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Event } from '../../../client/client';
import { eventsQuery, snapshotsQuery } from '../../api/market-queries';
import { allForecastsQuery, positionsQuery } from '../../api/own-queries';
import { hadSession, useSession } from '../../api/session';
import { Button, ButtonLink } from '../../components/button';
import { EmptyState, ErrorNotice } from '../../components/states';
import { TradingPauseBanner } from '../../shell/trading-pause';
import { useMinWidth } from '../../shell/use-min-width';
import { useTitle } from '../../shell/use-title';
import { LiveStrip } from './live-strip';
import { MarketCard, MarketCardSkeleton } from './market-card';
import { MarketFilters, useHomeSearch } from './market-filters';
import { MarketTable } from './market-table';
import { Welcome } from './welcome';

/**
 * The predicate of the "mine" filter; null if all events match. Forecasts and positions are private, so the filter runs
 * in the browser.
 */
function useMineFilter(): ((event: Event) => boolean) | null {
  const { search } = useHomeSearch();
  const { person } = useSession();
  const positions = useQuery({ ...positionsQuery('open'), enabled: person !== null && search.mine === 'positions' });
  const forecasts = useInfiniteQuery({
    ...allForecastsQuery('open'),
    enabled: person !== null && search.mine === 'not-forecast',
  });
  if (search.mine === undefined || search.mine === 'followed' || person === null) return null;
  if (search.mine === 'positions') {
    const slugs = new Set(positions.data?.map(({ eventSlug }) => eventSlug));
    return event => slugs.has(event.slug);
  }
  const slugs = new Set(forecasts.data?.pages.flatMap(page => page.forecasts.map(({ eventSlug }) => eventSlug)));
  return event => !slugs.has(event.slug);
}

function useEvents() {
  const { search } = useHomeSearch();
  const { person } = useSession();
  const { q, category, sort = 'trending', status = 'active', mine } = search;
  const isFollowed = mine === 'followed' && person !== null;
  const filters = isFollowed
    ? { followed: true, status, ...(category ? { category } : {}) }
    : { sort, status, includeStale: true, ...(q ? { q } : {}), ...(category ? { category } : {}) };
  const result = useInfiniteQuery(eventsQuery(filters));
  const keeps = useMineFilter();
  const all = result.data?.pages.flatMap(({ events }) => events) ?? [];
  return { ...result, events: keeps ? all.filter(keeps) : all };
}

function NoEvents() {
  const { search, set } = useHomeSearch();
  const isFiltered = Object.values(search).some(value => value !== undefined && value !== 'table');
  if (!isFiltered)
    return (
      <EmptyState
        icon="markets"
        title="No open markets yet"
        action={<ButtonLink to="/requests">Request a market</ButtonLink>}
      >
        The operator opens the first one. Say which one you want.
      </EmptyState>
    );
  if (search.mine === 'followed')
    return (
      <EmptyState
        icon="bell"
        title="You follow no market here"
        action={<Button onClick={() => set({ mine: undefined })}>Show all markets</Button>}
      >
        Open a market and press Follow. You are notified before it closes and when it is resolved.
      </EmptyState>
    );
  const clear = () => set({ q: undefined, category: undefined, status: undefined, mine: undefined, sort: undefined });
  return (
    <EmptyState
      icon="search"
      title="No market matches"
      action={
        <>
          <Button onClick={clear}>Clear the filters</Button>
          <ButtonLink to="/requests" search={{ view: 'new' }}>
            Request a market
          </ButtonLink>
        </>
      }
    >
      Try fewer words, another category or another status.
    </EmptyState>
  );
}

function MarketList() {
  const { search } = useHomeSearch();
  const isTable = useMinWidth('sm') && search.view === 'table';
  const { events, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEvents();
  const { data: snapshots = new Map() } = useQuery(snapshotsQuery(events.slice(0, 48).map(({ slug }) => slug)));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';
  if (isPending) {
    return (
      <div className={`${grid} mt-24`} aria-busy="true">
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move.
          <MarketCardSkeleton key={index} />
        ))}
      </div>
    );
  }
  if (events.length === 0) return <NoEvents />;
  return (
    <>
      <LiveStrip events={events.slice(0, 24)} snapshots={snapshots} />
      {isTable ? (
        <MarketTable events={events} snapshots={snapshots} />
      ) : (
        <div className={grid}>
          {events.map(event => (
            <MarketCard key={event.slug} event={event} snapshot={snapshots.get(event.slug)} />
          ))}
        </div>
      )}
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more markets
          </Button>
        </div>
      )}
    </>
  );
}

export function HomePage() {
  useTitle('Markets');
  const { person, isPending } = useSession();
  const isVisitor = isPending ? !hadSession() : person === null;
  return (
    // Full height, so that a short list does not pull the footer into view.
    <div className="min-h-dvh">
      {isVisitor ? <Welcome /> : <h1 className="mb-4 text-28 font-semibold tracking-tight">Markets</h1>}
      <TradingPauseBanner className="mb-4" />
      <MarketFilters />
      <MarketList />
    </div>
  );
}
