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
export function ensure(rule: string, holds: boolean, detail: () => string): asserts holds {
  if (!holds) throw new BrokenInvariant(rule, detail());
}
