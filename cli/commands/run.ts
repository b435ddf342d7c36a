import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { agentKeyOf } from '../arena/arena.js';
import { projectRoot } from '../config/project-root.js';
import type { SelectedArena } from '../config/settings.js';
import { seconds } from '../input/read-values.js';
import { CommandFailure, UsageFailure } from '../output/command-failure.js';
import { type ProcessContext, runProgram } from './service/project-process.js';

function exampleNames(root: string): string[] {
  const names = readdirSync(join(root, 'examples')).filter(name => name.endsWith('.ts') && !name.includes('.test.'));
  return names.map(name => name.replace(/\.ts$/, '')).sort();
}

interface RunContext extends ProcessContext {
  readonly select: () => SelectedArena;
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
      if (example === undefined || !names.includes(example)) {
        const problem = example === undefined ? 'name an example' : `unknown example ${example}`;
        throw new UsageFailure(`${problem}\nExamples: ${names.join(', ')}. presage run base-rate starts the first.`);
      }
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
      await runProgram(context, { file: `examples/${example}.ts`, environment: env });
    });
}
