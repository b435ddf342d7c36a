import { defineFeatureStore } from '../../sql/feature-store.js';
import { forecastReads, forecastWrites } from './forecasts.js';

export const forecastsStore = defineFeatureStore({
  reads: {
    forecasts: ({ sql }) => forecastReads(sql),
  },
  writes: {
    forecasts: ({ sql, clock }) => forecastWrites(sql, clock),
  },
});
