import type { PlayerRecord } from '../../../client/client';
import type { Board } from '../../api/player-queries';
import { IntervalBar } from '../../components/interval-bar';
import { count, coverageText, short, signed, unknown } from '../../format/numbers';
import { boardValue } from '../leaderboards/board-row';

const names: Record<Board, string> = {
  brier: 'Brier',
  edge: 'Edge',
  adjusted: 'Adjusted',
  profit: 'Profit per market',
};
/** Default scales that fit most players; a wider interval extends its own scale. */
const scales: Record<Board, readonly [number, number]> = {
  brier: [0, 0.35],
  edge: [-0.1, 0.1],
  adjusted: [0, 0.35],
  profit: [-500, 500],
};

type Score = NonNullable<PlayerRecord['scores']['brier']>;

function ScoreCard({ board, score }: { board: Board; score: Score | null }) {
  const [from, to] = scales[board];
  return (
    <div className="card flex flex-col gap-1 p-4">
      <p className="flex justify-between text-12 text-quiet">
        {names[board]}
        <span className="numeric">{score?.rank ? `Rank ${score.rank}` : ''}</span>
      </p>
      <p className="numeric text-28 font-semibold tracking-tight">{score ? boardValue(board, score.mean) : unknown}</p>
      {score ? (
        <>
          <IntervalBar
            markets={score.resolvedEvents}
            mean={score.mean}
            low={score.low}
            high={score.high}
            domain={[Math.min(from, score.low), Math.max(to, score.high)]}
          />
          {score.resolvedEvents > 1 && (
            <p className="numeric text-12 text-quiet">
              {boardValue(board, score.low)} to {boardValue(board, score.high)}
            </p>
          )}
          <p className="numeric text-12 text-quiet">
            {count(score.resolvedEvents, 'market')}
            {score.coverage !== null && `, ${coverageText(score.coverage)} covered`}
            {score.totalCredits !== null && `, ${signed(score.totalCredits, short)} in total`}
          </p>
        </>
      ) : (
        <p className="text-12 text-quiet">No market counts for this yet.</p>
      )}
    </div>
  );
}

export function ScoreCards({ record }: { record: PlayerRecord }) {
  return (
    <section aria-label="Scores" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {(['brier', 'edge', 'adjusted', 'profit'] as const).map(board => (
        <ScoreCard key={board} board={board} score={record.scores[board]} />
      ))}
    </section>
  );
}
