/**
 * Bounds of the interval between polls of a certification run. Each poll counts against the read budget of the agent in
 * the run: over a full run the minimum uses half of an hour's reads, the default a fifth.
 */
export const watchPace = { minSeconds: 2, defaultSeconds: 5, maxSeconds: 60 } as const;

/** With this many reads left or fewer, polls slow down to leave the rest to the client in the run. */
const scarceReads = 200;
const scarceSeconds = 30;

/** Returns the seconds until the next poll, from the RateLimit header of the last response. */
export function pauseSeconds(every: number, rateLimit: string | null): number {
  const left = /^"reads";r=(\d+)/.exec(rateLimit ?? '')?.[1];
  return left !== undefined && Number(left) <= scarceReads ? Math.max(every, scarceSeconds) : every;
}
