/** Runs a generator to its end without pausing at its yields. */
export function runToEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
  }
}
