import { Argument, type Command, Option } from 'commander';
import type { Event, Leaderboard, Orderbook, PracticeBoard, PracticeEvents } from '../../client/client.js';
import { boardNames, type EventSet } from '../../src/scoring/rules/boards.js';
import type { Arena, InArena } from '../arena/arena.js';
import { resolveOutcome } from '../arena/resolve-outcome.js';
import { eventsOption } from '../input/events-option.js';
import { wholeNumber } from '../input/read-values.js';
import { UsageFailure } from '../output/command-failure.js';
import { formatCertified, formatEvents, formatPlayerKind, shorten } from '../output/format-values.js';
import { printable } from '../output/printable.js';
import { adviceOnEvents } from '../output/refusal.js';
import { styled } from '../output/style.js';
import { list, table } from '../output/tables.js';

type Price = Arena['price'];

const titleWidth = 48;

/** Returns the outcome that won, or else the one with the highest price, and the payout or price of a share. */
function leadingOutcome({ outcomes, resolution, status }: Event, price: Price): [string, string | number | null] {
  if (status === 'void' || resolution?.kind === 'void') return ['void: cost returned', null];
  const winner = outcomes.find(({ index }) => index === resolution?.winningOutcomeIndex);
  if (winner) return [`${winner.label} won`, price(resolution?.payoutBps?.[winner.index] ?? 10_000)];
  if (resolution?.payoutBps) return [`split ${resolution.payoutBps.map(price).join(' / ')}`, null];
  const best = outcomes.reduce((a, b) => (b.priceBps > a.priceBps ? b : a));
  return [best.label, price(best.priceBps)];
}

/** `digits` truncates the end time: to minutes for most events, to seconds for practice events. */
function showEvents(events: readonly Event[], digits: number, emptyText: string, price: Price): string {
  return table(
    ['event', 'title', 'leading outcome', 'price', 'volume', 'ends'],
    events.map(event => {
      const { slug, title, volumeCredits, endsAt } = event;
      const row = [slug, shorten(title, titleWidth), ...leadingOutcome(event, price)];
      return [...row, Math.round(volumeCredits), endsAt.slice(0, digits)];
    }),
    emptyText,
  );
}

const noMatchingEvents = 'No event matches. presage markets --status all lists all events.';

function noPracticeEvents({ nextOpensAt }: PracticeEvents): string {
  return nextOpensAt === null
    ? 'This arena opens no practice events. presage markets lists the others.'
    : `No practice event is open now. The next one opens at ${nextOpensAt}.`;
}

const showPracticeEvents = (reply: PracticeEvents, price: Price) =>
  showEvents(reply.events, 19, noPracticeEvents(reply), price);

/** Describes how an event ended; null before that. */
function resultOf({ outcomes, resolution, status }: Event): string | null {
  if (resolution === null) return status === 'void' ? 'void: every player was refunded' : null;
  if (resolution.kind === 'void') return 'void: every player was refunded';
  if (resolution.winningOutcomeIndex === null) return 'split: each outcome pays its share';
  return `${outcomes[resolution.winningOutcomeIndex]?.label} won`;
}

function showMarket(event: Event, price: Price): string {
  const { resolution } = event;
  const facts = list([
    ['status', event.status],
    ...(resultOf(event) === null ? [] : ([['result', resultOf(event)]] as const)),
    ...(resolution === null ? [] : ([['decided from', resolution.source]] as const)),
    ['ends', event.endsAt],
    ['decided by', event.resolutionSource.name],
    ['rule', event.resolutionSource.rule],
    ['page', event.url],
  ]);
  const payouts = resolution?.payoutBps ?? null;
  const rows = event.outcomes.map(({ index, label, priceBps }) => [
    index,
    label,
    price(priceBps),
    ...(payouts === null ? [] : [payouts[index] / 10_000]),
  ]);
  const heads = ['outcome', 'label', payouts === null ? 'price' : 'last price'];
  const outcomes = table(
    payouts === null ? heads : [...heads, 'credits per share'],
    rows,
    'The event has no outcomes.',
  );
  const description = event.description.split('\n').map(printable).join('\n');
  const text = description === '' ? '' : `${description}\n\n`;
  return `${styled('strong', printable(event.title))}\n\n${text}${facts}\n${outcomes}`;
}

const maxPracticeEvents = 50;

interface EventsQuery {
  readonly q?: string;
  readonly category?: string;
  readonly limit: number;
}

/** Lists events. If none matches a category that does not exist, the categories are shown. */
function listEvents(inArena: InArena, query: EventsQuery): Promise<void> {
  let empty = noMatchingEvents;
  return inArena({
    call: async ({ client }) => {
      const reply = await client.call('discoverEvents', { query });
      if (reply.events.length > 0 || query.category === undefined) return reply;
      const names = (await client.call('listCategories', {})).categories.map(({ category }) => category);
      if (!names.includes(query.category))
        empty = `No event has the category ${query.category}. Categories: ${names.join(', ')}.`;
      return reply;
    },
    show: ({ events }, { price }) => showEvents(events, 16, empty, price),
  });
}

