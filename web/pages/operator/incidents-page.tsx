import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Incident } from '../../../client/client';
import { client } from '../../api/client';
import { operatorKey, statusQuery } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Button, ButtonLink } from '../../components/button';
import { Card } from '../../components/card';
import { Select, TextArea, TextField } from '../../components/field';
import { IncidentEntry } from '../../components/incident-entry';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { showToast } from '../../shell/toasts';
import { ActionDialog, useDialog } from './action-dialog';
import { OperatorFrame } from './operator-frame';

const impacts = [
  { value: 'minor', label: 'Minor: something is slow or partly broken' },
  { value: 'major', label: 'Major: an important function fails' },
  { value: 'critical', label: 'Critical: the arena is down' },
  { value: 'maintenance', label: 'Maintenance: planned work' },
] as const;

const statuses = [
  { value: 'investigating', label: 'Investigating' },
  { value: 'identified', label: 'Identified' },
  { value: 'monitoring', label: 'Monitoring' },
  { value: 'resolved', label: 'Resolved' },
] as const;

function useIncidentWrite(write: () => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    async onSuccess() {
      showToast('The status page is updated');
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['status'] }),
        queries.invalidateQueries({ queryKey: operatorKey }),
      ]);
      onDone();
    },
  });
}

/** Opens an incident, or adds an update to one. */
function IncidentDialog({ incident, onClose }: { incident: Incident | null; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [impact, setImpact] = useState<Incident['impact']>('minor');
  const [status, setStatus] = useState<Incident['status']>(incident?.status ?? 'investigating');
  const [text, setText] = useState('');
  const write = useIncidentWrite(
    () =>
      incident
        ? client.call('updateIncident', { params: { id: incident.id }, body: { status, text } })
        : client.call('openIncident', { body: { title, impact, status, text } }),
    onClose,
  );
  return (
    <ActionDialog
      title={incident ? 'Update the incident' : 'Report an incident'}
      description={incident?.title}
      consequences={['It is public on the status page at once. Updates can’t be edited afterwards.']}
      confirm="Publish"
      busy={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      {!incident && (
        <>
          <TextField
            label="Title"
            required
            maxLength={120}
            value={title}
            onChange={event => setTitle(event.target.value)}
          />
          <Select label="Impact" value={impact} options={impacts} onPick={setImpact} className="w-full" />
        </>
      )}
      <Select label="Status" value={status} options={statuses} onPick={setStatus} className="w-full" />
      <TextArea
        label="What readers should know"
        required
        rows={3}
        maxLength={2000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
    </ActionDialog>
  );
}

export function IncidentsPage() {
  const { data, error, refetch } = useQuery(statusQuery(24));
  const { subject, open, close } = useDialog<{ incident: Incident | null }>();
  return (
    <OperatorFrame
      title="Status"
      lead="Incidents that the public status page shows."
      action={
        <span className="flex gap-2">
          <ButtonLink to="/status">Status page</ButtonLink>
          <Button kind="primary" onClick={() => open({ incident: null })}>
            Report an incident
          </Button>
        </span>
      }
    >
      <Card>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={4} height={72} />}
        {data?.incidents.length === 0 && (
          <EmptyState icon="check" title="No incidents in ninety days">
            Uptime and latency are measured automatically. Enter what the numbers don’t show.
          </EmptyState>
        )}
        <ul>
          {data?.incidents.map(incident => (
            <IncidentEntry
              key={incident.id}
              incident={incident}
              action={
                <Button size="small" onClick={() => open({ incident })}>
                  Update
                </Button>
              }
            />
          ))}
        </ul>
      </Card>
      {subject && <IncidentDialog incident={subject.incident} onClose={close} />}
    </OperatorFrame>
  );
}
