import type { VerdictName } from './verdict.js';

/** What a client says of itself: true, "passed" or { verdict: "passed" }, and the opposite. Null: it says nothing clear. */
export function declaredPass(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (['passed', 'pass', 'ok', 'true'].includes(word)) return true;
    return ['failed', 'fail', 'false'].includes(word) ? false : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { verdict, passed, status } = value as Record<string, unknown>;
  return verdict === undefined && passed === undefined && status === undefined
    ? null
    : declaredPass(verdict ?? passed ?? status);
}

/** Whether what was declared is what was seen; null where nothing was declared or nothing is decided. */
export function agrees(declared: boolean | null, verdict: VerdictName): boolean | null {
  if (declared === null || verdict === 'in-progress') return null;
  return declared === (verdict === 'passed');
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Equal but for one letter that is missing, added or another. */
function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/** The name that was meant by one that is not among the known ones; null where it resembles none of them. */
export function meantBy(name: string, known: readonly string[]): string | null {
  const sent = folded(name);
  return known.find(each => folded(each) === sent || isOneLetterOff(folded(each), sent)) ?? null;
}
