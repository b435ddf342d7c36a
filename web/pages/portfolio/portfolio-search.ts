import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/portfolio');

/** The chosen tab and filter, which live in the address. */
export function usePortfolioSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: old => ({ ...old, ...change }), replace: true, resetScroll: false });
  return { search, set };
}
