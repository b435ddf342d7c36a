import type { ConnectorFormat } from './connector.js';
import { espnScoreboard } from './espn-scoreboard.js';
import { theOddsApi } from './the-odds-api.js';

/** The registry of formats, one line each. */
export const formats: readonly ConnectorFormat[] = [theOddsApi, espnScoreboard];
