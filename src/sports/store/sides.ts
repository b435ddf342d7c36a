import type { Sql } from '../../database/pool.js';
import type { Side } from '../rules/fixture.js';

/** The columns of both sides of a game, in fixtures and in reports. */
export interface SideColumns {
  home_name: string;
  home_abbreviation: string | null;
  home_score: number | null;
  away_name: string;
  away_abbreviation: string | null;
  away_score: number | null;
}

export const sideColumns = (
  sql: Sql,
) => sql`f.home_name, f.home_abbreviation, f.home_score, f.away_name, f.away_abbreviation,
  f.away_score`;

export function sidesOf(row: SideColumns): { home: Side; away: Side } {
  return {
    home: { name: row.home_name, abbreviation: row.home_abbreviation, score: row.home_score },
    away: { name: row.away_name, abbreviation: row.away_abbreviation, score: row.away_score },
  };
}
