/**
 * A write budget over a sliding window, from the times of the counted writes, oldest first. The times are stored in
 * the player's row, so counting is exact for any number of nodes.
 */
export interface WriteBudget {
  readonly quota: number;
  readonly windowMs: number;
}

export interface WriteWindow {
  readonly allowed: boolean;
  /** The times to store: never more than the quota and those that wait to be dropped. */
  readonly moments: readonly number[];
  readonly remaining: number;
  /** Whole seconds until one more is available. */
  readonly resetSeconds: number;
}

/**
 * Times that have left the window are dropped this many at a time: a list that only grows costs the store a few bytes for one
 * more time, a list that loses one is stored anew.
 */
const droppedAtOnce = 32;

export function takeWrites(
  moments: readonly number[],
  { quota, windowMs }: WriteBudget,
  now: number,
  count = 1,
): WriteWindow {
  const recent = moments.filter(moment => moment > now - windowMs);
  const allowed = recent.length + count <= quota;
  // A clock that was set back must not put a time before older ones: the list stays sorted.
  const stamp = Math.max(now, recent.at(-1) ?? now);
  const added = allowed ? Array<number>(count).fill(stamp) : [];
  const used = recent.length + added.length;
  // Room for `count` more is available when the blocking one has left.
  const inTheWay = allowed ? (recent[0] ?? added[0]) : recent[used + count - quota - 1];
  const resetSeconds = inTheWay === undefined ? 0 : Math.max(1, Math.ceil((inTheWay + windowMs - now) / 1000));
  const kept = moments.length - recent.length < droppedAtOnce ? moments : recent;
  return { allowed, moments: [...kept, ...added], remaining: quota - used, resetSeconds };
}
