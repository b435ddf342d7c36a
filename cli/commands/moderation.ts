import type { Command } from 'commander';
import type { Perform } from '../arena/perform.js';
import { wholeNumber } from '../input/read-values.js';
import { table } from '../output/tables.js';

interface InboxReply {
  readonly items: readonly {
    readonly kind: string;
    readonly subject: string;
    readonly title: string;
    readonly since: string;
  }[];
}

interface TrailReply {
  readonly actions: readonly {
    readonly at: string;
    readonly handle: string | null;
    readonly action: string;
    readonly subject: string;
    readonly reason: string;
  }[];
}

interface SuspensionReply {
  readonly suspension: {
    readonly player: { readonly handle: string };
    readonly reason: string;
    readonly suspendedAt: string;
    readonly liftedAt: string | null;
  };
}

function showSuspension({ suspension: { player, reason, suspendedAt, liftedAt } }: SuspensionReply): string {
  if (liftedAt !== null) return `The suspension of ${player.handle} is lifted since ${liftedAt}.\n`;
  return `${player.handle} is suspended since ${suspendedAt}: ${reason}\n`;
}

function addSuspensions(player: Command, perform: Perform): void {
  const verbs = {
    suspend: 'for operators: refuse all writes of a player and cancel the open orders',
    unsuspend: 'for operators: lift the suspension of a player',
  };
  for (const [verb, description] of Object.entries(verbs)) {
    player
      .command(verb)
      .argument('<handle>', 'handle of the player, from presage leaderboard')
      .requiredOption('--reason <text>', 'why; the player reads it, and the audit trail records it')
      .description(description)
      .action((handle: string, { reason }: { reason: string }) =>
        perform({
          call: client => client.call('POST', `/players/${encodeURIComponent(handle)}/${verb}`, { reason }),
          show: showSuspension,
        }),
      );
  }
}

/**
 * Commands for the operator inbox, the audit trail and suspensions; `player` is the parent of the suspension commands.
 */
export function addModerationCommands(program: Command, player: Command, perform: Perform): void {
  program
    .command('inbox')
    .description('for operators: what needs you now, the most urgent first')
    .action(() =>
      perform({
        call: client => client.call('GET', '/inbox'),
        show: ({ items }: InboxReply) =>
          table(
            ['kind', 'subject', 'title', 'since'],
            items.map(({ kind, subject, title, since }) => [kind, subject, title, since.slice(0, 16)]),
            'Nothing to do.',
          ),
      }),
    );
  program
    .command('trail')
    .description('for operators: what operators have done, newest first')
    .option('--subject <name>', 'only actions on this slug, handle or id')
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action(({ subject, limit }: { subject?: string; limit: number }) =>
      perform({
        call: client => {
          const query = new URLSearchParams({ limit: String(limit), ...(subject === undefined ? {} : { subject }) });
          return client.call('GET', `/actions?${query}`);
        },
        show: ({ actions }: TrailReply) =>
          table(
            ['at', 'by', 'action', 'subject', 'reason'],
            actions.map(entry => [
              entry.at.slice(0, 16),
              entry.handle ?? 'token',
              entry.action,
              entry.subject,
              entry.reason,
            ]),
            'No operator has done anything like that.',
          ),
      }),
    );
  addSuspensions(player, perform);
}
