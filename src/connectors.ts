import { setTimeout as sleep } from 'node:timers/promises';
import { demoVenues } from './aggregator/demo-venues.js';
import { kalshi } from './aggregator/kalshi.js';
import { manifold } from './aggregator/manifold.js';
import { metaculus } from './aggregator/metaculus.js';
import { polymarket } from './aggregator/polymarket.js';
import { demoVenueList } from './aggregator/rules/demo-venue.js';
import { ownSource } from './aggregator/rules/venue-market.js';
import { file, push } from './aggregator/venue-format.js';
import type { ConnectorFormat } from './connectors/connector.js';
import { type Connectors, createConnectors } from './connectors/runner.js';
import type { Lookup } from './connectors/source-fetch.js';
import type { OperationContext } from './database/transactions.js';
import { newId } from './http/request-id.js';
import type { Logger } from './observability/log.js';
import { packageVersion } from './package-root.js';
import { demoSports, demoSportsSource } from './sports/demo-sports.js';
import { espnScoreboard } from './sports/espn-scoreboard.js';
import { theOddsApi } from './sports/the-odds-api.js';

/** The registry of formats. */
const formats: readonly ConnectorFormat[] = [
  ...[manifold, polymarket, kalshi, metaculus, file, push, ...demoVenues],
  ...[theOddsApi, espnScoreboard, demoSports],
];

/** Ids that rows of the feed and of sports use as their source, whether or not this service computes them. */
const builtInSources: ReadonlySet<string> = new Set([
  ownSource,
  demoSportsSource,
  ...demoVenueList.map(({ id }) => id),
]);

const keyName = /^PRESAGE_CONNECTOR_([A-Z0-9_]+)_KEY$/;
const originName = /^PRESAGE_CONNECTOR_([A-Z0-9_]+)_ORIGIN$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an environment variable holds the key of a source or its allowed origin. */
export const isConnectorKeyName = (name: string): boolean => keyName.test(name) || originName.test(name);

function readById(environment: Environment, pattern: RegExp): ReadonlyMap<string, string> {
  const valuesById = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    const id = pattern.exec(name)?.[1].toLowerCase().replaceAll('_', '-');
    if (id !== undefined && value?.trim()) valuesById.set(id, value.trim());
  }
  return valuesById;
}

/** Keys of sources by connector id: PRESAGE_CONNECTOR_ODDS_API_KEY belongs to the connector odds-api. */
export const readConnectorKeys = (environment: Environment) => readById(environment, keyName);

/** Origins that may receive the key of a connector in addition to that of its provider, by connector id. */
export const readConnectorOrigins = (environment: Environment) => readById(environment, originName);

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
    builtInSources,
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
