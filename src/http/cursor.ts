import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from './errors.js';

/**
 * Opaque positions in a list. A cursor is valid for one list with one set of filters, and is authenticated, so
 * clients can't forge one.
 */
export interface Cursors {
  write(list: string, filters: unknown, place: unknown): string;
  /** Returns the position, or throws INVALID_PAYLOAD for a cursor that is malformed or belongs to another list. */
  read<T>(list: string, filters: unknown, cursor: string): T;
}

const maxCursorLength = 1024;

export function createCursors(secret: string): Cursors {
  const sign = (list: string, filters: unknown, text: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([list, filters]))
      .update(text)
      .digest()
      .subarray(0, 12);
  return {
    write(list, filters, place) {
      const text = JSON.stringify(place);
      return Buffer.concat([sign(list, filters, text), Buffer.from(text, 'utf8')]).toString('base64url');
    },
    read<T>(list: string, filters: unknown, cursor: string): T {
      const bytes = cursor.length <= maxCursorLength ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
      const text = bytes.subarray(12).toString('utf8');
      // The decoder ignores invalid characters.
      const isWhole = bytes.length > 12 && bytes.toString('base64url') === cursor;
      if (!isWhole || !timingSafeEqual(bytes.subarray(0, 12), sign(list, filters, text))) {
        throw invalid('cursor', 'does not belong to this list with these filters');
      }
      return JSON.parse(text) as T;
    },
  };
}
