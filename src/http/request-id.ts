import { randomFillSync } from 'node:crypto';
import { type IdPrefix, makeId } from '../kernel/ids.js';

/** Filled in bulk, because requesting ten random bytes at a time costs more than the rest of an id. */
const pool = Buffer.alloc(8192);
let used = pool.length;
/** Ids of one millisecond are numbered, so that they sort in order of creation. */
let lastMs = 0;
let numberInMs = 0;
const maxPerMs = 4096;

export function newId(prefix: IdPrefix, now: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  numberInMs = now === lastMs ? (numberInMs + 1) % maxPerMs : 0;
  lastMs = now;
  pool[used] = numberInMs >> 8;
  pool[used + 1] = numberInMs & 0xff;
  const id = makeId(prefix, now, pool, used);
  used += 10;
  return id;
}

export function newRequestId(now: number): string {
  return newId('req', now);
}

const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** A caller's own id is used if it is safe to log and to echo. */
export function requestIdOf(header: string | string[] | undefined, now: number): string {
  return typeof header === 'string' && acceptable.test(header) ? header : newRequestId(now);
}
