import { type Command, Option } from 'commander';
import type { CandleList, SearchReply } from '../../client/client.js';
import type { Arena, InArena } from '../arena/arena.js';
import { resolveOutcome } from '../arena/resolve-outcome.js';
import { wholeNumber } from '../input/read-values.js';
import { shorten } from '../output/format-values.js';
import { printable } from '../output/printable.js';
import { adviceOnEvents } from '../output/refusal.js';
import { table } from '../output/tables.js';

function showHits({ events, help, readAs }: SearchReply): string {
  const corrected = readAs.map(
    ({ word, as }) => `${printable(word)} was corrected to ${as.map(printable).join(', ')}.\n`,
  );
  const noEvents = 'No event matches. presage markets --status all lists every event.';
  const rows = events.map(({ slug, title, status, endsAt }) => [slug, shorten(title, 60), status, endsAt.slice(0, 16)]);
  const found = table(['event', 'title', 'status', 'ends'], rows, noEvents);
  const pages = help.map(({ title, url, document }) => [title, url ?? document]);
  return `${[...new Set(corrected)].join('')}${found}${help.length === 0 ? '' : `\n${table(['help', 'page'], pages, '')}`}`;
}

function addSearch(program: Command, inArena: InArena): void {
  program
    .command('search')
    .argument('<words...>', 'words of a title, description, category, tag or outcome; typos are corrected')
    .description('search events and the documentation')
    .addOption(new Option('--kind <kind>', 'kind of results').choices(['events', 'help', 'all']).default('all'))
    .option('--limit <count>', 'maximum number of each kind, up to 50', wholeNumber(1, 50), 10)
    .action((words: string[], query: { kind: 'events' | 'help' | 'all'; limit: number }) =>
      inArena({ call: ({ client }) => client.search(words.join(' '), query), show: showHits }),
    );
}

const bars = '▁▂▃▄▅▆▇█';

/** Draws values as a line of bars between their lowest and highest. */
function sparkline(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (value: number) => (high === low ? 3 : Math.round(((value - low) / (high - low)) * (bars.length - 1)));
  return values.map(value => bars[step(value)]).join('');
}

function showCandles({ candles }: CandleList, label: string, { price }: Arena): string {
  if (candles.length === 0) return 'No trades in this period. presage history … --timeframe all looks further back.\n';
  const rows = candles.map(({ start, open, high, low, close, volumeCredits, trades }) => [
    start.slice(0, 16),
    ...[open, high, low, close].map(price),
    volumeCredits,
    trades,
  ]);
  const line = `${printable(label)}  ${sparkline(candles.map(({ close }) => close))}`;
  return `${line}\n\n${table(['from', 'open', 'high', 'low', 'close', 'volume', 'trades'], rows, '')}`;
}

interface HistoryOptions {
  readonly outcome: string;
  readonly timeframe: '1h' | '24h' | '7d' | '30d' | 'all';
  readonly resolution?: '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
}

function addHistory(program: Command, inArena: InArena): void {
  program
    .command('history')
    .argument('<slug>', 'slug of the event, from presage markets')
    .description('show the price history of an outcome as candles')
    .option('--outcome <outcome>', 'label or index of the outcome, from presage market', '0')
    .addOption(
      new Option('--timeframe <span>', 'length of the look-back')
        .choices(['1h', '24h', '7d', '30d', 'all'])
        .default('7d'),
    )
    .addOption(
      new Option('--resolution <width>', 'width of a candle; default: suited to the timeframe').choices([
        '1m',
        '5m',
        '15m',
        '1h',
        '4h',
        '1d',
      ]),
    )
    .action((slug: string, { outcome, ...query }: HistoryOptions) => {
      let label = '';
      return inArena({
        call: async ({ client, publicClient }) => {
          const { event, outcomeIndex } = await resolveOutcome(publicClient, slug, outcome);
          label = event.outcomes[outcomeIndex].label;
          return client.candles(slug, { outcomeIndex, ...query });
        },
        show: (reply, arena) => showCandles(reply, label, arena),
        advice: { 404: adviceOnEvents },
      });
    });
}

export function addLookCommands(program: Command, inArena: InArena): void {
  addSearch(program, inArena);
  addHistory(program, inArena);
}
