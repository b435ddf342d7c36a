import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArenaUrl } from '../../client/arena-url.js';
import { CommandFailure, UsageFailure } from '../output/command-failure.js';

/** Stored credentials for one arena: a person's session and the keys of agents. */
export interface ArenaSettings {
  readonly session?: string;
  /** The handle of the person whose session it is. */
  readonly person?: string;
  /** The handle of the agent that commands play as; absent to play as the person. */
  readonly agent?: string;
  /** Keys by the handle of their agent. */
  readonly agentKeys?: Readonly<Record<string, string>>;
  /**
   * Agents that were in use when a person signed in who does not own them, with the handle of their owner if it is known;
   * in use again when their owner signs in.
   */
  readonly otherAgents?: Readonly<Record<string, string | null>>;
}

interface Profile extends ArenaSettings {
  readonly url: string;
}

interface SettingsFile {
  /** The profile that commands use without --profile and --url. */
  readonly profile?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const defaultUrl = 'http://127.0.0.1:4870';

export function settingsPath({ PRESAGE_CONFIG, XDG_CONFIG_HOME, HOME }: Environment): string {
  if (PRESAGE_CONFIG) return PRESAGE_CONFIG;
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'presage', 'settings.json');
}

/** Names a profile after the host of its arena. */
function profileNameOf(url: string, taken: Readonly<Record<string, unknown>>): string {
  const base = new URL(url).host.replaceAll(/[^\w.-]+/g, '-');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!Object.hasOwn(taken, name)) return name;
  }
}

interface EarlierSettings {
  readonly session?: string;
  readonly agentKey?: string;
  readonly agent?: string;
}

/** Converts the first format, which had one entry with one key for each URL. */
function fromEarlierFormat(entries: Readonly<Record<string, EarlierSettings>>): SettingsFile {
  const profiles: Record<string, Profile> = {};
  for (const [url, { session, agentKey, agent = 'agent' }] of Object.entries(entries)) {
    if (parseArenaUrl(url) === null) continue;
    const key = agentKey === undefined ? {} : { agent, agentKeys: { [agent]: agentKey } };
    profiles[profileNameOf(url, profiles)] = { url, ...(session === undefined ? {} : { session }), ...key };
  }
  return { profiles };
}

/** Throws if the file is not valid JSON, because overwriting it could destroy keys. */
export function readSettingsFile(environment: Environment): SettingsFile {
  const path = settingsPath(environment);
  if (!existsSync(path)) return { profiles: {} };
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as SettingsFile;
    return file.profiles === undefined ? fromEarlierFormat(file as never) : file;
  } catch (cause) {
    throw new CommandFailure(
      `the settings in ${path} can't be read: ${String(cause)}\nCorrect the file or move it away. It may contain keys.`,
    );
  }
}

/** Writes the file with mode 0600, because it contains keys and sessions. Returns its path. */
export function writeSettingsFile(environment: Environment, file: SettingsFile): string {
  const path = settingsPath(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
  return path;
}

/** The arena that a command talks to, with the profile that holds its credentials. */
export interface SelectedArena {
  readonly url: string;
  /** Null for an arena without a profile. */
  readonly profile: string | null;
  readonly settings: ArenaSettings;
}

export interface ArenaOptions {
  readonly url?: string;
  readonly profile?: string;
}

function unknownProfile(name: string, { profiles }: SettingsFile): UsageFailure {
  const names = Object.keys(profiles).join(', ') || 'none yet';
  return new UsageFailure(
    `unknown profile ${name}\nProfiles: ${names}. presage profile add ${name} --url <address> adds it.`,
  );
}

function selectProfile(name: string, file: SettingsFile): SelectedArena {
  if (!Object.hasOwn(file.profiles, name)) throw unknownProfile(name, file);
  const { url, ...settings } = file.profiles[name];
  return { url, profile: name, settings };
}

function selectUrl(url: string, file: SettingsFile): SelectedArena {
  const matching = Object.keys(file.profiles).filter(name => file.profiles[name].url === url);
  const name = matching.find(each => each === file.profile) ?? matching[0];
  return name === undefined ? { url, profile: null, settings: {} } : selectProfile(name, file);
}

/** Options take precedence over variables, a URL over a profile of the same rank, and the file's profile comes last. */
export function selectArena(environment: Environment, { url, profile }: ArenaOptions): SelectedArena {
  const file = readSettingsFile(environment);
  if (url !== undefined && profile !== undefined)
    throw new UsageFailure('--url and --profile select two different arenas\nUse one of them.');
  if (profile !== undefined) return selectProfile(profile, file);
  if (url !== undefined) return selectUrl(url, file);
  if (environment.PRESAGE_PROFILE) return selectProfile(environment.PRESAGE_PROFILE, file);
  if (environment.PRESAGE_URL) {
    const parsed = parseArenaUrl(environment.PRESAGE_URL);
    if (parsed === null)
      throw new UsageFailure(
        `PRESAGE_URL is ${environment.PRESAGE_URL}, which is not a valid address\nSet it to an address such as 127.0.0.1:4870 or https://arena.example.org.`,
      );
    return selectUrl(parsed, file);
  }
  return file.profile === undefined ? selectUrl(defaultUrl, file) : selectProfile(file.profile, file);
}

/** Replaces the settings of an arena and gives it a profile if it has none. Returns the path of the file. */
export function saveArena(environment: Environment, { url, profile }: SelectedArena, settings: ArenaSettings): string {
  const file = readSettingsFile(environment);
  const name = profile ?? selectUrl(url, file).profile ?? profileNameOf(url, file.profiles);
  return writeSettingsFile(environment, { ...file, profiles: { ...file.profiles, [name]: { url, ...settings } } });
}
