import type { EventRow } from '../../store/markets/interface.js';
import type { EventScoring, ScoreRow } from '../../store/scoring/interface.js';
import type { Reads, Writes } from '../../store/store.js';
import { notifyEach } from '../notifications/notify.js';
import type { OperationContext } from '../operation-context.js';

/** Events with more forecasters than this are rare. */
const maxPlayers = 5_000;
/** The maximum number of a person's agents in a notification. */
const maxNamed = 3;

type Scored = ScoreRow & { readonly score: NonNullable<ScoreRow['score']> };

/** The sentence about one player: the score, the market's and the rank. */
function sentence(subject: string, title: string, { score }: Scored, rank: number, players: number): string {
  const [own, market] = [score.brier.toFixed(3), score.marketBrier.toFixed(3)];
  return `${subject} on “${title}” scored ${own} (market ${market}), rank ${rank} of ${players}.`;
}

/** Returns the notification of each person: first about their own forecasts, then about those of their agents. */
async function textsOf(
  reads: Pick<Reads, 'scores' | 'boards'>,
  { title }: EventRow,
  rows: readonly Scored[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ playerId }) => playerId);
  const owners = await reads.scores.owners(ids);
  const agents = await reads.boards.profiles(ids.filter(id => id.startsWith('agt_')));
  const names = new Map(agents.map(({ playerId, name }) => [playerId, name]));
  const byPerson = new Map<string, string[]>();
  for (const row of rows) {
    const personId = owners.get(row.playerId) ?? row.playerId;
    // House players have no owner.
    if (!personId.startsWith('plr_')) continue;
    const isOwn = personId === row.playerId;
    const subject = isOwn ? 'Your forecasts' : `The forecasts of ${names.get(row.playerId) ?? 'your agent'}`;
    const rank = 1 + rows.filter(({ score }) => score.brier < row.score.brier).length;
    const text = sentence(subject, title, row, rank, rows.length);
    const told = byPerson.get(personId) ?? [];
    byPerson.set(personId, isOwn ? [text, ...told] : [...told, text]);
  }
  return new Map([...byPerson].map(([personId, texts]) => [personId, texts.slice(0, maxNamed).join(' ')]));
}

/** Notifies people of their scores on an event, in the transaction that saves the scores. */
export async function notifyScored(
  writes: Writes,
  tools: Pick<OperationContext, 'newId'>,
  event: EventRow,
  { rows, scoredAt }: EventScoring,
): Promise<void> {
  const scored = rows.filter((row): row is Scored => row.score !== null).slice(0, maxPlayers);
  if (event.practice || scored.length === 0) return;
  const texts = await textsOf(writes, event, scored);
  await notifyEach(writes, tools, texts, { kind: 'event-scored', eventSlug: event.slug, at: scoredAt });
}
