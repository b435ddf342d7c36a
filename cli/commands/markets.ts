import { Argument, type Command, Option } from 'commander';
import type { Event, Leaderboard, Orderbook, PracticeBoard, PracticeEvents } from '../../client/client.js';
import { boardNames } from '../../src/domain/scoring/boards.js';
import type { EventSet } from '../../src/domain/scoring/event-sets.js';
import type { InArena } from '../arena/arena.js';
import { eventsOption } from '../input/events-option.js';
import { outcomeNumber, wholeNumber } from '../input/read-values.js';
import { CommandFailure } from '../output/command-failure.js';
import { formatCertified, formatEvents, formatPercent, formatPlayerKind } from '../output/format-values.js';
import { printable } from '../output/printable.js';
import { adviceOnEvents } from '../output/refusal.js';
import { list, table } from '../output/tables.js';

/** `digits` truncates the end time: to minutes for most events, to seconds for practice events. */
function showEvents(events: readonly Event[], digits: number, emptyText: string): string {
  return table(
    ['event', 'leading outcome', 'price', 'volume', 'ends'],
    events.map(({ slug, outcomes, volumeCredits, endsAt }) => {
      const best = outcomes.reduce((a, b) => (b.priceBps > a.priceBps ? b : a));
      const leading = `${best.index} ${best.label}`;
      return [slug, leading, formatPercent(best.priceBps), Math.round(volumeCredits), endsAt.slice(0, digits)];
    }),
    emptyText,
  );
}

const noMatchingEvents = 'No event is like that. presage markets --status all lists the events of every kind.';

function noPracticeEvents({ nextOpensAt }: PracticeEvents): string {
  return nextOpensAt === null
    ? 'This arena opens no practice events. presage markets lists the others.'
    : `No practice event is open now. The next one opens at ${nextOpensAt}.`;
}

const showPracticeEvents = (reply: PracticeEvents) => showEvents(reply.events, 19, noPracticeEvents(reply));

const maxPracticeEvents = 50;

function addMarkets(program: Command, inArena: InArena): void {
  program
    .command('markets')
    .description('events that can be forecast and traded')
    .option('-q, --words <words>', 'only those that have all of these words')
    .option('--category <name>', 'only those of one category, such as weather')
    .addOption(
      new Option('--status <status>', 'only those that stand so; active if left out').choices([
        'active',
        'scheduled',
        'paused',
        'closed',
        'resolved',
        'void',
        'all',
      ]),
    )
    .addOption(
      new Option('--sort <order>', 'what comes first; volume if left out').choices([
        'volume',
        'newest',
        'ending',
        'traders',
        'movers',
      ]),
    )
    .addOption(
      new Option(
        '--practice',
        'practice events, which are decided within minutes: those that are open, the soonest to end first',
      ).conflicts(['words', 'category', 'status', 'sort']),
    )
    .option('--limit <count>', 'how many, at most 100; practice events at most 50', wholeNumber(1, 100), 20)
    .action(({ words: q, practice, ...query }: { words?: string; practice?: true; limit: number }) =>
      practice
        ? inArena({
            call: ({ client }) => {
              const limit = Math.min(query.limit, maxPracticeEvents);
              return client.call('listPracticeEvents', { query: { status: 'active', limit } });
            },
            show: showPracticeEvents,
          })
        : inArena({
            call: ({ client }) => client.call('discoverEvents', { query: { q, ...query } }),
            show: ({ events }) => showEvents(events, 16, noMatchingEvents),
          }),
    );
  program
    .command('market')
    .argument('<slug>', 'the name of the event, the first column of presage markets')
    .description('one event with its outcomes and the rule that decides it')
    .action((slug: string) =>
      inArena({
        call: ({ client }) => client.event(slug),
        advice: { 404: adviceOnEvents },
        show: ({ event }) =>
          `${printable(event.title)}\n\n${event.description.split('\n').map(printable).join('\n')}\n\n${list([
            ['status', event.status],
            ['ends', event.endsAt],
            ['decided by', event.resolutionSource.name],
            ['rule', event.resolutionSource.rule],
          ])}\n${table(
            ['outcome', 'label', 'price'],
            event.outcomes.map(({ index, label, priceBps }) => [index, label, formatPercent(priceBps)]),
            'It has no outcomes.',
          )}`,
      }),
    );
}

function showBook({ asks, bids, midBps, spreadBps, sequence }: Orderbook): string {
  const rows = (levels: Orderbook['asks']) =>
    levels.map(({ priceBps, shares, credits, source }) => [priceBps, shares, credits, source]);
  const heads = ['price bps', 'shares', 'credits', 'from'];
  const facts = list([
    ['middle', midBps],
    ['spread', spreadBps],
    ['sequence', sequence],
  ]);
  const none = 'Nobody offers any now. presage market shows whether the event can be traded.';
  return `to buy\n${table(heads, rows(asks).reverse(), none)}\nto sell\n${table(heads, rows(bids), none)}\n${facts}`;
}

