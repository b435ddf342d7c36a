import type { SourceRequest } from './connector.js';
import { SourceError } from './source-error.js';

interface KeyPlace {
  readonly connectorId: string;
  readonly baseUrl: string;
  /** The default origin of the format. */
  readonly defaultUrl: string | null;
  /** PRESAGE_CONNECTOR_<ID>_ORIGIN or null. */
  readonly named: string | null;
}

const originOf = (address: string | null) =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null;

const carriesKey = ({ headers = {}, secretQuery = {} }: SourceRequest) =>
  Object.keys(headers).length + Object.keys(secretQuery).length > 0;

/**
 * Rejects sending a key to any origin but its provider over https, or the origin in the environment. All operators can
 * change settings; keys belong to those who run the machine.
 */
export function checkKeyPlace(requests: readonly SourceRequest[], place: KeyPlace): void {
  if (!requests.some(carriesKey)) return;
  const { connectorId, baseUrl, defaultUrl, named } = place;
  const origin = originOf(baseUrl);
  const isProvider = origin === originOf(defaultUrl) && origin?.startsWith('https:');
  if (isProvider || (origin !== null && origin === originOf(named))) return;
  const variable = `PRESAGE_CONNECTOR_${connectorId.toUpperCase().replaceAll('-', '_')}_ORIGIN`;
  const allowed = [originOf(defaultUrl), originOf(named)].filter(each => each !== null).join(' and ') || 'no origin';
  throw new SourceError(
    'KEY_REFUSED',
    `the key may only be sent to ${allowed} (baseUrl has ${origin}); to allow it, set ${variable}=${origin}`,
  );
}
