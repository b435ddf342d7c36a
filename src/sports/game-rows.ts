// Settings and readers shared by the formats of games and lines.

import Type from 'typebox';
import type { RowResult } from '../connectors/connector.js';
import { BadRow, type Fields, readOptionalNumber, readOptionalTime } from '../connectors/read-fields.js';
import { leagueKeys } from './rules/leagues.js';
import type { GameRow } from './save-fixtures.js';

export const maxIdLength = 100;
export const maxNameLength = 120;
export const maxBookLength = 60;

export const leaguesSetting = Type.Array(
  Type.Unsafe<string>({
    type: 'string',
    enum: [...leagueKeys],
    description: 'Key of a league in the catalogue.',
    examples: ['epl'],
  }),
  { minItems: 1, maxItems: 30, uniqueItems: true, description: 'Leagues to read.', examples: [['epl', 'nba']] },
);

export interface ReadRow {
  readonly rowId: string;
  readonly row: GameRow;
}

/** `read` throws BadRow for an invalid row, and returns null for one of a kind that is not stored. */
export function checkedGameRow(rowId: string | null, read: () => ReadRow | null): RowResult<GameRow> {
  try {
    const entry = read();
    return entry ? { kind: 'row', ...entry } : { kind: 'ignored', rowId: rowId ?? '' };
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    return { kind: 'rejected', rowId, reason: error.message };
  }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readTime(fields: Fields, name: string): number {
  const at = readOptionalTime(fields, name);
  if (at === null) throw new BadRow(`${name} is missing`);
  return at;
}

const maxScore = 10_000;

/** Sources send scores as strings. `what` names the field in messages. */
export function readScore(fields: Fields, what: string): number {
  const score = readOptionalNumber({ [what]: fields.score }, what, 0, maxScore);
  if (score === null || !Number.isInteger(score)) throw new BadRow(`${what} must be a whole number`);
  return score;
}
