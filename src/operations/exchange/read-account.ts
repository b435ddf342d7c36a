import { dayNumber } from '../../domain/exchange/grants.js';
import type { AccountRow } from '../../store/exchange/interface.js';
import type { Store } from '../../store/store.js';
import { unlessFull } from '../unless-full.js';
import type { UnfinishedWrite } from '../write-outcome.js';
import type { WriteDesk } from './desk/write-desk.js';
import { type Equity, loadEquity } from './load-equity.js';

interface AccountContext {
  readonly store: Store;
  readonly clock: () => number;
  readonly exchange: { readonly desk: WriteDesk };
}

const hasTodaysGrant = ({ lastGrantDay }: AccountRow, now: number) => lastGrantDay >= dayNumber(now);

/** Credits the grants that are due, without counting a write. */
async function creditGrants({ exchange }: AccountContext, playerId: string): Promise<AccountRow | UnfinishedWrite> {
  const outcome = await exchange.desk.submit({ kind: 'touch', playerId, counts: null });
  if (outcome.kind === 'touched') return outcome.account;
  if (outcome.kind === 'refused' || outcome.kind === 'limited' || outcome.kind === 'unknown') return outcome;
  throw new Error(`touching an account ended as ${outcome.kind}`);
}

/** A player's account. The first read of a UTC day credits that day's grant, unless the disk is full. */
export async function readAccount(context: AccountContext, playerId: string): Promise<AccountRow | UnfinishedWrite> {
  const account = await context.store.read(reads => reads.accounts.find(playerId));
  if (!account) return creditGrants(context, playerId);
  return hasTodaysGrant(account, context.clock()) ? account : unlessFull(creditGrants(context, playerId), account);
}

/** Balances and the value of positions at one point in time, with the day's grant credited unless the disk is full. */
export async function readEquity(context: AccountContext, playerId: string): Promise<Equity | UnfinishedWrite> {
  const equity = await loadEquity(context.store, playerId);
  if (hasTodaysGrant(equity.account, context.clock())) return equity;
  const credited = await unlessFull(creditGrants(context, playerId), null);
  if (!credited) return equity;
  return 'kind' in credited ? credited : loadEquity(context.store, playerId);
}
