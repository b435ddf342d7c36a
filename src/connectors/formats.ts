import type { ConnectorFormat } from './connector.js';
import { demoSports } from './sports/demo-sports.js';
import { espnScoreboard } from './sports/espn-scoreboard.js';
import { theOddsApi } from './sports/the-odds-api.js';
import { demoVenues } from './venues/demo-venues.js';
import { file, push } from './venues/files.js';
import { kalshi } from './venues/kalshi.js';
import { manifold } from './venues/manifold.js';
import { metaculus } from './venues/metaculus.js';
import { polymarket } from './venues/polymarket.js';

/** The registry of formats. */
export const formats: readonly ConnectorFormat[] = [
  ...[manifold, polymarket, kalshi, metaculus, file, push, ...demoVenues],
  ...[theOddsApi, espnScoreboard, demoSports],
];
