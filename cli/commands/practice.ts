import { hash } from 'node:crypto';
import type { Command } from 'commander';
import { verifyPractice } from '../../src/practice/rules.js';
import type { InArena } from '../arena/arena.js';
import { CommandFailure } from '../output/command-failure.js';
import { adviceOnEvents } from '../output/refusal.js';
import { table } from '../output/tables.js';

/** Verifies locally; only the event is fetched from the service. */
export function addPracticeCommand(program: Command, inArena: InArena, setExitCode: (code: number) => void): void {
  program
    .command('practice')
    .description('verify resolved practice events; presage markets --practice lists open ones')
    .command('verify')
    .argument('<slug>', 'slug of the practice event, from presage markets --practice')
    .description('verify that a resolved practice event follows from its seed; the exit code is 1 if it does not')
    .action((slug: string) =>
      inArena({
        async call({ client }) {
          const { event } = await client.event(slug);
          const { description, outcomes, resolution } = event;
          const checked = verifyPractice(text => hash('sha256', text, 'buffer'), {
            slug: event.slug,
            description,
            outcomes: outcomes.map(({ label }) => label),
            winner: resolution?.winningOutcomeIndex ?? null,
            note: resolution?.note ?? '',
          });
          if (!checked)
            throw new CommandFailure(
              `${slug} has no seed: it is not resolved yet, or not a practice event\npresage market ${slug} shows its status.`,
            );
          const verified = checked.steps.every(({ right }) => right);
          if (!verified) setExitCode(1);
          return { slug: event.slug, verified, ...checked };
        },
        advice: { 404: adviceOnEvents },
        show: ({ verified, steps }) =>
          `${table(
            ['step', 'by the seed', 'in the event', ''],
            steps.map(({ step, expected, found, right }) => [step, expected, found, right ? 'right' : 'WRONG']),
            'Nothing to check.',
          )}\n${verified ? 'Everything follows from the seed.' : 'This event does not follow from its seed.'}\n`,
      }),
    );
}
