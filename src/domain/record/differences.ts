/** A difference that the check of a record found. */
export interface RecordDifference {
  readonly kind:
    | 'truncated'
    | 'bad-line'
    | 'digest'
    | 'parameters'
    | 'count'
    | 'stamp'
    | 'id'
    | 'prices'
    | 'score'
    | 'board'
    | 'missing'
    | 'superfluous';
  /** Counted from 1; null if the difference is about something missing from the file. */
  readonly line: number | null;
  /** The player's handle, or the id of a player without a line in the file. */
  readonly player: string | null;
  /** The slug of the event. */
  readonly event: string | null;
  /** The name of the leaderboard and its scope. */
  readonly board: string | null;
  readonly field: string | null;
  readonly expected: number | string | null;
  readonly found: number | string | null;
  /** A readable message. */
  readonly message: string;
}

type DifferenceDetails = Partial<Omit<RecordDifference, 'kind' | 'message'>>;

/** Whether two numbers agree to nine decimals, or to the precision of a double. */
export function agree(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 + 1e-13 * Math.abs(a);
}

/** Counts all differences and stores the first ones, so that memory is bounded. */
export class Differences {
  readonly first: RecordDifference[] = [];
  count = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether further differences are only counted. */
  get isFull(): boolean {
    return this.first.length >= this.#max;
  }

  add(kind: RecordDifference['kind'], message: string, details: DifferenceDetails = {}): void {
    this.count += 1;
    if (this.isFull) return;
    const empty = { line: null, player: null, event: null, board: null, field: null, expected: null, found: null };
    this.first.push({ kind, ...empty, ...details, message });
  }
}
