import { defineFeatureStore } from '../../database/feature-store.js';
import { eventReads } from './events.js';
import { marketReads, marketWrites } from './markets.js';

export const marketsStore = defineFeatureStore({
  reads: {
    events: ({ sql, clock }) => eventReads(sql, clock),
    markets: marketReads,
  },
  writes: {
    markets: marketWrites,
  },
});
