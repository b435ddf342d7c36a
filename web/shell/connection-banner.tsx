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
    <div role="status" className="empty:hidden">
      {!isLive && (
        <p className="bg-warn-soft px-4 py-2 text-center text-14 font-medium text-warn">
          {isOnline ? 'Reconnecting. Prices may be out of date.' : 'You are offline. Prices are out of date.'}
        </p>
      )}
    </div>
  );
}
