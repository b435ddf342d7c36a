import type { ConnectorFormat } from './connector.js';
import { demoVenues } from './demo-venues.js';
import { kalshi } from './kalshi.js';
import { manifold } from './manifold.js';
import { metaculus } from './metaculus.js';
import { polymarket } from './polymarket.js';
import { file, push } from './venue-files.js';

/** The registry of formats. */
export const formats: readonly ConnectorFormat[] = [manifold, polymarket, kalshi, metaculus, file, push, ...demoVenues];
