import { Command, CommanderError, Help, type Option } from 'commander';
import { commandVariables } from '../src/service/pages.js';
import { type InArena, openArena, toCommandFailure } from './arena/arena.js';
import { createOperatorClient } from './arena/operator-client.js';
import type { Perform } from './arena/perform.js';
import { readRowFields } from './arena/row-fields.js';
import { addAgentCommands } from './commands/agents.js';
import { addCertifyCommand } from './commands/certify.js';
import { addCompletionCommand } from './commands/completion.js';
import { addConnectorCommands } from './commands/connectors.js';
import { addEventCommands } from './commands/events.js';
import { addForecastCommands } from './commands/forecasts.js';
import { addLookCommands } from './commands/look.js';
import { addMarketCommands } from './commands/markets.js';
import { addModerationCommands } from './commands/moderation.js';
import { addOperatorCommands } from './commands/operator.js';
import { addPeopleCommands } from './commands/people.js';
import { addPlayCommands } from './commands/play.js';
import { addPlayerCommand } from './commands/player.js';
import { addPracticeCommand } from './commands/practice.js';
import { addRecordCommand } from './commands/record.js';
import { addRequestCommands } from './commands/requests.js';
import { addRunCommand } from './commands/run.js';
import { addScoreCommand } from './commands/score.js';
import { addApiCommand } from './commands/service/api.js';
import { addDoctorCommand } from './commands/service/doctor.js';
import { addLogsCommands } from './commands/service/logs.js';
import { addOpenCommand } from './commands/service/open.js';
import { addOwnArenaCommands } from './commands/service/own-arena.js';
import { addProfileCommands } from './commands/service/profiles.js';
import { addStatusCommands } from './commands/service/status.js';
import { addSportsCommands } from './commands/sports.js';
import { addWatchCommand, type Screen } from './commands/watch.js';
import { type Environment, selectArena } from './config/settings.js';
import { addExamples } from './input/examples.js';
import { addGlobalOptions, asksForJson, type GlobalOptions, normalizeJsonOption } from './input/global-options.js';
import type { StandardStreams } from './input/standard-streams.js';
import { CommandFailure, exitCodes } from './output/command-failure.js';
import { formatJson } from './output/json-output.js';
import { render, styled, wantsColor } from './output/style.js';
import { helpAdvice, usageFailure } from './output/usage-error.js';

/** The process environment of a command line. */
interface CliContext {
  readonly environment: Environment;
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
  /** Standard input, for the file name “-”. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean;
  /** The terminal behind standard output; null if that is a file or a pipe. */
  readonly screen?: () => Screen | null;
  /** Prompts without echoing the input; absent without a terminal. */
  readonly askSecret?: (question: string) => Promise<string>;
  /** Prompts for a line; absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Returns a signal for interrupts. A command that calls it must end when the signal aborts. */
  readonly interrupted?: () => AbortSignal;
}

/** Dependencies shared by the commands: output, the arena and the exit code. */
interface Shared extends Omit<CliContext, 'complain' | 'screen' | 'interrupted'> {
  readonly writeError: (text: string) => void;
  readonly screen: () => Screen | null;
  readonly interrupted: () => AbortSignal;
  readonly options: GlobalOptions;
  readonly setExitCode: (code: number) => void;
  readonly print: (reply: unknown) => void;
  readonly inArena: InArena;
  readonly perform: Perform;
}

const nameWidth = Math.max(...Object.keys(commandVariables).map(name => name.length));
const variables = Object.entries(commandVariables).map(([name, about]) => `  ${name.padEnd(nameWidth)}  ${about}\n`);

const afterHelp = `
Environment variables:
${variables.join('')}
Exit codes:
  0    success
  1    failure, or a check that did not pass
  2    invalid arguments, an ambiguous number, or a file that can't be read
  3    rejected by the service
  4    the service can't be reached
  130  interrupted

Results go to standard output, errors to standard error; with --json an error is one line of JSON. Colours are used on
terminals only; NO_COLOR disables them. Prompts appear only on a terminal.
`;

const purpose =
  'Forecasts and trades events in a Presage arena with free play credits. Start with presage markets, which needs no account; then presage login --sign-up, presage agent new and presage forecast.';

function addPlaying(program: Command, shared: Shared): void {
  const { inArena, writeError, setExitCode, options } = shared;
  program.commandsGroup('Get started:');
  addPeopleCommands(program, inArena, shared);
  addAgentCommands(program, inArena, shared);
  addProfileCommands(program, shared);
  addRunCommand(program, { ...shared, select: () => selectArena(shared.environment, options.arena()) });
  program.commandsGroup('Play, with an agent key or a session:');
  addPlayCommands(program, inArena);
  addForecastCommands(program, inArena);
  addPracticeCommand(program, inArena, setExitCode);
  addCertifyCommand(program, inArena, { writeError, setExitCode });
  addLogsCommands(program, inArena, shared);
}