function addMarkets(program: Command, inArena: InArena): void {
  program
    .command('markets')
    .description('list events to forecast and trade')
    .option('-q, --words <words>', 'only events that match all words')
    .option('--category <name>', 'only events of one category, such as weather')
    .addOption(
      new Option('--status <status>', 'only events with this status (default: active)').choices([
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
      new Option('--sort <order>', 'sort order (default: volume)').choices([
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
        'list open practice events, which are resolved within minutes, soonest to end first',
      ).conflicts(['words', 'category', 'status', 'sort']),
    )
    .option('--limit <count>', 'maximum number, up to 100; practice events up to 50', wholeNumber(1, 100), 20)
    .action(({ words: q, practice, ...query }: { words?: string; practice?: true; limit: number }) =>
      practice
        ? inArena({
            call: ({ client }) => {
              const limit = Math.min(query.limit, maxPracticeEvents);
              return client.call('listPracticeEvents', { query: { status: 'active', limit } });
            },
            show: (reply, { price }) => showPracticeEvents(reply, price),
          })
        : listEvents(inArena, { q, ...query }),
    );
  program
    .command('market')
    .argument('<slug>', 'slug of the event, the first column of presage markets')
    .description('show one event with its outcomes and resolution rule')
    .action((slug: string) =>
      inArena({
        call: ({ client }) => client.event(slug),
        advice: { 404: adviceOnEvents },
        show: ({ event }, { price }) => showMarket(event, price),
      }),
    );
}

function showBook({ asks, bids, midBps, spreadBps, sequence }: Orderbook, label: string, price: Price): string {
  const rows = (levels: Orderbook['asks']) =>
    levels.map(({ priceBps, shares, credits, source }) => [price(priceBps), shares, credits, source]);
  const heads = ['price', 'shares', 'credits', 'from'];
  const facts = list([
    ['middle', price(midBps)],
    ['spread', spreadBps === null ? null : price(spreadBps)],
    ['sequence', sequence],
  ]);
  const none = 'No offers at the moment. presage market shows whether the event can be traded.';
  const name = printable(label);
  const offers = table(heads, rows(asks).reverse(), none);
  return `to buy ${name}\n${offers}\nto sell ${name}\n${table(heads, rows(bids), none)}\n${facts}`;
}

const noRankedPlayers =
  'No players yet: they appear once events that they have forecast are resolved. Forecast with presage forecast.';
const noPracticePlayers =
  'No player has a scored practice event in the last 24 hours. presage markets --practice lists open ones.';

/** Describes the sort key of a leaderboard. */
const rankedBy: Readonly<Record<Leaderboard['board'], string>> = {
  brier: 'Ranked by mean Brier score, lowest first; a constant 50 % scores 0.25.',
  edge: 'Ranked by improvement over the market, highest first; above 0 beats it.',
  adjusted: 'Ranked by mean Brier score adjusted for the difficulty of events, lowest first.',
  profit: 'Ranked by total profit in credits, highest first.',
};

function showBoard({ board, rows, baselines, events }: Leaderboard): string {
  const isProfit = board === 'profit';
  const numbers = (row: Leaderboard['rows'][number] | Leaderboard['baselines'][number]) => [
    ...(isProfit ? [row.totalCredits] : []),
    ...[row.mean, row.low, row.high, row.resolvedEvents],
  ];
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
  const measure = isProfit ? ['total credits', 'per event'] : ['mean'];
  const heads = ['rank', 'player', 'model', 'certified', ...measure, 'low', 'high', 'events'];
  const shown = table([...heads, ...(events === 'all' ? ['demo'] : [])], [...cells, ...lines], noRankedPlayers);
  return cells.length + lines.length === 0 ? shown : `${shown}\n${rankedBy[board]} ${formatEvents(events)}\n`;
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
        'brier (default, lower is better); edge over the market; adjusted for difficulty; profit; practice events of the last day',
      ).choices(boards),
    )
    .description('show a leaderboard')
    .addOption(new Option('--board <board>', 'same as the argument').choices(boards))
    .addOption(new Option('--kind <kind>', 'only agents or only people').choices(['all', 'agent', 'human']))
    .addOption(eventsOption())
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action((given: Board | undefined, { board = given ?? 'brier', ...query }: BoardOptions) => {
      if (board === 'practice' && query.events !== undefined)
        throw new UsageFailure('--events does not apply to the practice leaderboard, which has practice events only');
      if (given !== undefined && given !== board)
        throw new UsageFailure(`two leaderboards are requested, ${given} and, with --board, ${board}; use one of them`);
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
    .argument('<slug>', 'slug of the event, from presage markets')
    .description('show the order book of one outcome')
    .option('--outcome <outcome>', 'label or index of the outcome, from presage market', '0')
    .option('--depth <levels>', 'number of levels per side; 1 to 200', wholeNumber(1, 200), 8)
    .action((slug: string, { outcome, depth }: { outcome: string; depth: number }) => {
      let label = '';
      return inArena({
        call: async ({ client, publicClient }) => {
          const { event, outcomeIndex } = await resolveOutcome(publicClient, slug, outcome);
          label = event.outcomes[outcomeIndex].label;
          return client.orderbook(slug, { outcomeIndex, depth });
        },
        show: (book, { price }) => showBook(book, label, price),
        advice: { 404: adviceOnEvents },
      });
    });
  addLeaderboard(program, inArena);
}
