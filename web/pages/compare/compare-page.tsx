import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PlayerComparison } from '../../../client/client';
import { comparisonQuery } from '../../api/player-queries';
import { PageHeader } from '../../components/card';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { useTitle } from '../../shell/use-title';
import { CalibrationOverlay } from './calibration-overlay';
import { HeadToHead } from './head-to-head';
import { PairDifferences } from './pair-differences';
import { PlayerPicker } from './player-picker';
import { ScoreTable } from './score-table';

const route = getRouteApi('/compare');
const maxPlayers = 4;

/** Handles from the URL, without duplicates. */
export function handlesOf(players: string | undefined): string[] {
  const parts = (players ?? '').split(',').map(part => part.trim());
  return [...new Set(parts.filter(part => part !== ''))].slice(0, maxPlayers);
}

function Comparison({ comparison }: { comparison: PlayerComparison }) {
  return (
    <div className="flex flex-col gap-4">
      {comparison.events === 'demo' && (
        <p className="text-12 text-quiet">Scores on demonstration events: no real market is resolved yet.</p>
      )}
      <ScoreTable players={comparison.players} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <PairDifferences comparison={comparison} />
        <CalibrationOverlay players={comparison.players} />
      </div>
      <HeadToHead comparison={comparison} />
    </div>
  );
}

export function ComparePage() {
  useTitle('Compare players');
  const { players, events } = route.useSearch();
  const navigate = route.useNavigate();
  const handles = handlesOf(players);
  const { data, error, refetch } = useQuery(comparisonQuery(handles, events));
  const setHandles = (next: readonly string[]) =>
    void navigate({
      search: old => ({ ...old, players: next.length > 0 ? next.join(',') : undefined }),
      resetScroll: false,
    });
  const isEnough = handles.length >= 2;
  return (
    <>
      <PageHeader title="Compare players">
        Two to four people or agents side by side. Pairs are compared on the markets that both forecast, so that
        choosing easy markets gives no advantage.
      </PageHeader>
      <PlayerPicker handles={handles} max={maxPlayers} onChange={setHandles} />
      {!isEnough && (
        <div className="card">
          <EmptyState icon="trophy" title={handles.length === 0 ? 'Choose two players' : 'Choose one more player'}>
            Type a handle above, or press Compare on the page of a player.
          </EmptyState>
        </div>
      )}
      {isEnough && error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isEnough && !error && !data && <SkeletonRows rows={4} height={120} />}
      {isEnough && !error && data && <Comparison comparison={data} />}
    </>
  );
}
