import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';

/** The output of `presage … --help`. */
export async function helpOf(path: readonly string[]): Promise<string> {
  let out = '';
  const write = (text: string) => {
    out += text;
  };
  expect(await runPresage([...path, '--help'], { environment: {}, write, complain: write })).toBe(0);
  return out;
}

/** Names and texts of one kind of entry; joins texts that continue on the next line. */
export function entries(help: string, sections: RegExp): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  for (const [, body] of help.matchAll(new RegExp(`^(?:${sections.source}):\\n((?: {2}.*\\n)+)`, 'gm'))) {
    for (const line of body.split('\n').filter(Boolean)) {
      const entry = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line);
      const last = entry ? null : found.pop();
      if (entry) found.push({ name: entry[1], text: entry[2] ?? '' });
      else if (last) found.push({ ...last, text: `${last.text} ${line.trim()}` });
    }
  }
  return found;
}

export const groups =
  /Commands|Browse, without an account|Get started|Play, with an agent key or a session|Score and verify locally|Operate an arena|Other/;

/** The help of every command, which is the table of commands. */
export async function everyHelp(path: readonly string[] = []): Promise<{ path: string; help: string }[]> {
  const help = await helpOf(path);
  const names = entries(help, groups).flatMap(({ name }) => (/^[a-z]/.test(name) ? [name.split(' ')[0]] : []));
  const below: { path: string; help: string }[] = [];
  for (const name of names.filter(word => word !== 'help')) below.push(...(await everyHelp([...path, name])));
  return [{ path: path.join(' '), help }, ...below];
}

interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Context = Parameters<typeof runPresage>[1];

/** Runs the presage command with a settings file in a temporary folder. */
export class TestCommand {
  readonly folder = mkdtempSync(join(tmpdir(), 'presage-command-'));
  readonly settings = join(this.folder, 'settings.json');

  constructor(private readonly url: string) {}

  async run(
    args: readonly string[],
    environment: Record<string, string | undefined> = {},
    context: Partial<Context> = {},
  ): Promise<CommandResult> {
    let [out, err] = ['', ''];
    const code = await runPresage(args, {
      environment: { PATH: process.env.PATH, PRESAGE_URL: this.url, PRESAGE_CONFIG: this.settings, ...environment },
      write: text => {
        out += text;
      },
      complain: text => {
        err += text;
      },
      ...context,
    });
    return { code, out, err };
  }

  /** Runs a command that must succeed and returns its output. */
  async output(args: readonly string[], environment: Record<string, string | undefined> = {}): Promise<string> {
    const { code, out, err } = await this.run(args, environment);
    expect(`${code} ${err}`, args.join(' ')).toBe('0 ');
    return out;
  }

  /** Runs a command that must succeed with --json. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  async json(args: readonly string[], environment: Record<string, string | undefined> = {}): Promise<any> {
    return JSON.parse(await this.output([...args, '--json'], environment));
  }

  /** Creates an account; later commands are signed in. */
  async signUp(name: string): Promise<void> {
    const login = ['login', '--email', `${name.toLowerCase()}@example.org`, '--sign-up', name];
    await this.output(login, { PRESAGE_PASSWORD: 'correct horse battery' });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
