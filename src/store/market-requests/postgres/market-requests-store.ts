import { defineFeatureStore } from '../../sql/feature-store.js';
import { marketRequestReads } from './request-reads.js';
import { marketRequestWrites } from './request-writes.js';

export const marketRequestsStore = defineFeatureStore({
  reads: { marketRequests: ({ sql }) => marketRequestReads(sql) },
  writes: { marketRequests: ({ sql }) => marketRequestWrites(sql) },
});
