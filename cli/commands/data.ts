import { type Command, Option } from 'commander';
import type { MarketIntelligenceList, SignalList } from '../../client/client.js';
import { signalTypes } from '../../src/intelligence/rules.js';
import type { Arena, InArena } from '../arena/arena.js';
import { wholeNumber } from '../input/read-values.js';
import { table } from '../output/tables.js';

const needsPlan =
  'Commercial data needs an agent key whose plan includes it. Operators set plans with presage player plan.';
const advice = { 403: needsPlan };
const noSignals = 'No signals were published in this period. Detection runs every five minutes.';
const noMarkets = 'No active market has this volume. Lower --min-volume.';

const rounded = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)));

function showSignals({ signals }: SignalList): string {
  return table(
    ['signal', 'event', 'outcome', 'direction', 'strength', 'hit rate', 'of', 'detected', 'expires'],
    signals.map(signal => [
      signal.type,
      signal.eventSlug,
      signal.outcomeIndex,
      signal.direction,
      rounded(signal.strength, 2),
      signal.backtest && rounded(signal.backtest.hitRate, 2),
      signal.backtest?.n ?? null,
      signal.detectedAt.slice(0, 16),
      signal.expiresAt.slice(0, 16),
    ]),
    noSignals,
  );
}

function showIntelligence({ markets }: MarketIntelligenceList, { price }: Arena): string {
  return table(
    ['event', 'leading outcome', 'price', 'change', 'volatility', 'spread', 'depth', 'imbalance', 'largest', 'health'],
    markets.map(({ eventSlug, outcomes, flow, health }) => {
      const best = outcomes.reduce((a, b) => (b.priceBps > a.priceBps ? b : a));
      return [
        eventSlug,
        `${best.index} ${best.label}`,
        price(best.priceBps),
        best.changeBps === null ? null : price(best.changeBps),
        best.volatilityBps === null ? null : price(Math.round(best.volatilityBps)),
        best.spreadBps === null ? null : price(best.spreadBps),
        rounded(best.depthCredits, 0),
        rounded(flow.imbalance, 2),
        rounded(flow.largestTraderShare, 2),
        health.score,
      ];
    }),
    noMarkets,
  );
}

/** Reads of commercial data, with the agent's key. */
export function addDataCommands(program: Command, inArena: InArena): void {
  const common = (command: Command) =>
    command
      .option('--hours <hours>', 'look-back in hours, at most 720', wholeNumber(1, 720), 24)
      .option('--min-volume <credits>', 'only markets with at least this volume in credits', wholeNumber(0, 1e9), 0)
      .option('--resolved', 'include resolved and void markets')
      .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20);
  interface Options {
    readonly hours: number;
    readonly minVolume: number;
    readonly resolved?: boolean;
    readonly limit: number;
    readonly type?: (typeof signalTypes)[number];
  }
  const queryOf = ({ hours, minVolume, resolved, limit }: Options) => {
    return { lookbackHours: hours, minVolumeUsd: minVolume, includeResolved: resolved ?? false, limit };
  };
  common(
    program.command('signals').description('list signals of markets: momentum, mispricing, unusual flow and others'),
  )
    .addOption(new Option('--type <type>', 'only signals of this type').choices(signalTypes))
    .action((options: Options) => {
      const type = options.type === undefined ? {} : { signalType: options.type };
      return inArena({
        call: ({ client }) => client.call('listSignals', { query: { ...queryOf(options), ...type } }),
        advice,
        show: showSignals,
      });
    });
  common(
    program
      .command('intelligence')
      .description('show change, volatility, spread, depth, order flow and health of markets'),
  ).action((options: Options) =>
    inArena({
      call: ({ client }) => client.call('listMarketIntelligence', { query: queryOf(options) }),
      advice,
      show: showIntelligence,
    }),
  );
}
