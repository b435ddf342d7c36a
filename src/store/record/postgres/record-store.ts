import { defineFeatureStore } from '../../sql/feature-store.js';
import { recordReads } from './record.js';

export const recordStore = defineFeatureStore({
  reads: {
    record: ({ sql }) => recordReads(sql),
  },
  writes: {},
});
