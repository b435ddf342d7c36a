import { viewEvent } from '../markets/event-view.js';
import type { RouteInput } from '../route.js';
import type { RequestContext } from '../services.js';
import type { DiscoveryQuery } from './queries.js';

/** More events than this are found by narrowing the filters, not by paging. */
const mostRanked = 10_000;
const mostRankings = 200;
const keptMs = 15 * 60_000;

/**
 * Rankings that move are paged over the version that the first page was taken from, so that a walk neither skips nor
 * repeats. A version that is gone (too old, or kept by another node) is made anew, and the walk goes on behind the
 * events that it has shown.
 */
class Rankings {
  private readonly kept = new Map<string, { ids: readonly string[]; at: number }>();
  private made = 0;

  keep(ids: readonly string[], now: number): string {
    this.made += 1;
    const version = `${now.toString(36)}-${this.made.toString(36)}`;
    this.kept.set(version, { ids, at: now });
    for (const [key, { at }] of this.kept) {
      if (this.kept.size <= mostRankings && at > now - keptMs) break;
      this.kept.delete(key);
    }
    return version;
  }

  find(version: string): readonly string[] | null {
    return this.kept.get(version)?.ids ?? null;
  }
}

const rankings = new Rankings();

interface Place {
  readonly version: string;
  readonly offset: number;
  readonly last: string;
}

export async function discover({ query }: RouteInput<{ query: typeof DiscoveryQuery }>, { services }: RequestContext) {
  const { limit = 20, status = 'active', q, category, sort = 'volume', cursor } = query;
  const now = services.clock();
  const filters = [status, q ?? null, category ?? null, sort];
  const filter = { status, category: category ?? null, text: q ?? null, sort, now, limit: mostRanked };
  const place = cursor === undefined ? null : services.cursors.read<Place>('discovery', filters, cursor);
  let ids = place && rankings.find(place.version);
  let { version, offset } = place ?? { version: '', offset: 0 };
  if (!ids) {
    ids = await services.store.read(reads => reads.events.rank(filter));
    version = rankings.keep(ids, now);
    if (place) offset = Math.max(0, ids.indexOf(place.last) + 1);
  }
  const page = ids.slice(offset, offset + limit);
  const events = await services.store.read(reads => reads.events.findMany(page));
  const more = offset + limit < ids.length;
  return {
    events: events.map(event => viewEvent(event, now, services.publicUrl)),
    nextCursor: more
      ? services.cursors.write('discovery', filters, { version, offset: offset + limit, last: page.at(-1) })
      : null,
  };
}
