import { type Command, InvalidArgumentError } from 'commander';
import { parseArenaUrl } from '../../client/arena-url.js';
import { projectVersion } from '../config/project-root.js';
import type { ArenaOptions } from '../config/settings.js';

function arenaUrl(text: string): string {
  const url = parseArenaUrl(text);
  if (url === null)
    throw new InvalidArgumentError('Use an address such as 127.0.0.1:4870 or https://arena.example.org.');
  return url;
}

const fieldsPattern = /^[A-Za-z][\w.]*(,[A-Za-z][\w.]*)*$/;

/**
 * Rewrites `--json fields` as `--json=fields`, and a plain `--json` as `--json=`, because commander would take the next
 * word for its value. Fields are recognised after the command and at the end or before another option.
 */
export function normalizeJsonOption(args: readonly string[], commandNames: ReadonlySet<string>): string[] {
  const normalized: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [arg, value, after] = args.slice(index);
    if (arg === '--') return [...normalized, ...args.slice(index)];
    if (arg !== '--json') {
      normalized.push(arg);
      continue;
    }
    const isAfterCommand = normalized.some(word => commandNames.has(word));
    const isLast = after === undefined || after.startsWith('-');
    const isFields = isAfterCommand && isLast && value !== undefined && fieldsPattern.test(value);
    normalized.push(isFields ? `--json=${value}` : '--json=');
    if (isFields) index += 1;
  }
  return normalized;
}

/** Whether the arguments ask for JSON, for errors in the arguments themselves. */
export const asksForJson = (args: readonly string[]) => args.some(arg => /^--json(=|$)/.test(arg));

interface Given extends ArenaOptions {
  readonly json?: string | true;
  readonly bps?: true;
}

export interface GlobalOptions {
  arena(): ArenaOptions;
  isJson(): boolean;
  /** The fields to print as JSON; null for all. */
  jsonFields(): readonly string[] | null;
  isBps(): boolean;
}

/** Adds the options that every command takes, before or after its own. */
export function addGlobalOptions(program: Command): GlobalOptions {
  program
    .option('--url <address>', 'address of the arena (PRESAGE_URL)', arenaUrl)
    .option('--profile <name>', 'stored profile with an arena and account')
    .option('--json [fields]', 'print the response as JSON, or only these fields: --json slug,title')
    .option('--bps', 'print prices in basis points instead of percent: 6250 is 62.5 %')
    .version(projectVersion(), '-V, --version', 'print the version');
  const given = () => program.opts<Given>();
  return {
    arena: () => given(),
    isJson: () => given().json !== undefined,
    jsonFields() {
      const { json } = given();
      return typeof json === 'string' && json !== '' ? json.split(',') : null;
    },
    isBps: () => given().bps ?? false,
  };
}
