import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { createClient, NoAnswer, PresageError } from '../../../client/client.js';
import { agentKeyOf } from '../../arena/arena.js';
import { adviceOnCredential } from '../../arena/credential-advice.js';
import { projectVersion } from '../../config/project-root.js';
import {
  type ArenaOptions,
  type Environment,
  type SelectedArena,
  selectArena,
  settingsPath,
} from '../../config/settings.js';
import { CommandFailure, exitCodes } from '../../output/command-failure.js';
import { styled } from '../../output/style.js';

interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  /** The remediation; null if the check passed. */
  readonly next: string | null;
}

const passed = (check: string, detail: string): Check => ({ check, ok: true, detail, next: null });
const failed = (check: string, detail: string, next: string): Check => ({ check, ok: false, detail, next });

function checkSettings(environment: Environment): Check {
  const path = settingsPath(environment);
  if (!existsSync(path)) return passed('settings', `${path} does not exist yet; presage login creates it`);
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return passed('settings', `${path} is readable only by you`);
  return failed('settings', `${path} has mode ${mode.toString(8)}, so others can read keys`, `chmod 600 ${path}`);
}

const maxSkewMs = 60_000;

function checkClock(date: string | null): Check {
  const skewMs = Date.now() - Date.parse(date ?? '');
  if (Number.isNaN(skewMs)) return passed('clock', 'the arena sends no date');
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= maxSkewMs) return passed('clock', `${seconds} s from the arena's`);
  return failed(
    'clock',
    `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the arena's`,
    'Set the clock, such as with NTP.',
  );
}

/** The command does not know whether its user runs the arena. */
const healthAdvice = (url: string) =>
  `If you run this arena, read the log of the service and ${url}/docs/operations#what-to-watch; otherwise report it to its operator.`;

const retries = { attempts: 1 };

/** Checks the address, readiness and version of the arena. */
async function checkArena({ url }: SelectedArena): Promise<Check[]> {
  const client = createClient({ baseUrl: url, retries, timeoutMs: 5_000 });
  const startedAt = performance.now();
  try {
    const { body, headers } = await client.request('getStatus', {});
    const milliseconds = Math.round(performance.now() - startedAt);
    if (body?.service !== 'presage')
      return [
        failed('arena', `${url} responds, but is not a Presage arena`, 'Check --url, --profile and PRESAGE_URL.'),
      ];
    const state = body.tradingPaused ? 'trading is paused' : body.status;
    const health =
      body.status === 'ok'
        ? passed('health', state)
        : failed('health', body.problems.map(({ detail }) => detail).join('; ') || body.status, healthAdvice(url));
    const same = body.version.split('.')[0] === projectVersion().split('.')[0];
    const version = same
      ? passed('version', `arena ${body.version}, command ${projectVersion()}`)
      : failed('version', `arena ${body.version}, command ${projectVersion()}`, 'Install the version of the arena.');
    return [passed('arena', `${url} responds in ${milliseconds} ms`), health, version, checkClock(headers.get('date'))];
  } catch (error) {
    if (error instanceof NoAnswer)
      return [
        failed('arena', `${url} does not respond`, 'Start it with npm start, or set --url, --profile or PRESAGE_URL.'),
      ];
    if (error instanceof PresageError)
      return [
        failed(
          'arena',
          `${url} responds with ${error.status}: ${error.message}`,
          error.remediation ?? 'Check that it is the address of a Presage arena, without a path.',
        ),
      ];
    throw error;
  }
}

/** Checks that the stored session and key are accepted. */
async function checkCredentials(environment: Environment, { url, settings }: SelectedArena): Promise<Check[]> {
  const key = agentKeyOf(environment, settings);
  const accessWith = async (name: string, options: object, next: string): Promise<Check> => {
    try {
      const { player, plan } = await createClient({ baseUrl: url, retries, ...options }).call('getAgentAccess', {});
      if (player === null) return failed(name, 'is not accepted', next);
      return passed(name, `works: ${player.handle}, plan ${plan}`);
    } catch (error) {
      return failed(name, error instanceof Error ? error.message : String(error), next);
    }
  };
  const checks: Promise<Check>[] = [];
  if (settings.session)
    checks.push(accessWith('session', { headers: { cookie: settings.session } }, 'Sign in again with presage login.'));
  if (key) checks.push(accessWith('agent key', { agentKey: key }, adviceOnCredential(environment, settings)));
  if (checks.length === 0) return [passed('credentials', 'none; presage login signs in, markets can be read without')];
  return Promise.all(checks);
}

interface DoctorContext {
  readonly environment: Environment;
  readonly arenaOptions: () => ArenaOptions;
  readonly isJson: () => boolean;
  readonly print: (reply: unknown) => void;
  readonly write: (text: string) => void;
  readonly setExitCode: (code: number) => void;
}

function show(checks: readonly Check[]): string {
  const lines = checks.map(({ check, ok, detail, next }) => {
    const mark = ok ? styled('good', '✓') : styled('bad', '✗');
    return `${mark} ${check}: ${detail}${next === null ? '' : `\n  → ${next}`}`;
  });
  const failures = checks.filter(({ ok }) => !ok).length;
  return `${lines.join('\n')}\n\n${failures === 0 ? 'All checks passed.' : `${failures} of ${checks.length} checks failed.`}\n`;
}

async function runChecks(environment: Environment, options: ArenaOptions): Promise<Check[]> {
  const local = [passed('command', `presage ${projectVersion()} on Node ${process.versions.node}`)];
  let selected: SelectedArena;
  try {
    selected = selectArena(environment, options);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const [detail, ...next] = error.message.split('\n');
    return [...local, failed('settings', detail, next.join(' '))];
  }
  const arena = await checkArena(selected);
  const credentials = arena[0].ok ? await checkCredentials(environment, selected) : [];
  return [...local, checkSettings(environment), ...arena, ...credentials];
}

export function addDoctorCommand(program: Command, context: DoctorContext): void {
  program
    .command('doctor')
    .description('check settings, connection, clock and credentials, with advice')
    .action(async () => {
      const checks = await runChecks(context.environment, context.arenaOptions());
      if (context.isJson()) context.print({ checks });
      else context.write(show(checks));
      if (checks.some(({ ok }) => !ok)) context.setExitCode(exitCodes.failure);
    });
}
