import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { categoriesQuery } from '../../api/market-queries';
import { useSession } from '../../api/session';
import { Select } from '../../components/field';
import { Icon } from '../../components/icon';
import { Segmented } from '../../components/segmented';
import { categoryName } from '../../format/numbers';
import { homeFilters, homeSorts, homeStatuses } from '../../search-params';

const home = getRouteApi('/');

const sortLabels = {
  trending: 'Trending',
  volume: 'Most traded',
  movers: 'Biggest movers',
  newest: 'Newest',
  ending: 'Closing soon',
  traders: 'Most traders',
} as const;
const statusLabels = {
  active: 'Open',
  scheduled: 'Not open',
  closed: 'Closed',
  resolved: 'Resolved',
  all: 'All',
} as const;
const mineLabels = { followed: 'Followed', 'not-forecast': 'Not forecast by me', positions: 'My positions' } as const;

type Search = ReturnType<typeof home.useSearch>;

/** Changes one URL parameter and keeps the others. */
export function useHomeSearch() {
  const search = home.useSearch();
  const navigate = home.useNavigate();
  const set = (change: Partial<Search>, replace = false) =>
    void navigate({ search: old => ({ ...old, ...change }), replace, resetScroll: false });
  return { search, set };
}

function CategoryChips() {
  const { search, set } = useHomeSearch();
  const { data = [] } = useQuery(categoriesQuery);
  const chip = (label: string, value: string | undefined) => (
    <button
      key={label}
      type="button"
      aria-pressed={search.category === value}
      onClick={() => set({ category: value })}
      className={`h-8 shrink-0 rounded-full px-3 text-14 transition-colors ${
        search.category === value ? 'bg-ink font-medium text-ground' : 'bg-surface text-quiet hover:text-ink'
      }`}
    >
      {value === undefined ? label : categoryName(value)}
    </button>
  );
  return (
    <fieldset className="scroll-strip -mx-4 flex h-8 min-w-0 gap-2 px-4 sm:mx-0 sm:pl-0">
      <legend className="sr-only">Category</legend>
      {chip('All', undefined)}
      {data.filter(({ open }) => open > 0).map(({ category }) => chip(category, category))}
    </fieldset>
  );
}

/** Filters while the person types; the URL updates after a short delay. */
function WordFilter() {
  const { search, set } = useHomeSearch();
  const [words, setWords] = useState(search.q ?? '');
  useEffect(() => setWords(search.q ?? ''), [search.q]);
  useEffect(() => {
    const wanted = words.trim() === '' ? undefined : words;
    if (wanted === search.q) return;
    const timer = setTimeout(() => set({ q: wanted }, true), 200);
    return () => clearTimeout(timer);
  });
  return (
    <label className="relative block w-full min-w-0 sm:w-auto sm:max-w-80 sm:flex-1">
      <span className="sr-only">Filter markets by words</span>
      <Icon name="search" size={16} className="absolute top-3 left-3 text-quiet" />
      <input
        type="search"
        className="field w-full pl-9"
        placeholder="Filter markets"
        value={words}
        onChange={event => setWords(event.target.value)}
      />
    </label>
  );
}

export function MarketFilters() {
  const { search, set } = useHomeSearch();
  const { person } = useSession();
  const mine = search.mine ?? 'any';
  return (
    <div className="mb-5 flex flex-col gap-3">
      <CategoryChips />
      <div className="flex flex-wrap items-center gap-2">
        <WordFilter />
        <Select
          label="Sort"
          className="min-w-[calc(50%-8px)] flex-1 sm:min-w-0 sm:flex-none"
          value={search.sort ?? 'trending'}
          options={homeSorts.map(value => ({ value, label: sortLabels[value] }))}
          onPick={sort => set({ sort: sort === 'trending' ? undefined : sort })}
        />
        <Select
          label="Status"
          className="min-w-[calc(50%-8px)] flex-1 sm:min-w-0 sm:flex-none"
          value={search.status ?? 'active'}
          options={homeStatuses.map(value => ({ value, label: statusLabels[value] }))}
          onPick={status => set({ status: status === 'active' ? undefined : status })}
        />
        {person && (
          <Select
            label="Mine"
            className="min-w-[calc(50%-8px)] flex-1 sm:min-w-0 sm:flex-none"
            value={mine}
            options={[
              { value: 'any', label: 'All markets' },
              ...homeFilters.map(value => ({ value, label: mineLabels[value] })),
            ]}
            onPick={value => set({ mine: value === 'any' ? undefined : value })}
          />
        )}
        <span className="ml-auto hidden sm:block">
          <Segmented
            label="View"
            value={search.view ?? 'cards'}
            options={[
              { value: 'cards', label: 'Cards' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={view => set({ view: view === 'table' ? 'table' : undefined })}
          />
        </span>
      </div>
    </div>
  );
}
