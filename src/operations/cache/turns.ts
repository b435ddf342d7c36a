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
