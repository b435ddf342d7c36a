/** What a check of the record found. */
export interface RecordDifference {
  readonly kind:
    | 'truncated'
    | 'bad-line'
    | 'digest'
    | 'parameters'
    | 'count'
    | 'stamp'
    | 'score'
    | 'board'
    | 'missing'
    | 'superfluous';
  /** Counted from 1; null where the difference is about something that is not in the file. */
  readonly line: number | null;
  /** The handle of the player, or the id of one that the file does not introduce. */
  readonly player: string | null;
  /** The slug of the event. */
  readonly event: string | null;
  /** The name of the board and its scope. */
  readonly board: string | null;
  readonly field: string | null;
  readonly expected: number | string | null;
  readonly found: number | string | null;
  /** The same for people. */
  readonly message: string;
}

type Told = Partial<Omit<RecordDifference, 'kind' | 'message'>>;

/** Two numbers of the record are the same when they agree to nine digits after the point, or to what a double can hold. */
export function agree(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 + 1e-13 * Math.abs(a);
}

/** Counts all differences and keeps the first ones, so that a file that is wrong everywhere needs no more memory. */
export class Differences {
  readonly kept: RecordDifference[] = [];
  count = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether further ones are only counted. */
  get isFull(): boolean {
    return this.kept.length >= this.#most;
  }

  add(kind: RecordDifference['kind'], message: string, told: Told = {}): void {
    this.count += 1;
    if (this.isFull) return;
    const nothing = { line: null, player: null, event: null, board: null, field: null, expected: null, found: null };
    this.kept.push({ kind, ...nothing, ...told, message });
  }
}
