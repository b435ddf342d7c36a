/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] as number;
}

const maxCompared = 64;

/** Returns the operation id that is nearest to a mistyped one; null if none resembles it. */
export function nearestOperation(typed: string, known: readonly string[]): string | null {
  const sent = typed.slice(0, maxCompared).toLowerCase();
  const ranked = known
    .map(name => ({ name, distance: editDistance(sent, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance * 2 <= Math.max(sent.length, best.name.length) ? best.name : null;
}
