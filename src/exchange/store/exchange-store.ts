import { defineFeatureStore } from '../../database/feature-store.js';
import { accountReads, accountWrites } from './accounts.js';
import { activityReads } from './activity.js';
import { auditReads, auditRunReads, auditRunWrites } from './audit.js';
import { deskWrites } from './desk.js';
import { equityReads, equityWrites } from './equity.js';
import { orderReads } from './orders.js';
import { positionReads } from './positions.js';

export const exchangeStore = defineFeatureStore({
  reads: {
    accounts: ({ sql }) => accountReads(sql),
    orders: ({ sql }) => orderReads(sql),
    positions: ({ sql }) => positionReads(sql),
    activity: ({ sql }) => activityReads(sql),
    equity: ({ sql }) => equityReads(sql),
    audit: ({ sql, clock }) => auditReads(sql, clock),
    auditRuns: ({ sql }) => auditRunReads(sql),
  },
  writes: {
    accounts: ({ sql }) => accountWrites(sql),
    equity: ({ sql }) => equityWrites(sql),
    auditRuns: ({ sql }) => auditRunWrites(sql),
    desk: deskWrites,
  },
});
