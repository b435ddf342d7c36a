import { useSyncExternalStore } from 'react';
import { ago, fullTime, until } from '../format/time';

const listeners = new Set<() => void>();
let now = Date.now();
let isTicking = false;

function startTicking(): void {
  if (isTicking) return;
  isTicking = true;
  setInterval(() => {
    now = Date.now();
    for (const listener of listeners) listener();
  }, 10_000);
}

/** One clock for all relative times on the page. It ticks every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(
    onChange => {
      listeners.add(onChange);
      startTicking();
      return () => listeners.delete(onChange);
    },
    () => now,
  );
}

export function TimeAgo({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)} className="numeric">
      {ago(at, Math.max(useNow(), Date.parse(at)))}
    </time>
  );
}

export function TimeUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)} className="numeric">
      {until(at, useNow())}
    </time>
  );
}
