import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';

export interface CommandResult {
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

  /** Makes an account; commands are signed in from then on. */
  async signUp(name: string): Promise<void> {
    const login = ['login', '--email', `${name.toLowerCase()}@example.org`, '--sign-up', name];
    await this.output(login, { PRESAGE_PASSWORD: 'correct horse battery' });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
