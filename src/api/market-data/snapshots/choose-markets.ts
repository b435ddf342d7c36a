import { type MarketStatus, statusAt } from '../../../domain/market-status.js';
import { invalid } from '../../../http/errors.js';
import type { Services } from '../../../http/services.js';
import { maxMarkets, usualMarkets } from './queries.js';

/** How a request names markets: in a query as one text, in a body as lists. */
export interface NamedMarkets {
  readonly slugs?: string | readonly string[];
  readonly eventPubkeys?: string | readonly string[];
  readonly limit?: number;
  readonly includeResolved?: boolean;
}

export interface ChosenMarkets {
  readonly eventIds: readonly string[];
  /** What was named and is not there. */
  readonly missing: readonly string[];
}

function listOf(names: string | readonly string[] | undefined): readonly string[] {
  const parts = typeof names === 'string' ? names.split(',') : (names ?? []);
  return parts.map(part => part.trim()).filter(part => part !== '');
}

async function byName(services: Services, references: readonly string[]): Promise<ChosenMarkets> {
  const found = await services.markets.references.findAll(references);
  const eventIds = new Set<string>();
  const missing: string[] = [];
  for (const reference of references) {
    const names = found.get(reference);
    if (names) eventIds.add(names.id);
    else missing.push(reference);
  }
  return { eventIds: [...eventIds], missing };
}

/** The markets that a request names, in that order, or else the most traded ones. */
export async function chooseMarkets(services: Services, request: NamedMarkets): Promise<ChosenMarkets> {
  const { slugs, eventPubkeys, limit = usualMarkets, includeResolved = false } = request;
  if (slugs !== undefined || eventPubkeys !== undefined) {
    const references = [...new Set([...listOf(slugs), ...listOf(eventPubkeys)])];
    if (references.length > maxMarkets) {
      throw invalid(slugs === undefined ? 'eventPubkeys' : 'slugs', `must name at most ${maxMarkets} markets`);
    }
    return byName(services, references);
  }
  const among = 'active' as const;
  const wanted = { among, includeResolved, staleDays: null, minVolume: 0, minOpenOrders: 0 };
  return { eventIds: await selectMarkets(services, wanted, limit), missing: [] };
}

type Wanted = Omit<Parameters<Services['marketData']['live']['selections']['read']>[0], 'limit'>;

/** As many markets at least are looked at in one go, so that there are few goes however many have to be left out. */
const minAtOnce = 20;

/**
 * The most traded markets that the filters leave, without those that have another status by now. What was chosen may be
 * seconds old, so each is looked at as it is: mostly in memory, and read again where it has just changed.
 */
export async function selectMarkets(services: Services, wanted: Wanted, limit: number): Promise<readonly string[]> {
  const {
    marketData: { live },
    clock,
  } = services;
  const now = clock();
  const chosen = await live.selections.read({ ...wanted, limit: maxMarkets }, now);
  const left: string[] = [];
  for (let from = 0; left.length < limit && from < chosen.length; ) {
    const some = chosen.slice(from, from + Math.max(minAtOnce, limit - left.length));
    from += some.length;
    const unknown = some.filter(eventId => !live.markets.peek(eventId));
    const found = unknown.length === 0 ? null : await live.markets.read(unknown);
    for (const eventId of some) {
      const known = live.markets.peek(eventId) ?? found?.get(eventId);
      if (known && isWanted(statusAt(known.market, now), wanted)) left.push(eventId);
    }
  }
  return left.slice(0, limit);
}

function isWanted(status: MarketStatus, { among, includeResolved }: Wanted): boolean {
  if (status === 'resolved' || status === 'void') return includeResolved;
  return among === 'undecided' || status === 'active';
}
