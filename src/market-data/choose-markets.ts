import type { EventServices } from '../events/event-references.js';
import { invalid } from '../http/errors.js';
import { bulkReads } from '../http/limits.js';
import type { HttpServices } from '../http/route.js';
import type { MarketDataServices } from './live-reply.js';
import { selectMarkets } from './select-markets.js';
import { maxMarkets, usualMarkets } from './snapshot-schemas.js';

type Needs = HttpServices & EventServices & MarketDataServices;

/** How a request selects markets: one text in a query, lists in a body. */
export interface NamedMarkets {
  readonly slugs?: string | readonly string[];
  readonly eventPubkeys?: string | readonly string[];
  readonly limit?: number;
  readonly includeResolved?: boolean;
}

export interface ChosenMarkets {
  readonly eventIds: readonly string[];
  /** Names that match no market. */
  readonly missing: readonly string[];
  /** The number of matching markets, including those beyond the limit. */
  readonly total: number;
}

/** Returns the markets that a request names, in that order, or otherwise the most traded ones. */
export async function chooseMarkets(services: Needs, request: NamedMarkets): Promise<ChosenMarkets> {
  const { slugs, eventPubkeys, limit = usualMarkets, includeResolved = false } = request;
  if (slugs !== undefined || eventPubkeys !== undefined) {
    const references = [...new Set([...listOf(slugs), ...listOf(eventPubkeys)])];
    if (references.length > maxMarkets) {
      throw invalid(slugs === undefined ? 'eventPubkeys' : 'slugs', `must name at most ${maxMarkets} markets`);
    }
    return byName(services, references);
  }
  const among = 'active' as const;
  const wanted = { among, includeResolved, staleDays: null, minVolume: 0, minOpenOrders: 0, limit: maxMarkets };
  return { ...(await selectMarkets(services, wanted, limit)), missing: [] };
}

async function byName(services: Needs, references: readonly string[]): Promise<ChosenMarkets> {
  const namesByReference = await services.markets.references.findAll(references);
  const eventIds = new Set<string>();
  const missing: string[] = [];
  for (const reference of references) {
    const names = namesByReference.get(reference);
    if (names) eventIds.add(names.id);
    else missing.push(reference);
  }
  return { eventIds: [...eventIds], missing, total: eventIds.size };
}

function listOf(names: string | readonly string[] | undefined): readonly string[] {
  const parts = typeof names === 'string' ? names.split(',') : (names ?? []);
  return parts.map(part => part.trim()).filter(part => part !== '');
}

/** The cost of a request for these markets in the budget of an address. */
export function unitsOf({ slugs, eventPubkeys, limit = usualMarkets }: NamedMarkets): number {
  const isNamed = slugs !== undefined || eventPubkeys !== undefined;
  const count = isNamed ? listOf(slugs).length + listOf(eventPubkeys).length : limit;
  return Math.ceil(Math.min(count, maxMarkets) / bulkReads.marketsPerUnit);
}

/** The members of a response that report what it omits. */
export function extentOf({ total, eventIds }: Pick<ChosenMarkets, 'total' | 'eventIds'>) {
  return { total, truncated: total > eventIds.length };
}

/** The same, serialized for use between other members. */
export function extentText(chosen: Pick<ChosenMarkets, 'total' | 'eventIds'>): string {
  const { total, truncated } = extentOf(chosen);
  return `"total":${total},"truncated":${truncated}`;
}
