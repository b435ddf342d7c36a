/** A rule of the arena that can't be broken by any request was broken: a defect, never an answer to a caller. */
export class BrokenInvariant extends Error {
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.name = 'BrokenInvariant';
    this.rule = rule;
  }
}

/** Stays on in production. The detail is a function so that the good path builds no text. */
export function ensure(rule: string, holds: boolean, detail: () => string): asserts holds {
  if (!holds) throw new BrokenInvariant(rule, detail());
}
