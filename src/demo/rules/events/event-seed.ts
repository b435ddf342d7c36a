/** The content of a demo event, before its dates are fixed. */
export interface EventSeed {
  readonly slug: string;
  /** {start}, {end} and {month} are replaced by the opening day, the last day and its month. */
  readonly title: string;
  readonly about: string;
  readonly outcomes: readonly string[];
  /** Opening prices in basis points; equal if omitted. */
  readonly prior?: readonly number[];
  readonly tags: readonly string[];
  readonly source: { readonly name: string; readonly url: string; readonly rule: string };
  /** The opening and the end, in days relative to the seeding. */
  readonly days: readonly [opens: number, ends: number];
  /** Set unless the event simply pays one outcome after its end. */
  readonly ending?: 'early' | 'void' | 'split' | 'corrected' | 'unresolved' | 'paused';
}

export interface CategorySeeds {
  readonly category: string;
  readonly events: readonly EventSeed[];
}
