import { resolve } from 'node:path';
import type { Command } from 'commander';
import { wholeNumber } from '../../input/read-values.js';
import { type ProcessContext, runProgram } from './project-process.js';

const aboutDatabase = `
The arena is that of DATABASE_URL, or else that of the data folder; docs/operations.md lists these settings.`;

const backupProgram = 'src/server/backup/main.ts';

/** Commands that run on the arena's machine and access its database directly. */
export function addOwnArenaCommands(program: Command, context: ProcessContext): void {
  program
    .command('start')
    .description('start an arena on this machine, as npm start does; Ctrl-C stops it')
    .option('--port <port>', 'the port it listens on; PORT, or 4870', wholeNumber(0, 65_535))
    .addHelpText('after', '\nAll settings are environment variables: docs/operations.md lists them.')
    .action(({ port }: { port?: number }) =>
      runProgram(context, {
        file: 'src/server/main.ts',
        nodeArgs: ['--max-semi-space-size=64'],
        environment: { ...context.environment, ...(port === undefined ? {} : { PORT: String(port) }) },
      }),
    );
  program
    .command('backup')
    .argument('<folder>', 'a new folder')
    .description('write a backup of an arena, which may run meanwhile')
    .option('--verify', 'write nothing: compare the backup in the folder with its checksums')
    .addHelpText('after', aboutDatabase)
    .action((folder: string, { verify }: { verify?: true }) =>
      runProgram(context, { file: backupProgram, args: [verify ? 'verify' : 'backup', resolve(folder)] }),
    );
  program
    .command('restore')
    .argument('<folder>', 'a folder that presage backup has written')
    .description('fill an empty database with a backup')
    .addHelpText('after', aboutDatabase)
    .action((folder: string) => runProgram(context, { file: backupProgram, args: ['restore', resolve(folder)] }));
}
