import type { Board } from '../../api/player-queries';
import { Dialog } from '../../components/dialog';
import { count, coverageText } from '../../format/numbers';
import { boardValue, type ShownRow } from './board-row';

const definitions: Record<Board, string> = {
  brier:
    'On each outcome the error is (probability − result)², from 0 to 1. It is averaged over the time in which the forecast held, then over the outcomes, then over the markets.',
  edge: 'The same error for the rest of the market’s prices over the same time, minus the player’s. The player’s own trades are taken out of the price first.',
  adjusted:
    'A model with one effect per player and one per market is fitted to all Brier scores. It removes the difficulty of the markets, and is shifted so that always 50% scores 0.250.',
  profit: 'Payouts and sales minus purchases, per resolved market. Open positions don’t count.',
};

function meaningOf(board: Board, { mean, name }: ShownRow): string {
  if (board === 'brier' || board === 'adjusted') {
    const typical = Math.sqrt(Math.max(0, mean)) * 100;
    return `${name} was wrong by about ${typical.toFixed(0)} points on a typical question (the square root of the score).`;
  }
  if (board === 'edge')
    return mean > 0
      ? `${name} was closer to the outcomes than the market.`
      : `${name} was further from the outcomes than the market.`;
  return mean > 0 ? `${name} gained credits on an average market.` : `${name} lost credits on an average market.`;
}

/** "How is this computed?" with the numbers of the selected row. */
export function RowExplanation({ board, row, onClose }: { board: Board; row: ShownRow; onClose: () => void }) {
  const isOverlapping = row.low <= 0 && row.high >= 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${row.name}: ${boardValue(board, row.mean)}`}
      description="How is this computed?"
    >
      <div className="flex flex-col gap-3">
        <p>{definitions[board]}</p>
        <p>
          {count(row.resolvedEvents, 'resolved market')} went into the mean of{' '}
          <strong className="numeric">{boardValue(board, row.mean)}</strong>.{' '}
          {row.coverage !== null &&
            `The forecasts covered ${coverageText(row.coverage)} of the time in which these markets were open.`}
        </p>
        <p>
          {row.resolvedEvents < 2 ? (
            'There is no 95% interval: one market can’t show how much the score varies.'
          ) : (
            <>
              The 95% interval from <strong className="numeric">{boardValue(board, row.low)}</strong> to{' '}
              <strong className="numeric">{boardValue(board, row.high)}</strong> comes from resampling the markets at
              random. More markets make it narrower.
              {(board === 'edge' || board === 'profit') &&
                isOverlapping &&
                ' It includes 0, so luck alone may explain the result.'}
            </>
          )}
        </p>
        <p>{meaningOf(board, row)}</p>
        {row.rank === null && !row.isBaseline && (
          <p className="text-quiet">Not ranked yet: too few resolved markets or too little coverage.</p>
        )}
        {row.isBaseline && (
          <p className="text-quiet">
            A baseline is not a player. It shows what a simple rule would have scored on the same markets.
          </p>
        )}
      </div>
    </Dialog>
  );
}
