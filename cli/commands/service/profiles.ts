import { type Command, InvalidArgumentError } from 'commander';
import { parseArenaUrl } from '../../../client/arena-url.js';
import {
  type ArenaOptions,
  type Environment,
  readSettingsFile,
  selectArena,
  writeSettingsFile,
} from '../../config/settings.js';
import { UsageFailure } from '../../output/command-failure.js';
import { table } from '../../output/tables.js';

interface ProfileContext {
  readonly environment: Environment;
  readonly write: (text: string) => void;
  readonly print: (reply: unknown) => void;
  readonly options: { isJson(): boolean; arena(): ArenaOptions };
}

function profileName(text: string): string {
  if (!/^[\w.-]{1,40}$/.test(text)) throw new InvalidArgumentError('Use 1 to 40 letters, digits, dots or hyphens.');
  return text;
}

const nameArgument = ['<name>', 'name of the profile', profileName] as const;

function addList(profile: Command, { environment, write, print, options }: ProfileContext): void {
  profile
    .command('list')
    .description('list profiles; * marks the one that commands use')
    .action(() => {
      const file = readSettingsFile(environment);
      const selected = selectArena(environment, options.arena()).profile;
      const profiles = Object.entries(file.profiles).map(([name, { url, agent, session }]) => {
        return { name, url, agent: agent ?? null, signedIn: session !== undefined, inUse: name === selected };
      });
      if (options.isJson()) print({ profiles });
      else
        write(
          table(
            ['', 'profile', 'arena', 'agent', 'signed in'],
            profiles.map(({ name, url, agent, signedIn, inUse }) => [
              inUse ? '*' : '',
              name,
              url,
              agent,
              signedIn ? 'yes' : null,
            ]),
            'No profiles. presage profile add <name> --url <address> adds one; presage login creates one automatically.',
          ),
        );
    });
}

/** Profiles store an arena with a person's session and the keys of agents under a name. */
export function addProfileCommands(program: Command, context: ProfileContext): void {
  const { environment, write, print, options } = context;
  const profile = program.command('profile').description('manage profiles for several arenas or accounts');
  const report = (reply: { readonly profile: string; readonly text: string }) => {
    if (options.isJson()) print({ profile: reply.profile });
    else write(reply.text);
  };
  const existing = (name: string) => {
    selectArena(environment, { profile: name });
    return readSettingsFile(environment);
  };
  addList(profile, context);
  profile
    .command('add')
    .argument(...nameArgument)
    .description('store an arena under a name, with --url, and use it from now on')
    .action((name: string) => {
      const { url } = options.arena();
      const file = readSettingsFile(environment);
      if (url === undefined || parseArenaUrl(url) === null)
        throw new UsageFailure(`--url is required\npresage profile add ${name} --url https://arena.example.org`);
      if (Object.hasOwn(file.profiles, name))
        throw new UsageFailure(`profile ${name} already exists\npresage profile remove ${name} removes it.`);
      writeSettingsFile(environment, { ...file, profile: name, profiles: { ...file.profiles, [name]: { url } } });
      report({
        profile: name,
        text: `${name} is ${url}. Commands use it from now on; presage login signs in there.\n`,
      });
    });
  profile
    .command('use')
    .argument(...nameArgument)
    .description('use a profile from now on')
    .action((name: string) => {
      writeSettingsFile(environment, { ...existing(name), profile: name });
      report({ profile: name, text: `Commands use ${name} from now on.\n` });
    });
  profile
    .command('remove')
    .argument(...nameArgument)
    .description('remove a profile with its session and keys; presage logout also ends the session')
    .action((name: string) => {
      const file = existing(name);
      const { [name]: _removed, ...profiles } = file.profiles;
      writeSettingsFile(environment, { profiles, ...(file.profile === name ? {} : { profile: file.profile }) });
      report({ profile: name, text: `${name} was removed from this machine.\n` });
    });
}
