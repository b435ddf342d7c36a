import { isId } from '../../../domain/ids.js';
import { idOf, uuidOf } from '../../exchange/postgres/compact/ids.js';

/**
 * Ids of the request log. A generated id is stored as uuid, without an index: its time, which is that of the request's
 * arrival, leads to the row. Clients may send any id, also one of this form with any time, and a request may run for
 * minutes; an id whose time is not shortly before `at` is stored as text, which has an index. Rows rely on the bound: a
 * migration that changes it must convert them.
 */
const maxAgeMs = 5_000;

/** The latest time that a Date writes with four digits for the year. */
const maxMs = Date.UTC(9999, 11, 31);

/** One of both is null. */
interface StoredId {
  readonly request: string | null;
  readonly clientId: string | null;
}

/** A generated id with the times that its row can have. */
interface GeneratedId {
  readonly uuid: string;
  readonly from: Date;
  readonly to: Date;
}

/** The first 48 bits of a uuid. */
const timeOf = (uuid: string) => Number.parseInt(uuid.slice(0, 12), 16);

export function storedIdOf(requestId: string, at: number): StoredId {
  if (isId(requestId, 'req')) {
    const request = uuidOf(requestId);
    const age = at - timeOf(request);
    if (age >= 0 && age <= maxAgeMs) return { request, clientId: null };
  }
  return { request: null, clientId: requestId };
}

export function requestIdOf({ request, clientId }: StoredId): string {
  return clientId ?? idOf('req', request as string);
}

/** Returns null for an id that is only stored as text. */
export function generatedIdOf(requestId: string): GeneratedId | null {
  if (!isId(requestId, 'req')) return null;
  const uuid = uuidOf(requestId);
  const time = timeOf(uuid);
  return time > maxMs ? null : { uuid, from: new Date(time), to: new Date(time + maxAgeMs) };
}
