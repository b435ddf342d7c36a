/**
 * A write budget over a sliding span, from the moments of the counted writes, oldest first. The moments live in the
 * player's row, so counting is exact however many nodes write.
 */
export interface WriteBudget {
  readonly quota: number;
  readonly windowMs: number;
}

export interface WriteWindow {
  readonly allowed: boolean;
  /** What to keep: never more than the quota. */
  readonly moments: readonly number[];
  readonly remaining: number;
  /** Whole seconds until one more is free. */
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
  // A clock that stepped back must not put a moment before older ones: the list stays in order.
  const stamp = Math.max(now, recent.at(-1) ?? now);
  const kept = allowed ? [...recent, ...Array<number>(count).fill(stamp)] : recent;
  // Room for `count` more comes when the one in the way has left.
  const inTheWay = allowed ? kept[0] : kept[recent.length + count - quota - 1];
  const resetSeconds = inTheWay === undefined ? 0 : Math.max(1, Math.ceil((inTheWay + windowMs - now) / 1000));
  return { allowed, moments: kept, remaining: quota - kept.length, resetSeconds };
}
