import { useSyncExternalStore } from 'react';

/** Breakpoints of the style sheet, for layouts that differ in more than style. */
const breakpoints = { sm: 600, lg: 1100 } as const;

const queries = {
  sm: matchMedia(`(min-width: ${breakpoints.sm}px)`),
  lg: matchMedia(`(min-width: ${breakpoints.lg}px)`),
};

/** sm: wider than a phone. lg: wide enough for a second column. */
export function useMinWidth(name: keyof typeof breakpoints): boolean {
  const query = queries[name];
  return useSyncExternalStore(
    onChange => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => query.matches,
  );
}
