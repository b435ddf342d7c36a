import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const key = 'presage.theme';
const listeners = new Set<() => void>();

function stored(): Theme {
  try {
    const theme = localStorage.getItem(key);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // The choice applies to this page only.
  }
  apply(theme);
}

addEventListener('storage', event => event.key === key && apply(stored()));
const systemDark = matchMedia('(prefers-color-scheme: dark)');
systemDark.addEventListener('change', () => apply(stored()));

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function isDarkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? systemDark.matches : theme === 'dark';
}

export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDarkNow);
}

export function toggleTheme(): void {
  setTheme(isDarkNow() ? 'light' : 'dark');
}
