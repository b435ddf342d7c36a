import Type from 'typebox';
import { defineComputedFormat } from '../connectors/connector.js';
import { demoGameRows, demoSportsSource } from '../demo/seed-sports.js';
import { type GameRow, importGames } from './save-fixtures.js';

/** Made-up games and prices for the demo arena, derived from the seed and the time of the seeding. */

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
