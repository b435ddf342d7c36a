import { defineFeatureStore } from '../../database/feature-store.js';
import { streamReads, streamWrites } from './streams.js';

export const streamsStore = defineFeatureStore({
  reads: {
    streams: ({ sql }) => streamReads(sql),
  },
  writes: {
    streams: ({ sql }) => streamWrites(sql),
  },
});
