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
