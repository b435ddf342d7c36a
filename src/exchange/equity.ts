import type { Reader, Store } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { startingGrant } from '../engine/grants.js';
import { sumWorth, type Worth, worthTogether } from '../engine/position.js';
import { dayMs, hourMs } from '../kernel/time.js';
import * as profileStore from '../players/store/profiles.js';
import * as accountStore from './store/accounts.js';
import * as equityStore from './store/equity.js';
import * as positionStore from './store/positions.js';
import type { EquitySample, PositionCursor, Standing, ValuedPosition } from './store/rows.js';

/** Balances, and the value of positions outside practice, all at one point in time. */
export interface Equity extends Standing {
  readonly positionsValue: number;
}

/** The number of open positions read together with the balances; few players have more. */
const atOnce = 1_000;

function requireAccount<T>(standing: T | null, playerId: string): T {
  if (!standing) throw new Error(`account of ${playerId} not found`);
  return standing;
}

/** Page by page, so that only one page is in memory at a time. */
async function openWorth(reader: Reader, playerId: string, limit: number): Promise<Worth[]> {
  const parts: Worth[] = [];
  let after: PositionCursor | null = null;
  for (;;) {
    const page: ValuedPosition[] = await positionStore.open(reader, { playerId, practice: false, after, limit });
    parts.push(sumWorth(page));
    if (page.length < limit) return parts;
    after = page[page.length - 1].holding;
  }
}

function together({ account, reserved }: Standing, parts: readonly Worth[]): Equity {
  return { account, reserved, positionsValue: worthTogether(parts) };
}

/**
 * Accounts are read often, so one statement covers nearly all of them. Players with more positions are read in pages of
 * one snapshot.
 */
export async function loadEquity(
  store: Pick<Store, 'read' | 'snapshot'>,
  playerId: string,
  limit = atOnce,
): Promise<Equity> {
  const first = requireAccount(await store.read(reader => accountStore.worth(reader, playerId, limit)), playerId);
  if (first.holdings.length < limit) return together(first, [sumWorth(first.holdings)]);
  return store.snapshot(async reader => {
    const standing = requireAccount(await accountStore.findStanding(reader, playerId), playerId);
    return together(standing, await openWorth(reader, playerId, limit));
  });
}

type EquityContext = Pick<OperationContext, 'store' | 'clock'>;

const playersAtOnce = 50;
/** Hourly samples are thinned to daily ones after the first, and deleted after the second. */
const hourlyMs = 14 * dayMs;
const retentionMs = 730 * dayMs;

function sampleOf({ account, reserved, positionsValue }: Equity, at: number): EquitySample {
  const { available, owed, granted } = account;
  return { at, available, reserved: reserved.ordinary, positions: positionsValue, owed, granted };
}

/**
 * Samples the equity of every player whose equity may have changed, once an hour. It values positions as the account
 * does, without locking markets or blocking orders. Returns the number of samples.
 */
export async function recordEquity({ store, clock }: EquityContext, keepGoing: () => boolean): Promise<number> {
  const hour = Math.floor(clock() / hourMs) * hourMs;
  let recorded = 0;
  for (let after = ''; keepGoing(); ) {
    const page = await store.read(reader => equityStore.candidates(reader, hour, after, playersAtOnce));
    const samples: (EquitySample & { playerId: string })[] = [];
    for (const playerId of page) {
      samples.push({ playerId, ...sampleOf(await loadEquity(store, playerId), clock()) });
    }
    if (samples.length > 0) await store.transact(tx => equityStore.add(tx, samples));
    recorded += samples.length;
    if (page.length < playersAtOnce) break;
    after = page[page.length - 1];
  }
  return recorded;
}

/** Thins the samples of the days that have passed the limit, and deletes the oldest. */
export function thinEquity({ store, clock }: EquityContext): Promise<void> {
  const end = Math.floor((clock() - hourlyMs) / dayMs) * dayMs;
  return store.transact(async tx => {
    await equityStore.thin(tx, end - 7 * dayMs, end);
    await equityStore.deleteBefore(tx, clock() - retentionMs);
  });
}

/** Reduces to at most `max` samples: the last one of each of equal intervals, and the very first one. */
function bounded(samples: readonly EquitySample[], max: number): readonly EquitySample[] {
  if (samples.length <= max) return samples;
  const [first, last] = [samples[0], samples[samples.length - 1]];
  const span = (last.at - first.at + 1) / (max - 1);
  const samplesByStep = new Map<number, EquitySample>();
  for (const sample of samples) samplesByStep.set(Math.floor((sample.at - first.at) / span), sample);
  return samplesByStep.get(0) === first ? [...samplesByStep.values()] : [first, ...samplesByStep.values()];
}

/**
 * Returns a player's equity from a given time on, oldest first: the hourly samples and the current value. The first
 * point is the value at the start of the timeframe or, if the player joined later, the starting grant.
 */
export async function readEquityHistory(
  { store, clock }: EquityContext,
  playerId: string,
  from: number,
  maxPoints: number,
): Promise<readonly EquitySample[]> {
  const now = clock();
  const { samples, profile } = await store.read(async reader => ({
    samples: await equityStore.samples(reader, playerId, from),
    profile: (await profileStore.byIds(reader, [playerId]))[0],
  }));
  const present = sampleOf(await loadEquity(store, playerId), now);
  const joinedAt = profile?.createdAt ?? now;
  const joined = { at: joinedAt, available: startingGrant, reserved: 0, positions: 0, owed: 0, granted: startingGrant };
  const isKnown = samples.length > 0 && samples[0].at <= from;
  const earlier = isKnown || joinedAt >= now ? samples : [joined, ...samples];
  const points = [...earlier.filter(({ at }) => at < now), present];
  return bounded(
    points.map(point => (point.at < from ? { ...point, at: from } : point)),
    maxPoints,
  );
}
