import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onStopSignal } from './stop-signals.js';

const receivers = new Map<string | symbol, () => void>();
let stops = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process, 'on').mockImplementation((signal, receive) => {
    receivers.set(signal, receive);
    return process;
  });
  stops = 0;
  onStopSignal(() => {
    stops += 1;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('counts a signal and its copy within two seconds as one stop request', () => {
  receivers.get('SIGINT')?.();
  vi.advanceTimersByTime(1_900);
  receivers.get('SIGTERM')?.();
  expect(stops).toBe(1);
});

it('counts signals of an impatient user, however fast they follow each other', () => {
  for (let press = 0; press < 5; press += 1) {
    receivers.get('SIGINT')?.();
    vi.advanceTimersByTime(600);
  }
  expect(stops).toBe(2);
});
