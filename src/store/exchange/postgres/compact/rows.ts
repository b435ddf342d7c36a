/** Rows of numbers as one array literal, and concatenated lists of numbers that rows point into. */

/** Collects rows of numbers for one array parameter. Null is encoded as 0, because no nullable column uses 0. */
export class NumberRows {
  private text = '';
  count = 0;

  add(row: readonly (number | null)[]): void {
    this.count += 1;
    for (const value of row) this.text += `,${value ?? 0}`;
  }

  literal(): string {
    return `{${this.text.slice(1)}}`;
  }
}

/** Collects lists for one array parameter; a row stores the 1-based start and the length of its list. */
export class NumberLists {
  private text = '';
  private length = 0;

  add(list: readonly (number | null)[] | null): [first: number, length: number] {
    if (list === null || list.length === 0) return [1, 0];
    const first = this.length + 1;
    this.length += list.length;
    for (const value of list) this.text += `,${value ?? 0}`;
    return [first, list.length];
  }

  literal(): string {
    return `{${this.text.slice(1)}}`;
  }
}

/** Collects texts without line breaks, one per line, for lines() of the database; null if all of them are. */
export class TextLines {
  private readonly cells: (string | null)[] = [];
  private empty = true;

  add(cell: string | null): void {
    if (cell !== null) this.empty = false;
    this.cells.push(cell);
  }

  text(): string | null {
    return this.empty ? null : this.cells.map(cell => cell ?? '').join('\n');
  }
}
