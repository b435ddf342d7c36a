import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Event, MarketSnapshot } from '../../../client/client';
import { sparklineQuery } from '../../api/market-queries';
import { Badge, StatusBadge } from '../../components/badge';
import { PointsChange } from '../../components/change';
import { OutcomeBar } from '../../components/outcome-bar';
import { Sparkline } from '../../components/sparkline';
import { TimeUntil } from '../../components/time';
import { categoryName, count, short } from '../../format/numbers';
import { outcomeColour } from '../../format/outcome-colour';

/** Becomes true once the element is near the viewport and stays true. */
function useIsNear<T extends Element>() {
  const element = useRef<T>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && setIsNear(true), {
      rootMargin: '200px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [element, isNear] as const;
}

export function LazySparkline({ slug, outcomeIndex }: { slug: string; outcomeIndex: number }) {
  const [element, isNear] = useIsNear<HTMLSpanElement>();
  const { data } = useQuery({ ...sparklineQuery(slug, outcomeIndex), enabled: isNear });
  return (
    <span ref={element} className="block h-8 w-20" title="The last 7 days">
      {data && <Sparkline points={data} colour={outcomeColour(outcomeIndex)} />}
    </span>
  );
}

/** The first outcome of a two-outcome market; the likeliest outcome of larger markets. */
export function leadingOutcome({ outcomes }: Event) {
  return outcomes.length === 2
    ? outcomes[0]
    : outcomes.reduce((best, next) => (next.priceBps > best.priceBps ? next : best));
}

function shownOutcomes({ outcomes }: Event) {
  return outcomes.length === 2 ? outcomes : [...outcomes].sort((a, b) => b.priceBps - a.priceBps).slice(0, 3);
}

export function CloseTime({ event }: { event: Event }) {
  if (event.status === 'active' || event.status === 'paused') {
    return (
      <>
        closes <TimeUntil at={event.endsAt} />
      </>
    );
  }
  if (event.status === 'scheduled') {
    return (
      <>
        opens <TimeUntil at={event.opensAt} />
      </>
    );
  }
  return <StatusBadge status={event.status} />;
}

function CardFoot({ event }: { event: Event }) {
  const hidden = event.outcomes.length - shownOutcomes(event).length;
  return (
    <p className="numeric flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-quiet">
      <span title="Credits traded">{short(event.volumeCredits)} cr</span>
      <span>
        {short(event.traders)} {event.traders === 1 ? 'trader' : 'traders'}
      </span>
      {hidden > 0 && <span>+{count(hidden, 'outcome')}</span>}
      <span className="ml-auto">
        <CloseTime event={event} />
      </span>
    </p>
  );
}

export function MarketCard({ event, snapshot }: { event: Event; snapshot: MarketSnapshot | undefined }) {
  const leading = leadingOutcome(event);
  const change = snapshot?.outcomes.find(({ index }) => index === leading.index)?.changeBps ?? null;
  const winner = event.resolution?.winningOutcomeIndex ?? null;
  return (
    <article className="card relative flex min-w-0 flex-col gap-4 p-4 transition-shadow hover:shadow-float">
      <div>
        <div className="mb-1 flex h-8 items-center gap-2 text-12 text-quiet">
          <span className="truncate">{categoryName(event.category)}</span>
          {event.practice && <Badge>Practice</Badge>}
          {event.demo && <Badge title="Demonstration event with an invented outcome">Demo</Badge>}
          {event.status === 'paused' && <StatusBadge status="paused" />}
          <span className="ml-auto flex items-center gap-2">
            <span className="flex items-baseline gap-1.5">
              <PointsChange bps={change} />
              <span aria-hidden="true">24 h</span>
            </span>
            <LazySparkline slug={event.slug} outcomeIndex={leading.index} />
          </span>
        </div>
        <h3 className="line-clamp-2 min-h-12 text-16 font-semibold text-pretty">
          <Link
            to="/events/$slug"
            params={{ slug: event.slug }}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {event.title}
          </Link>
        </h3>
      </div>
      <div className="flex flex-1 flex-col gap-2">
        {shownOutcomes(event).map(outcome => (
          <OutcomeBar key={outcome.index} {...outcome} isWinner={outcome.index === winner} />
        ))}
      </div>
      <CardFoot event={event} />
    </article>
  );
}

export function MarketCardSkeleton() {
  return (
    <div aria-hidden="true" className="card flex h-60 flex-col gap-4 p-4">
      <div className="skeleton h-4 w-20" />
      <div className="skeleton h-10" />
      <div className="skeleton h-4" />
      <div className="skeleton h-4 w-2/3" />
    </div>
  );
}
