import { statusAt } from '../domain/market-status.js';
import type { BookSides, WireLevel } from '../operations/exchange/live/book-sides.js';
import type { LadderShape, MarketMoment } from './live-feed.js';

interface OutcomeBook extends BookSides {
  readonly outcomeIndex: number;
  readonly label: string;
}

/** The book of one outcome or of all of them at one market sequence. */
export interface Ladder {
  readonly sequence: number;
  readonly status: string;
  readonly outcomes: readonly OutcomeBook[];
  readonly levels: number;
  /** The next time at which the clock alone may change it. */
  readonly until: number;
  /** Whether the clock has already changed it and the sequence that records this is still to come. */
  readonly overtaken: boolean;
}

export function ladderOf(moment: MarketMoment, { outcome, depth }: LadderShape): Ladder {
  const { live, now, until, overtaken } = moment;
  const labels = live.event.outcomes;
  const wanted = outcome === null ? [...labels.keys()] : [outcome];
  const outcomes = wanted.map(outcomeIndex => {
    return { outcomeIndex, label: labels[outcomeIndex], ...moment.sides(outcomeIndex, depth) };
  });
  const levels = outcomes.reduce((sum, { bids, asks }) => sum + bids.length + asks.length, 0);
  return {
    sequence: live.market.sequence,
    status: statusAt(live.market, now),
    outcomes,
    levels,
    until,
    overtaken,
  };
}

const same = (a: WireLevel, b: WireLevel) => a.shares === b.shares && a.credits === b.credits && a.source === b.source;

/** Returns the new sizes of changed levels; a size of 0 means that the level is gone. */
function changedLevels(before: readonly WireLevel[], after: readonly WireLevel[]): WireLevel[] {
  const old = new Map(before.map(level => [level.priceBps, level]));
  const changed: WireLevel[] = [];
  for (const level of after) {
    const known = old.get(level.priceBps);
    if (!known || !same(known, level)) changed.push(level);
    old.delete(level.priceBps);
  }
  for (const { priceBps, source } of old.values()) changed.push({ priceBps, shares: 0, credits: 0, source });
  return changed;
}

/** Returns the delta from one ladder to a later one of the same shape. Omits unchanged outcomes. */
export function deltaBetween(before: Ladder, after: Ladder): object {
  const outcomes = after.outcomes.flatMap((book, index) => {
    const old = before.outcomes[index];
    const { outcomeIndex, midBps, spreadBps } = book;
    const bids = changedLevels(old.bids, book.bids);
    const asks = changedLevels(old.asks, book.asks);
    const unchanged = bids.length + asks.length === 0 && old.midBps === midBps && old.spreadBps === spreadBps;
    return unchanged ? [] : [{ outcomeIndex, midBps, spreadBps, bids, asks }];
  });
  return { previousSequence: before.sequence, status: after.status, outcomes };
}
