import Type from 'typebox';
import { demoGameRows, demoSportsSource } from '../operations/demo/seed-sports.js';
import { type GameRow, importGames } from '../operations/sports/import-games.js';
import { defineComputedFormat } from './connector.js';

/** Invented games and prices, for the demonstration arena. They follow from the seed and the time of the seeding. */

const settings = Type.Object({
  seed: Type.Optional(
    Type.String({ maxLength: 100, description: 'Another seed makes other games.', examples: ['presage demo 1'] }),
  ),
  seededAt: Type.Optional(
    Type.Integer({
      description: 'Epoch milliseconds of the seeding, which starting times are counted from.',
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
  licence: 'Invented by the service.',
  covers: 'Invented games, quotes and scores of three leagues.',
  defaults: { intervalSeconds: 300 },
  settings,
  async rows({ store, clock }, connectorId) {
    const connector = await store.read(reads => reads.connectors.find(connectorId));
    const { seed = demoSportsSource, seededAt = 0 } = (connector?.settings ?? {}) as {
      seed?: string;
      seededAt?: number;
    };
    return demoGameRows(seed, seededAt, clock());
  },
  save: (context, { connectorId, at, rows }) =>
    importGames(context, { source: connectorId, at, rows: rows.map(({ row }) => row) }),
});
