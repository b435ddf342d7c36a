import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { actionsQuery } from '../../api/operator-queries';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Select } from '../../components/field';
import { ErrorNotice, SkeletonRows } from '../../components/states';
import { ActionList } from './action-list';
import { OperatorFrame } from './operator-frame';

const route = getRouteApi('/operator/trail');

const areas = [
  { value: '', label: 'All actions' },
  { value: 'event', label: 'Events' },
  { value: 'player', label: 'Players' },
  { value: 'person', label: 'Roles and reset links' },
  { value: 'request', label: 'Requests' },
  { value: 'report', label: 'Reports' },
  { value: 'connector', label: 'Connectors' },
  { value: 'link', label: 'Venue links' },
  { value: 'trading', label: 'Trading pause' },
  { value: 'incident', label: 'Incidents' },
  { value: 'backup', label: 'Backups' },
] as const;

export function TrailPage() {
  const { area } = route.useSearch();
  const navigate = useNavigate({ from: '/operator/trail' });
  const query = useInfiniteQuery(actionsQuery(area ? { action: area } : {}));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <OperatorFrame
      title="Audit trail"
      lead="Every write of an operator. Entries can be neither changed nor deleted."
      action={
        <Select
          label="Actions"
          value={area ?? ''}
          options={areas}
          onPick={value => void navigate({ search: { area: value || undefined } })}
        />
      }
    >
      <Card>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={6} height={56} />}
        {data && <ActionList actions={data.pages.flatMap(page => page.actions)} />}
        {hasNextPage && (
          <div className="mt-3 flex justify-center">
            <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Card>
    </OperatorFrame>
  );
}
