import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationSettings, NotificationSettingsChange } from '../../../client/client';
import { notificationSettingsQuery } from '../../api/account-queries';
import { client } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Card } from '../../components/card';
import { ErrorNotice, SkeletonRows } from '../../components/states';
import { showFailure } from '../../shell/toasts';

/** A switch takes effect at once; a failed save reverts it. */
export function NotificationsCard() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  const save = useMutation({
    mutationFn: (body: NotificationSettingsChange) => client.call('changeNotificationSettings', { body }),
    onMutate(change) {
      queries.setQueryData<NotificationSettings>(
        notificationSettingsQuery.queryKey,
        old => old && { kinds: old.kinds.map(each => ({ ...each, enabled: change[each.kind] ?? each.enabled })) },
      );
    },
    onSuccess: saved => queries.setQueryData(notificationSettingsQuery.queryKey, saved),
    onError(failure) {
      showFailure(failure);
      void queries.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey });
    },
  });
  return (
    <Card title="Notifications">
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={9} height={20} />}
      <ul className="flex flex-col gap-3">
        {data?.kinds.map(({ kind, enabled, description }) => (
          <li key={kind}>
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={enabled}
                onChange={event => save.mutate({ [kind]: event.target.checked })}
              />
              {description}
            </label>
          </li>
        ))}
      </ul>
    </Card>
  );
}
