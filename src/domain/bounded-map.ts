interface WeightLimit<T> {
  readonly max: number;
  /** Must return the same weight for as long as the entry is in the map. */
  readonly weightOf: (key: string, value: T) => number;
}

/**
 * A map with a maximum number of entries and, optionally, a maximum total weight. It evicts the entries that were set
 * first; setting a key again makes it the newest. An entry heavier than the maximum is evicted at once.
 */
export class BoundedMap<T> {
  private readonly entries = new Map<string, T>();
  private weight = 0;

  constructor(
    private readonly maxEntries: number,
    private readonly weightLimit: WeightLimit<T> | null = null,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  set(key: string, value: T): void {
    this.delete(key);
    this.entries.set(key, value);
    if (this.weightLimit) this.weight += this.weightLimit.weightOf(key, value);
    if (this.isOverLimit()) this.evict();
  }

  delete(key: string): void {
    if (this.weightLimit) {
      const value = this.entries.get(key);
      if (value !== undefined) this.weight -= this.weightLimit.weightOf(key, value);
    }
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.weight = 0;
  }

  /** Oldest first. Entries may be deleted while iterating. */
  [Symbol.iterator](): IterableIterator<[string, T]> {
    return this.entries[Symbol.iterator]();
  }

  private isOverLimit(): boolean {
    if (this.entries.size > this.maxEntries) return true;
    return this.weightLimit !== null && this.weight > this.weightLimit.max;
  }

  private evict(): void {
    for (const oldest of this.entries.keys()) {
      this.delete(oldest);
      if (!this.isOverLimit()) return;
    }
  }
}
