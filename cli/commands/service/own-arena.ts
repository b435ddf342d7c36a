import { resolve } from 'node:path';
import type { Command } from 'commander';
import { wholeNumber } from '../../input/read-values.js';
import { CommandFailure } from '../../output/command-failure.js';
import { type ProcessContext, runProgram } from './project-process.js';

const aboutDatabase = `
The arena is that of DATABASE_URL, or else that of the data folder; docs/operations.md lists these settings.`;

const backupProgram = 'src/backup.ts';

interface OwnArenaContext extends ProcessContext {
  readonly options: { isJson(): boolean };
  readonly print: (reply: unknown) => void;
}

/** Runs a backup task. With --json the result and the failure are JSON. */
async function runTask(context: OwnArenaContext, task: string, folder: string): Promise<void> {
  const program = { file: backupProgram, args: [task, resolve(folder)] };
  if (!context.options.isJson()) return runProgram(context, program);
  let [out, err, code] = ['', '', 0];
  await runProgram(
    {
      ...context,
      write: text => {
        out += text;
      },
      writeError: text => {
        err += text;
      },
      setExitCode: given => {
        code = given;
      },
    },
    { ...program, args: [...program.args, '--json'] },
  );
  if (code === 0) return context.print(JSON.parse(out));
  // Lines before the last message are notices.
  throw new CommandFailure(
    err
      .trim()
      .split(/^presage: /m)
      .at(-1) ?? '',
    code,
  );
}

/** Commands that run on the arena's machine and access its database directly. */
export function addOwnArenaCommands(program: Command, context: OwnArenaContext): void {
  program
    .command('start')
    .description('start an arena on this machine, as npm start does; Ctrl-C stops it')
    .option('--port <port>', 'port to listen on (default: PORT, or 4870)', wholeNumber(0, 65_535))
    .addHelpText('after', '\nAll settings are environment variables: docs/operations.md lists them.')
    .action(({ port }: { port?: number }) =>
      runProgram(context, {
        file: 'src/main.ts',
        nodeArgs: ['--max-semi-space-size=64'],
        environment: { ...context.environment, ...(port === undefined ? {} : { PORT: String(port) }) },
      }),
    );
  program
    .command('backup')
    .argument('<folder>', 'a new or empty folder')
    .description('write a backup of an arena, which may run meanwhile')
    .option('--verify', 'write nothing: compare the backup in the folder with its checksums')
    .addHelpText('after', aboutDatabase)
    .action((folder: string, { verify }: { verify?: true }) => runTask(context, verify ? 'verify' : 'backup', folder));
  program
    .command('restore')
    .argument('<folder>', 'a folder that presage backup has written')
    .description('fill an empty database with a backup')
    .addHelpText('after', aboutDatabase)
    .action((folder: string) => runTask(context, 'restore', folder));
}
