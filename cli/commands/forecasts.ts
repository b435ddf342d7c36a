import { type Command, Option } from 'commander';
import type { ForecastList } from '../../client/client.js';
import type { Arena, InArena } from '../arena/arena.js';
import { resolveOutcome } from '../arena/resolve-outcome.js';
import { type Percentage, percentage } from '../input/read-price.js';
import { wholeNumber } from '../input/read-values.js';
import { printable } from '../output/printable.js';
import { adviceOnEvents } from '../output/refusal.js';
import { table } from '../output/tables.js';
import { requireConfirmation, warningLines } from '../output/warnings.js';

interface ForecastOptions {
  readonly why?: string;
  readonly id?: string;
  readonly yes?: true;
}

function addForecast(program: Command, inArena: InArena): void {
  program
    .command('forecast')
    .description('record your probability of an outcome')
    .argument('<slug>', 'slug of the event, from presage markets')
    .argument('<outcome>', 'label or index of the outcome, from presage market')
    .argument('<percent>', 'probability: 62, 62% or 6200bps', percentage)
    .option('--why <text>', 'your reasoning; only you can read it')
    .option('--id <id>', 'client id; repeating it never counts twice')
    .option('--yes', 'send a number from 0 to 1 as a percentage, although it may be a fraction')
    .action((eventSlug: string, outcome: string, { percent, doubtful }: Percentage, options: ForecastOptions) => {
      let label = '';
      return inArena({
        call: async ({ client, publicClient }) => {
          requireConfirmation(doubtful, options.yes);
          const { event, outcomeIndex } = await resolveOutcome(publicClient, eventSlug, outcome);
          label = printable(event.outcomes[outcomeIndex].label);
          const { why: rationale, id: clientForecastId } = options;
          return client.recordForecast({ eventSlug, outcomeIndex, probability: percent, rationale, clientForecastId });
        },
        advice: { 404: adviceOnEvents },
        show: ({ forecast, replayed, warnings }, { price }) =>
          `${warningLines(warnings)}${replayed ? 'Recorded before: ' : 'Recorded: '}${forecast.probability} % for ${label} while the market says ${price(forecast.marketPriceBps)}.\n`,
      });
    });
}

const noForecasts: Readonly<Record<string, string>> = {
  open: 'You have no forecasts in force. presage forecast <slug> <outcome> <percent> records one.',
  scored: 'None of your forecasts is scored yet. They are scored once their events are resolved.',
  all: 'You have no forecasts. presage forecast <slug> <outcome> <percent> records one.',
};

function showForecasts({ forecasts }: ForecastList, { price }: Arena, status: string): string {
  return table(
    ['forecast', 'event', 'outcome', 'percent', 'market', 'recorded', 'status', 'brier'],
    forecasts.map(row => [
      row.id,
      row.eventSlug,
      row.outcomeIndex,
      `${row.probability} %`,
      price(row.marketPriceBps),
      row.recordedAt.slice(0, 16),
      row.status,
      row.score?.brier ?? null,
    ]),
    noForecasts[status],
  );
}

interface ListOptions {
  readonly status: 'open' | 'scored' | 'all';
  readonly event?: string;
  readonly limit: number;
}

export function addForecastCommands(program: Command, inArena: InArena): void {
  addForecast(program, inArena);
  program
    .command('forecasts')
    .description('list your forecasts with their scores, newest first')
    .addOption(
      new Option('--status <status>', 'in force, scored or all').choices(['open', 'scored', 'all']).default('open'),
    )
    .option('--event <slug>', 'only forecasts on one event')
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action(({ event: eventSlug, ...query }: ListOptions) =>
      inArena({
        call: ({ client }) => client.forecasts({ eventSlug, ...query }),
        advice: { 404: adviceOnEvents },
        show: (reply, arena) => showForecasts(reply, arena, query.status),
      }),
    );
  program
    .command('withdraw')
    .argument('<forecastId>', 'id of the forecast, from presage forecasts')
    .description('withdraw a forecast; time without one is not scored')
    .action((forecastId: string) =>
      inArena({
        call: ({ client }) => client.withdrawForecast(forecastId),
        advice: { 404: 'presage forecasts lists your forecasts.' },
        show: ({ forecast }) => `${forecast.id} is ${forecast.status}.\n`,
      }),
    );
}
