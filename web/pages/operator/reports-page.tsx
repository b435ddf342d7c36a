import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OperatorReport } from '../../../client/client';
import { client } from '../../api/client';
import { operatorKey, reportsQuery } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { count } from '../../format/numbers';
import { showToast } from '../../shell/toasts';
import { ActionDialog, ReasonField, useDialog } from './action-dialog';
import { OperatorFrame } from './operator-frame';

interface Decision {
  readonly report: OperatorReport;
  readonly status: 'upheld' | 'dismissed';
}

function CloseDialog({ decision: { report, status }, onClose }: { decision: Decision; onClose: () => void }) {
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: () => client.call('closeReport', { params: { id: report.id }, body: { status, note } }),
    async onSuccess() {
      showToast('The report is closed');
      await queries.invalidateQueries({ queryKey: operatorKey });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={status === 'upheld' ? 'Uphold this report' : 'Dismiss this report'}
      description={`${report.subject.kind} ${report.subject.name}`}
      consequences={[
        status === 'upheld'
          ? 'Says that you have acted on it. Do what is needed first: edit, void or suspend.'
          : 'Says that nothing is changed.',
        `${report.reportedBy.handle} is notified with your note.`,
      ]}
      confirm={status === 'upheld' ? 'Uphold' : 'Dismiss'}
      busy={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      <ReasonField
        label="Note to the author"
        value={note}
        onChange={setNote}
        hint="The author of the report reads it."
      />
    </ActionDialog>
  );
}

function SubjectLink({ report: { subject } }: { report: OperatorReport }) {
  const className = 'font-medium break-all hover:underline';
  if (subject.kind === 'event') {
    return (
      <Link to="/operator/events/$slug" params={{ slug: subject.name }} className={className}>
        {subject.name}
      </Link>
    );
  }
  if (subject.kind === 'player') {
    return (
      <Link to="/operator/players" search={{ q: subject.name }} className={className}>
        {subject.name}
      </Link>
    );
  }
  return <span className="font-medium break-all">{subject.name}</span>;
}

function Row({ report, onDecide }: { report: OperatorReport; onDecide: (decision: Decision) => void }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{report.subject.kind}</Badge>
          <SubjectLink report={report} />
          <Badge tone="warn">{report.category}</Badge>
          {report.openReports > 1 && (
            <span className="text-12 text-quiet">{count(report.openReports, 'open report')}</span>
          )}
        </p>
        <p className="prose-line mt-1 whitespace-pre-line">{report.reason}</p>
        <p className="mt-1 text-12 text-quiet">
          {report.reportedBy.handle}, <TimeAgo at={report.createdAt} />
          {report.note && `. Your note: ${report.note}`}
        </p>
      </div>
      {report.status === 'open' ? (
        <div className="flex gap-2">
          <Button size="small" kind="primary" onClick={() => onDecide({ report, status: 'upheld' })}>
            Uphold
          </Button>
          <Button size="small" onClick={() => onDecide({ report, status: 'dismissed' })}>
            Dismiss
          </Button>
        </div>
      ) : (
        <Badge tone={report.status === 'upheld' ? 'accent' : 'plain'}>{report.status}</Badge>
      )}
    </li>
  );
}

export function ReportsPage() {
  const [status, setStatus] = useState<'open' | 'all'>('open');
  const { data, error, refetch } = useQuery(reportsQuery(status));
  const { subject, open, close } = useDialog<Decision>();
  return (
    <OperatorFrame
      title="Reports"
      lead="What people have reported: events, names, requests and disputes."
      action={
        <Segmented
          label="Reports"
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
          <EmptyState icon="check" title="No open reports">
            New reports appear in the inbox too.
          </EmptyState>
        )}
        <ul>
          {data?.map(report => (
            <Row key={report.id} report={report} onDecide={open} />
          ))}
        </ul>
      </Card>
      {subject && <CloseDialog decision={subject} onClose={close} />}
    </OperatorFrame>
  );
}
