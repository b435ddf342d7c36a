import { setTimeout as sleep } from 'node:timers/promises';
import type { Lookup } from '../connectors/checked-address.js';
import { formats } from '../connectors/formats.js';
import { createConnectors } from '../connectors/runner.js';
import { newId } from '../http/request-id.js';
import type { Connectors } from '../operations/connectors/connectors-service.js';
import type { OperationContext } from '../operations/operation-context.js';
import type { Logger } from './observability/log.js';
import { packageVersion } from './package-root.js';

interface ConnectorOptions extends Omit<OperationContext, 'newId'> {
  readonly log: Logger;
  readonly publicUrl: string;
  readonly connectorKeys?: ReadonlyMap<string, string>;
  readonly connectorOrigins?: ReadonlyMap<string, string>;
  readonly demoVenues?: boolean;
  readonly connectorLookup?: Lookup;
}

export function createConnectorRunner(options: ConnectorOptions): Connectors {
  const {
    store,
    clock,
    random,
    log,
    publicUrl,
    connectorKeys = new Map(),
    connectorOrigins = new Map(),
    demoVenues = false,
    connectorLookup,
  } = options;
  return createConnectors({
    store,
    clock,
    random,
    newId,
    formats: demoVenues ? formats : formats.filter(({ origin }) => origin !== 'computed'),
    keys: connectorKeys,
    keyOrigins: connectorOrigins,
    fetchTools: {
      lookup: connectorLookup,
      sleep: async (milliseconds, signal) => {
        await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
      },
      random: Math.random,
      userAgent: `presage/${packageVersion} (+${publicUrl})`,
    },
    onFault: (error, connectorId) => log.warn({ err: error, connectorId }, 'a connector run failed'),
  });
}
