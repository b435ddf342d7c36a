import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { agentKeyOf } from '../arena/arena.js';
import { projectRoot } from '../config/project-root.js';
import type { SelectedArena } from '../config/settings.js';
import { seconds } from '../input/read-values.js';
import { CommandFailure, UsageFailure } from '../output/command-failure.js';

function exampleNames(root: string): string[] {
  const names = readdirSync(join(root, 'examples')).filter(name => name.endsWith('.ts') && !name.includes('.test.'));
  return names.map(name => name.replace(/\.ts$/, '')).sort();
}

interface RunContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly select: () => SelectedArena;
  readonly setExitCode: (code: number) => void;
  readonly interrupted: () => AbortSignal;
}

/** Waits for the example to exit and passes an interrupt on to it. Returns the exit code. */
function waitForExit(child: ChildProcess, interrupted: AbortSignal): Promise<number> {
  const interrupt = () => child.kill('SIGINT');
  interrupted.addEventListener('abort', interrupt, { once: true });
  return new Promise(resolve => {
    child.once('close', code => {
      interrupted.removeEventListener('abort', interrupt);
      resolve(code ?? (interrupted.aborted ? 130 : 1));
    });
  });
}

export function addRunCommand(program: Command, context: RunContext): void {
  const root = projectRoot();
  program
    .command('run')
    .argument('[example]', exampleNames(root).join(', '))
    .description('run an example agent with your key; its source is in examples/')
    .option('--for <seconds>', 'stop after this time; Ctrl-C stops it sooner', seconds, 60)
    .option('--practice', 'choose practice events, for examples that choose their events')
    .action(async (example: string | undefined, { for: runSeconds, practice }: { for: number; practice?: true }) => {
      const names = exampleNames(root);
      if (example === undefined || !names.includes(example))
        throw new UsageFailure(`name an example: ${names.join(', ')}`);
      const { url, settings } = context.select();
      const agentKey = agentKeyOf(context.environment, settings);
      if (!agentKey)
        throw new CommandFailure(
          'no agent key found\nRun presage agent new or presage agent use, or set PRESAGE_AGENT_KEY.',
        );
      const env = {
        ...context.environment,
        PRESAGE_URL: url,
        PRESAGE_AGENT_KEY: agentKey,
        PRESAGE_RUN_SECONDS: String(runSeconds),
        ...(practice ? { PRESAGE_RUN_PRACTICE: '1' } : {}),
      };
      const child = spawn(process.execPath, [join(root, 'tools', 'run.cjs'), `examples/${example}.ts`], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        // In a separate process group, so that Ctrl-C reaches the example once, through this process.
        detached: true,
      });
      child.stdout.on('data', chunk => context.write(String(chunk)));
      child.stderr.on('data', chunk => context.writeError(String(chunk)));
      context.setExitCode(await waitForExit(child, context.interrupted()));
    });
}
