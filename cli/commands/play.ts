import { type Command, Option } from 'commander';
import {
  type ActivityList,
  type CancelledOrder,
  type CancelledOrders,
  type Event,
  type PlacedOrder,
  type PlayAccount,
  PresageError,
  type ReplayedOrder,
} from '../../client/client.js';
import { maxAmount, minAmount } from '../../src/engine/place-order.js';
import { microsPerUnit } from '../../src/kernel/units.js';
import type { Arena, InArena } from '../arena/arena.js';
import { resolveOutcome } from '../arena/resolve-outcome.js';
import { price } from '../input/read-price.js';
import { decimal, wholeNumber } from '../input/read-values.js';
import { UsageFailure } from '../output/command-failure.js';
import { formatCertified } from '../output/format-values.js';
import { adviceOnEvents, refusalFailure } from '../output/refusal.js';
import { list, table } from '../output/tables.js';
import { requireConfirmation, warningLines } from '../output/warnings.js';
import { addDataCommands } from './data.js';

/** Parses the credits or shares of one order. */
const amount = decimal(minAmount / microsPerUnit, maxAmount / microsPerUnit);

function showPlaced(
  { order, account, replayed, warnings }: PlacedOrder | ReplayedOrder,
  { price: shownPrice }: Arena,
): string {
  const again = replayed ? 'This order was already placed with the same id; nothing was done again.\n\n' : '';
  return `${warningLines(warnings)}${again}${list([
    ['order', order.id],
    ['status', order.cancelReason === null ? order.status : `${order.status} (${order.cancelReason})`],
    ['shares', order.filledShares],
    ['credits', order.filledCredits],
    ['price', order.averagePriceBps === null ? null : shownPrice(order.averagePriceBps)],
    ['limit', shownPrice(order.limitPriceBps)],
    [order.status === 'open' ? 'waiting' : 'unfilled', order.remainingCredits ?? order.remainingShares],
    ['free credits', account.availableBalance],
    ['id', order.clientOrderId],
  ])}`;
}

interface OrderOptions {
  readonly limit?: ReturnType<typeof price>;
  readonly tif: 'GTC' | 'IOC' | 'FOK';
  readonly id?: string;
  readonly preview?: true;
  readonly yes?: true;
}

/** Without a limit an order takes any price: at most 99.99 % for a buy, at least 0.01 % for a sell. */
const anyPriceBps = { buy: 9999, sell: 1 } as const;

const shownNumber = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** Replaces the advice on an order that the account can't cover by the amounts. */
async function withAvailable(
  error: unknown,
  { client }: Arena,
  event: Event,
  order: { side: string; size: number; outcomeIndex: number },
) {
  if (!(error instanceof PresageError) || error.code !== 'INSUFFICIENT_BALANCE') return error;
  const { practice } = event;
  if (order.side === 'buy') {
    const account = await client.account();
    const { availableBalance } = practice ? account.practice : account;
    return refusalFailure(error, {
      [error.status]: `You have ${shownNumber(availableBalance)} ${practice ? 'practice ' : ''}credits available, and the order needs ${shownNumber(order.size)}. presage account shows your balance; presage cancel frees the credits of open orders.`,
    });
  }
  const { positions } = await client.call('listPositions', { query: { practice } });
  const held = positions.find(row => row.eventSlug === event.slug && row.outcomeIndex === order.outcomeIndex);
  return refusalFailure(error, {
    [error.status]: `You hold ${shownNumber(held?.shares ?? 0)} shares of this outcome, including those in open orders; the order sells ${shownNumber(order.size)}. presage positions lists your shares; presage cancel frees those of open orders.`,
  });
}

function addOrder(program: Command, inArena: InArena, side: 'buy' | 'sell'): void {
  const unit = side === 'buy' ? 'credits' : 'shares';
  program
    .command(side)
    .description(
      side === 'buy'
        ? 'buy shares of an outcome with credits, or with practice credits on a practice event'
        : 'sell shares that you hold',
    )
    .argument('<slug>', 'slug of the event, from presage markets')
    .argument('<outcome>', 'label or index of the outcome, from presage market')
    .argument(`<${unit}>`, `maximum amount in ${unit}`, amount)
    .option('--limit <price>', 'limit price: 62, 62% or 6200bps; none if omitted', price)
    .addOption(
      new Option(
        '--tif <kind>',
        'time in force: GTC rests in the book, IOC cancels the unfilled remainder, FOK fills completely or not',
      )
        .choices(['GTC', 'IOC', 'FOK'])
        .default('GTC'),
    )
    .option('--id <id>', 'client id; repeating it never trades twice')
    .option('--preview', 'show the result without placing the order')
    .option('--yes', 'send a limit from 0 to 1 as a percentage, although it may be a fraction')
    .action((eventSlug: string, outcome: string, size: number, options: OrderOptions) =>
      inArena({
        call: async arena => {
          const { client, publicClient } = arena;
          const { limit, tif: timeInForce, id: clientOrderId, preview, yes } = options;
          requireConfirmation(limit?.doubtful, yes);
          const { event, outcomeIndex } = await resolveOutcome(publicClient, eventSlug, outcome);
          const sized = side === 'buy' ? { side, amountCredits: size } : { side, amountShares: size };
          const limitPriceBps = limit?.bps ?? anyPriceBps[side];
          const order = { eventSlug, outcomeIndex, ...sized, limitPriceBps, timeInForce };
          try {
            return await (preview ? client.previewOrder(order) : client.placeOrder({ ...order, clientOrderId }));
          } catch (error) {
            throw await withAvailable(error, arena, event, { side, size, outcomeIndex });
          }
        },
        show: showPlaced,
        advice: { 404: adviceOnEvents },
      }),
    );
}

