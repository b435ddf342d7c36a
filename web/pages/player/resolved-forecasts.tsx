import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type EventSet, playerForecastsQuery } from '../../api/player-queries';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { SkeletonRows } from '../../components/states';
import { percent, percentOfBps, score } from '../../format/numbers';
import { dayOf } from '../../format/time';
import { ScoreHistory } from './score-history';
import { type ScoredEvent, scoredEvents } from './scored-event';

function EventRow({ event, isNarrow = false }: { event: ScoredEvent; isNarrow?: boolean }) {
  const { final } = event;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <span className="min-w-0 flex-1 basis-60">
        <Link
          to="/events/$slug"
          params={{ slug: event.slug }}
          className={`${isNarrow ? 'line-clamp-2' : 'line-clamp-1'} font-medium hover:underline`}
        >
          {event.title}
        </Link>
        <span className="numeric text-12 text-quiet">
          {final.outcomeLabel}: forecast {percent(final.probability)}, market {percentOfBps(final.marketPriceBps)},
          result {percentOfBps(final.payoutBps)}
        </span>
      </span>
      {!isNarrow && <span className="numeric w-28 text-right text-12 text-quiet">{dayOf(event.resolvedAt)}</span>}
      <span className="numeric w-16 text-right font-semibold" title="Brier score">
        {score(event.brier)}
      </span>
      <span className="numeric w-16 text-right text-quiet" title="The market’s Brier score over the same time">
        {score(event.marketBrier)}
      </span>
    </li>
  );
}

const scoresNote = <span className="text-12 text-quiet">Brier, then the market’s</span>;

function Calls({ title, events }: { title: string; events: readonly ScoredEvent[] }) {
  return (
    <Card title={title} action={scoresNote}>
      <ul>
        {events.map(event => (
          <EventRow key={event.slug} event={event} isNarrow />
        ))}
      </ul>
    </Card>
  );
}

const maxCalls = 3;

const rowsPerPage = 20;
const maxPages = 10;

/** Reads every page up to a limit: a mean over the first page alone would differ from the score above it. */
function useAllForecasts(handle: string, set: EventSet | undefined) {
  const { data, isError, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(playerForecastsQuery(handle, set));
  const isComplete = data !== undefined && (!hasNextPage || isError || data.pages.length >= maxPages);
  useEffect(() => {
    if (data && !isComplete && !isFetching) void fetchNextPage();
  }, [data, isComplete, isFetching, fetchNextPage]);
  return { data, isComplete, hasNextPage };
}

export function ResolvedForecasts({ handle, events: set }: { handle: string; events: EventSet | undefined }) {
  const { data, isComplete, hasNextPage } = useAllForecasts(handle, set);
  const [shown, setShown] = useState(rowsPerPage);
  if (!data || !isComplete) return <SkeletonRows rows={6} height={48} />;
  const events = scoredEvents(data.pages.flatMap(page => page.forecasts));
  if (events.length === 0) return null;
  const byEdge = [...events].sort((a, b) => b.marketBrier - b.brier - (a.marketBrier - a.brier));
  return (
    <>
      {events.length > 2 && <ScoreHistory events={events} isWhole={!hasNextPage} />}
      {events.length >= 2 * maxCalls && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <Calls title="Best calls" events={byEdge.slice(0, maxCalls)} />
          <Calls title="Worst calls" events={byEdge.slice(-maxCalls).reverse()} />
        </div>
      )}
      <Card title="Resolved forecasts" action={scoresNote}>
        <ul>
          {[...events]
            .sort((a, b) => b.resolvedAt.localeCompare(a.resolvedAt))
            .slice(0, shown)
            .map(event => (
              <EventRow key={event.slug} event={event} />
            ))}
        </ul>
        {events.length > shown && (
          <div className="mt-4 flex justify-center">
            <Button size="small" onClick={() => setShown(rows => rows + rowsPerPage)}>
              Show older forecasts
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}
