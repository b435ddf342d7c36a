const keyName = /^PRESAGE_CONNECTOR_([A-Z0-9_]+)_KEY$/;

/** Whether an environment variable holds the key of a source. */
export const isConnectorKeyName = (name: string): boolean => keyName.test(name);

/** Keys of sources by connector id: PRESAGE_CONNECTOR_ODDS_API_KEY belongs to the connector odds-api. */
export function readConnectorKeys(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    const id = keyName.exec(name)?.[1].toLowerCase().replaceAll('_', '-');
    if (id !== undefined && value?.trim()) keys.set(id, value.trim());
  }
  return keys;
}
