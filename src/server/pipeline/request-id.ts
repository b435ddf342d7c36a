import { randomFillSync } from 'node:crypto';
import { makeId } from '../../domain/ids.js';

/** Filled in one go, because asking for ten random bytes at a time costs more than the rest of an id. */
const pool = Buffer.alloc(8192);
let used = pool.length;

export function newRequestId(now: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = makeId('req', now, pool, used);
  used += 10;
  return id;
}

const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** A caller's own id is kept when it is harmless to log and to send back. */
export function requestIdOf(header: string | string[] | undefined, now: number): string {
  return typeof header === 'string' && acceptable.test(header) ? header : newRequestId(now);
}
