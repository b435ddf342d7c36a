/** What the demo arena knows about an event before any date is fixed. */
export interface EventSeed {
  readonly slug: string;
  /** {start}, {end} and {month} stand for the opening day, the last day and its month. */
  readonly title: string;
  readonly about: string;
  readonly outcomes: readonly string[];
  /** Opening prices in basis points; all alike if left out. */
  readonly prior?: readonly number[];
  readonly tags: readonly string[];
  readonly source: { readonly name: string; readonly url: string; readonly rule: string };
  /** The opening and the end, in days from the moment of seeding. */
  readonly days: readonly [opens: number, ends: number];
  /** How it ends where it does not simply pay one outcome after its time, or stay open until then. */
  readonly ending?: 'early' | 'void' | 'split' | 'corrected' | 'unresolved' | 'paused';
}

export interface CategorySeeds {
  readonly category: string;
  readonly events: readonly EventSeed[];
}
