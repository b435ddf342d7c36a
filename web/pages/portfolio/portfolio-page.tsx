import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/own-queries';
import { Card, Figure, PageHeader } from '../../components/card';
import { CreditsChange } from '../../components/change';
import { ErrorNotice } from '../../components/states';
import { Tabs } from '../../components/tabs';
import { TimeUntil } from '../../components/time';
import { credits, wholeCredits } from '../../format/numbers';
import { useTitle } from '../../shell/use-title';
import { SignInNeeded } from '../account/sign-in-needed';
import { ActivityList } from './activity-list';
import { EquityChart } from './equity-chart';
import { ForecastList } from './forecast-list';
import { OrderList } from './order-list';
import { usePortfolioSearch } from './portfolio-search';
import { PositionList } from './position-list';

function Figures() {
  const { data, error, refetch } = useQuery(accountQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Card className="mb-4">
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        <Figure label="Equity" hint="Available, reserved and the value of positions">
          {credits(data?.equity)}
        </Figure>
        <Figure label="Profit" hint="Equity less all grants">
          {data ? <CreditsChange value={data.profit} /> : '—'}
        </Figure>
        <Figure label="Available">{credits(data?.availableBalance)}</Figure>
        <Figure label="Reserved" hint="In open orders">
          {credits(data?.reservedBalance)}
        </Figure>
        <Figure label="In positions" hint="What selling them now would bring">
          {credits(data?.positionsValue)}
        </Figure>
      </div>
      <p className="mt-4 border-t border-line pt-3 text-12 text-quiet">
        {data ? (
          <>
            {wholeCredits(data.dailyGrant)} more credits <TimeUntil at={data.nextGrantAt} />.{' '}
            {data.owedCredits > 0 &&
              `You owe ${credits(data.owedCredits)} credits from a correction; every inflow repays it first.`}
          </>
        ) : (
          ' '
        )}
      </p>
    </Card>
  );
}

function Body() {
  const { search, set } = usePortfolioSearch();
  return (
    <>
      <Figures />
      <EquityChart />
      <Card>
        <Tabs
          label="Portfolio"
          value={search.tab ?? 'positions'}
          onChange={tab => set({ tab: tab === 'positions' ? undefined : tab })}
          tabs={[
            { value: 'positions', label: 'Positions', content: <PositionList /> },
            { value: 'orders', label: 'Open orders', content: <OrderList /> },
            { value: 'forecasts', label: 'Forecasts', content: <ForecastList /> },
            { value: 'activity', label: 'Activity', content: <ActivityList /> },
          ]}
        />
      </Card>
    </>
  );
}

export function PortfolioPage() {
  useTitle('Portfolio');
  return (
    <>
      <PageHeader title="Portfolio" />
      <SignInNeeded
        icon="portfolio"
        title="Your portfolio"
        text="Positions, open orders, forecasts and every credit that moved, once you play."
      >
        <Body />
      </SignInNeeded>
    </>
  );
}
