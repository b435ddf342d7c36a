import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Event } from '../../../client/client';
import { operatorEventsQuery } from '../../api/operator-queries';
import { StatusBadge } from '../../components/badge';
import { Button, ButtonLink } from '../../components/button';
import { Card } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { EmptyState } from '../../components/states';
import { count, percentOfBps, short } from '../../format/numbers';
import { fullTime } from '../../format/time';
import { DataTable } from './data-table';
import { OperatorFrame } from './operator-frame';

const route = getRouteApi('/operator/events');

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'active', label: 'Open' },
  { value: 'paused', label: 'Paused' },
  { value: 'closed', label: 'Closed' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'void', label: 'Void' },
] as const;

function leading({ outcomes }: Event): string {
  const [first] = outcomes.length === 2 ? outcomes : [...outcomes].sort((a, b) => b.priceBps - a.priceBps);
  return `${first.label} ${percentOfBps(first.priceBps)}`;
}

function EventTitle({ event }: { event: Event }) {
  return (
    <>
      <Link
        to="/operator/events/$slug"
        params={{ slug: event.slug }}
        className="line-clamp-2 font-medium hover:underline"
      >
        {event.title}
      </Link>
      <span className="text-12 text-quiet">
        {event.category}
        {event.proposal && !event.resolution && `, proposal with ${count(event.proposal.disputes, 'dispute')}`}
      </span>
    </>
  );
}

const columns = [
  { title: 'Event', cell: (event: Event) => <EventTitle event={event} />, className: 'min-w-52' },
  { title: 'Status', cell: (event: Event) => <StatusBadge status={event.status} /> },
  { title: 'Price', cell: leading, isMinor: true, className: 'numeric max-w-36 truncate' },
  {
    title: 'Volume',
    cell: (event: Event) => short(event.volumeCredits),
    align: 'right' as const,
    isMinor: true,
    className: 'numeric',
  },
  {
    title: 'Ends',
    cell: (event: Event) => fullTime(event.endsAt),
    align: 'right' as const,
    isMinor: true,
    className: 'numeric whitespace-nowrap text-quiet',
  },
];

/** Searches after a pause in typing. */
function SearchField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSearch(typed), 250);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  return (
    <input
      type="search"
      aria-label="Search events"
      placeholder="Search events"
      className="field w-full sm:w-56"
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  );
}

export function OperatorEventsPage() {
  const { status = 'all', q } = route.useSearch();
  const navigate = useNavigate({ from: '/operator/events' });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    operatorEventsQuery(status, q),
  );
  const events = data?.pages.flatMap(page => page.events).filter(event => !event.practice);
  return (
    <OperatorFrame
      title="Events"
      action={
        <ButtonLink to="/operator/events/new" kind="primary">
          Create an event
        </ButtonLink>
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label="Status"
            value={status}
            options={statuses}
            onChange={value => void navigate({ search: { q, status: value === 'all' ? undefined : value } })}
          />
        </div>
        <SearchField
          value={q ?? ''}
          onSearch={words => void navigate({ search: old => ({ ...old, q: words || undefined }), replace: true })}
        />
      </div>
      <Card>
        <DataTable
          label="Events"
          columns={columns}
          rows={events}
          rowKey={event => event.slug}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState icon="search" title="No events match">
              Choose another status or search term.
            </EmptyState>
          }
        />
        {hasNextPage && (
          <div className="mt-3 flex justify-center">
            <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Card>
    </OperatorFrame>
  );
}
