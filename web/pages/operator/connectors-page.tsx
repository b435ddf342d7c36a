import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Connector } from '../../../client/client';
import { client } from '../../api/client';
import { connectorsQuery, operatorKey, rejectedQuery } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Dialog } from '../../components/dialog';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo, TimeUntil } from '../../components/time';
import { count } from '../../format/numbers';
import { showFailure, showToast } from '../../shell/toasts';
import { ActionDialog, useDialog } from './action-dialog';
import { ConnectorDialog, NewConnectorDialog } from './connector-dialog';
import { OperatorFrame } from './operator-frame';

function RejectedRows({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const { data, error } = useQuery(rejectedQuery(connector.id));
  return (
    <Dialog open onClose={onClose} title={`Rejected rows of ${connector.name}`} description="The newest 50.">
      {error && <ErrorNotice error={error} />}
      {!data && !error && <SkeletonRows rows={4} height={48} />}
      {data?.length === 0 && <p className="text-quiet">No row was rejected.</p>}
      <ul>
        {data?.map(row => (
          <li key={`${row.at} ${row.rowId} ${row.row}`} className="border-t border-line py-2 first:border-t-0">
            <p>{row.reason}</p>
            <p className="truncate font-mono text-12 text-quiet">
              {row.rowId ?? 'no id'} · {row.row}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ToggleDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const queries = useQueryClient();
  const { id, name, enabled, settings, format } = connector;
  const change = useMutation({
    mutationFn: () => client.call('putConnector', { params: { id }, body: { enabled: !enabled, settings, format } }),
    async onSuccess() {
      showToast(enabled ? `${name} is off` : `${name} is on`);
      await queries.invalidateQueries({ queryKey: operatorKey });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={`Turn ${name} ${enabled ? 'off' : 'on'}`}
      consequences={
        enabled
          ? ['It runs no longer. Its rows stay and become stale.']
          : ['It runs at once and then on schedule. Requests leave this machine for the provider.']
      }
      confirm={enabled ? 'Turn off' : 'Turn on'}
      kind={enabled ? 'danger' : 'primary'}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}

function LastRun({ connector: { lastRun, lastError } }: { connector: Connector }) {
  if (!lastRun) return <span className="text-quiet">Never ran</span>;
  const { received, inserted, updated, rejected } = lastRun;
  return (
    <>
      <p>
        <TimeAgo at={lastRun.endedAt} />: {count(received, 'row')}, {inserted} new, {updated} changed, {rejected}{' '}
        rejected
      </p>
      {lastError && <p className="text-loss">{lastError.message}</p>}
    </>
  );
}

type Choice =
  | { readonly kind: 'toggle' | 'rejected' | 'settings'; readonly connector: Connector }
  | { readonly kind: 'new' };

function Row({ connector, onChoose }: { connector: Connector; onChoose: (choice: Choice) => void }) {
  const queries = useQueryClient();
  const { id, name, enabled, configured, demo, nextRunAt } = connector;
  const run = useMutation({
    mutationFn: () => client.call('runConnector', { params: { id } }),
    onSuccess: ({ run: ended }) =>
      showToast(ended ? `${name}: ${count(ended.received, 'row')} read` : `${name} is running`),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: operatorKey }),
  });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-4 first:border-t-0 first:pt-0">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge tone={enabled ? 'gain' : 'plain'}>{enabled ? 'On' : 'Off'}</Badge>
          {demo && <Badge>Simulated</Badge>}
          {connector.lastError && enabled && <Badge tone="loss">Failing</Badge>}
        </p>
        <div className="mt-1 text-12 text-quiet">
          <LastRun connector={connector} />
          {nextRunAt && (
            <p>
              Next run <TimeUntil at={nextRunAt} />
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {configured && (
          <>
            <Button size="small" onClick={() => onChoose({ kind: 'rejected', connector })}>
              Rejected rows
            </Button>
            <Button size="small" busy={run.isPending} onClick={() => run.mutate()}>
              Run now
            </Button>
          </>
        )}
        <Button size="small" onClick={() => onChoose({ kind: 'settings', connector })}>
          Settings
        </Button>
        <Button
          size="small"
          kind={enabled ? 'danger' : 'secondary'}
          onClick={() => onChoose({ kind: 'toggle', connector })}
        >
          {enabled ? 'Turn off' : 'Turn on'}
        </Button>
      </div>
    </li>
  );
}

export function ConnectorsPage() {
  const { data, error, refetch } = useQuery(connectorsQuery);
  const { subject, open, close } = useDialog<Choice>();
  return (
    <OperatorFrame title="Connectors" lead="Data sources outside the arena, with their last runs.">
      <Card
        title="Sources"
        action={
          <Button size="small" disabled={!data} onClick={() => open({ kind: 'new' })}>
            Add a source
          </Button>
        }
      >
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={5} height={64} />}
        {data?.connectors.length === 0 && <EmptyState title="No connectors" />}
        <ul>
          {data?.connectors.map(connector => (
            <Row key={connector.id} connector={connector} onChoose={open} />
          ))}
        </ul>
      </Card>
      {subject?.kind === 'rejected' && <RejectedRows connector={subject.connector} onClose={close} />}
      {subject?.kind === 'settings' && (
        <ConnectorDialog
          connector={subject.connector}
          format={data?.formats.find(({ id }) => id === subject.connector.format)}
          onClose={close}
        />
      )}
      {subject?.kind === 'new' && (
        <NewConnectorDialog formats={data?.formats.filter(({ ownIds }) => ownIds) ?? []} onClose={close} />
      )}
      {subject?.kind === 'toggle' && <ToggleDialog connector={subject.connector} onClose={close} />}
    </OperatorFrame>
  );
}
