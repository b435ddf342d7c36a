import { defineFeatureStore } from '../../database/feature-store.js';
import { liveReads } from '../../exchange/store/live.js';
import { historyReads, historyWrites } from './history.js';
import { listingReads, listingWrites } from './listing.js';

export const marketDataStore = defineFeatureStore({
  reads: {
    history: ({ sql }) => historyReads(sql),
    listing: ({ sql, clock }) => listingReads(sql, clock),
    live: ({ sql }) => liveReads(sql),
  },
  writes: {
    history: ({ sql }) => historyWrites(sql),
    listing: ({ sql, clock }) => listingWrites(sql, clock),
  },
});
