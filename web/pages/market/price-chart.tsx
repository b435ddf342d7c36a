import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { Candle, Event } from '../../../client/client';
import { type ChartRange, candlesQuery } from '../../api/market-queries';
import { forecastsQuery, ordersQuery } from '../../api/own-queries';
import { useSession } from '../../api/session';
import { OutcomeDot } from '../../components/outcome-bar';
import { Segmented } from '../../components/segmented';
import { useIsDark } from '../../shell/theme';
import type { ChartLine, ChartMark } from './chart-canvas';
import { useMarket, useMarketSearch } from './market-context';

/** The chart library loads beside the page, which is complete without it. */
const chartCanvas = import('./chart-canvas');
const ChartCanvas = lazy(async () => ({ default: (await chartCanvas).ChartCanvas }));
const chartHeight = 300;

/** The maximum number of readable lines; the selected outcome is always included. */
const maxLines = 4;

const ranges = [
  { value: '1d', label: '1D' },
  { value: '1w', label: '1W' },
  { value: '1m', label: '1M' },
  { value: 'all', label: 'All' },
] as const;

export function chartedOutcomes(event: Event, chosen: number): readonly Event['outcomes'][number][] {
  if (event.outcomes.length === 2) return [event.outcomes[chosen]];
  const others = event.outcomes.filter(({ index }) => index !== chosen).sort((a, b) => b.priceBps - a.priceBps);
  return [event.outcomes[chosen], ...others.slice(0, maxLines - 1)].sort((a, b) => b.priceBps - a.priceBps);
}

export function lineOf(
  candles: readonly Candle[] | undefined,
  event: Event,
  index: number,
  isOpen: boolean,
): ChartLine['points'] {
  const points = (candles ?? []).map(({ start, close }) => ({ at: Date.parse(start), percent: close / 100 }));
  const last = points.at(-1);
  if (!last) return points;
  // Candles lag behind the stream, so the line ends at the live price; the last price of a closed market held until then.
  const end = isOpen ? Date.now() : Date.parse(event.closedAt ?? '');
  const percent = isOpen ? event.outcomes[index].priceBps / 100 : last.percent;
  return Number.isNaN(end) ? points : [...points, { at: Math.max(end, last.at + 1000), percent }];
}

/** The person's trades and forecasts on the selected outcome. */
function useOwnMarks(): { marks: ChartMark[]; forecast: ChartLine['points'] } {
  const { event, outcome } = useMarket();
  const { person } = useSession();
  const orders = useQuery({ ...ordersQuery('all', event.slug), enabled: person !== null });
  const forecasts = useQuery({ ...forecastsQuery(event.slug), enabled: person !== null });
  return useMemo(() => {
    const trades = (orders.data ?? [])
      .filter(order => order.outcomeIndex === outcome.index && order.filledShares > 0)
      .map(({ createdAt, side }): ChartMark => ({ at: Date.parse(createdAt), kind: side }));
    const own = (forecasts.data ?? [])
      .filter(({ outcomeIndex }) => outcomeIndex === outcome.index || event.outcomes.length === 2)
      .map(({ recordedAt, probability, outcomeIndex }) => ({
        at: Date.parse(recordedAt),
        percent: outcomeIndex === outcome.index ? probability : 100 - probability,
      }))
      .sort((a, b) => a.at - b.at);
    const last = own.at(-1);
    const end = Date.parse(event.resolvedAt ?? event.closedAt ?? new Date().toISOString());
    const forecast = last ? [...own, { at: Math.max(end, last.at + 1000), percent: last.percent }] : [];
    return { marks: [...trades, ...own.map(({ at }): ChartMark => ({ at, kind: 'forecast' }))], forecast };
  }, [orders.data, forecasts.data, event, outcome]);
}

function Legend({ outcomes, hasForecast }: { outcomes: readonly Event['outcomes'][number][]; hasForecast: boolean }) {
  return (
    <ul className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-12 text-quiet">
      {outcomes.map(({ index, label }) => (
        <li key={index} className="flex max-w-44 items-center gap-1.5">
          <OutcomeDot index={index} />
          <span className="truncate">{label}</span>
        </li>
      ))}
      {hasForecast && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-quiet" />
          Your forecast
        </li>
      )}
    </ul>
  );
}

export function PriceChart() {
  const { event, outcome } = useMarket();
  const { search, set } = useMarketSearch();
  const isDark = useIsDark();
  const range: ChartRange = search.range ?? 'all';
  const outcomes = chartedOutcomes(event, outcome.index);
  const results = useQueries({ queries: outcomes.map(({ index }) => candlesQuery(event.slug, index, range)) });
  const { marks, forecast } = useOwnMarks();
  const isOpen = event.status === 'active' || event.status === 'paused';
  const lines = outcomes.map(
    ({ index }, at): ChartLine => ({
      index,
      isChosen: index === outcome.index,
      points: lineOf(results[at].data, event, index, isOpen),
    }),
  );
  return (
    <section aria-label="Price chart" className="card p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Legend outcomes={outcomes} hasForecast={forecast.length > 0} />
        <Segmented
          label="Range"
          value={range}
          options={ranges}
          onChange={value => set({ range: value === 'all' ? undefined : value })}
        />
      </div>
      <Suspense fallback={<div style={{ height: chartHeight }} aria-busy="true" />}>
        <ChartCanvas
          key={isDark ? 'dark' : 'light'}
          lines={lines}
          forecast={forecast}
          marks={marks}
          height={chartHeight}
          label={`Probability of ${outcomes.map(({ label }) => label).join(', ')} over time`}
        />
      </Suspense>
    </section>
  );
}
