import { useQueryClient } from '@tanstack/react-query';
import { operatorKey } from '../../../api/operator-queries';
import { useMutation } from '../../../api/use-mutation';
import { showToast } from '../../../shell/toasts';

/** A write to an event. Afterwards the event, the lists and the inbox are refetched. */
export function useEventWrite<T>(slug: string, write: () => Promise<T>, done: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    async onSuccess() {
      showToast(done);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['event', slug] }),
        queries.invalidateQueries({ queryKey: operatorKey }),
        queries.invalidateQueries({ queryKey: ['events'] }),
      ]);
      onDone();
    },
  });
}
