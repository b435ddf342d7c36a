import { isoTime } from '../../domain/iso-time.js';
import { statusAt } from '../../domain/market-status.js';
import { byUse } from '../../domain/practice/list-order.js';
import { nextOpeningAt, seriesNumber } from '../../domain/practice/series.js';
import { ApiError } from '../../http/errors.js';
import type { Services } from '../../http/services.js';

/** Among so many of the newest are all that are open or to come. */
const newest = 10;

/** Events of the series, in the order in which they are of use. */
export async function readSeries({ store }: Pick<Services, 'store'>, limit: number, now: number) {
  const shown = await store.read(async reads => {
    const ids = await reads.practice.recent(Math.max(limit, newest));
    return reads.events.showMany(ids);
  });
  const inOrder = byUse(now);
  return [...shown].sort((a, b) => inOrder(a.market, b.market));
}

type PracticeContext = Pick<Services, 'store' | 'clock'> & {
  readonly settings: Pick<Services['settings'], 'opensPractice'>;
};

async function adviceOn(services: PracticeContext): Promise<string> {
  const now = services.clock();
  const open = (await readSeries(services, newest, now)).filter(({ market }) => statusAt(market, now) === 'active');
  // The one that is open longest leaves the most time to come back.
  const last = open.at(-1);
  if (last) return `${last.event.slug} is open until ${isoTime(last.market.endsAt)}: send it there.`;
  return services.settings.opensPractice
    ? `None is open now; the next one opens at ${isoTime(nextOpeningAt(now))}.`
    : 'None is open now, and this arena opens no more of them.';
}

/** A market of the series that takes nothing is soon followed by another: the refusal says which, and since or until when. */
export async function withPracticeAdvice(services: PracticeContext, slug: string | undefined, error: unknown) {
  const concerned = error instanceof ApiError && error.code === 'MARKET_CLOSED';
  if (!concerned || slug === undefined || seriesNumber(slug) === null) return error;
  const remediation = `${await adviceOn(services)} list_practice_events, GET /api/practice/events, has all of them.`;
  return new ApiError(error.code, error.message, { ...error.details, remediation });
}
