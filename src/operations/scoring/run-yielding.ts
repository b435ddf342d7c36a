/** Runs what pauses now and then, and lets whatever else is waiting have its turn in each pause. */
export async function runYielding<Result>(
  steps: Generator<unknown, Result>,
  turn: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
    await turn();
  }
}
