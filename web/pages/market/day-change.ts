const dayMs = 86_400_000;

interface SnapshotOutcome {
  readonly priceBps: number;
  readonly changeBps: number;
}

/**
 * Returns the change of a live price since the start of the snapshot's look-back. Null while it is unknown, which
 * includes a market of less than a day whose price has never moved.
 */
export function dayChangeBps(
  priceBps: number,
  snapshot: SnapshotOutcome | undefined,
  opensAt: string,
  now: number,
): number | null {
  if (!snapshot) return null;
  const change = priceBps - (snapshot.priceBps - snapshot.changeBps);
  return change === 0 && now - Date.parse(opensAt) < dayMs ? null : change;
}
