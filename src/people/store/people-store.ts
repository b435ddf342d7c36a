import { defineFeatureStore } from '../../database/feature-store.js';
import { agentReads, agentWrites } from './agents.js';
import { attemptWrites } from './attempts.js';
import { confirmationWrites } from './confirmations.js';
import { passkeyReads, passkeyWrites } from './passkeys.js';
import { peopleReads, peopleWrites } from './people.js';
import { personalDataReads } from './personal-data.js';
import { playerReads, playerWrites } from './players.js';
import { sessionReads, sessionWrites } from './sessions.js';

export const peopleStore = defineFeatureStore({
  reads: {
    players: playerReads,
    people: ({ sql }) => peopleReads(sql),
    sessions: sessionReads,
    agents: ({ sql }) => agentReads(sql),
    passkeys: ({ sql }) => passkeyReads(sql),
    personalData: ({ sql }) => personalDataReads(sql),
  },
  writes: {
    players: playerWrites,
    people: ({ sql }) => peopleWrites(sql),
    sessions: sessionWrites,
    agents: ({ sql }) => agentWrites(sql),
    attempts: ({ sql }) => attemptWrites(sql),
    passkeys: ({ sql }) => passkeyWrites(sql),
    confirmations: ({ sql }) => confirmationWrites(sql),
  },
});
