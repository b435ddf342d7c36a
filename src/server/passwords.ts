import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../http/errors.js';
import type { Passwords } from '../operations/people/passwords.js';

/** argon2id, which is the library's own choice, as OWASP recommends it: 50 to 80 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing runs on the four threads that compression and files use too; half of them stay free. */
const atOnce = 2;
/** Who would wait longer than a few seconds is told to come back instead. */
const maxWaiting = 64;

function busy(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'too many people are signing in at this moment', {
    headers: { 'retry-after': '2' },
    remediation: 'Try again in a few seconds.',
  });
}

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  let decoy: Promise<string> | null = null;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (waiting.length >= maxWaiting) throw busy();
    else await new Promise<void>(go => waiting.push(go));
    try {
      return await work();
    } finally {
      // The turn is handed on as it is, so that nobody new can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: password => inTurn(() => hash(password, cost)),
    matches: (password, known) =>
      inTurn(async () => {
        decoy ??= hash(randomBytes(32), cost);
        const other = await decoy;
        const right = await verify(known ?? other, password);
        return right && known !== null;
      }),
  };
}
