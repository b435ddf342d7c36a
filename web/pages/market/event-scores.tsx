import { useInfiniteQuery } from '@tanstack/react-query';
import { eventScoresQuery } from '../../api/market-queries';
import { useSession } from '../../api/session';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { CreditsChange } from '../../components/change';
import { PlayerBadge } from '../../components/player-badge';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { percent, score, signed, unknown } from '../../format/numbers';
import { useMarket } from './market-context';

const columns =
  'grid grid-cols-[2rem_minmax(0,1fr)_4rem] gap-x-3 sm:grid-cols-[2.5rem_minmax(0,1fr)_4rem_4rem_4.5rem_6rem]';

/** The scores of all forecasters on this market, best first. */
export function EventScores() {
  const { event } = useMarket();
  const { person } = useSession();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventScoresQuery(event.slug),
  );
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={40} />;
  const scores = data.pages.flatMap(page => page.scores);
  if (scores.length === 0)
    return (
      <EmptyState icon="clock" title="Not scored yet">
        Forecasts are scored within a minute of the resolution. A void market has no scores.
      </EmptyState>
    );
  return (
    <>
      <div aria-hidden="true" className={`${columns} pb-2 text-12 text-quiet`}>
        <span>Rank</span>
        <span>Forecaster</span>
        <span className="text-right">Brier</span>
        <span className="text-right max-sm:hidden">Edge</span>
        <span className="text-right max-sm:hidden">Coverage</span>
        <span className="text-right max-sm:hidden">Profit</span>
      </div>
      <ol>
        {scores.map(({ rank, player, score: result, profitCredits }) => (
          <li
            key={player.handle}
            className={`${columns} items-center border-t border-line py-2 ${player.handle === person?.handle ? 'bg-accent-soft' : ''}`}
          >
            <span className="numeric font-semibold">{rank}</span>
            <span className="flex min-w-0 items-center gap-2">
              <PlayerBadge {...player} detail={player.model} />
              {player.handle === person?.handle && <Badge tone="accent">You</Badge>}
            </span>
            <span className="numeric text-right font-semibold">{score(result.brier)}</span>
            <span className="numeric text-right max-sm:hidden">
              {result.edge === null ? unknown : signed(result.edge, value => value.toFixed(3))}
            </span>
            <span className="numeric text-right max-sm:hidden">{percent(result.coverage * 100)}</span>
            <span className="text-right max-sm:hidden">
              {profitCredits === null ? unknown : <CreditsChange value={profitCredits} />}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more forecasters
          </Button>
        </div>
      )}
    </>
  );
}
