import { NumberArray } from '../../../database/driver/parameters.js';

/** Collects rows of numbers for one array parameter. Null is encoded as 0, because no nullable column uses 0. */
export class NumberRows {
  private readonly values: number[] = [];

  add(row: readonly (number | null)[]): void {
    for (const value of row) this.values.push(value ?? 0);
  }

  array(): NumberArray {
    return new NumberArray(this.values, 'bigint');
  }
}

/** Collects lists for one array parameter; a row stores the 1-based start of its list. */
export class NumberLists {
  private readonly values: number[] = [];

  add(list: readonly (number | null)[]): number {
    const first = this.values.length + 1;
    for (const value of list) this.values.push(value ?? 0);
    return first;
  }

  array(): NumberArray {
    return new NumberArray(this.values, 'bigint');
  }
}

/** A column of numbers of rows, such as keys. */
export function numberColumn<T>(rows: readonly T[], cell: (row: T) => number): NumberArray {
  return new NumberArray(rows.map(cell), 'integer');
}
