import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MarketRequest } from '../../../client/client';
import { client } from '../../api/client';
import { operatorKey, requestsQuery } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { TextField } from '../../components/field';
import { PlayerBadge } from '../../components/player-badge';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { count } from '../../format/numbers';
import { fullTime } from '../../format/time';
import { showToast } from '../../shell/toasts';
import { ActionDialog, ReasonField, useDialog } from './action-dialog';
import { OperatorFrame } from './operator-frame';

type Verb = 'launch' | 'decline' | 'merge';
interface Decision {
  readonly verb: Verb;
  readonly request: MarketRequest;
}

const titles = { launch: 'Launch this market', decline: 'Decline this request', merge: 'Merge this request' };
const confirms = { launch: 'Launch', decline: 'Decline', merge: 'Merge' };
const done = { launch: 'The market is launched', decline: 'The request is declined', merge: 'The request is merged' };

function consequencesOf({ verb, request }: Decision): string[] {
  const person = `${request.requestedBy.handle} is notified.`;
  if (verb === 'decline') return [`${person} The reason is public.`];
  if (verb === 'merge')
    return [request.votes === 0 ? person : `Its ${count(request.votes, 'vote')} move along. ${person}`];
  return [
    'An event is created from the request and its market is funded by the treasury.',
    request.endsAt
      ? `Trading ends ${fullTime(request.endsAt)}.`
      : 'The request names no end: edit the event afterwards.',
    person,
  ];
}

function decide({ verb, request: { id } }: Decision, reason: string, target: string): Promise<unknown> {
  const params = { id };
  if (verb === 'launch') return client.call('launchMarketRequest', { params, body: {} });
  if (verb === 'decline') return client.call('declineMarketRequest', { params, body: { reason } });
  const into = target.startsWith('mrq_') ? { requestId: target } : { eventSlug: target };
  return client.call('mergeMarketRequest', { params, body: { ...into, ...(reason ? { reason } : {}) } });
}

function DecisionDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { verb, request } = decision;
  const [reason, setReason] = useState('');
  const [target, setTarget] = useState('');
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: () => decide(decision, reason.trim(), target.trim()),
    async onSuccess() {
      showToast(done[verb]);
      await queries.invalidateQueries({ queryKey: operatorKey });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={titles[verb]}
      description={request.question}
      consequences={consequencesOf(decision)}
      confirm={confirms[verb]}
      kind={verb === 'decline' ? 'danger' : 'primary'}
      busy={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      {verb === 'merge' && (
        <TextField
          label="Slug of the event, or id of the request, that asks the same"
          required
          value={target}
          onChange={event => setTarget(event.target.value)}
        />
      )}
      {verb !== 'launch' && (
        <ReasonField
          value={reason}
          onChange={setReason}
          required={verb === 'decline'}
          hint="The person and all readers of the request see it."
        />
      )}
    </ActionDialog>
  );
}

function Row({ request, onDecide }: { request: MarketRequest; onDecide: (decision: Decision) => void }) {
  const isOpen = request.status === 'open';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0">
      <div className="min-w-52 flex-1">
        <p className="font-medium">{request.question}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-12 text-quiet">
          <span>{count(request.votes, 'vote')}</span>
          <span>readiness {request.readinessScore}</span>
          <PlayerBadge {...request.requestedBy} />
          <TimeAgo at={request.createdAt} />
          {request.eventSlug && (
            <Link
              to="/operator/events/$slug"
              params={{ slug: request.eventSlug }}
              className="text-accent-text underline underline-offset-2"
            >
              Event
            </Link>
          )}
        </p>
        {request.observationRule && (
          <p className="prose-line mt-2 line-clamp-3 text-quiet">{request.observationRule}</p>
        )}
        {request.reason && <p className="mt-1 text-12 text-quiet">{request.reason}</p>}
      </div>
      {isOpen ? (
        <div className="flex gap-2">
          <Button size="small" kind="primary" onClick={() => onDecide({ verb: 'launch', request })}>
            Launch
          </Button>
          <Button size="small" onClick={() => onDecide({ verb: 'merge', request })}>
            Merge
          </Button>
          <Button size="small" kind="danger" onClick={() => onDecide({ verb: 'decline', request })}>
            Decline
          </Button>
        </div>
      ) : (
        <Badge>{request.status}</Badge>
      )}
    </li>
  );
}

export function RequestsPage() {
  const [status, setStatus] = useState<'open' | 'all'>('open');
  const { data, error, refetch } = useQuery(requestsQuery(status));
  const { subject, open, close } = useDialog<Decision>();
  return (
    <OperatorFrame
      title="Requests"
      lead="Markets that people ask for, the most wanted first."
      action={
        <Segmented
          label="Requests"
          value={status}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'all', label: 'All' },
          ]}
          onChange={setStatus}
        />
      }
    >
      <Card>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={4} height={72} />}
        {data?.length === 0 && (
          <EmptyState icon="check" title="No open requests">
            People file them on the page Requests, with the presage command or the API.
          </EmptyState>
        )}
        <ul>
          {data?.map(request => (
            <Row key={request.id} request={request} onDecide={open} />
          ))}
        </ul>
      </Card>
      {subject && <DecisionDialog decision={subject} onClose={close} />}
    </OperatorFrame>
  );
}
