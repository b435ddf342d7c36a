import type { Passkey } from '../../../store/people/passkeys-interface.js';
import type { OperationContext } from '../../operation-context.js';

type Context = Pick<OperationContext, 'store'>;

/** Returns the passkeys of a person, oldest first. */
export function listPasskeys({ store }: Context, personId: string): Promise<Passkey[]> {
  return store.read(reads => reads.passkeys.ofPerson(personId));
}

/** Null if the person has no such passkey. */
export function renamePasskey(
  { store }: Context,
  personId: string,
  passkeyId: string,
  name: string,
): Promise<Passkey | null> {
  return store.transact(writes => writes.passkeys.rename(personId, passkeyId, name));
}

/** Deletes a passkey and returns the number of deleted rows. Idempotent. */
export function deletePasskey({ store }: Context, personId: string, passkeyId: string): Promise<number> {
  return store.transact(writes => writes.passkeys.delete(personId, passkeyId));
}

/** Deletes expired challenges. */
export function deleteOldChallenges({ store, clock }: Pick<OperationContext, 'store' | 'clock'>): Promise<void> {
  return store.transact(writes => writes.passkeys.deleteChallenges(clock()));
}
