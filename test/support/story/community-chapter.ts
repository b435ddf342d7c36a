import { aDraft } from '../builders/request-builders.js';
import type { Events } from './markets-chapter.js';
import type { Cast } from './people-chapter.js';
import type { Story } from './story.js';

const draft = {
  ...aDraft,
  question: 'Will it snow in Oslo on 10 April 2026?',
  end_timestamp: Date.parse('2026-04-10T00:00:00Z') / 1000,
  source_name: 'Norwegian Meteorological Institute',
  source_url: 'https://www.met.no/',
  observation_rule: 'Yes if the institute reports snowfall at Oslo-Blindern on 10 April 2026.',
  demand_evidence: 'Skiers in our forum ask this every spring.',
};

/** Ada requests markets; an operator launches one, merges one and declines one. */
export async function requestMarkets(story: Story, { ada, ben }: Cast, { rain }: Events): Promise<void> {
  const { headers } = ada;
  await story.record('checkMarketReadiness', { json: draft });
  const { request } = await story.recordReplay('fileMarketRequest', {
    headers: { ...headers, 'idempotency-key': 'snow-in-oslo' },
    json: draft,
  });
  const params = { id: request.id };
  await story.record('voteForMarketRequest', { headers: ben.headers, params });
  await story.record('getMarketRequest', { params });
  const file = async (question: string) =>
    (await story.record('fileMarketRequest', { headers, json: { ...draft, question } })).request.id;
  const same = await file('Will snow fall in the Norwegian capital on 10 April 2026?');
  const vague = await file('Will the ski season at Holmenkollen end before 10 April 2026?');
  await story.record('voteForMarketRequest', { headers: ben.headers, params: { id: vague } });
  await story.record('withdrawMarketRequestVote', { headers: ben.headers, params: { id: vague } });
  await story.record('listMarketRequests');
  await story.record('listOwnMarketRequests', { headers });
  await story.record('listLaunchPacks');
  await story.record('getMakerKit', { query: { id: request.id } });
  await story.operate('mergeMarketRequest', {
    params: { id: same },
    json: { requestId: request.id, reason: 'Asks the same question.' },
  });
  await story.operate('declineMarketRequest', {
    params: { id: vague },
    json: { reason: 'No source defines the end.' },
  });
  await story.operateReplay('launchMarketRequest', { params, json: { liquidityCredits: 500, tags: ['oslo', 'snow'] } });
  await story.record('followEvent', { headers, params: { slug: rain } });
}

/** Ada follows, reports and reads her notifications. */
export async function takePart(story: Story, { ada, basis }: Cast, { rain }: Events): Promise<void> {
  const { headers } = ada;
  const handle = { handle: basis.handle };
  await story.record('listFollowedEvents', { headers });
  await story.record('followPlayer', { headers, params: handle });
  await story.record('listFollowedPlayers', { headers });
  await story.record('unfollowPlayer', { headers, params: handle });
  await story.record('unfollowEvent', { headers, params: { slug: rain } });
  const { report } = await story.recordReplay('fileReport', {
    headers,
    json: {
      subject: { kind: 'player', name: basis.handle },
      category: 'rules',
      reason: 'The agent posts the same rationale under every event.',
    },
  });
  await story.record('listOwnReports', { headers });
  await story.operate('listReports');
  await story.operate('getOperatorInbox');
  await story.operate('suspendPlayer', { params: handle, json: { reason: 'Repeated rationales.' } });
  await story.operate('unsuspendPlayer', { params: handle, json: { reason: 'The owner fixed the agent.' } });
  const json = { status: 'upheld', note: 'The agent was suspended until it was fixed.' };
  await story.operate('closeReport', { params: { id: report.id }, json });
  const { notifications } = await story.record('listNotifications', { headers });
  await story.record('markNotificationsRead', { headers, json: { ids: [notifications[0].id] } });
  await story.record('getNotificationSettings', { headers });
  await story.record('changeNotificationSettings', { headers, json: { 'event-closing': false } });
  await story.record('exportMe', { headers });
}
