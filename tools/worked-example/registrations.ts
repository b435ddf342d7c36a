/** A line that makes an existing file know the new feature. */
interface Registration {
  readonly path: string;
  readonly line: string;
  /** Inserts the line before the first line that starts with this. */
  readonly before: string;
}

const registry = 'src/server/features.ts';

/** Imports that the registration needs. */
export const imports: readonly Registration[] = [
  {
    path: registry,
    line: `import { followRoutes } from '../api/follows/routes.js';`,
    before: `import { forecastRoutes }`,
  },
  {
    path: registry,
    line: `import { followsStore } from '../store/follows/postgres/follows-store.js';`,
    before: `import { forecastsStore }`,
  },
];

export const registrations: readonly Registration[] = [
  {
    path: registry,
    line: `  { name: 'follows', store: followsStore, routes: followRoutes },`,
    before: `  { name: 'forecasts',`,
  },
];
