import { type Command, Option } from 'commander';
import type {
  CancelledOrder,
  CancelledOrders,
  PlacedOrder,
  PlaceOrderRequest,
  PlayAccount,
  PresageClient,
  ReplayedOrder,
} from '../../client/client.js';
import { maxAmount, minAmount } from '../../src/domain/exchange/order.js';
import { forecastWarnings, mayBePercent } from '../../src/domain/unit-warnings.js';
import { microsPerUnit } from '../../src/domain/units.js';
import type { InArena } from '../arena/arena.js';
import { decimal, outcomeNumber, percentage, wholeNumber } from '../input/read-values.js';
import { CommandFailure } from '../output/command-failure.js';
import { formatCertified, formatPercent } from '../output/format-values.js';
import { adviceOnEvents } from '../output/refusal.js';
import { list, table } from '../output/tables.js';
import { requireConfirmation, warningLines } from '../output/warnings.js';
import { addDataCommands } from './data.js';

/** Parses the credits or shares of one order. */
const amount = decimal(minAmount / microsPerUnit, maxAmount / microsPerUnit);

function showPlaced({ order, account, replayed, warnings }: PlacedOrder | ReplayedOrder): string {
  const again = replayed ? 'This order was placed before with the same id; nothing was done again.\n\n' : '';
  return `${warningLines(warnings)}${again}${list([
    ['order', order.id],
    ['status', order.cancelReason === null ? order.status : `${order.status} (${order.cancelReason})`],
    ['shares', order.filledShares],
    ['credits', order.filledCredits],
    ['price', order.averagePriceBps === null ? null : formatPercent(order.averagePriceBps)],
    ['waiting', order.remainingCredits ?? order.remainingShares],
    ['free credits', account.availableBalance],
    ['id', order.clientOrderId],
  ])}`;
}

interface OrderOptions {
  readonly limit?: number;
  readonly tif: 'GTC' | 'IOC' | 'FOK';
  readonly id?: string;
  readonly preview?: true;
  readonly yes?: true;
}

const confirmation = ['--yes', 'send it although a number looks like another unit'] as const;

/** Places an order; one whose limit can be a percentage is previewed first, because the price decides. */
async function place(client: PresageClient, order: PlaceOrderRequest, confirmed: true | undefined) {
  if (!confirmed && mayBePercent(order.side, order.limitPriceBps)) {
    const { clientOrderId: _id, ...unnamed } = order;
    requireConfirmation((await client.previewOrder(unnamed)).warnings, confirmed);
  }
  return client.placeOrder(order);
}

function addOrders(program: Command, inArena: InArena): void {
  for (const side of ['buy', 'sell'] as const) {
    const unit = side === 'buy' ? 'credits' : 'shares';
    program
      .command(side)
      .description(
        side === 'buy'
          ? 'spend credits on shares of an outcome, practice credits on a practice event'
          : 'sell shares that you hold',
      )
      .argument('<slug>', 'the event, as presage markets names it')
      .argument('<outcome>', 'the number of the outcome, as presage market shows it', outcomeNumber)
      .argument(`<${unit}>`, `how many ${unit} at most`, amount)
      .option(
        '--limit <bps>',
        'the worst price that you accept, 1 to 9999; 6250 is 62.5 %; any if left out',
        wholeNumber(1, 9999),
      )
      .addOption(
        new Option(
          '--tif <kind>',
          'what can’t be had at once: IOC lets it go, GTC waits for it, FOK then does nothing at all',
        )
          .choices(['GTC', 'IOC', 'FOK'])
          .default('IOC'),
      )
      .option('--id <id>', 'your own id; repeating it never trades twice')
      .option('--preview', 'show what would happen and do nothing')
      .option(...confirmation)
      .action((eventSlug: string, outcomeIndex: number, size: number, options: OrderOptions) => {
        const { limit = side === 'buy' ? 9999 : 1, tif: timeInForce, id: clientOrderId, preview, yes } = options;
        const sized = side === 'buy' ? { amountCredits: size } : { amountShares: size };
        const order = { eventSlug, outcomeIndex, side, ...sized, limitPriceBps: limit, timeInForce };
        return inArena<PlacedOrder | ReplayedOrder>({
          call: ({ client }) =>
            preview
              ? client.previewOrder(order)
              : place(client, clientOrderId ? { ...order, clientOrderId } : order, yes),
          show: showPlaced,
          advice: { 404: adviceOnEvents },
        });
      });
  }
  program
    .command('cancel')
    .argument('[orderId]', 'from presage orders')
    .description('cancel one order, or all with --all')
    .option('--all', 'every open order')
    .option('--event <slug>', 'with --all: those of one event')
    .action((orderId: string | undefined, { all, event }: { all?: true; event?: string }) =>
      inArena<CancelledOrder | CancelledOrders>({
        call: ({ client }) => {
          if (orderId !== undefined && (all || event !== undefined))
            throw new CommandFailure(`say either the order ${orderId} or ${all ? '--all' : '--event'}, not both`);
          if (orderId !== undefined) return client.cancelOrder(orderId);
          if (!all) throw new CommandFailure(`say which order, or --all${event === undefined ? '' : ' with --event'}`);
          return client.cancelOrders(event);
        },
        advice: { 404: orderId === undefined ? adviceOnEvents : 'presage orders lists your open orders.' },
        show: reply =>
          'order' in reply
            ? `${reply.order.id} is ${reply.order.status}; ${reply.account.availableBalance} credits are free.\n`
            : `${reply.cancelled} cancelled; ${reply.account.availableBalance} credits are free.\n`,
      }),
    );
}

