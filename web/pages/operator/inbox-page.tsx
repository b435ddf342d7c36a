import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InboxItem } from '../../../client/client';
import { inboxQuery } from '../../api/operator-queries';
import { Badge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { Card } from '../../components/card';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { count } from '../../format/numbers';
import { OperatorFrame } from './operator-frame';

type Tone = 'plain' | 'accent' | 'warn' | 'loss';

interface KindText {
  readonly label: string;
  readonly tone: Tone;
  readonly text: (item: InboxItem) => string;
}

const kinds: Readonly<Record<InboxItem['kind'], KindText>> = {
  disputed: {
    label: 'Disputed',
    tone: 'loss',
    text: item => `${count(item.count, 'dispute')} against the proposed resolution. Read the reasons, then resolve it.`,
  },
  unsettled: {
    label: 'Unsettled',
    tone: 'loss',
    text: item => `${count(item.count, 'holding')} not paid ten minutes after the resolution.`,
  },
  overdue: { label: 'Overdue', tone: 'warn', text: () => 'Closed for more than a day and has no proposal.' },
  confirm: { label: 'Confirm', tone: 'accent', text: () => 'A final score made a proposal. Confirm it.' },
  closed: { label: 'Closed', tone: 'accent', text: () => 'Trading has ended. Propose a resolution.' },
  connector: { label: 'Connector', tone: 'warn', text: item => item.detail ?? 'The last run failed.' },
  report: {
    label: 'Reported',
    tone: 'warn',
    text: item => `${count(item.count, 'open report')}: “${item.detail ?? ''}”`,
  },
  proposed: { label: 'Proposed', tone: 'plain', text: () => 'In its challenge window; becomes final automatically.' },
  paused: { label: 'Paused', tone: 'plain', text: () => 'Orders are refused until it is resumed.' },
  stale: { label: 'Stale', tone: 'plain', text: () => 'No trade for a week. Check its source and its question.' },
};

const subjectNames: Readonly<Record<InboxItem['subjectKind'], string>> = {
  event: 'Event',
  player: 'Player',
  'market-request': 'Request',
  dispute: 'Dispute',
  connector: 'Connector',
};

function Subject({ item }: { item: InboxItem }) {
  const className = 'line-clamp-2 font-medium hover:underline';
  if (item.kind === 'report') {
    return (
      <Link to="/operator/reports" className={className}>
        {subjectNames[item.subjectKind]} {item.title}
      </Link>
    );
  }
  if (item.subjectKind === 'connector') {
    return (
      <Link to="/operator/connectors" className={className}>
        {item.title}
      </Link>
    );
  }
  return (
    <Link to="/operator/events/$slug" params={{ slug: item.subject }} className={className}>
      {item.title}
    </Link>
  );
}

function Row({ item }: { item: InboxItem }) {
  const { label, tone, text } = kinds[item.kind];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 sm:grid-cols-[88px_minmax(0,1fr)_auto] border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <span className="pt-0.5">
        <Badge tone={tone}>{label}</Badge>
      </span>
      <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
        <Subject item={item} />
        <p className="mt-0.5 line-clamp-2 text-quiet">{text(item)}</p>
      </div>
      <span className="text-12 whitespace-nowrap text-quiet">
        <TimeAgo at={item.since} />
      </span>
    </li>
  );
}

export function InboxPage() {
  const { data, error, refetch } = useQuery(inboxQuery);
  return (
    <OperatorFrame
      title="Inbox"
      lead="Everything that waits for an operator, the most urgent first."
      action={
        <ButtonLink to="/operator/events/new" kind="primary">
          Create an event
        </ButtonLink>
      }
    >
      <Card>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={6} height={56} />}
        {data?.items.length === 0 && (
          <EmptyState icon="check" title="Nothing to do">
            Closed markets, disputes, failing connectors and reports appear here automatically.
          </EmptyState>
        )}
        <ul>
          {data?.items.map(item => (
            <Row key={`${item.kind} ${item.subject}`} item={item} />
          ))}
        </ul>
        {data && data.truncated.length > 0 && (
          <p className="border-t border-line pt-3 text-12 text-quiet">
            Only the oldest 50 of each kind are listed: {data.truncated.join(', ')}.
          </p>
        )}
      </Card>
    </OperatorFrame>
  );
}
