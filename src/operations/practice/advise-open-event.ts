import { isoTime } from '../../domain/iso-time.js';
import { statusAt } from '../../domain/market-status.js';
import { nextOpeningAt } from '../../domain/practice/series.js';
import type { OperationContext } from '../operation-context.js';
import { listSeries, newestEvents } from './queries.js';

type AdviceContext = Pick<OperationContext, 'store' | 'clock'> & {
  readonly settings: { readonly opensPractice: boolean };
};

/** Returns a sentence about the practice event that is open now, or when the next one opens. */
export async function adviseOpenEvent(context: AdviceContext): Promise<string> {
  const now = context.clock();
  const series = await listSeries(context, newestEvents, now);
  const open = series.filter(({ market }) => statusAt(market, now) === 'active');
  // The event that ends last leaves the most time.
  const last = open.at(-1);
  if (last) return `${last.event.slug} is open until ${isoTime(last.market.endsAt)}: send it there.`;
  return context.settings.opensPractice
    ? `None is open now; the next one opens at ${isoTime(nextOpeningAt(now))}.`
    : 'None is open now, and this arena opens no more of them.';
}
