import { defineFeatureStore } from '../../sql/feature-store.js';
import { certificationReads, certificationWrites } from './runs.js';

export const certificationStore = defineFeatureStore({
  reads: {
    certification: ({ sql }) => certificationReads(sql),
  },
  writes: {
    certification: ({ sql }) => certificationWrites(sql),
  },
});