interface PositionsQuery {
  readonly status?: 'open' | 'settled' | 'all';
  readonly practice?: true;
}

function noPositions({ status = 'open', practice }: PositionsQuery): string {
  const where = practice ? 'in practice events' : 'outside practice events';
  if (status === 'settled')
    return `No position ${where} has been settled. presage positions shows those that are open.`;
  const command = practice ? 'presage markets --practice' : 'presage markets';
  return `You hold no shares ${where}. ${command} lists what presage buy can buy.`;
}

interface OrdersQuery {
  readonly status?: 'open' | 'filled' | 'cancelled' | 'expired' | 'all';
}

function noOrders({ status = 'open' }: OrdersQuery): string {
  if (status === 'open')
    return 'You have no open order. presage buy … --tif GTC places one that waits; presage orders --status all lists those that are done.';
  return `You have no ${status === 'all' ? '' : `${status} `}order. presage buy and presage sell place one.`;
}

function showAccount(account: PlayAccount): string {
  return list([
    ['player', account.player.handle],
    ['certified', formatCertified(account.player)],
    ['free credits', account.availableBalance],
    ['in open orders', account.reservedBalance],
    ['positions', account.positionsValue],
    ['owed', account.owedCredits],
    ['profit', account.profit],
    ['practice credits', account.practice.availableBalance],
    ['orders left', account.limits.orders.remaining],
    ['cancels left', account.limits.cancels.remaining],
    ['forecasts left', account.limits.forecasts.remaining],
  ]);
}

function addAccountCommands(program: Command, inArena: InArena): void {
  program
    .command('account')
    .description('your balances, and how many orders, cancels and forecasts you may still send this hour')
    .action(() =>
      inArena({
        call: ({ client }) => client.account(),
        show: showAccount,
      }),
    );
  program
    .command('positions')
    .description('shares that you hold, with what they cost and would bring now')
    .addOption(new Option('--status <status>', 'open if left out').choices(['open', 'settled', 'all']))
    .option('--practice', 'those in practice events instead of all others')
    .action((query: PositionsQuery) =>
      inArena({
        call: ({ client }) => client.call('listPositions', { query }),
        show: ({ positions }) =>
          table(
            ['event', 'outcome', 'shares', 'cost', 'value', 'profit'],
            positions.map(row => [
              row.eventSlug,
              `${row.outcomeIndex} ${row.outcomeLabel}`,
              row.shares,
              row.costCredits,
              row.valueCredits,
              row.unrealizedProfit + row.realizedProfit,
            ]),
            noPositions(query),
          ),
      }),
    );
  program
    .command('orders')
    .description('your orders, on practice events too')
    .addOption(
      new Option('--status <status>', 'open if left out').choices(['open', 'filled', 'cancelled', 'expired', 'all']),
    )
    .action((query: OrdersQuery) =>
      inArena({
        call: ({ client }) => client.call('listOrders', { query }),
        show: ({ orders }) =>
          table(
            ['order', 'event', 'outcome', 'side', 'limit', 'filled', 'status'],
            orders.map(row => [
              row.id,
              row.eventSlug,
              row.outcomeIndex,
              row.side,
              row.limitPriceBps,
              row.filledShares,
              row.status,
            ]),
            noOrders(query),
          ),
      }),
    );
}

interface ForecastOptions {
  readonly why?: string;
  readonly id?: string;
  readonly yes?: true;
}

export function addPlayCommands(program: Command, inArena: InArena): void {
  addOrders(program, inArena);
  addAccountCommands(program, inArena);
  program
    .command('forecast')
    .description('record how likely you think an outcome is')
    .argument('<slug>', 'the event, as presage markets names it')
    .argument('<outcome>', 'the number of the outcome, as presage market shows it', outcomeNumber)
    .argument('<percent>', 'how likely it is, 0 to 100', percentage)
    .option('--why <text>', 'your reasons; nobody else can ever read them')
    .option('--id <id>', 'your own id; repeating it never counts twice')
    .option(...confirmation)
    .action((eventSlug: string, outcomeIndex: number, probability: number, { why, id, yes }: ForecastOptions) =>
      inArena({
        call: ({ client }) => {
          requireConfirmation(forecastWarnings(probability), yes);
          return client.recordForecast({
            eventSlug,
            outcomeIndex,
            probability,
            ...(why === undefined ? {} : { rationale: why }),
            ...(id === undefined ? {} : { clientForecastId: id }),
          });
        },
        advice: { 404: adviceOnEvents },
        show: ({ forecast, replayed, warnings }) =>
          `${warningLines(warnings)}${replayed ? 'Recorded before: ' : 'Recorded: '}${forecast.probability} % while the market says ${formatPercent(forecast.marketPriceBps)}.\n`,
      }),
    );
  addDataCommands(program, inArena);
}
