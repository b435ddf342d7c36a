import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure } from '../output/command-failure.js';

/** Stored credentials for one arena: a person's session and an agent's key. */
export interface ArenaSettings {
  readonly session?: string;
  readonly agentKey?: string;
  readonly agent?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

function settingsPath({ PRESAGE_CONFIG, XDG_CONFIG_HOME, HOME }: Environment): string {
  if (PRESAGE_CONFIG) return PRESAGE_CONFIG;
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'presage', 'settings.json');
}

/** Throws if the file is not valid JSON, because overwriting it could destroy keys. */
function readAll(path: string): Record<string, ArenaSettings> {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, ArenaSettings>;
  } catch (cause) {
    throw new CommandFailure(`the settings in ${path} can't be read: ${String(cause)}; mend the file or move it away`);
  }
}

export function readSettings(environment: Environment, url: string): ArenaSettings {
  return readAll(settingsPath(environment))[url] ?? {};
}

/** Writes the file with mode 0600, because it contains keys and sessions. Returns its path. */
export function writeSettings(environment: Environment, url: string, settings: ArenaSettings): string {
  const path = settingsPath(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ ...readAll(path), [url]: settings }, null, 2)}\n`;
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
  return path;
}
