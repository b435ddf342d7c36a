import { defineFeatureStore } from '../../database/feature-store.js';
import type { Sql } from '../../database/pool.js';
import type { IntelligenceReads, IntelligenceWrites } from '../store-interface.js';
import { dataTrades } from './data-trades.js';
import { marketFigures } from './market-figures.js';
import { addSamples, deleteOldSamples, sampleReads } from './samples.js';
import { deleteOldSignals, judgeSignals, publishSignals, signalReads } from './signals.js';

function intelligenceReads(sql: Sql): IntelligenceReads {
  return { ...marketFigures(sql), ...sampleReads(sql), ...signalReads(sql), trades: dataTrades(sql) };
}

function intelligenceWrites(sql: Sql): IntelligenceWrites {
  return {
    ...intelligenceReads(sql),
    addSamples: addSamples(sql),
    publishSignals: publishSignals(sql),
    judgeSignals: judgeSignals(sql),
    async deleteOld(before, limit) {
      return (await deleteOldSamples(sql, before, limit)) + (await deleteOldSignals(sql, before, limit));
    },
  };
}

export const intelligenceStore = defineFeatureStore({
  reads: {
    intelligence: ({ sql }) => intelligenceReads(sql),
  },
  writes: {
    intelligence: ({ sql }) => intelligenceWrites(sql),
  },
});
