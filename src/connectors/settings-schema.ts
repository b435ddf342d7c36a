import Type from 'typebox';
import { type ConnectorFormat, commonSettings } from './connector.js';

/** The settings of a format's connectors; anything else is rejected. */
export function settingsSchema({ origin, settings }: ConnectorFormat): object {
  const { intervalSeconds } = commonSettings;
  const common = origin === 'http' ? commonSettings : { intervalSeconds };
  return Type.Object({ ...common, ...settings.properties }, { additionalProperties: false });
}
