import { defineFeatureStore } from '../feature-store.js';
import { operatorReads, operatorWrites } from './operators.js';
import { readCountWrites } from './read-counts.js';
import { replyReads, replyWrites } from './replies.js';
import { arenaReads, arenaWrites } from './settings.js';

export const arenaStore = defineFeatureStore({
  reads: {
    arena: ({ sql }) => arenaReads(sql),
    operators: operatorReads,
    replies: ({ sql }) => replyReads(sql),
  },
  writes: {
    arena: arenaWrites,
    operators: operatorWrites,
    replies: ({ sql }) => replyWrites(sql),
    readCounts: ({ sql }) => readCountWrites(sql),
  },
});
