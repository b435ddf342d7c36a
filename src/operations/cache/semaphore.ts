interface WaitLimit {
  readonly max: number;
  /** The error thrown to a caller that finds `max` others waiting. */
  readonly refusal: () => Error;
}

/** Bounds how many tasks run at once. The others wait in order of arrival; beyond the wait limit they are refused. */
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
      // The slot passes to the next task without becoming free, so that no later caller can overtake it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
