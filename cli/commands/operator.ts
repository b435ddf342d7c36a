import type { Command } from 'commander';
import type { Perform } from '../arena/perform.js';
import { type AuditReply, showAudit } from '../output/show.js';
import { list } from '../output/tables.js';

const adviceOnPeople = 'Leaderboards show handles; presage login --json shows people their own id.';

interface TradingReply {
  readonly tradingPaused: boolean;
  readonly changedAt: string;
}

function addTrading(program: Command, perform: Perform): void {
  const trading = program.command('trading').description('pause and resume trading in the whole arena');
  const verbs = {
    pause: ['reject new orders in the whole arena', 'reason; public while the pause lasts'],
    resume: ['accept orders again', 'note for the audit trail'],
  };
  for (const [verb, [description, noteHelp]] of Object.entries(verbs)) {
    trading
      .command(verb)
      .description(description)
      .option('--note <text>', noteHelp)
      .action(({ note }: { note?: string }) =>
        perform({
          call: client => client.call('POST', `/trading/${verb}`, note === undefined ? undefined : { note }),
          show: ({ tradingPaused, changedAt }: TradingReply) => {
            const reason = tradingPaused && note ? `Public reason: ${note}\n` : '';
            return `Trading has been ${tradingPaused ? 'paused' : 'open'} since ${changedAt}.\n${reason}`;
          },
        }),
      );
  }
}

/** `player` is the parent of the plan commands. */
export function addOperatorCommands(program: Command, player: Command, perform: Perform): void {
  addTrading(program, perform);
  program
    .command('audit')
    .description('recompute and compare all books; the exit code is 1 if something differs')
    .action(() =>
      perform({
        call: client => client.call('GET', '/audit'),
        show: showAudit,
        succeeded: (audit: AuditReply) => audit.balanced,
      }),
    );
  const person = program.command('person').description('manage roles and reset links of people');
  person
    .command('reset-link')
    .argument('<person>', 'id or handle of the person')
    .description('issue a one-time password reset link, valid for 24 hours')
    .action((reference: string) =>
      perform({
        call: client => client.call('POST', `/people/${encodeURIComponent(reference)}/reset-link`),
        show: (reply: { url: string; expiresAt: string }) =>
          `${reply.url}\nIt works once, until ${reply.expiresAt}. It gives access to the account: send it to that person only.\n`,
        advice: { 404: adviceOnPeople },
      }),
    );
  person
    .command('role')
    .argument('<person>', 'id or handle of the person')
    .argument('<role>', 'operator or member; member revokes the role operator')
    .description('set the role of a person')
    .action((reference: string, role: string) =>
      perform({
        call: client => client.call('PUT', `/people/${encodeURIComponent(reference)}/role`, { role }),
        show: ({ person }: { person: Record<string, string> }) => list(Object.entries(person)),
        advice: { 404: adviceOnPeople },
      }),
    );
  player
    .command('plan')
    .argument('<handle>', 'handle of the player, from a leaderboard')
    .argument('<plan>', 'free, pro or enterprise')
    .description('for operators: set the plan of a player, which determines readable data and read budgets')
    .action((handle: string, plan: string) =>
      perform({
        call: client => client.call('PUT', `/players/${encodeURIComponent(handle)}/plan`, { plan }),
        show: ({ player }: { player: Record<string, string> }) => list(Object.entries(player)),
        advice: { 404: 'Leaderboards show handles: presage leaderboard, presage leaderboard practice.' },
      }),
    );
}