const noRankedPlayers =
  'Nobody is on this board: players are once events that they have forecast are resolved. Forecast with presage forecast.';
const noPracticePlayers =
  'Nobody has a scored practice event of the last 24 hours. presage markets --practice lists those that are open.';

function showBoard({ rows, baselines, events }: Leaderboard): string {
  const numbers = ({
    mean,
    low,
    high,
    resolvedEvents,
  }: Leaderboard['rows'][number] | Leaderboard['baselines'][number]) => [mean, low, high, resolvedEvents];
  const shownEvents = (demo: boolean) => (events === 'all' ? [demo ? 'demo' : null] : []);
  const cells = rows.map(row => [
    row.rank,
    row.player.handle,
    formatPlayerKind(row.player),
    formatCertified(row.player),
    ...numbers(row),
    ...shownEvents(row.demo),
  ]);
  const lines = baselines.map(row => [null, row.name, 'baseline', null, ...numbers(row), ...shownEvents(false)]);
  const heads = ['rank', 'player', 'model', 'certified', 'mean', 'low', 'high', 'events'];
  const shown = table([...heads, ...(events === 'all' ? ['demo'] : [])], [...cells, ...lines], noRankedPlayers);
  return cells.length + lines.length === 0 ? shown : `${shown}\n${formatEvents(events)}\n`;
}

function showPracticeBoard({ rows }: PracticeBoard): string {
  return table(
    ['rank', 'player', 'model', 'certified', 'mean', 'market', 'events', 'coverage', 'profit'],
    rows.map(({ rank, player, mean, marketMean, resolvedEvents, coverage, profitCredits }) => [
      rank,
      player.handle,
      formatPlayerKind(player),
      formatCertified(player),
      mean,
      marketMean,
      resolvedEvents,
      coverage,
      profitCredits,
    ]),
    noPracticePlayers,
  );
}

const boards = [...boardNames, 'practice'] as const;
type Board = (typeof boards)[number];

interface BoardOptions {
  readonly board?: Board;
  readonly kind?: 'all' | 'agent' | 'human';
  readonly events?: EventSet;
  readonly limit: number;
}

function addLeaderboard(program: Command, inArena: InArena): void {
  program
    .command('leaderboard')
    .addArgument(
      new Argument(
        '[board]',
        'brier if left out, where lower is better; edge over the market; adjusted for hard events; profit; practice events of the last day',
      ).choices(boards),
    )
    .description('who forecasts best')
    .addOption(new Option('--board <board>', 'the same as the argument').choices(boards))
    .addOption(new Option('--kind <kind>', 'only agents or only people').choices(['all', 'agent', 'human']))
    .addOption(eventsOption())
    .option('--limit <count>', 'how many, at most 200', wholeNumber(1, 200), 20)
    .action((given: Board | undefined, { board = given ?? 'brier', ...query }: BoardOptions) => {
      if (board === 'practice' && query.events !== undefined)
        throw new CommandFailure('--events does not apply to the practice board, which has practice events alone');
      if (given !== undefined && given !== board)
        throw new CommandFailure(`two boards are asked for, ${given} and, with --board, ${board}; say one of them`);
      return inArena<Leaderboard | PracticeBoard>({
        call: ({ client }) =>
          board === 'practice'
            ? client.call('getPracticeLeaderboard', { query })
            : client.call('getLeaderboard', { params: { board }, query }),
        show: reply => (reply.board === 'practice' ? showPracticeBoard(reply) : showBoard(reply as Leaderboard)),
      });
    });
}

export function addMarketCommands(program: Command, inArena: InArena): void {
  addMarkets(program, inArena);
  program
    .command('book')
    .argument('<slug>', 'the event, as presage markets names it')
    .description('what can be bought and sold of one outcome right now')
    .option('--outcome <index>', 'whose book: its number, as presage market shows it', outcomeNumber, 0)
    .option('--depth <levels>', 'prices on each side; 1 to 200', wholeNumber(1, 200), 8)
    .action((id: string, { outcome: outcomeIndex, depth }: { outcome: number; depth: number }) =>
      inArena({
        call: ({ client }) => client.call('getMarketOrderbook', { params: { id }, query: { outcomeIndex, depth } }),
        show: showBook,
        advice: { 404: adviceOnEvents },
      }),
    );
  addLeaderboard(program, inArena);
}
