/**
 * Many who want the same thing at once wait for one load of it; what nobody loads yet is loaded together. Loads beyond so
 * many at a time wait for their turn, so that odd questions can't take the whole database.
 */
export class SharedLoads {
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(private readonly maxAtOnce: number) {}

  async run(keys: Iterable<string>, load: (missing: readonly string[]) => Promise<void>): Promise<void> {
    const waiting = new Set<Promise<void>>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const running = this.running.get(key);
      if (running) waiting.add(running);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const loading = this.inTurn(() => load(missing)).finally(() => {
        for (const key of missing) this.running.delete(key);
      });
      for (const key of missing) this.running.set(key, loading);
      waiting.add(loading);
    }
    await Promise.all(waiting);
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.busy < this.maxAtOnce) this.busy += 1;
    else await new Promise<void>(done => this.waiting.push(done));
    try {
      await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}

/** A map that forgets what was put in first when it is full. */
export class BoundedMap<T> {
  private readonly entries = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  set(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value as string);
  }
}
