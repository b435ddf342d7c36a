import { dayMs } from '../../../src/kernel/time.js';
import { waitUntil } from '../wait-until.js';
import type { Cast } from './people-chapter.js';
import type { Story } from './story.js';

/** Discovery for agents and documents of the service. */
export async function discover(story: Story, { atlas, ada }: Cast): Promise<void> {
  const { headers } = atlas;
  await story.record('getWellKnownCard');
  await story.record('getAgentCard');
  await story.record('getAgentAccess', { headers });
  await story.record('getBotConfig');
  await story.record('getTools');
  await story.record('getStreamManifest');
  await story.record('getRateLimits');
  await story.record('getInternationalAccess');
  await story.record('getHealth');
  await story.record('getReadiness');
  await story.record('getStatus');
  await story.record('explainError', { json: { code: 'STALE_ORDERBOOK' } });
  await story.service.flushRequestLog();
  await story.record('listRequestLogs', { headers, query: { limit: 5 } });
  await story.operate('getRateLimitOverview');
  await story.record('getDiagnostics', { headers });
  await story.record('getUsage', { headers: ada.headers, query: { days: 7, agentId: atlas.id } });
  await story.record('getEndpointCosts');
  await story.record('getLatency');
}

/** An operator appoints another one and reads the console. */
export async function runArena(story: Story, { others }: Cast): Promise<void> {
  const { service } = story;
  const role = { role: 'operator', reason: 'Resolves weather events.' };
  await story.operate('setPersonRole', { params: { id: others[0].id }, json: role });
  await story.operate('listOperatorPlayers', { query: { limit: 5 } });
  await story.operate('getAudit');
  service.clock.forward(dayMs);
  await story.operate('listAudits');
  await story.operate('listOperatorActions', { query: { limit: 5 } });
}

/** An operator of a new arena reports a backup and an incident. */
export async function reportStatus(story: Story): Promise<void> {
  const { service } = story;
  const finishedAt = new Date(service.clock.now() - 60_000).toISOString();
  await story.operateReplay('reportBackup', { json: { finishedAt, bytes: 73_400_320, note: 'Nightly backup.' } });
  const { incident } = await story.operateReplay('openIncident', {
    json: { title: 'Orders are slow', impact: 'minor', text: 'Some orders take several seconds.' },
  });
  const update = { status: 'resolved', text: 'The disk of the database was replaced.' };
  await story.operate('updateIncident', { params: { id: incident.id }, json: update });
  await waitUntil('a status sample is stored', async () => {
    service.clock.forward(11_000);
    return (await service.call('GET', '/api/v1/status/history?hours=24')).body.nodes[0]?.ready === true;
  });
  await story.record('getStatusHistory', { query: { hours: 24 } });
}