function addOrders(program: Command, inArena: InArena): void {
  addOrder(program, inArena, 'buy');
  addOrder(program, inArena, 'sell');
  program
    .command('cancel')
    .argument('[orderId]', 'id of the order, from presage orders')
    .description('cancel one order, or all with --all')
    .option('--all', 'cancel every open order')
    .option('--event <slug>', 'with --all: only orders in one event')
    .action((orderId: string | undefined, { all, event }: { all?: true; event?: string }) =>
      inArena<CancelledOrder | CancelledOrders>({
        call: ({ client }) => {
          if (orderId !== undefined && (all || event !== undefined))
            throw new UsageFailure(
              `give either the order ${orderId} or ${all ? '--all' : '--event'}, not both\npresage cancel --help has examples.`,
            );
          if (orderId !== undefined) return client.cancelOrder(orderId);
          if (!all)
            throw new UsageFailure(
              `give an order, or --all${event === undefined ? '' : ' with --event'}\npresage orders lists your open orders.`,
            );
          return client.cancelOrders(event);
        },
        advice: { 404: orderId === undefined ? adviceOnEvents : 'presage orders lists your open orders.' },
        show: reply =>
          'order' in reply
            ? `${reply.order.id} is ${reply.order.status}; ${reply.account.availableBalance} credits are available.\n`
            : `${reply.cancelled} cancelled; ${reply.account.availableBalance} credits are available.\n`,
      }),
    );
}

interface PositionsQuery {
  readonly status?: 'open' | 'settled' | 'all';
  readonly practice?: true;
}

function noPositions({ status = 'open', practice }: PositionsQuery): string {
  const where = practice ? 'in practice events' : 'outside practice events';
  if (status === 'settled') return `You have no settled positions ${where}. presage positions shows open ones.`;
  const command = practice ? 'presage markets --practice' : 'presage markets';
  return `You hold no shares ${where}. ${command} lists events to trade.`;
}

interface OrdersQuery {
  readonly status?: 'open' | 'filled' | 'cancelled' | 'expired' | 'all';
}

function noOrders({ status = 'open' }: OrdersQuery): string {
  if (status === 'open')
    return 'You have no open orders. presage buy … --limit <price> places one; presage orders --status all lists completed ones.';
  return `You have no ${status === 'all' ? '' : `${status} `}orders. presage buy and presage sell place one.`;
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

function showActivity({ activity }: ActivityList): string {
  return table(
    ['at', 'what', 'event', 'credits', 'balance'],
    activity.map(({ at, kind, eventSlug, credits, balanceAfter }) => [
      at.slice(0, 19),
      kind,
      eventSlug,
      credits,
      balanceAfter,
    ]),
    'No activity yet. Start with presage buy or presage forecast.',
  );
}

function addActivity(program: Command, inArena: InArena): void {
  program
    .command('activity')
    .description('list changes of your balance: grants, trades, cancels, settlements; newest first')
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action((query: { limit: number }) =>
      inArena({ call: ({ client }) => client.activity(query), show: showActivity }),
    );
}

function addAccountCommands(program: Command, inArena: InArena): void {
  addActivity(program, inArena);
  program
    .command('account')
    .description('show your balances and remaining orders, cancels and forecasts this hour')
    .action(() =>
      inArena({
        call: ({ client }) => client.account(),
        show: showAccount,
      }),
    );
  program
    .command('positions')
    .description('list your shares with their cost and current value')
    .addOption(
      new Option('--status <status>', 'status of the positions (default: open)').choices(['open', 'settled', 'all']),
    )
    .option('--practice', 'positions in practice events instead of all others')
    .action((query: PositionsQuery) =>
      inArena({
        call: ({ client }) => client.call('listPositions', { query }),
        show: ({ positions }, { price: shownPrice }) =>
          table(
            ['event', 'outcome', 'shares', 'bought at', 'price', 'cost', 'value', 'profit'],
            positions.map(row => [
              row.eventSlug,
              `${row.outcomeIndex} ${row.outcomeLabel}`,
              row.shares,
              row.averagePriceBps === null ? null : shownPrice(row.averagePriceBps),
              shownPrice(row.priceBps),
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
    .description('list your orders, including those on practice events')
    .addOption(
      new Option('--status <status>', 'status of the orders (default: open)').choices([
        'open',
        'filled',
        'cancelled',
        'expired',
        'all',
      ]),
    )
    .action((query: OrdersQuery) =>
      inArena({
        call: ({ client }) => client.call('listOrders', { query }),
        show: ({ orders }, { price: shownPrice }) =>
          table(
            ['order', 'event', 'outcome', 'side', 'limit', 'filled', 'status'],
            orders.map(row => [
              row.id,
              row.eventSlug,
              row.outcomeIndex,
              row.side,
              shownPrice(row.limitPriceBps),
              row.filledShares,
              row.status,
            ]),
            noOrders(query),
          ),
      }),
    );
}

export function addPlayCommands(program: Command, inArena: InArena): void {
  addOrders(program, inArena);
  addAccountCommands(program, inArena);
  addDataCommands(program, inArena);
}
