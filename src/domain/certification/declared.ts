import type { VerdictName } from './verdict.js';

/** What a client says of itself: true, "passed" or { verdict: "passed" }, and the opposite. Null: it says nothing clear, or both. */
export function declaredPass(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (['passed', 'pass', 'ok', 'true'].includes(word)) return true;
    return ['failed', 'fail', 'false'].includes(word) ? false : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { verdict, passed, status } = value as Record<string, unknown>;
  const said = [verdict, passed, status].filter(each => each !== undefined && each !== null).map(declaredPass);
  const [first = null] = said;
  return said.includes(first === null ? first : !first) ? null : first;
}

/** Whether what was declared is what was seen; null where nothing was declared or nothing is decided. */
export function agrees(declared: boolean | null, verdict: VerdictName): boolean | null {
  if (declared === null || verdict === 'in-progress') return null;
  return declared === (verdict === 'passed');
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Equal but for one slip: a letter that is missing, added or another, or two neighbours that have changed places. */
function isOneSlipOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + (isSwapped ? 2 : 1)) === long.slice(at + (isSwapped ? 2 : 1));
}

/** What resembles a name by its meaning and not by its letters. */
const otherNames: Readonly<Record<string, readonly string[]>> = { runId: ['run', 'id', 'certificationId'] };

/** The name that was meant by one that is not among the known ones; null where it resembles none of them. */
export function meantBy(name: string, known: readonly string[]): string | null {
  const sent = folded(name);
  const isMeant = (each: string) =>
    isOneSlipOff(folded(each), sent) || otherNames[each]?.some(other => folded(other) === sent);
  return known.find(isMeant) ?? null;
}
