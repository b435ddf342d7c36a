import { defineFeatureStore } from '../../sql/feature-store.js';
import { requestReads, requestWrites } from './requests.js';

export const developerStore = defineFeatureStore({
  reads: {
    requests: ({ sql }) => requestReads(sql),
  },
  writes: {
    requests: ({ sql, committedNumbers }) => requestWrites(sql, committedNumbers),
  },
});
