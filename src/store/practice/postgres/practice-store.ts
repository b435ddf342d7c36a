import { defineFeatureStore } from '../../sql/feature-store.js';
import { practiceReads, practiceWrites } from './practice.js';

export const practiceStore = defineFeatureStore({
  reads: {
    practice: ({ sql }) => practiceReads(sql),
  },
  writes: {
    practice: ({ sql }) => practiceWrites(sql),
  },
});
