import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Event } from '../../../client/client';
import { isStatus } from '../../api/client';
import { eventQuery } from '../../api/market-queries';
import { ButtonLink } from '../../components/button';
import { EmptyState, ErrorNotice } from '../../components/states';
import { useLiveMarkets } from '../../live/patch-cache';
import { useIsLive } from '../../shell/connection-banner';
import { TradingPauseBanner } from '../../shell/trading-pause';
import { useMinWidth } from '../../shell/use-min-width';
import { useTitle } from '../../shell/use-title';
import { AfterResolution } from './after-resolution';
import { MarketProvider } from './market-context';
import { MarketHeader } from './market-header';
import { MarketSkeleton } from './market-skeleton';
import { MarketTabs } from './market-tabs';
import { OutcomeList } from './outcome-list';
import { PriceChart } from './price-chart';
import { ProposalNotice } from './proposal-notice';
import { RelatedMarkets } from './related-markets';
import { SidePanel, SideSheet } from './side-panel';

const route = getRouteApi('/events/$slug');

function MarketBody({ event }: { event: Event }) {
  const isLive = useIsLive();
  useLiveMarkets([event.slug]);
  const isOver = event.status === 'resolved' || event.status === 'void';
  // In the side column if the market accepts no orders; otherwise the ticket takes that space.
  const hasRoomBeside = useMinWidth('lg') && event.status !== 'active' && event.status !== 'paused';
  return (
    <MarketProvider event={event}>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-4">
          <MarketHeader />
          {event.status === 'active' && <TradingPauseBanner />}
          {isOver && <AfterResolution />}
          <ProposalNotice />
          <div className={`flex flex-col gap-4 ${isLive ? '' : 'opacity-60'}`}>
            <OutcomeList />
            <PriceChart />
          </div>
          <MarketTabs />
          {!hasRoomBeside && <RelatedMarkets />}
        </div>
        <SidePanel>{hasRoomBeside && <RelatedMarkets />}</SidePanel>
      </div>
      <SideSheet />
    </MarketProvider>
  );
}

export function MarketPage() {
  const { slug } = route.useParams();
  const { data: event, error, refetch } = useQuery(eventQuery(slug));
  useTitle(event?.title ?? null);
  if (isStatus(error, 404)) {
    return (
      <EmptyState
        icon="search"
        title="Market not found"
        action={
          <ButtonLink to="/" kind="primary">
            See all markets
          </ButtonLink>
        }
      >
        No market has the address {slug}. Press / to search.
      </EmptyState>
    );
  }
  if (error && !event) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return event ? <MarketBody key={event.slug} event={event} /> : <MarketSkeleton />;
}
