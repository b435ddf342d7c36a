interface WaitLimit {
  readonly max: number;
  /** The error thrown to a caller that finds `max` others waiting. */
  readonly refusal: () => Error;
}

/**
 * Limits the number of concurrent tasks. The others wait in order of arrival; beyond the wait limit they are rejected.
 */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly maxRunning: number,
    private readonly waitLimit: WaitLimit | null = null,
  ) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.maxRunning) this.running += 1;
    else {
      if (this.waitLimit && this.waiting.length >= this.waitLimit.max) throw this.waitLimit.refusal();
      await new Promise<void>(resume => this.waiting.push(resume));
    }
    try {
      return await task();
    } finally {
      // The slot passes directly to the next task, so that no later caller can overtake it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/**
 * Divides long computations of many callers into steps, of which one runs per iteration of the event loop, in order of
 * arrival. Short requests between them wait for one step, not for whole computations.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly yieldToEventLoop: () => Promise<void>) {}

  /** Resolves when the next step of the caller may run. */
  next(): Promise<void> {
    this.last = this.last.then(this.yieldToEventLoop);
    return this.last;
  }
}
