import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '../live/live';

/** Shorter interruptions show no banner. */
const patienceMs = 2_500;

function useIsOnline(): boolean {
  return useSyncExternalStore(
    onChange => {
      addEventListener('online', onChange);
      addEventListener('offline', onChange);
      return () => {
        removeEventListener('online', onChange);
        removeEventListener('offline', onChange);
      };
    },
    () => navigator.onLine,
  );
}

/** Whether live values are current. False after the connection has been down for longer than the grace period. */
export function useIsLive(): boolean {
  const state = useLiveState();
  const isOnline = useIsOnline();
  const isDown = !isOnline || state === 'waiting' || state === 'connecting';
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isDown) {
      setIsLate(false);
      return;
    }
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isDown]);
  return !isLate;
}

export function ConnectionBanner() {
  const isOnline = useIsOnline();
  const isLive = useIsLive();
  return (
    // Without height: it covers the empty space above the page, so that nothing shifts.
    <div role="status" className="sticky top-[57px] z-20 h-0">
      {!isLive && (
        <p className="h-6 truncate bg-warn-soft px-4 text-center text-12 leading-6 font-medium text-warn">
          {isOnline ? 'Reconnecting. Prices may be out of date.' : 'You are offline. Prices are out of date.'}
        </p>
      )}
    </div>
  );
}
