import type { ConnectorFormat } from './connector.js';
import { demoVenues } from './venues/demo-venues.js';
import { file, push } from './venues/files.js';
import { kalshi } from './venues/kalshi.js';
import { manifold } from './venues/manifold.js';
import { metaculus } from './venues/metaculus.js';
import { polymarket } from './venues/polymarket.js';

/** The registry of formats. */
export const formats: readonly ConnectorFormat[] = [manifold, polymarket, kalshi, metaculus, file, push, ...demoVenues];
