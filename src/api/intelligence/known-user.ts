import { ApiError, invalid } from '../../http/errors.js';
import type { Services } from '../../http/services.js';
import { findPlayerOfDigest } from '../../operations/intelligence/queries.js';
import { findProfile } from '../../operations/scoring/queries.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import { digestOfAddress } from '../scoring/player-address.js';

const handleForm = /^[a-z0-9](-?[a-z0-9])*$/i;
const maxHandleLength = 64;

/**
 * Returns the player with a handle or an address. An unknown address gives null, because any caller can make one up; an
 * unknown handle is 404, and a text of neither form is rejected.
 */
export async function findUser(services: Services, user: string): Promise<PlayerProfile | null> {
  const digest = digestOfAddress(user);
  const byAddress = digest && (await findPlayerOfDigest(services, digest));
  if (byAddress) return byAddress;
  const isHandle = user.length <= maxHandleLength && handleForm.test(user);
  const byHandle = isHandle ? await findProfile(services, user) : null;
  if (byHandle || digest) return byHandle;
  if (isHandle) throw new ApiError('NOT_FOUND', `Player ${user} not found.`, { field: 'user' });
  throw invalid('user', `must be a handle or an address of 32 bytes in base58 (got ${user.slice(0, 80)})`);
}
