let lastMs = 0;
let lastText = '1970-01-01T00:00:00.000Z';

/** What happens together carries one time, and is written down in many places: the last one is remembered. */
export function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
