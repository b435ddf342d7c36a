import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { commandVariables } from '../src/domain/service/command-variables.js';
import { type InArena, openArena, toCommandFailure } from './arena/arena.js';
import { createOperatorClient } from './arena/operator-client.js';
import type { Perform } from './arena/perform.js';
import { addCertifyCommand } from './commands/certify.js';
import { addCompletionCommand } from './commands/completion.js';
import { addConnectorCommands } from './commands/connectors.js';
import { addEventCommands } from './commands/events.js';
import { addMarketCommands } from './commands/markets.js';
import { addOperatorCommands } from './commands/operator.js';
import { addPeopleCommands } from './commands/people.js';
import { addPlayCommands } from './commands/play.js';
import { addPlayerCommand } from './commands/player.js';
import { addPracticeCommand } from './commands/practice.js';
import { addRecordCommand } from './commands/record.js';
import { addRequestCommands } from './commands/requests.js';
import { addRunCommand } from './commands/run.js';
import { addScoreCommand } from './commands/score.js';
import { addSportsCommands } from './commands/sports.js';
import { addWatchCommand, type Screen } from './commands/watch.js';
import { projectVersion } from './config/project-root.js';
import { readSettings } from './config/settings.js';
import type { StandardStreams } from './input/standard-streams.js';
import { CommandFailure } from './output/command-failure.js';

/** The process that a command line runs in. */
interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
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
  /** Returns a signal for interrupts. A command that calls it must end when the signal aborts. */
  readonly interrupted?: () => AbortSignal;
}

const nameWidth = Math.max(...Object.keys(commandVariables).map(name => name.length));
const variables = Object.entries(commandVariables).map(([name, about]) => `  ${name.padEnd(nameWidth)}  ${about}\n`);

const afterHelp = `
Environment variables:
${variables.join('')}
Exit codes: 0 done; 1 refused, wrong arguments, nobody answered, or something that was checked is not as it should be;
2 a file can't be read; 130 interrupted. What went wrong is on standard error, and with --json nothing else is on standard output.
`;

const defaultUrl = 'http://127.0.0.1:4870';

function urlOf(text: string): string {
  if (!/^https?:\/\//.test(text)) throw new InvalidArgumentError('It must begin with http:// or https://.');
  return text.replace(/\/+$/, '');
}

const purpose =
  'Plays in a Presage arena: events are forecast and traded with free credits. Begin with presage markets, which needs no account; then presage login --sign-up, presage agent new and presage forecast.';

function addOperating(program: Command, player: Command, perform: Perform, streams: StandardStreams): void {
  program.commandsGroup('Operate an arena:');
  addEventCommands(program, perform);
  addOperatorCommands(program, player, perform);
  addConnectorCommands(program, perform, streams);
}

/** Runs one command line and returns the exit code. */
export async function runPresage(args: readonly string[], context: CliContext): Promise<number> {
  const { environment, write, complain: writeError, input, terminal, askSecret, screen = () => null } = context;
  const { interrupted = () => new AbortController().signal } = context;
  const streams: StandardStreams = { write, writeError, input, terminal };
  let exitCode = 0;
  const program = new Command('presage')
    .description(purpose)
    .option('--url <address>', 'where the arena is (PRESAGE_URL)', urlOf, urlOf(environment.PRESAGE_URL || defaultUrl))
    .option('--json', 'print the reply as it is, for programs')
    .version(projectVersion(), '-V, --version', 'print the version of the command')
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', afterHelp)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError });

  const perform: Perform = async ({ call, show, succeeded = () => true, advice }) => {
    const { url, json } = program.opts<{ url: string; json?: boolean }>();
    const token = environment.PRESAGE_OPERATOR_TOKEN;
    const session = token ? undefined : readSettings(environment, url).session;
    const reply = (await call(createOperatorClient(url, { token, session }, advice))) as never;
    write(json ? `${JSON.stringify(reply, null, 2)}\n` : show(reply));
    if (!succeeded(reply)) exitCode = 1;
  };

  const currentUrl = () => program.opts<{ url: string }>().url;
  const isJson = () => program.opts<{ json?: boolean }>().json ?? false;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const inArena: InArena = async ({ call, show, advice }) => {
    const arena = openArena(environment, currentUrl(), writeError);
    try {
      const reply = await call(arena);
      if (reply !== undefined) write(isJson() ? `${JSON.stringify(reply, null, 2)}\n` : show(reply, arena));
    } catch (error) {
      throw toCommandFailure(error, arena.url, advice) ?? error;
    }
  };

  try {
    program.commandsGroup('Look, without an account:');
    addMarketCommands(program, inArena);
    const player = addPlayerCommand(program, inArena);
    addSportsCommands(program, inArena, perform);
    addRequestCommands(program, inArena, perform);
    addWatchCommand(program, inArena, { write, writeError, screen, isJson, interrupted });
    program.commandsGroup('Begin:');
    addPeopleCommands(program, inArena, { environment, askSecret });
    addRunCommand(program, { environment, write, writeError, urlOf: currentUrl, setExitCode, interrupted });
    program.commandsGroup('Play, with the key of an agent:');
    addPlayCommands(program, inArena);
    addPracticeCommand(program, inArena, setExitCode);
    addCertifyCommand(program, inArena, { writeError, setExitCode });
    program.commandsGroup('Score and check on this machine:');
    addScoreCommand(program, streams, isJson);
    addRecordCommand(program, streams, { isJson, setExitCode });
    addOperating(program, player, perform, streams);
    program.commandsGroup('Else:');
    addCompletionCommand(program, write);
    program.helpCommand('help [command]', 'the same as --help of that command');
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandFailure)) throw error;
    writeError(`presage: ${error.message}\n`);
    return error.exitCode;
  }
  return exitCode;
}
