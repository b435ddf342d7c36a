/** A line that registers the new feature in src/features.ts. */
interface Registration {
  readonly line: string;
  /** Inserts the line before the first line that starts with this. */
  readonly before: string;
}

/** Imports that the registration needs. */
export const imports: readonly Registration[] = [
  { line: `import { leagueRoutes } from './leagues/routes.js';`, before: 'import { bookRoutes }' },
];

export const registration: Registration = {
  line: `  { name: 'leagues', routes: leagueRoutes },`,
  before: `  { name: 'certification',`,
};
