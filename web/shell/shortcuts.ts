import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** The key as named by the browser; `g m` is a sequence of two keys, `mod+k` is ⌘K or Ctrl K. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

const pauseMs = 900;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Runs shortcuts unless the person is typing, a dialog is open or another modifier is pressed. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const newest = useRef(shortcuts);
  newest.current = shortcuts;
  useEffect(() => {
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      const isModified = event.metaKey || event.ctrlKey;
      const key = isModified ? `mod+${event.key.toLowerCase()}` : event.key;
      if (event.altKey || (!isModified && (isTyping(event.target) || document.querySelector('[role="dialog"]'))))
        return;
      const both = `${first} ${key}`;
      const found = newest.current.find(({ keys }) => keys === both || keys === key);
      clearTimeout(timer);
      first = '';
      if (found) {
        event.preventDefault();
        found.run();
      } else if (!isModified && newest.current.some(({ keys }) => keys.startsWith(`${key} `))) {
        first = key;
        timer = setTimeout(() => {
          first = '';
        }, pauseMs);
      }
    };
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, []);
}
