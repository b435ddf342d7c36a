/** A line that registers the new feature in an existing file. */
interface Registration {
  readonly path: string;
  readonly line: string;
  /** Inserts the line before the first line that starts with this. */
  readonly before: string;
}

const registry = 'src/features.ts';

/** Imports that the registration needs. */
export const imports: readonly Registration[] = [
  {
    path: registry,
    line: `import { leagueRoutes } from '../api/leagues/routes.js';`,
    before: `import { bookRoutes }`,
  },
  {
    path: registry,
    line: `import { leaguesStore } from '../store/leagues/postgres/leagues-store.js';`,
    before: `import { marketDataStore }`,
  },
];

export const registrations: readonly Registration[] = [
  {
    path: registry,
    line: `  { name: 'leagues', store: leaguesStore, routes: leagueRoutes },`,
    before: `  { name: 'forecasts',`,
  },
];
