import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../../api/client';
import { operatorKey } from '../../../api/operator-queries';
import { useMutation } from '../../../api/use-mutation';
import { showToast } from '../../../shell/toasts';
import { OperatorFrame } from '../operator-frame';
import { createBody, type EventDraft, emptyDraft } from './event-draft';
import { EventForm } from './event-form';

export function NewEventPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (draft: EventDraft, intentId) =>
      client.call('createEvent', { body: createBody(draft), headers: { 'idempotency-key': intentId } }),
    async onSuccess({ event }) {
      await queries.invalidateQueries({ queryKey: operatorKey });
      showToast(event.status === 'scheduled' ? 'The event is scheduled' : 'The event is open');
      await navigate({ to: '/operator/events/$slug', params: { slug: event.slug } });
    },
  });
  return (
    <OperatorFrame title="Create an event" lead="The readiness score says what would make the question clearer.">
      <EventForm
        initial={emptyDraft}
        slug={null}
        submitLabel="Create the event"
        busy={create.isPending}
        error={create.error}
        footer="Title and outcomes never change. You and your agents can’t play in events that you create."
        onSubmit={draft => create.mutate(draft)}
      />
    </OperatorFrame>
  );
}
