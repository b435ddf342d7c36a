import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionList } from '../../../client/client';
import { sessionsQuery } from '../../api/account-queries';
import { client } from '../../api/client';
import { useEndSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { browserName } from '../../format/browser-name';
import { showFailure, showToast } from '../../shell/toasts';

type Session = SessionList['sessions'][number];

function SessionRow({ session }: { session: Session }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.call('endSession', { params: { sessionId: session.id } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      showToast('Session ended');
    },
    onError: showFailure,
  });
  const name = browserName(session.userAgent);
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate" title={session.userAgent ?? undefined}>
            {name}
          </span>
          {session.current && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-12 text-quiet">
          used <TimeAgo at={session.lastUsedAt} />, signed in <TimeAgo at={session.createdAt} />
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`End the session of ${name}`}
        >
          End
        </Button>
      )}
    </li>
  );
}

function useSignOut(request: () => Promise<unknown>) {
  const endSession = useEndSession();
  return useMutation({ mutationFn: () => endSession(request), onError: showFailure });
}

/** Browsers that are signed in. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const signOut = useSignOut(() => client.call('signOut', {}));
  const everywhere = useSignOut(() => client.call('endSessions', { query: { current: true } }));
  return (
    <Card title="Sessions">
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} height={52} />}
      <ul className="-mt-2">
        {data?.map(session => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
        <Button kind="quiet" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </Button>
      </div>
    </Card>
  );
}
