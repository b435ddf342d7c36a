import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../http/errors.js';
import { Semaphore } from '../kernel/semaphore.js';
import type { Passwords } from './sessions.js';

/** Parameters of argon2id; memory in KiB. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's parameters for argon2id, the library's default: 50 to 80 ms of CPU time. */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing shares four threads with compression and file access; half of them stay free. */
const maxConcurrent = 2;
/** A longer queue would mean a wait of more than a few seconds. */
const maxWaiting = 64;

function busy(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'Too many people are signing in at the moment.', {
    headers: { 'retry-after': '2' },
    remediation: 'Retry in a few seconds.',
  });
}

export function createPasswords(cost = usualCost): Passwords {
  const semaphore = new Semaphore(maxConcurrent, { max: maxWaiting, refusal: busy });
  let decoy: Promise<string> | null = null;

  return {
    hash: password => semaphore.run(() => hash(password, cost)),
    // An unknown account costs as much time as a wrong password.
    matches: (password, known) =>
      semaphore.run(async () => {
        decoy ??= hash(randomBytes(32), cost);
        const unmatched = await decoy;
        const isMatch = await verify(known ?? unmatched, password);
        return isMatch && known !== null;
      }),
  };
}
