import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/portfolio');

/** The selected tab and filter, stored in the URL. */
export function usePortfolioSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: old => ({ ...old, ...change }), replace: true, resetScroll: false });
  return { search, set };
}
