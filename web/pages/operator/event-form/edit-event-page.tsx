import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Event } from '../../../../client/client';
import { client } from '../../../api/client';
import { eventQuery } from '../../../api/market-queries';
import { operatorKey } from '../../../api/operator-queries';
import { useMutation } from '../../../api/use-mutation';
import { ErrorNotice, SkeletonRows } from '../../../components/states';
import { showToast } from '../../../shell/toasts';
import { OperatorFrame } from '../operator-frame';
import { draftOf, type EventDraft, editBody } from './event-draft';
import { EventForm } from './event-form';

const route = getRouteApi('/operator/events/$slug/edit');

function Editor({ event }: { event: Event }) {
  const { slug } = event;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (draft: EventDraft) => client.call('editEvent', { params: { slug }, body: editBody(draft, event) }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['event', slug] });
      await queries.invalidateQueries({ queryKey: operatorKey });
      showToast('The event is changed');
      await navigate({ to: '/operator/events/$slug', params: { slug } });
    },
  });
  return (
    <EventForm
      initial={draftOf(event)}
      slug={slug}
      submitLabel="Save the changes"
      busy={save.isPending}
      error={save.error}
      footer="The edit is public in the history of the event."
      onSubmit={draft => save.mutate(draft)}
    />
  );
}

export function EditEventPage() {
  const { slug } = route.useParams();
  const { data, error } = useQuery(eventQuery(slug));
  return (
    <OperatorFrame title="Edit the event" lead={data?.title}>
      {error && <ErrorNotice error={error} />}
      {!data && !error && <SkeletonRows rows={6} height={72} />}
      {data && <Editor event={data} />}
    </OperatorFrame>
  );
}
