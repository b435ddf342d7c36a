import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Event } from '../../../../client/client';
import { eventQuery } from '../../../api/market-queries';
import { actionsQuery, disputesQuery } from '../../../api/operator-queries';
import { StatusBadge } from '../../../components/badge';
import { ButtonLink } from '../../../components/button';
import { Card, Figure } from '../../../components/card';
import { OutcomeBar } from '../../../components/outcome-bar';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../../components/states';
import { TimeAgo } from '../../../components/time';
import { count, short } from '../../../format/numbers';
import { fullTime } from '../../../format/time';
import { ActionList } from '../action-list';
import { OperatorFrame } from '../operator-frame';
import { answerText } from './answer-text';
import { EventActions } from './event-actions';

const route = getRouteApi('/operator/events/$slug');

function State({ event }: { event: Event }) {
  const winner = event.resolution?.winningOutcomeIndex;
  return (
    <Card title="Market">
      <div className="mb-5 grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Volume">{short(event.volumeCredits)}</Figure>
        <Figure label="Traders">{event.traders}</Figure>
        <Figure label="Forecasters">{event.forecasters}</Figure>
        <Figure label="Open orders">{event.openOrders}</Figure>
      </div>
      <div className="flex flex-col gap-2">
        {event.outcomes.map(({ index, label, priceBps }) => (
          <OutcomeBar key={index} index={index} label={label} priceBps={priceBps} isWinner={winner === index} />
        ))}
      </div>
      <p className="mt-4 text-12 text-quiet">
        Opens {fullTime(event.opensAt)}. Trading ends {fullTime(event.endsAt)}.
        {event.closedAt && ` Closed ${fullTime(event.closedAt)}.`}
        {event.settling && ` Settling: ${event.settling.settled} of ${event.settling.total} holdings are paid.`}
      </p>
    </Card>
  );
}

function Proposal({ event }: { event: Event }) {
  const { proposal } = event;
  const { data } = useQuery({ ...disputesQuery(event.slug), enabled: proposal !== null });
  if (!proposal) return null;
  return (
    <Card title="Proposed resolution">
      <p className="font-medium">{answerText(event, proposal.resolution)}</p>
      <p className="mt-1 text-quiet">
        “{proposal.evidence.quote}”{' '}
        {/^https?:/i.test(proposal.evidence.url) && (
          <a
            href={proposal.evidence.url}
            target="_blank"
            rel="noopener nofollow"
            className="text-accent-text underline underline-offset-2"
          >
            Evidence
          </a>
        )}
      </p>
      <p className="mt-2 text-12 text-quiet">
        {proposal.challengeEndsAt
          ? `Can be disputed until ${fullTime(proposal.challengeEndsAt)}.`
          : 'Waits for an operator to confirm it.'}
      </p>
      {data && data.length > 0 && (
        <div className="mt-4 rounded-card bg-loss-soft p-4 text-loss">
          <h3 className="mb-2 font-semibold">{count(data.length, 'dispute')}</h3>
          <ul className="flex flex-col gap-2">
            {data.map(dispute => (
              <li key={dispute.id}>
                <span className="font-medium">{dispute.handle}</span>: {dispute.reason}{' '}
                <span className="text-12">
                  <TimeAgo at={dispute.at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

function Resolution({ event }: { event: Event }) {
  const { resolution } = event;
  if (!resolution) return null;
  return (
    <Card title="Resolution">
      <p className="font-medium">{answerText(event, resolution)}</p>
      {resolution.note && <p className="mt-1 text-quiet">{resolution.note}</p>}
      <p className="mt-2 text-12 text-quiet">
        {resolution.source && `Source: ${resolution.source}. `}
        {resolution.correctedFrom && `Corrected from: ${answerText(event, resolution.correctedFrom)}.`}
      </p>
    </Card>
  );
}

function Texts({ event }: { event: Event }) {
  return (
    <Card title="Rules">
      <p className="prose-line whitespace-pre-line text-quiet">{event.resolutionSource.rule}</p>
      {event.description && <p className="prose-line mt-3 whitespace-pre-line text-quiet">{event.description}</p>}
      <p className="mt-3 text-12 text-quiet">
        Source: {event.resolutionSource.name}. Category: {event.category}. Liquidity: {short(event.liquidityCredits)}{' '}
        credits.
      </p>
    </Card>
  );
}

function Trail({ slug }: { slug: string }) {
  const { data, error } = useInfiniteQuery(actionsQuery({ subject: slug, limit: 20 }));
  return (
    <Card title="Audit trail">
      {error && <ErrorNotice error={error} />}
      {!data && !error && <SkeletonRows rows={3} height={44} />}
      {data && <ActionList actions={data.pages.flatMap(page => page.actions)} isOfOneSubject />}
    </Card>
  );
}

export function OperatorEventPage() {
  const { slug } = route.useParams();
  const { data: event, error, refetch } = useQuery({ ...eventQuery(slug), refetchInterval: 15_000 });
  return (
    <OperatorFrame
      title={event?.title ?? 'Event'}
      lead={
        event && (
          <span className="flex flex-wrap items-center gap-3">
            <StatusBadge status={event.status} />
            <Link to="/events/$slug" params={{ slug }} className="text-accent-text underline underline-offset-2">
              Public page
            </Link>
            <Link to="/operator/events" className="text-accent-text underline underline-offset-2">
              All events
            </Link>
          </span>
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!event && !error && <SkeletonRows rows={6} height={72} />}
      {event && (
        <div className="flex flex-col gap-4">
          <EventActions event={event} />
          <Proposal event={event} />
          <Resolution event={event} />
          <State event={event} />
          <Texts event={event} />
          <Trail slug={slug} />
        </div>
      )}
      {!event && error && (
        <EmptyState title="No such event" action={<ButtonLink to="/operator/events">All events</ButtonLink>} />
      )}
    </OperatorFrame>
  );
}
