import { deletedHandle, deletedRandomBytes } from '../../domain/people/handles.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

/**
 * Removes the personal data of a retired player in the caller's transaction: the handle and the name become `deleted-…`
 * wherever the record shows them; rationales and reasons of disputes are deleted. The player's activity stays, under an
 * anonymous id.
 */
export async function erasePlayer(
  writes: Writes,
  { random }: Pick<OperationContext, 'random'>,
  playerId: string,
): Promise<string> {
  const handle = deletedHandle(random(deletedRandomBytes));
  const former = await writes.players.anonymize(playerId, handle);
  await writes.operators.renameSubject(former, handle);
  await writes.forecasts.eraseRationales(playerId);
  await writes.markets.eraseDisputeReasons(playerId);
  return handle;
}
