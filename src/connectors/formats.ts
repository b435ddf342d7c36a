import type { ConnectorFormat } from './connector.js';
import { demoSports } from './demo-sports.js';
import { demoVenues } from './demo-venues.js';
import { espnScoreboard } from './espn-scoreboard.js';
import { kalshi } from './kalshi.js';
import { manifold } from './manifold.js';
import { metaculus } from './metaculus.js';
import { polymarket } from './polymarket.js';
import { theOddsApi } from './the-odds-api.js';
import { file, push } from './venue-files.js';

/** The registry of formats. */
export const formats: readonly ConnectorFormat[] = [
  ...[manifold, polymarket, kalshi, metaculus, file, push, ...demoVenues],
  ...[theOddsApi, espnScoreboard, demoSports],
];
