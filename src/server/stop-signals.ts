/**
 * Ctrl-C reaches npm and this process, and npm forwards it, so one stop request can arrive twice. The copy arrives
 * within milliseconds; an impatient user takes longer.
 */
const sameRequestMs = 500;

/** Calls back for each stop request: Ctrl-C, or a signal of a supervisor, a container or npm. */
export function onStopSignal(onStop: () => void): void {
  let latest = Number.NEGATIVE_INFINITY;
  const receive = () => {
    const isCopy = performance.now() - latest < sameRequestMs;
    latest = performance.now();
    if (!isCopy) onStop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, receive);
}
