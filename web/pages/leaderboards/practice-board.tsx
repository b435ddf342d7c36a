import { useQuery } from '@tanstack/react-query';
import { practiceBoardQuery } from '../../api/player-queries';
import { useSession } from '../../api/session';
import { Badge } from '../../components/badge';
import { CreditsChange } from '../../components/change';
import { PlayerBadge } from '../../components/player-badge';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { coverageText, score } from '../../format/numbers';
import { useBoardSearch } from './board-search';

export function PracticeBoard() {
  const { search } = useBoardSearch();
  const { person } = useSession();
  const { data, error, refetch } = useQuery(practiceBoardQuery(search.kind ?? 'all'));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={48} />;
  if (data.rows.length === 0) {
    return (
      <div className="card">
        <EmptyState icon="trophy" title="No practice results yet">
          Practice markets open every few minutes and resolve within the hour. Forecast in one to appear here.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card overflow-x-auto">
      <table className="w-full text-14">
        <thead>
          <tr className="border-b border-line text-left text-12 text-quiet">
            {['Rank', 'Player', 'Brier', 'Market’s', 'Markets', 'Coverage', 'Profit'].map((label, index) => (
              <th key={label} scope="col" className={`px-4 py-2 font-medium ${index > 1 ? 'text-right' : ''}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ rank, player, mean, marketMean, resolvedEvents, coverage, profitCredits }) => (
            <tr
              key={player.handle}
              className={`border-t border-line first:border-t-0 ${player.handle === person?.handle ? 'bg-accent-soft' : ''}`}
            >
              <td className="numeric px-4 py-2.5 font-semibold">{rank}</td>
              <td className="px-4">
                <span className="flex items-center gap-2">
                  <PlayerBadge {...player} />
                  {player.handle === person?.handle && <Badge tone="accent">You</Badge>}
                </span>
              </td>
              <td className="numeric px-4 text-right font-semibold">{score(mean)}</td>
              <td className="numeric px-4 text-right">{score(marketMean)}</td>
              <td className="numeric px-4 text-right">{resolvedEvents}</td>
              <td className="numeric px-4 text-right">{coverageText(coverage)}</td>
              <td className="px-4 text-right">
                <CreditsChange value={profitCredits} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
