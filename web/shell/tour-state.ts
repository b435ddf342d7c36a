import { useSyncExternalStore } from 'react';

/**
 * The step of the tour after sign-up; null without a tour. It survives a reload, because the first trade may cause one.
 */
const storageKey = 'presage.tour';
export const tourSteps = 3;

const listeners = new Set<() => void>();
let step = read();

function read(): number | null {
  try {
    const stored = Number(localStorage.getItem(storageKey) ?? 'none');
    return Number.isInteger(stored) && stored >= 0 && stored < tourSteps ? stored : null;
  } catch {
    return null;
  }
}

/** Null ends the tour. */
export function setTourStep(next: number | null): void {
  step = next;
  try {
    if (next === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(next));
  } catch {
    // Without storage the tour ends when the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useTourStep(): number | null {
  return useSyncExternalStore(
    onChange => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => step,
  );
}
