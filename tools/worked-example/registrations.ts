/** A line that makes an existing file know the new feature. */
interface Registration {
  readonly path: string;
  readonly line: string;
  /** Inserts the line before the first line that starts with this. */
  readonly before: string;
}

/** Imports that the registrations need. */
export const imports: readonly Registration[] = [
  {
    path: 'src/store/store.ts',
    line: `import type { FollowReads, FollowWrites } from './follows/interface.js';`,
    before: `import type { ForecastReads,`,
  },
  {
    path: 'src/store/postgres-store.ts',
    line: `import { followReads, followWrites } from './follows/postgres/follows.js';`,
    before: `import { forecastReads,`,
  },
  {
    path: 'src/api/routes.ts',
    line: `import { followRoutes } from './follows/routes.js';`,
    before: `import { orderbookRoutes }`,
  },
];

export const registrations: readonly Registration[] = [
  {
    path: 'src/store/store.ts',
    line: '  readonly follows: FollowReads;',
    before: '  readonly forecasts: ForecastReads;',
  },
  {
    path: 'src/store/store.ts',
    line: '  readonly follows: FollowWrites;',
    before: '  readonly forecasts: ForecastWrites;',
  },
  {
    path: 'src/store/postgres-store.ts',
    line: '    follows: followReads(sql),',
    before: '    forecasts: forecastReads(',
  },
  {
    path: 'src/store/postgres-store.ts',
    line: '    follows: followWrites(sql),',
    before: '    forecasts: forecastWrites(',
  },
  { path: 'src/api/routes.ts', line: '  ...followRoutes,', before: '  ...marketRoutes,' },
];
