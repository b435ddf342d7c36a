/**
 * Seconds between two looks at a certification run. A look is a read of the agent whose client is in the run: the least
 * pause takes half of the reads of an hour for a run that lasts to its end, the usual one a fifth.
 */
export const watchPace = { least: 2, usual: 5, most: 60 } as const;

/** With no more reads left than this, looks are rare, so that the client doesn't meet a limit for which it is not to blame. */
const scarceReads = 200;
const scarceSeconds = 30;

/** How long to wait until the next look, after a reply with this RateLimit header. */
export function pauseSeconds(every: number, rateLimit: string | null): number {
  const left = /^"reads";r=(\d+)/.exec(rateLimit ?? '')?.[1];
  return left !== undefined && Number(left) <= scarceReads ? Math.max(every, scarceSeconds) : every;
}
