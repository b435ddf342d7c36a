import { defineFeatureStore } from '../../sql/feature-store.js';
import { searchReads } from './search.js';

export const searchStore = defineFeatureStore({
  reads: {
    search: ({ sql }) => searchReads(sql),
  },
  writes: {},
});
