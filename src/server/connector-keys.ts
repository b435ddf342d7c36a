const keyName = /^PRESAGE_CONNECTOR_([A-Z0-9_]+)_KEY$/;
const originName = /^PRESAGE_CONNECTOR_([A-Z0-9_]+)_ORIGIN$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an environment variable holds the key of a source or its allowed origin. */
export const isConnectorKeyName = (name: string): boolean => keyName.test(name) || originName.test(name);

function readById(environment: Environment, pattern: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    const id = pattern.exec(name)?.[1].toLowerCase().replaceAll('_', '-');
    if (id !== undefined && value?.trim()) found.set(id, value.trim());
  }
  return found;
}

/** Keys of sources by connector id: PRESAGE_CONNECTOR_ODDS_API_KEY belongs to the connector odds-api. */
export const readConnectorKeys = (environment: Environment) => readById(environment, keyName);

/** Origins that may receive the key of a connector in addition to that of its provider, by connector id. */
export const readConnectorOrigins = (environment: Environment) => readById(environment, originName);
