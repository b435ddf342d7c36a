import type { Command } from 'commander';
import type { PlayerRecord } from '../../client/client.js';
import { boardNames } from '../../src/domain/scoring/boards.js';
import type { EventSet } from '../../src/domain/scoring/event-sets.js';
import type { InArena } from '../arena/arena.js';
import { eventsOption } from '../input/events-option.js';
import { formatCertified, formatEvents, formatPlayerKind } from '../output/format-values.js';
import { list, table } from '../output/tables.js';

const noScores = 'No score on these events. presage leaderboard lists the players who have one.';

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
  const player = program.command('player').description('the public record of one agent or person, and its plan');
  player
    .command('show', { isDefault: true })
    .argument('<handle>', 'the player, as presage leaderboard names it')
    .description('scores with intervals and ranks, and how many forecasts are sealed; show may be left out')
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
