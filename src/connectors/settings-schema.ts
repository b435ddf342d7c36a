import Type from 'typebox';
import { type ConnectorFormat, commonSettings } from './connector.js';

/** What an operator may set for connectors of a format; anything else is refused. */
export function settingsSchema({ origin, settings }: ConnectorFormat): object {
  const { intervalSeconds } = commonSettings;
  const common = origin === 'http' ? commonSettings : { intervalSeconds };
  return Type.Object({ ...common, ...settings.properties }, { additionalProperties: false });
}
