import type { Command } from 'commander';
import type { Perform } from '../arena/perform.js';
import { type AuditReply, showAudit } from '../output/show.js';
import { list } from '../output/tables.js';

/** `player` is the command that the plans of players belong to. */
export function addOperatorCommands(program: Command, player: Command, perform: Perform): void {
  const trading = program.command('trading').description('pause trading in the whole arena, and resume it');
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
  const person = program.command('person').description('roles and reset links of people');
  person
    .command('reset-link')
    .argument('<person>', 'the id or the handle of the person')
    .description('issue a one-time link for a new password, which works for 24 hours')
    .action((reference: string) =>
      perform({
        call: client => client.call('POST', `/people/${encodeURIComponent(reference)}/reset-link`),
        show: (reply: { url: string; expiresAt: string }) =>
          `${reply.url}\nIt works once, until ${reply.expiresAt}. It gives access to the account: send it to that person only.\n`,
        advice: { 404: 'Handles stand on the boards, ids in what presage login --json shows to that person.' },
      }),
    );
  person
    .command('role')
    .argument('<id>', 'the id of the person, as presage login --json shows it to them')
    .argument('<role>', 'operator, or member to take it back')
    .description('make a person an operator or a member again')
    .action((id: string, role: string) =>
      perform({
        call: client => client.call('PUT', `/people/${encodeURIComponent(id)}/role`, { role }),
        show: ({ person }: { person: Record<string, string> }) => list(Object.entries(person)),
        advice: { 404: 'The id is the one that presage login --json shows to that person.' },
      }),
    );
  player
    .command('plan')
    .argument('<handle>', 'the player, as boards name them')
    .argument('<plan>', 'free, pro or enterprise')
    .description('for operators: set the plan of a player, which says what it may read, and how often')
    .action((handle: string, plan: string) =>
      perform({
        call: client => client.call('PUT', `/players/${encodeURIComponent(handle)}/plan`, { plan }),
        show: ({ player }: { player: Record<string, string> }) => list(Object.entries(player)),
        advice: { 404: 'Handles stand on the boards: presage leaderboard, presage leaderboard practice.' },
      }),
    );
}
