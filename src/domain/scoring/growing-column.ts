/** A growable list of doubles, eight bytes each, for tables of millions of rows. */
export class GrowingColumn {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index];
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** A view, valid until the next push. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Names by number and numbers by name, in order of appearance. */
export class NameIndex {
  readonly #numbers = new Map<string, number>();
  readonly names: string[] = [];

  numberOf(name: string): number {
    const number = this.#numbers.get(name);
    if (number !== undefined) return number;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}
