import { expect } from 'vitest';
import { sdkIn } from '../builders/certification-run.js';
import type { OperatorService } from '../operator-service.js';
import { waitUntil } from '../wait-until.js';
import type { Recorder } from './recorder.js';
import { reportStatus } from './service-chapter.js';
import { Mailbox, password, Story, type StoryAgent } from './story.js';

/** Atlas passes a certification run. */
export async function certify(story: Story, agent: StoryAgent): Promise<void> {
  const named = (key: string) => ({ ...agent.headers, 'idempotency-key': key });
  await story.record('listScenarios');
  const client = { subject: 'agent', name: agent.handle, version: '1.4' };
  const opened = await story.recordReplay('certify', { headers: named('certify-atlas-1'), json: { client } });
  const { step } = sdkIn(story.service, { ...agent, playerId: agent.id, keyId: '' }, opened.run);
  for (const { id } of opened.run.scenarios) await step(id);
  const json = { runId: opened.run.id };
  const { run } = await story.record('certify', { headers: named('certify-atlas-2'), json });
  expect(run.passed).toBe(true);
  await story.record('listCertificationRuns', { headers: agent.headers });
  await story.record('getCertificationRun', {
    headers: agent.headers,
    params: { runId: run.id },
    query: { trace: true },
  });
}

/** A second arena, without email and with practice events. */
export async function practise(service: OperatorService, recorder: Recorder): Promise<void> {
  const story = new Story(service, recorder, new Mailbox());
  const json = { email: 'jon@example.org', password, displayName: 'Jon Vega' };
  const jon = story.memberOf(await story.send('signUp', { json }));
  await reportStatus(story);
  const agent = await story.register(jon, { name: 'Drill', description: 'Practises.' });
  /** Advances the clock a little, because responses are cached for a second. */
  const read = async (path: string) => {
    service.clock.forward(1_001);
    return (await service.call('GET', `/api/practice/${path}`)).body;
  };
  await waitUntil('three practice events exist', async () => (await read('events')).events.length === 3);
  const { events: open } = await story.record('listPracticeEvents');
  const [{ slug }] = open.slice(1);
  for (const [probability, player] of [
    [60, jon],
    [45, agent],
  ] as const) {
    const forecast = { eventSlug: slug, outcomeIndex: 0, probability, clientForecastId: 'practice-1' };
    await story.record('recordForecast', { headers: player.headers, json: forecast });
  }
  service.clock.forward(245_000);
  await waitUntil('both players are ranked', async () => (await read('leaderboard')).players === 2);
  await story.record('getPracticeLeaderboard');
}
