import type { ConnectorFormat } from './connector.js';

/** The registry of formats, one line each. */
export const formats: readonly ConnectorFormat[] = [];