function addCommands(program: Command, shared: Shared): void {
  const { inArena, perform, options, setExitCode, print } = shared;
  const streams: StandardStreams = shared;
  const printing = { isJson: options.isJson, print };
  program.commandsGroup('Browse, without an account:');
  addMarketCommands(program, inArena);
  addLookCommands(program, inArena);
  const player = addPlayerCommand(program, inArena);
  addSportsCommands(program, inArena, perform);
  addRequestCommands(program, inArena, perform);
  addWatchCommand(program, inArena, shared);
  addOpenCommand(program, inArena, shared);
  addPlaying(program, shared);
  program.commandsGroup('Score and verify locally:');
  addScoreCommand(program, streams, printing);
  addRecordCommand(program, streams, { ...printing, setExitCode });
  program.commandsGroup('Operate an arena:');
  addOwnArenaCommands(program, shared);
  addEventCommands(program, perform, inArena);
  addOperatorCommands(program, player, perform);
  addModerationCommands(program, player, perform);
  addConnectorCommands(program, perform, streams);
  program.commandsGroup('Other:');
  addStatusCommands(program, inArena, shared);
  addDoctorCommand(program, { ...shared, arenaOptions: options.arena, isJson: options.isJson });
  addApiCommand(program, inArena, shared);
  addCompletionCommand(program, shared.write);
  program.helpCommand('help [command]', 'show the help of a command');
}

/** Connects the commands to the arena that the options select. */
function createShared(
  context: CliContext,
  options: GlobalOptions,
  { setExitCode, adviceOnArguments }: { setExitCode: (code: number) => void; adviceOnArguments: () => string },
): Shared {
  const { environment, screen = () => null, interrupted = () => new AbortController().signal } = context;
  const colored = wantsColor(environment, screen() !== null);
  const coloredErrors = wantsColor(environment, context.terminal ?? false);
  const write = (text: string) => context.write(render(text, colored));
  const writeError = (text: string) => context.complain(render(text, coloredErrors));
  const print = (reply: unknown) => write(formatJson(reply, options.jsonFields()));
  const printFrom = async (url: string, reply: unknown) => {
    const fields = options.jsonFields();
    const rowFields = fields === null ? null : await readRowFields(url, reply);
    write(formatJson(reply, fields, { rowFields }));
  };
  const open = () => {
    const selected = selectArena(environment, options.arena());
    return openArena({ environment, selected, writeError, isBps: options.isBps(), isJson: options.isJson() });
  };
  const inArena: InArena = async ({ call, show, advice }) => {
    const arena = open();
    try {
      const reply = await call(arena);
      if (reply === undefined) return;
      if (reply === null) throw arena.foreignFailure() ?? new Error('the response is empty');
      if (options.isJson()) await printFrom(arena.url, reply);
      else write(show(reply, arena));
    } catch (error) {
      throw toCommandFailure(error, arena, { INVALID_PAYLOAD: adviceOnArguments(), ...advice }) ?? error;
    }
  };
  const perform: Perform = async ({ call, show, succeeded = () => true, advice }) => {
    const { url, settings, price } = open();
    const token = environment.PRESAGE_OPERATOR_TOKEN;
    const session = token ? undefined : settings.session;
    const operator = createOperatorClient(url, { token, session }, { INVALID_PAYLOAD: adviceOnArguments(), ...advice });
    const reply = (await call(operator)) as never;
    if (options.isJson()) await printFrom(url, reply);
    else write(show(reply, price));
    if (!succeeded(reply)) setExitCode(exitCodes.failure);
  };
  return { ...context, screen, interrupted, write, writeError, options, setExitCode, print, inArena, perform };
}

function report(failure: CommandFailure, isJson: boolean, writeError: (text: string) => void): number {
  writeError(isJson ? `${failure.toJson()}\n` : `${styled('bad', 'presage:')} ${failure.message}\n`);
  return failure.exitCode;
}

/** Marks the options without which a command is refused; commander itself does not. */
function describeOption(this: Help, option: Option): string {
  const text = Help.prototype.optionDescription.call(this, option);
  return option.mandatory ? `${text}; required` : text;
}

/** Runs one command line and returns the exit code. */
export async function runPresage(args: readonly string[], context: CliContext): Promise<number> {
  let exitCode: number = exitCodes.done;
  let interruption: AbortSignal | null = null;
  const interrupted = () => {
    interruption ??= context.interrupted?.() ?? new AbortController().signal;
    return interruption;
  };
  const program = new Command('presage')
    .description(purpose)
    .addHelpText('after', afterHelp)
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .exitOverride();
  const options = addGlobalOptions(program);
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const adviceOnArguments = () => helpAdvice(program, args);
  const shared = createShared({ ...context, interrupted }, options, { setExitCode, adviceOnArguments });
  program.configureOutput({ writeOut: shared.write, writeErr: () => {}, outputError: () => {} });
  addCommands(program, shared);
  addExamples(program);
  const normalized = normalizeJsonOption(args, new Set(program.commands.map(command => command.name())));
  try {
    await program.parseAsync(normalized.length === 0 ? ['--help'] : normalized, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const failure = error instanceof CommanderError ? usageFailure(error, program, normalized) : error;
    if (!(failure instanceof CommandFailure)) throw error;
    return report(failure, asksForJson(normalized), shared.writeError);
  }
  return (interruption as AbortSignal | null)?.aborted ? exitCodes.interrupted : exitCode;
}
