import type { OperationContext } from '../database/transactions.js';
import type { Credentials } from '../people/store/rows.js';
import * as streamStore from './store/streams.js';

/**
 * Returns the ids of the keys and sessions that are still valid. Sessions must have been used and opened since these
 * times.
 */
export function findLiveCredentials(
  { store }: Pick<OperationContext, 'store'>,
  credentials: Credentials,
  usedSince: number,
  begunSince: number,
): Promise<ReadonlySet<string>> {
  return store.read(reader => streamStore.liveCredentials(reader, credentials, usedSince, begunSince));
}

/** Returns the ids of the agent keys that are still valid. */
export function findLiveKeys(
  context: Pick<OperationContext, 'store'>,
  keyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return findLiveCredentials(context, { keyIds, sessionIds: [] }, 0, 0);
}
