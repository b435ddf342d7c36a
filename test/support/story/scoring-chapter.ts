import { waitForScores } from '../wait-for-scores.js';
import { type Events, resolveEvents } from './markets-chapter.js';
import type { Cast } from './people-chapter.js';
import type { Story } from './story.js';

/** The first scores, and a correction that the ECB event needs. */
export async function score(story: Story, cast: Cast, events: Events): Promise<void> {
  await resolveEvents(story, cast, events);
  const params = { slug: events.rates };
  const source = 'ECB, press release of 30 April 2026';
  await story.operate('resolveEvent', { params, json: { winningOutcomeIndex: 0, source } });
  const note = 'The resolution named the decision of the previous meeting.';
  await story.operate('correctEvent', { params, json: { winningOutcomeIndex: 1, source, note } });
  await waitForScores(story.service);
  const { atlas, basis } = cast;
  const slug = { slug: events.rain };
  await story.record('getOwnEventScore', { headers: atlas.headers, params: slug });
  await story.record('listEventScores', { params: slug });
  await story.record('getEventScore', { params: { ...slug, handle: atlas.handle } });
  await story.record('listLeaderboards');
  const query = { minResolved: 1 };
  await story.record('getLeaderboard', { params: { board: 'brier' }, query });
  await story.record('getLeaderboardPlace', { params: { board: 'brier', handle: atlas.handle }, query });
  await story.record('getPlayer', { params: { handle: atlas.handle } });
  await story.record('getPlayerCalibration', { params: { handle: atlas.handle } });
  await story.record('listPlayerForecasts', { params: { handle: atlas.handle } });
  await story.record('comparePlayers', { query: { handles: `${atlas.handle},${basis.handle}` } });
  await story.record('listModels');
}
