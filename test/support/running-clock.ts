import type { TestService } from './test-service.js';

/** Lets the arena's clock run, for programs that wait in real time. The returned function stops it. */
export function runClock({ clock }: Pick<TestService, 'clock'>): () => void {
  let last = performance.now();
  clock.onRead = () => {
    const passed = Math.floor(performance.now() - last);
    last += passed;
    clock.forward(passed);
  };
  return () => {
    clock.onRead = () => {};
  };
}
