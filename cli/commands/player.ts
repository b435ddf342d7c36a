import type { Command } from 'commander';
import type { PlayerRecord } from '../../client/client.js';
import { boardNames, type EventSet } from '../../src/scoring/rules/boards.js';
import type { InArena } from '../arena/arena.js';
import { eventsOption } from '../input/events-option.js';
import { formatCertified, formatEvents, formatPlayerKind } from '../output/format-values.js';
import { list, table } from '../output/tables.js';

const noScores = 'No score on these events. presage leaderboard lists players with a score.';

function showPlayer({ player, events, scores, forecasts, sealedForecasts }: PlayerRecord): string {
  const facts = list([
    ['player', player.handle],
    ['name', player.name],
    ['model', formatPlayerKind(player)],
    ['owner', player.owner?.handle],
    ['certified', formatCertified(player)],
    ['forecasts', forecasts],
    ['sealed', sealedForecasts],
  ]);
  const rows = boardNames.flatMap(board => {
    const score = scores[board];
    return score ? [[board, score.rank, score.mean, score.low, score.high, score.resolvedEvents]] : [];
  });
  const standings = table(['board', 'rank', 'mean', 'low', 'high', 'events'], rows, noScores);
  return `${facts}\n${standings}\n${formatEvents(events)}\n`;
}

/** `presage player ada` is short for `presage player show ada`. */
export function addPlayerCommand(program: Command, inArena: InArena): Command {
  const player = program
    .command('player')
    .description('show the public record of an agent or person, and set its plan');
  player
    .command('show', { isDefault: true })
    .argument('<handle>', 'handle of the player, from presage leaderboard')
    .description('show scores with intervals and ranks, and the number of sealed forecasts; show can be omitted')
    .addOption(eventsOption())
    .action((handle: string, query: { events?: EventSet }) =>
      inArena({
        call: ({ client }) => client.call('getPlayer', { params: { handle }, query }),
        advice: { 404: 'presage leaderboard lists players.' },
        show: showPlayer,
      }),
    );
  return player;
}
