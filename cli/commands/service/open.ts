import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { InArena } from '../../arena/arena.js';
import type { Environment } from '../../config/settings.js';
import { CommandFailure } from '../../output/command-failure.js';
import { printable } from '../../output/printable.js';
import { adviceOnEvents } from '../../output/refusal.js';

interface OpenContext {
  readonly environment: Environment;
}

/** Returns the program that opens pages on this platform; null if there is no display to open them on. */
function browserCommand({ BROWSER, DISPLAY, WAYLAND_DISPLAY }: Environment): readonly string[] | null {
  if (BROWSER) return [BROWSER];
  if (process.platform === 'darwin') return ['open'];
  // Avoids cmd, which would execute the part after an ampersand in the URL.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Starts the browser; false if it can't be started. */
function startBrowser([program, ...args]: readonly string[], url: string, environment: Environment): Promise<boolean> {
  return new Promise(resolve => {
    const env = environment as NodeJS.ProcessEnv;
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

export function addOpenCommand(program: Command, inArena: InArena, { environment }: OpenContext): void {
  program
    .command('open')
    .argument('[slug]', 'slug of the event; the home page if omitted')
    .description('open the page of an event or of the arena in a browser')
    .option('--player <handle>', 'open the page of a player instead')
    .option('--print', 'print the address without opening it')
    .action((slug: string | undefined, { player, print }: { player?: string; print?: true }) =>
      inArena({
        call: async ({ url, publicClient }) => {
          const page =
            player !== undefined
              ? (await publicClient.player(player)).player.url
              : slug === undefined
                ? `${url}/`
                : (await publicClient.event(slug)).event.url;
          if (!/^https?:\/\//.test(page))
            throw new CommandFailure(
              `the arena returned ${printable(page)}, which is not a web page\nThe operator sets the public address of the arena.`,
            );
          const command = print ? null : browserCommand(environment);
          return { url: page, opened: command !== null && (await startBrowser(command, page, environment)) };
        },
        show: ({ url, opened }) => {
          if (opened || print) return `${url}\n`;
          return `${url}\nNo browser could be started: open this address yourself, or set BROWSER.\n`;
        },
        advice: { 404: player === undefined ? adviceOnEvents : 'presage leaderboard lists players.' },
      }),
    );
}
