import { useQuery } from '@tanstack/react-query';
import { crowdQuery } from '../../api/market-queries';
import { Card } from '../../components/card';
import { Tabs } from '../../components/tabs';
import { OrderBook } from './book/order-book';
import { CrowdForecasts } from './crowd-forecasts';
import { EventScores } from './event-scores';
import { useMarket, useMarketSearch } from './market-context';
import { Rules } from './rules';
import { TradeList } from './trade-list';

export function MarketTabs() {
  const { event } = useMarket();
  const { search, set } = useMarketSearch();
  const { data: crowd } = useQuery(crowdQuery(event.slug));
  const isOver = event.status === 'resolved' || event.status === 'void';
  const isScored = event.status === 'resolved' && event.forecasters > 0;
  const hasCrowd = (crowd?.crowd ?? null) !== null;
  const tabs = [
    ...(isOver ? [] : [{ value: 'book', label: 'Order book', content: <OrderBook /> } as const]),
    { value: 'trades', label: 'Trades', content: <TradeList /> } as const,
    ...(isScored ? [{ value: 'scores', label: 'Scores', content: <EventScores /> } as const] : []),
    ...(hasCrowd ? [{ value: 'forecasts', label: 'Forecasts', content: <CrowdForecasts /> } as const] : []),
    { value: 'rules', label: 'Rules', content: <Rules /> } as const,
  ];
  const value = tabs.some(tab => tab.value === search.tab) ? search.tab! : tabs[0].value;
  return (
    <Card>
      <Tabs
        label="About this market"
        value={value}
        tabs={tabs}
        onChange={tab => set({ tab: tab === tabs[0].value ? undefined : tab })}
      />
    </Card>
  );
}
