import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Badge, StatusBadge } from '../../components/badge';
import { Button } from '../../components/button';
import { FollowButton } from '../../components/follow-button';
import { Icon } from '../../components/icon';
import { ReportButton } from '../../components/report-button';
import { TimeAgo, TimeUntil } from '../../components/time';
import { categoryName, count, short } from '../../format/numbers';
import { fullTime } from '../../format/time';
import { useMarket } from './market-context';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog')).ShareDialog }));

function ShareButton() {
  const { event } = useMarket();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" size="small" className="max-sm:w-10 max-sm:px-0" onClick={() => setIsOpen(true)}>
        <Icon name="share" size={14} />
        <span className="max-sm:sr-only">Share</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog event={event} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What happens next or happened last, relative and with the exact time. */
function Timing() {
  const { event } = useMarket();
  const isOpen = event.status === 'active' || event.status === 'paused';
  if (event.status === 'scheduled' || isOpen) {
    const at = isOpen ? event.endsAt : event.opensAt;
    return (
      <>
        {isOpen ? 'Closes' : 'Opens'} <TimeUntil at={at} />, {fullTime(at)}
      </>
    );
  }
  const at = event.resolvedAt ?? event.closedAt ?? event.endsAt;
  return (
    <>
      {event.resolvedAt ? 'Resolved' : 'Closed'} <TimeAgo at={at} />, {fullTime(at)}
    </>
  );
}

export function MarketHeader() {
  const { event } = useMarket();
  return (
    <header>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-12 text-quiet">
        <Link to="/" search={{ category: event.category }} className="hover:underline">
          {categoryName(event.category)}
        </Link>
        <StatusBadge status={event.status} />
        {event.practice && <Badge>Practice</Badge>}
        {event.demo && <Badge title="Demonstration event with an invented outcome">Demo</Badge>}
        <span className="ml-auto flex items-center">
          <FollowButton kind="events" name={event.slug} label="this market" />
          <ShareButton />
          <ReportButton subject={{ kind: 'event', name: event.slug }} label="this market" />
        </span>
      </div>
      <h1 className="text-20 font-semibold tracking-tight text-pretty sm:text-28">{event.title}</h1>
      <p className="numeric mt-2 flex flex-wrap gap-x-4 gap-y-1 text-14 text-quiet">
        <span>
          <Timing />
        </span>
        <span>{short(event.volumeCredits)} credits traded</span>
        <span>{count(event.traders, 'trader')}</span>
        <span>{count(event.forecasters, 'forecaster')}</span>
      </p>
    </header>
  );
}
