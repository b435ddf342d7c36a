import type { Command, CommanderError } from 'commander';
import { nearestName } from '../../src/kernel/nearest-name.js';
import { CommandFailure, exitCodes } from './command-failure.js';

/** Finds the command that the arguments name, and its words. */
function findCommand(program: Command, args: readonly string[]): { command: Command; path: string } {
  const names: string[] = ['presage'];
  let command = program;
  for (const word of args) {
    const child = command.commands.find(each => each.name() === word);
    if (child === undefined) continue;
    names.push(word);
    command = child;
  }
  return { command, path: names.join(' ') };
}

/** Points to the help of the command that the arguments name. */
export const helpAdvice = (program: Command, args: readonly string[]): string =>
  `${findCommand(program, args).path} --help shows its arguments and examples.`;

/** Lists words as in “a, b or c”. */
const either = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** Rewrites commander's texts, which expose its vocabulary. */
function problemOf({ code, message }: CommanderError, command: Command, args: readonly string[]): string {
  if (code === 'commander.help') {
    const asked = args[args.indexOf('help') + 1];
    const names = command.commands.map(child => child.name());
    if (args.includes('help') && asked !== undefined) {
      const nearest = nearestName(asked, names);
      return `unknown command '${asked}'${nearest === null ? '' : `\n(Did you mean ${nearest}?)`}`;
    }
    return `${command.name()} needs a command: ${either(names)}`;
  }
  return message
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(\w+)'\./s, 'argument <$2>: $1 is invalid.')
    .trim();
}

function hintOf({ code }: CommanderError, command: Command, args: readonly string[]): string {
  const fields = args.find(arg => /^--json=./.test(arg))?.slice('--json='.length);
  if (code === 'commander.missingArgument') {
    const wanted = command.registeredArguments.map(each => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
    const taken = fields === undefined ? '' : `\n--json took ${fields} as a list of fields; write --json last.`;
    return `\nUsage: ${[findPath(command), ...wanted].join(' ')}${taken}`;
  }
  if (code === 'commander.excessArguments' && args.includes('--json='))
    return '\nSeparate the fields of --json with commas: --json slug,title.';
  return '';
}

function findPath(command: Command): string {
  return command.parent === null ? command.name() : `${findPath(command.parent)} ${command.name()}`;
}

/** Converts a commander error about the arguments, and adds the help that explains them. */
export function usageFailure(error: CommanderError, program: Command, args: readonly string[]): CommandFailure {
  const { command, path } = findCommand(program, args);
  const isGroup = error.code === 'commander.unknownCommand' || error.code === 'commander.help' || path === 'presage';
  const next = isGroup ? `${path} --help lists the commands.` : helpAdvice(program, args);
  const problem = problemOf(error, command, args);
  return new CommandFailure(`${problem}\n${next}${hintOf(error, command, args)}`, exitCodes.usage);
}
