/** Calls back for each stop request: Ctrl-C, or a signal of a supervisor, a container or npm. */
export function onStopSignal(onStop: () => void): void {
  let latest = Number.NEGATIVE_INFINITY;
  const receive = () => {
    const now = performance.now();
    if (now - latest < sameRequestMs) return;
    latest = now;
    onStop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, receive);
}

/**
 * Ctrl-C reaches npm and this process, and npm forwards it, so one stop request can arrive twice. The copy arrives
 * within milliseconds, or later on a busy machine; an impatient user presses it again after that.
 */
const sameRequestMs = 2_000;
