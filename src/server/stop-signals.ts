/**
 * Ctrl-C reaches npm and this process, and npm passes it on, so one request to stop can arrive twice. The copy comes
 * within milliseconds; an impatient user needs longer.
 */
const sameRequestMs = 500;

/** Calls back for each request to stop the process: Ctrl-C, or a signal of a supervisor, a container or npm. */
export function onStopSignal(onStop: () => void): void {
  let latest = Number.NEGATIVE_INFINITY;
  const receive = () => {
    const isCopy = performance.now() - latest < sameRequestMs;
    latest = performance.now();
    if (!isCopy) onStop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, receive);
}
