import { defineFeatureStore } from '../../database/feature-store.js';
import type { Sql } from '../../database/pool.js';
import type { SportsReads, SportsWrites } from '../store-interface.js';
import { fixtureReads, fixtureWrites } from './fixtures.js';
import { lineReads, lineWrites } from './lines.js';
import { reportReads, reportWrites } from './reports.js';

const sportsReads = (sql: Sql): SportsReads => ({ ...fixtureReads(sql), ...reportReads(sql), ...lineReads(sql) });

const sportsWrites = (sql: Sql): SportsWrites => ({
  ...sportsReads(sql),
  ...fixtureWrites(sql),
  ...reportWrites(sql),
  ...lineWrites(sql),
});

export const sportsStore = defineFeatureStore({
  reads: {
    sports: ({ sql }) => sportsReads(sql),
  },
  writes: {
    sports: ({ sql }) => sportsWrites(sql),
  },
});
