import { statusAt } from '../../domain/markets/status.js';
import { invalid } from '../errors.js';
import type { Services } from '../services.js';
import { mostMarkets, usualMarkets } from './queries.js';

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
  const found = await services.references.findAll(references);
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
    if (references.length > mostMarkets) {
      throw invalid(slugs === undefined ? 'eventPubkeys' : 'slugs', `must name at most ${mostMarkets} markets`);
    }
    return byName(services, references);
  }
  const among = 'active' as const;
  const wanted = { among, includeResolved, staleDays: null, minVolume: 0, minOpenOrders: 0, limit: mostMarkets };
  return { eventIds: (await selectMarkets(services, wanted)).slice(0, limit), missing: [] };
}

type Wanted = Parameters<Services['live']['selections']['read']>[0];

/** The most traded markets that the filters leave, without those that have changed since they were chosen. */
export async function selectMarkets({ live, clock }: Services, wanted: Wanted): Promise<readonly string[]> {
  const now = clock();
  const chosen = await live.selections.read(wanted, now);
  return chosen.filter(eventId => {
    const known = live.markets.peek(eventId);
    if (!known) return true;
    const status = statusAt(known.market, now);
    if (status === 'resolved' || status === 'void') return wanted.includeResolved;
    return wanted.among === 'undecided' || status === 'active';
  });
}
