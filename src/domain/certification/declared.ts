import type { VerdictName } from './verdict.js';

/**
 * Parses a declared result: true, "passed" or { verdict: "passed" }, and the opposite. Null if it is ambiguous or
 * contradictory.
 */
export function declaredPass(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (['passed', 'pass', 'ok', 'true'].includes(word)) return true;
    return ['failed', 'fail', 'false'].includes(word) ? false : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { verdict, passed, status } = value as Record<string, unknown>;
  const results = [verdict, passed, status].filter(each => each !== undefined && each !== null).map(declaredPass);
  const [first = null] = results;
  return results.includes(first === null ? first : !first) ? null : first;
}

/** Returns whether the declared result matches the verdict; null if either is missing. */
export function agrees(declared: boolean | null, verdict: VerdictName): boolean | null {
  if (declared === null || verdict === 'in-progress') return null;
  return declared === (verdict === 'passed');
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns whether two words differ by one typo: a missing, extra or wrong letter, or two swapped neighbours. */
function isOneTypoOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + (isSwapped ? 2 : 1)) === long.slice(at + (isSwapped ? 2 : 1));
}

/** Aliases. */
const synonyms: Readonly<Record<string, readonly string[]>> = { runId: ['run', 'id', 'certificationId'] };

/** Returns the known name that an unknown one resembles; null if none does. */
export function meantBy(name: string, known: readonly string[]): string | null {
  const sent = folded(name);
  const isMeant = (each: string) =>
    isOneTypoOff(folded(each), sent) || synonyms[each]?.some(other => folded(other) === sent);
  return known.find(isMeant) ?? null;
}
