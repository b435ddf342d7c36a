/** A budget over a sliding window, from the times of the counted attempts, oldest first. */
export interface WriteBudget {
  readonly quota: number;
  readonly windowMs: number;
}

export interface WriteWindow {
  readonly allowed: boolean;
  /** The times to store: never more than the quota. */
  readonly moments: readonly number[];
  readonly remaining: number;
  /** Whole seconds until one more is available. */
  readonly resetSeconds: number;
}

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
  // More than the quota if a clock was set back, so that times count again that had left the window.
  const used = recent.length + added.length;
  // Room for `count` more is available when the blocking one has left.
  const inTheWay = allowed ? (recent[0] ?? added[0]) : recent[used + count - quota - 1];
  const resetSeconds = inTheWay === undefined ? 0 : Math.max(1, Math.ceil((inTheWay + windowMs - now) / 1000));
  return { allowed, moments: [...recent, ...added], remaining: Math.max(0, quota - used), resetSeconds };
}
