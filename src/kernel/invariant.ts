/** A broken invariant of the arena: a bug, never a response to a caller. */
export class BrokenInvariant extends Error {
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.name = 'BrokenInvariant';
    this.rule = rule;
  }
}

/** Stays enabled in production. The detail is a function so that the normal path builds no text. */
export function ensure(rule: string, condition: boolean, detail: () => string): asserts condition {
  if (!condition) throw new BrokenInvariant(rule, detail());
}

/** A normalized input, or the problem with it as a phrase that follows the field's name. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export function fine<T>(value: T): Checked<T> {
  return { ok: true, value };
}

export function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

/** Counts characters approximately as people do: a letter outside the BMP counts once, not twice. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
