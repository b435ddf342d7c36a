import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Event } from '../../../client/client';
import { isStatus } from '../../api/client';
import { type ChartRange, candlesQuery, eventQuery } from '../../api/market-queries';
import { StatusBadge } from '../../components/badge';
import { OutcomeDot } from '../../components/outcome-bar';
import { Probability } from '../../components/probability';
import { ErrorNotice } from '../../components/states';
import { TimeUntil } from '../../components/time';
import { short } from '../../format/numbers';
import { useLiveMarkets } from '../../live/patch-cache';
import { useIsDark } from '../../shell/theme';
import { useTitle } from '../../shell/use-title';
import { ChartCanvas, type ChartLine } from '../market/chart-canvas';
import { chartedOutcomes, lineOf } from '../market/price-chart';

const route = getRouteApi('/embed/$slug');
const chartHeight = 180;
const maxOutcomes = 3;

function leadingOf({ outcomes }: Event): number {
  return outcomes.length === 2
    ? 0
    : outcomes.reduce((best, next) => (next.priceBps > best.priceBps ? next : best)).index;
}

function EmbedChart({ event, range }: { event: Event; range: ChartRange }) {
  const isDark = useIsDark();
  const leading = leadingOf(event);
  const outcomes = chartedOutcomes(event, leading).slice(0, maxOutcomes);
  const results = useQueries({ queries: outcomes.map(({ index }) => candlesQuery(event.slug, index, range)) });
  const isOpen = event.status === 'active' || event.status === 'paused';
  const lines = outcomes.map(
    ({ index }, at): ChartLine => ({
      index,
      isChosen: index === leading,
      points: lineOf(results[at].data, event, index, isOpen),
    }),
  );
  return (
    <ChartCanvas
      key={isDark ? 'dark' : 'light'}
      lines={lines}
      forecast={[]}
      marks={[]}
      height={chartHeight}
      label={`Probability of ${outcomes.map(({ label }) => label).join(', ')} over time`}
    />
  );
}

function EmbedBody({ event, range }: { event: Event; range: ChartRange }) {
  useLiveMarkets([event.slug]);
  const winner = event.resolution?.winningOutcomeIndex ?? null;
  const shown =
    event.outcomes.length === 2
      ? event.outcomes.slice(0, 1)
      : [...event.outcomes].sort((a, b) => b.priceBps - a.priceBps).slice(0, maxOutcomes);
  return (
    <>
      <h1 className="line-clamp-2 text-16 font-semibold text-pretty">
        <a href={`/events/${event.slug}`} target="_blank" rel="noopener" className="hover:underline">
          {event.title}
        </a>
      </h1>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(({ index, label, priceBps }) => (
          <li key={index} className="flex items-baseline gap-2">
            <OutcomeDot index={index} />
            <span className="max-w-48 truncate text-quiet">{label}</span>
            <Probability bps={priceBps} className="text-20 font-semibold" />
            {winner === index && <span className="text-12 font-semibold text-gain">Won</span>}
          </li>
        ))}
      </ul>
      <EmbedChart event={event} range={range} />
      <p className="numeric flex items-center gap-3 text-12 text-quiet">
        {event.status === 'active' ? (
          <span>
            Closes <TimeUntil at={event.endsAt} />
          </span>
        ) : (
          <StatusBadge status={event.status} />
        )}
        <span>{short(event.volumeCredits)} play credits traded</span>
        <a href="/" target="_blank" rel="noopener" className="ml-auto font-semibold text-ink hover:underline">
          Presage
        </a>
      </p>
    </>
  );
}

/** Chart and price of one market, for iframes on other sites. It never writes and needs no session. */
export function EmbedPage() {
  const { slug } = route.useParams();
  const { theme, range = 'all' } = route.useSearch();
  const { data: event, error, refetch } = useQuery(eventQuery(slug));
  useTitle(event?.title ?? null);
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <main className="flex min-h-dvh flex-col gap-3 bg-surface p-4">
      {isStatus(error, 404) && <h1 className="text-quiet">No market has the address {slug}.</h1>}
      {error && !isStatus(error, 404) && !event && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!event && !error && <div className="skeleton h-72" aria-busy="true" />}
      {event && <EmbedBody event={event} range={range} />}
    </main>
  );
}
