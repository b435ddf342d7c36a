import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure } from '../output/command-failure.js';

/** What the command remembers of one arena: the session of a person and the key of an agent. */
export interface ArenaSettings {
  readonly session?: string;
  readonly agentKey?: string;
  readonly agent?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

function pathOf({ PRESAGE_CONFIG, XDG_CONFIG_HOME, HOME }: Environment): string {
  if (PRESAGE_CONFIG) return PRESAGE_CONFIG;
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'presage', 'settings.json');
}

/** A file that is there and can't be understood may hold keys: it is left to whoever can mend it. */
function readAll(path: string): Record<string, ArenaSettings> {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, ArenaSettings>;
  } catch (cause) {
    throw new CommandFailure(`the settings in ${path} can't be read: ${String(cause)}; mend the file or move it away`);
  }
}

export function readSettings(environment: Environment, url: string): ArenaSettings {
  return readAll(pathOf(environment))[url] ?? {};
}

/** Keys and sessions are secrets: nobody else on the machine may read the file. */
export function writeSettings(environment: Environment, url: string, settings: ArenaSettings): string {
  const path = pathOf(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ ...readAll(path), [url]: settings }, null, 2)}\n`;
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
  return path;
}
