import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventsNamedQuery } from '../../api/market-queries';
import { allForecastsQuery } from '../../api/own-queries';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { OutcomeDot } from '../../components/outcome-bar';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { percent, percentOfBps, score } from '../../format/numbers';

const statuses = {
  open: 'Open',
  superseded: 'Replaced',
  withdrawn: 'Withdrawn',
  scored: 'Scored',
  void: 'Void',
} as const;

export function ForecastList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    allForecastsQuery('all'),
  );
  const forecasts = data?.pages.flatMap(page => page.forecasts) ?? [];
  const { data: events = [] } = useQuery(
    eventsNamedQuery([...new Set(forecasts.map(({ eventSlug }) => eventSlug))].sort()),
  );
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} height={48} />;
  if (forecasts.length === 0)
    return (
      <EmptyState icon="lock" title="No forecasts yet">
        Record a probability on a market. It is scored when the market resolves.
      </EmptyState>
    );
  const bySlug = new Map(events.map(event => [event.slug, event]));
  return (
    <>
      <ul>
        {forecasts.map(forecast => {
          const event = bySlug.get(forecast.eventSlug);
          return (
            <li
              key={forecast.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-56">
                <Link
                  to="/events/$slug"
                  params={{ slug: forecast.eventSlug }}
                  className="line-clamp-1 font-medium hover:underline"
                >
                  {event?.title ?? forecast.eventSlug}
                </Link>
                <p className="numeric flex items-center gap-2 text-12 text-quiet">
                  <OutcomeDot index={forecast.outcomeIndex} />
                  <span className="truncate">{event?.outcomes[forecast.outcomeIndex]?.label}</span>
                  <span className="shrink-0">
                    market then {percentOfBps(forecast.marketPriceBps)}, <TimeAgo at={forecast.recordedAt} />
                  </span>
                </p>
              </div>
              <Badge tone={forecast.status === 'scored' ? 'accent' : 'plain'}>{statuses[forecast.status]}</Badge>
              <span className="numeric w-14 text-right font-semibold">
                {percent(forecast.probability, forecast.probability % 1 === 0 ? 0 : 1)}
              </span>
              <span className="numeric w-14 text-right text-quiet" title="Brier score on this market">
                {score(forecast.score?.brier)}
              </span>
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older forecasts
          </Button>
        </div>
      )}
    </>
  );
}
