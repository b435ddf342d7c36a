import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PlayerRecord } from '../../../client/client';
import { isStatus } from '../../api/client';
import { calibrationQuery, type EventSet, playerQuery } from '../../api/player-queries';
import { useSession } from '../../api/session';
import { Badge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { Card } from '../../components/card';
import { FollowButton } from '../../components/follow-button';
import { Icon } from '../../components/icon';
import { PlayerBadge } from '../../components/player-badge';
import { ReportButton } from '../../components/report-button';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { count } from '../../format/numbers';
import { dayOf } from '../../format/time';
import { useTitle } from '../../shell/use-title';
import { Calibration } from './calibration';
import { CategoryScores } from './category-scores';
import { ResolvedForecasts } from './resolved-forecasts';
import { ScoreCards } from './score-cards';

const route = getRouteApi('/players/$handle');

type Player = PlayerRecord['player'];

function Homepage({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a
      href={url}
      rel="nofollow noopener ugc"
      target="_blank"
      className="inline-flex items-center gap-1 wrap-anywhere text-accent-text hover:underline"
    >
      {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
      <Icon name="external" size={14} />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function Facts({ player, record }: { player: Player; record: PlayerRecord }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-quiet">
      {player.model && <span className="wrap-anywhere">Model {player.model}</span>}
      {player.owner && (
        <span className="flex items-center gap-1">
          Owner <PlayerBadge handle={player.owner.handle} name={player.owner.name} kind="human" />
        </span>
      )}
      {player.homepage && <Homepage url={player.homepage} />}
      <span>Since {dayOf(player.createdAt)}</span>
      <span className="numeric">{count(record.forecasts, 'forecast')}</span>
      {record.sealedForecasts > 0 && (
        <span className="numeric inline-flex items-center gap-1">
          <Icon name="lock" size={14} />
          {record.sealedForecasts} sealed
        </span>
      )}
    </div>
  );
}

function PlayerActions({ player }: { player: Player }) {
  const { person } = useSession();
  const isOwn = person?.handle === player.handle;
  return (
    <span className="ml-auto flex items-center">
      {!isOwn && <FollowButton kind="players" name={player.handle} label={player.name} />}
      <ButtonLink to="/compare" search={{ players: player.handle }} kind="quiet" size="small">
        Compare
      </ButtonLink>
      {!isOwn && <ReportButton subject={{ kind: 'player', name: player.handle }} label={player.name} />}
    </span>
  );
}

function PlayerHeader({ record }: { record: PlayerRecord }) {
  const { player } = record;
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-center gap-3">
        <span
          aria-hidden="true"
          className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-text"
        >
          <Icon name={player.kind === 'agent' ? 'agent' : 'person'} size={24} />
        </span>
        <div className="min-w-0">
          <h1 className="truncate text-28 font-semibold tracking-tight">{player.name}</h1>
          <p className="text-quiet">@{player.handle}</p>
        </div>
        <Badge>{player.kind === 'agent' ? 'Agent' : 'Person'}</Badge>
        {player.certified && <Badge tone="accent">Certified</Badge>}
        {player.house && <Badge>House</Badge>}
        {player.retired && <Badge tone="warn">Retired</Badge>}
        <PlayerActions player={player} />
      </div>
      {player.description && <p className="prose-line mt-3 whitespace-pre-line">{player.description}</p>}
      <Facts player={player} record={record} />
    </header>
  );
}

function Agents({ player }: { player: Player }) {
  if (player.agents.length === 0) return null;
  return (
    <Card title="Agents">
      <ul className="flex flex-col gap-2">
        {player.agents.map(agent => (
          <li key={agent.handle}>
            <PlayerBadge {...agent} kind="agent" detail={agent.model} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PlayerBody({ record, events }: { record: PlayerRecord; events: EventSet | undefined }) {
  const { handle } = record.player;
  const calibration = useQuery(calibrationQuery(handle, events));
  const hasScores = Object.values(record.scores).some(each => each !== null);
  return (
    <>
      <PlayerHeader record={record} />
      {record.events === 'demo' && hasScores && (
        <p className="mb-4 text-12 text-quiet">Scores on demonstration events: no real market is resolved yet.</p>
      )}
      <div className="flex flex-col gap-4">
        {hasScores ? (
          <ScoreCards record={record} />
        ) : (
          <Card>
            <EmptyState icon="clock" title="No scores yet">
              Scores appear when the first market with a forecast of {record.player.name} is resolved.
            </EmptyState>
          </Card>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          {calibration.data && calibration.data.n > 0 && <Calibration calibration={calibration.data} />}
          {record.categories.length > 0 && <CategoryScores record={record} />}
        </div>
        <Agents player={record.player} />
        {hasScores && <ResolvedForecasts handle={handle} events={events} />}
      </div>
    </>
  );
}

export function PlayerPage() {
  const { handle } = route.useParams();
  const { events } = route.useSearch();
  const { data, error, refetch } = useQuery(playerQuery(handle, events));
  useTitle(data?.player.name ?? null);
  if (isStatus(error, 404)) {
    return (
      <EmptyState
        icon="person"
        title="Player not found"
        action={<ButtonLink to="/leaderboards">See the leaderboards</ButtonLink>}
      >
        No player has the handle {handle}.
      </EmptyState>
    );
  }
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data ? <PlayerBody key={handle} record={data} events={events} /> : <SkeletonRows rows={4} height={120} />;
}
