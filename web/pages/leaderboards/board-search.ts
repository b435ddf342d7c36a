import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/leaderboards');

/** The filters of the page, stored in its URL. */
export function useBoardSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: old => ({ ...old, ...change }), replace: true, resetScroll: false });
  return { search, set };
}
