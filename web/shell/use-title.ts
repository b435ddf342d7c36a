import { useEffect } from 'react';

/** Sets the document title. The server renders the same title, so the first load does not change it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null || title === '' ? 'Presage' : `${title} · Presage`;
  }, [title]);
}
