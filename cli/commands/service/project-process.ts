import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../config/project-root.js';
import type { Environment } from '../../config/settings.js';

export interface ProcessContext {
  readonly environment: Environment;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly setExitCode: (code: number) => void;
  readonly interrupted: () => AbortSignal;
}

interface ProjectProgram {
  /** The path of a source file in the project. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly environment?: Environment;
}

/** Runs a program of the project in a child process and passes on its output, its exit code and interrupts. */
export async function runProgram(context: ProcessContext, program: ProjectProgram): Promise<void> {
  const { file, args = [], nodeArgs = [], environment = context.environment } = program;
  const child = spawn(process.execPath, [...nodeArgs, join(projectRoot(), 'tools', 'run.cjs'), file, ...args], {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a separate process group, so that Ctrl-C reaches the program once, through this process.
    detached: true,
  });
  child.stdout.on('data', chunk => context.write(String(chunk)));
  child.stderr.on('data', chunk => context.writeError(String(chunk)));
  const interrupted = context.interrupted();
  const interrupt = () => child.kill('SIGINT');
  interrupted.addEventListener('abort', interrupt, { once: true });
  const code = await new Promise<number | null>(resolve => {
    child.once('close', resolve);
  });
  interrupted.removeEventListener('abort', interrupt);
  context.setExitCode(code ?? (interrupted.aborted ? 130 : 1));
}
