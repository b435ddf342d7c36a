/** The times of a player's counted writes as bytes: the newest in epoch milliseconds, then the distance of each to the one before it. */

const timeSize = 6;
const distanceSize = 3;
/** More than four hours: a time that is further away has left every window, and so have those before it. */
export const maxDistance = 2 ** (8 * distanceSize) - 1;

/**
 * Takes times in ascending order. The newest is first, because an update whose row ends with the same bytes as before writes only
 * the others to the log of the database: a few bytes for one more time.
 */
export function encodeWindow(moments: readonly number[]): Buffer {
  const last = moments.length - 1;
  if (last < 0) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(timeSize + last * distanceSize);
  let at = bytes.writeUIntBE(moments[last], 0, timeSize);
  for (let index = last; index > 0; index -= 1) {
    at = bytes.writeUIntBE(Math.min(maxDistance, moments[index] - moments[index - 1]), at, distanceSize);
  }
  return bytes;
}

/** Takes hexadecimal digits; times beyond the largest distance are closer than they were. */
export function decodeWindow(digits: string): number[] {
  if (digits === '') return [];
  const bytes = Buffer.from(digits, 'hex');
  const moments = new Array<number>(1 + (bytes.length - timeSize) / distanceSize);
  let moment = bytes.readUIntBE(0, timeSize);
  let at = timeSize;
  for (let index = moments.length - 1; index > 0; index -= 1) {
    moments[index] = moment;
    moment -= bytes.readUIntBE(at, distanceSize);
    at += distanceSize;
  }
  moments[0] = moment;
  return moments;
}
