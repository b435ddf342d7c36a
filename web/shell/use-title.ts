import { useEffect } from 'react';

/** The server writes the same title into the page, so nothing changes on the first load. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null || title === '' ? 'Presage' : `${title} · Presage`;
  }, [title]);
}
