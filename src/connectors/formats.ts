import type { ConnectorFormat } from './connector.js';
import { demoSports } from './demo-sports.js';
import { espnScoreboard } from './espn-scoreboard.js';
import { theOddsApi } from './the-odds-api.js';

/** The registry of formats, one line each. */
export const formats: readonly ConnectorFormat[] = [theOddsApi, espnScoreboard, demoSports];
