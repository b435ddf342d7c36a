import type { Command, CommanderError } from 'commander';
import { CommandFailure, exitCodes } from './command-failure.js';

/** Returns the words of the arguments that name a command. */
function commandPath(program: Command, args: readonly string[]): string {
  const names: string[] = [];
  let command = program;
  for (const word of args) {
    const child = command.commands.find(each => each.name() === word);
    if (child === undefined) continue;
    names.push(word);
    command = child;
  }
  return ['presage', ...names].join(' ');
}

/** Converts a commander error about the arguments, and adds the help that explains them. */
export function usageFailure(error: CommanderError, program: Command, args: readonly string[]): CommandFailure {
  const path = commandPath(program, args);
  const text = error.message.replace(/^error: /, '').trim();
  const next =
    error.code === 'commander.unknownCommand' || path === 'presage'
      ? `${path} --help lists the commands.`
      : `${path} --help shows its arguments and examples.`;
  const json = args.find(arg => /^--json=./.test(arg));
  const taken =
    json !== undefined && error.code === 'commander.missingArgument'
      ? `\n--json took ${json.slice('--json='.length)} as a list of fields; write --json last.`
      : '';
  return new CommandFailure(`${text}\n${next}${taken}`, exitCodes.usage);
}
