/** Runs a generator to its end and yields to the event loop at each of its yields. */
export async function runYielding<Result>(
  steps: Generator<unknown, Result>,
  yieldToEventLoop: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
    await yieldToEventLoop();
  }
}
