import { defineFeatureStore } from '../../database/feature-store.js';
import { comparisonReads } from './comparisons.js';
import { crowdReads, crowdWrites } from './crowd-batches.js';
import { boardReads, boardWrites } from './leaderboards.js';
import { scoreReads, scoreWrites } from './scores.js';

export const scoringStore = defineFeatureStore({
  reads: {
    scores: ({ sql }) => scoreReads(sql),
    boards: ({ sql }) => boardReads(sql),
    crowds: ({ sql }) => crowdReads(sql),
    comparisons: ({ sql }) => comparisonReads(sql),
  },
  writes: {
    scores: ({ sql }) => scoreWrites(sql),
    boards: ({ sql }) => boardWrites(sql),
    crowds: ({ sql }) => crowdWrites(sql),
  },
});
