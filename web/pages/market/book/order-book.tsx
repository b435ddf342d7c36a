import { useQuery } from '@tanstack/react-query';
import type { BookLevel } from '../../../../client/client';
import { bookQuery } from '../../../api/market-queries';
import { ErrorNotice, SkeletonRows } from '../../../components/states';
import { exactPercentOfBps, shares, short } from '../../../format/numbers';
import { useLiveBook } from '../../../live/patch-cache';
import { useMarket } from '../market-context';
import { DepthChart } from './depth-chart';

const shownLevels = 8;

interface Level extends BookLevel {
  /** Credits from the best price up to this level. */
  readonly total: number;
}

/** Widths of a row in basis points; the narrowest that shows most of the book in eight rows is used. */
const widths = [1, 5, 10, 25, 50, 100, 250];

function rowWidth(sides: readonly (readonly BookLevel[])[]): number {
  const span = Math.max(...sides.map(levels => Math.abs((levels.at(-1)?.priceBps ?? 0) - (levels[0]?.priceBps ?? 0))));
  return widths.find(width => span / width <= shownLevels + 2) ?? widths[widths.length - 1];
}

/** Merges levels into rows. A row carries its worst price, so that a limit order there takes all of it. */
function rowsOf(levels: readonly BookLevel[], width: number, side: 'buy' | 'sell'): Level[] {
  const rows = new Map<number, Level>();
  let total = 0;
  for (const level of levels) {
    total += level.credits;
    const price = (side === 'buy' ? Math.ceil(level.priceBps / width) : Math.floor(level.priceBps / width)) * width;
    const bounded = Math.min(9999, Math.max(1, price));
    const old = rows.get(bounded);
    rows.set(bounded, {
      priceBps: bounded,
      shares: (old?.shares ?? 0) + level.shares,
      credits: (old?.credits ?? 0) + level.credits,
      source: old && old.source !== level.source ? 'mixed' : level.source,
      total,
    });
  }
  return [...rows.values()].slice(0, shownLevels);
}

interface LadderProps {
  readonly side: 'buy' | 'sell';
  readonly levels: readonly Level[];
  readonly max: number;
}

const sources = { maker: 'market maker', orders: 'orders', mixed: 'market maker and orders' };

/** The levels of one side. A click on a level proposes a limit order at its price. */
function Ladder({ side, levels, max }: LadderProps) {
  const { outcome, propose } = useMarket();
  return (
    <div className="min-w-0">
      <div className="grid grid-cols-[4rem_1fr_1fr] gap-2 px-2 pb-1 text-12 text-quiet">
        <span>{side === 'buy' ? 'Ask %' : 'Bid %'}</span>
        <span className="text-right">Shares</span>
        <span className="text-right">Credits</span>
      </div>
      <ul>
        {levels.map(level => (
          <li key={level.priceBps}>
            <button
              type="button"
              title={`Offered by: ${sources[level.source]}. Click for a limit order.`}
              aria-label={`${side === 'buy' ? 'Buy' : 'Sell'} ${outcome.label} at ${exactPercentOfBps(level.priceBps)}: ${shares(level.shares)} shares, ${short(level.credits)} credits`}
              onClick={() => propose({ side, limitPriceBps: level.priceBps, amount: null })}
              className="numeric relative grid h-8 w-full grid-cols-[4rem_1fr_1fr] items-center gap-2 rounded-small px-2 text-left hover:bg-sunken"
            >
              <span
                aria-hidden="true"
                className={`absolute inset-y-0.5 right-0 rounded-small ${side === 'buy' ? 'bg-loss-soft' : 'bg-gain-soft'}`}
                style={{ width: `${Math.min(100, (level.total / max) * 100)}%` }}
              />
              <span className="relative font-semibold">{(level.priceBps / 100).toFixed(2)}</span>
              <span className="relative text-right">{shares(level.shares)}</span>
              <span className="relative text-right">{short(level.credits)}</span>
            </button>
          </li>
        ))}
      </ul>
      {levels.length === 0 && <p className="px-2 py-3 text-quiet">Nothing on this side.</p>}
    </div>
  );
}

export function OrderBook() {
  const { event, outcome } = useMarket();
  const { data, error, refetch } = useQuery(bookQuery(event.slug));
  useLiveBook(event.slug);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const book = data?.outcomes.find(({ outcomeIndex }) => outcomeIndex === outcome.index);
  if (!book) return <SkeletonRows rows={10} height={32} />;
  const width = rowWidth([book.asks, book.bids]);
  const [asks, bids] = [rowsOf(book.asks, width, 'buy'), rowsOf(book.bids, width, 'sell')];
  const max = Math.max(1, ...[asks, bids].map(levels => levels.at(-1)?.total ?? 0));
  return (
    <div className="flex flex-col gap-4">
      <p className="numeric flex flex-wrap gap-x-5 text-14 text-quiet">
        <span className="wrap-anywhere">
          {outcome.label}: mid <span className="font-semibold text-ink">{(book.midBps / 100).toFixed(2)}%</span>
        </span>
        <span>spread {book.spreadBps === null ? '—' : `${(book.spreadBps / 100).toFixed(2)} points`}</span>
        {width > 1 && <span>grouped by {width / 100} points</span>}
        <span className="hidden sm:inline">Click a row to prepare a limit order.</span>
      </p>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Ladder side="sell" levels={bids} max={max} />
        <Ladder side="buy" levels={asks} max={max} />
      </div>
      <DepthChart bids={book.bids} asks={book.asks} midBps={book.midBps} />
    </div>
  );
}
