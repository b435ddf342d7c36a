const maxCompared = 64;

/** Ignores case and separators: min_volume_usd is minVolumeUsd. */
const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Levenshtein distance; O(a × b), so callers bound the lengths. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

/** Accepts one word of a name: slug matches eventSlug. */
const minWordLength = 4;

/** Null if less than half of the characters agree. */
function distanceBetween(sent: string, candidate: string): number | null {
  if (sent.length >= minWordLength && candidate.includes(sent)) return sent.length === candidate.length ? 0 : 1;
  const distance = editDistance(sent, candidate);
  return distance * 2 > Math.max(sent.length, candidate.length) ? null : distance;
}

/** Returns the known name that is closest to a mistyped one; null if none is similar. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const sent = folded(name.slice(0, maxCompared));
  let nearest: string | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const each of names) {
    const distance = distanceBetween(sent, folded(each));
    if (distance === null || distance >= smallest) continue;
    nearest = each;
    smallest = distance;
  }
  return nearest;
}
