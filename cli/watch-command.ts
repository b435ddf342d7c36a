import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Arena, InArena } from './arena.js';
import { percent, showSummary, wholeNumber } from './market-commands.js';
import { table } from './tables.js';

interface WatchOptions {
  readonly every: number;
  readonly times?: number;
}

/** One look at a market: its prices, the top of its books and the newest trades. */
async function look({ client }: Arena, slug: string) {
  const [{ event }, summary, { trades }] = await Promise.all([
    client.event(slug),
    client.call('getOrderbookSummary', { params: { slug } }),
    client.call('listTrades', { params: { slug }, query: { limit: 8 } }),
  ]);
  return { event, summary, trades };
}

type Look = Awaited<ReturnType<typeof look>>;

function show({ event, summary, trades }: Look): string {
  const outcomes = table(
    ['outcome', 'label', 'price', 'volume'],
    event.outcomes.map(({ index, label, priceBps, volumeCredits }) => [index, label, percent(priceBps), volumeCredits]),
  );
  const recent = table(
    ['at', 'player', 'side', 'outcome', 'shares', 'price'],
    trades.map(row => [
      row.at.slice(11, 19),
      row.player.handle,
      row.side,
      row.outcomeIndex,
      row.shares,
      percent(row.priceBps),
    ]),
  );
  return `${event.title}\n${event.status}, sequence ${event.sequence}, ends ${event.endsAt.slice(0, 16)}\n\n${outcomes}\n${showSummary(summary)}\n${recent}`;
}

/** On a terminal each look replaces the one before; elsewhere they follow each other, as JSON one a line. */
export function addWatchCommand(
  program: Command,
  inArena: InArena,
  around: { readonly write: (text: string) => void; readonly terminal: boolean; readonly isJson: () => boolean },
): void {
  program
    .command('watch <slug>')
    .description('a market as it moves, until Ctrl-C')
    .option('--every <seconds>', 'between two looks', wholeNumber, 2)
    .option('--times <count>', 'end after so many looks', wholeNumber)
    .action((slug: string, { every, times }: WatchOptions) =>
      inArena({
        call: async arena => {
          const last = times ?? Number.POSITIVE_INFINITY;
          for (let number = 1; number < last; number += 1) {
            const seen = await look(arena, slug);
            const clear = around.terminal ? '\u001b[2J\u001b[H' : '';
            around.write(around.isJson() ? `${JSON.stringify(seen)}\n` : `${clear}${show(seen)}\n`);
            await sleep(every * 1000);
          }
          return look(arena, slug);
        },
        show,
      }),
    );
}
