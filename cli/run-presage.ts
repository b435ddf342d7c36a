import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { explained, type InArena, openArena } from './arena.js';
import { addCertifyCommand } from './certify-command.js';
import { addCompletionCommand } from './completion-command.js';
import { addEventCommands } from './event-commands.js';
import { FileFailed } from './file-failed.js';
import { addMarketCommands } from './market-commands.js';
import { CallFailed, createOperatorClient } from './operator-client.js';
import { addPeopleCommands } from './people-commands.js';
import type { Perform } from './perform.js';
import { addPlayCommands } from './play-commands.js';
import { addPracticeCommand } from './practice-command.js';
import type { LocalSurroundings } from './read-text.js';
import { addRecordCommand } from './record-command.js';
import { addRunCommand } from './run-command.js';
import { addScoreCommand } from './score-command.js';
import { type AuditReply, showAudit } from './show.js';
import { list } from './tables.js';
import { addWatchCommand } from './watch-command.js';

interface Surroundings extends LocalSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const usualUrl = 'http://127.0.0.1:4870';

function urlOf(text: string): string {
  if (!/^https?:\/\//.test(text)) throw new InvalidArgumentError('It must begin with http:// or https://.');
  return text.replace(/\/+$/, '');
}

function addArenaCommands(program: Command, perform: Perform): void {
  const trading = program.command('trading').description('trading in the whole arena');
  for (const verb of ['pause', 'resume'] as const) {
    trading
      .command(verb)
      .description(verb === 'pause' ? 'refuse new orders everywhere' : 'take orders again')
      .action(() =>
        perform({
          call: client => client.call('POST', `/trading/${verb}`),
          show: (reply: { tradingPaused: boolean; changedAt: string }) =>
            `Trading is ${reply.tradingPaused ? 'paused' : 'open'} since ${reply.changedAt}.\n`,
        }),
      );
  }
  program
    .command('audit')
    .description('compute all books once more; the exit code is 1 where something differs')
    .action(() =>
      perform({
        call: client => client.call('GET', '/audit'),
        show: showAudit,
        succeeded: (audit: AuditReply) => audit.balanced,
      }),
    );
  program
    .command('person')
    .description('people')
    .command('role <id> <role>')
    .description('make a person an operator or a member again')
    .action((id: string, role: string) =>
      perform({
        call: client => client.call('PUT', `/people/${encodeURIComponent(id)}/role`, { role }),
        show: ({ person }: { person: Record<string, string> }) => list(Object.entries(person)),
      }),
    );
  program
    .command('player')
    .description('players')
    .command('plan <handle> <plan>')
    .description('set the plan of a player: free, pro or enterprise')
    .action((handle: string, plan: string) =>
      perform({
        call: client => client.call('PUT', `/players/${encodeURIComponent(handle)}/plan`, { plan }),
        show: ({ player }: { player: Record<string, string> }) => list(Object.entries(player)),
      }),
    );
}

/** Runs one command line and returns the exit code. */
export async function runPresage(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, write, complain } = surroundings;
  let exitCode = 0;
  const program = new Command('presage')
    .description(
      'Plays in a Presage arena (presage login, presage agent new), operates one (PRESAGE_OPERATOR_TOKEN holds the token of the service), scores files and checks records.',
    )
    .option('--url <address>', 'where the service is (PRESAGE_URL)', urlOf, urlOf(environment.PRESAGE_URL || usualUrl))
    .option('--json', 'print the reply as it is')
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: complain });

  const perform: Perform = async ({ call, show, succeeded = () => true }) => {
    const { url, json } = program.opts<{ url: string; json?: boolean }>();
    const reply = (await call(createOperatorClient(url, environment.PRESAGE_OPERATOR_TOKEN))) as never;
    write(json ? `${JSON.stringify(reply, null, 2)}\n` : show(reply));
    if (!succeeded(reply)) exitCode = 1;
  };

  const urlNow = () => program.opts<{ url: string }>().url;
  const isJson = () => program.opts<{ json?: boolean }>().json ?? false;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const inArena: InArena = async ({ call, show }) => {
    const arena = openArena(environment, urlNow());
    try {
      const reply = await call(arena);
      write(isJson() ? `${JSON.stringify(reply, null, 2)}\n` : show(reply, arena));
    } catch (error) {
      throw explained(error, arena.url) ?? error;
    }
  };

  try {
    addMarketCommands(program, inArena);
    addPlayCommands(program, inArena);
    addPracticeCommand(program, inArena, setExitCode);
    addWatchCommand(program, inArena, { write, terminal: surroundings.terminal ?? false, isJson });
    addPeopleCommands(program, inArena, environment);
    addRunCommand(program, { environment, write, complain, urlOf: urlNow, setExitCode });
    addCertifyCommand(program, inArena, { complain, setExitCode });
    addEventCommands(program, perform);
    addArenaCommands(program, perform);
    addCompletionCommand(program, write);
    addScoreCommand(program, surroundings, isJson);
    addRecordCommand(program, surroundings, { isJson, setExitCode });
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CallFailed || error instanceof FileFailed)) throw error;
    complain(`presage: ${error.message}\n`);
    return error instanceof FileFailed ? error.exitCode : 1;
  }
  return exitCode;
}
