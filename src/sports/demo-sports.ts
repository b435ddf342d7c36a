import Type from 'typebox';
import { defineComputedFormat } from '../connectors/connector.js';
import * as connectorStore from '../connectors/store.js';
import { demoGames } from './rules/demo-games.js';
import { type GameRow, importGames } from './save-fixtures.js';

/** Also the id of the connector that continues after the seeding. */
export const demoSportsSource = 'demo-sports';

// Made-up games and prices for the demo arena, derived from the seed and the time of the seeding.

const settings = Type.Object({
  seed: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A different seed generates different games.',
      examples: ['presage demo 1'],
    }),
  ),
  seededAt: Type.Optional(
    Type.Integer({
      description: 'When the arena was seeded, in epoch milliseconds; start times are relative to it.',
      examples: [1_773_748_800_000],
    }),
  ),
});

export const demoSports = defineComputedFormat<GameRow>({
  id: demoSportsSource,
  kind: 'odds',
  origin: 'computed',
  demo: true,
  name: 'Demo sports',
  url: '',
  licence: 'Simulated by the service.',
  covers: 'Simulated games, quotes and scores of three leagues.',
  defaults: { intervalSeconds: 300 },
  settings,
  async rows({ store, clock }, connectorId) {
    const connector = await store.read(reader => connectorStore.find(reader, connectorId));
    const { seed = demoSportsSource, seededAt = 0 } = (connector?.settings ?? {}) as {
      seed?: string;
      seededAt?: number;
    };
    return demoGameRows(seed, seededAt, clock());
  },
  save: (context, { connectorId, at, rows }) =>
    importGames(context, { source: connectorId, at, rows: rows.map(({ row }) => row) }),
});

/** The rows that the demo source reports at a given time, each with its id. */
export function demoGameRows(seed: string, seededAt: number, now: number): { rowId: string; row: GameRow }[] {
  return demoGames(seed, seededAt, now, demoSportsSource).flatMap(({ report, books }) => {
    const { sourceEventId } = report;
    return [
      { rowId: sourceEventId, row: { kind: 'game', report } as const },
      ...books.map(({ book, lines }) => ({
        rowId: `${sourceEventId}/${book}`,
        row: { kind: 'book', book: { sourceEventId, book, lines, asOf: now } } as const,
      })),
    ];
  });
}
