import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestPerson } from '../../test/support/test-service.js';
import { newId } from '../http/request-id.js';
import { proposeResolution } from './proposals.js';
import { runDue } from './transition-event.js';

const hour = 3_600_000;
const reason = 'The station reports 0.0 mm, not 4.2 mm.';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

const answer = {
  winningOutcomeIndex: 0,
  source: 'https://weather.example',
  evidence: { url: 'https://weather.example/today', quote: 'Rainfall: 4.2 mm' },
};

async function aClosedEvent(others: readonly TestPerson[] = []) {
  const { slug } = await service.anEvent();
  const agent = await service.anAgent();
  const person = await service.aPerson();
  expect((await service.order(agent, { eventSlug: slug, amountCredits: 100 })).status).toBe(201);
  for (const forecaster of [person, ...others]) {
    expect((await forecast(service, forecaster, slug)).status).toBe(201);
  }
  expect((await service.operate('POST', `/events/${slug}/close`)).status).toBe(200);
  return { slug, agent, person };
}

function propose(slug: string, fields: object = {}) {
  return service.operate('POST', `/events/${slug}/propose`, { ...answer, ...fields });
}

function dispute(person: TestPerson, slug: string, text = reason) {
  return service.call('POST', `/api/events/${slug}/disputes`, { headers: person.headers, json: { reason: text } });
}

async function finalizeDue() {
  await runDue({ store: service.store, newId }, 'finalize', () => true);
}

async function statusOf(slug: string) {
  const { body } = await service.call('GET', `/api/events/${slug}`);
  return body.event;
}

describe('a proposed resolution', () => {
  it('stands on the event while the market stays closed, and is final when the window ends without a dispute', async () => {
    const { slug, agent } = await aClosedEvent();
    const shares = (await service.call('GET', '/api/play/v1/positions', { headers: agent.headers })).body.positions[0]
      .shares;
    const before = await service.available(agent);
    const { status, body } = await propose(slug, { challengeHours: 2 });
    expect(status).toBe(200);
    expect(body.event).toMatchObject({
      status: 'closed',
      resolution: null,
      proposal: {
        resolution: { kind: 'outcome', winningOutcomeIndex: 0, payoutBps: [10_000, 0] },
        evidence: answer.evidence,
        proposedBy: 'operator',
        challengeEndsAt: new Date(service.clock.now() + 2 * hour).toISOString(),
        disputes: 0,
      },
    });
    await finalizeDue();
    expect((await statusOf(slug)).status).toBe('closed');
    service.clock.forward(2 * hour);
    await finalizeDue();
    expect(await statusOf(slug)).toMatchObject({
      status: 'resolved',
      proposal: null,
      resolution: { winningOutcomeIndex: 0, source: answer.source },
    });
    // The arena's own job may have taken the payment.
    await expect.poll(async () => (await service.available(agent)) - before).toBeCloseTo(shares, 5);
  });

  it('waits for an operator once it is disputed, and the resolution needs a note', async () => {
    const { slug, person } = await aClosedEvent();
    await propose(slug, { challengeHours: 1 });
    const filed = await dispute(person, slug);
    expect(filed.status, filed.text).toBe(201);
    expect(filed.body).toMatchObject({
      replayed: false,
      dispute: { reason, proposal: 1 },
      event: { status: 'closed' },
    });
    expect(filed.body.event.proposal.disputes).toBe(1);
    service.clock.forward(3 * hour);
    await finalizeDue();
    expect((await statusOf(slug)).status).toBe('closed');
    const decision = { winningOutcomeIndex: 1, source: answer.source };
    const silent = await service.operate('POST', `/events/${slug}/resolve`, decision);
    expect(silent.status).toBe(400);
    expect(silent.body.field).toBe('note');
    const decided = await service.operate('POST', `/events/${slug}/resolve`, {
      ...decision,
      note: 'Kew, not Heathrow.',
    });
    expect(decided.body.event).toMatchObject({ status: 'resolved', proposal: null });
    const { body } = await service.call('GET', `/api/events/${slug}/disputes`);
    expect(body.disputes).toMatchObject([{ reason, handle: person.handle }]);
  });
});

describe('a dispute of a proposed resolution', () => {
  it('is possible once for each person who played there', async () => {
    const { slug, person } = await aClosedEvent();
    expect((await dispute(person, slug)).status).toBe(409);
    await propose(slug);
    expect((await dispute(person, slug)).status).toBe(201);
    expect(await dispute(person, slug)).toMatchObject({
      status: 200,
      body: { replayed: true, code: 'IDEMPOTENT_REPLAY' },
    });
    expect((await dispute(person, slug, 'Another reason than before.')).status).toBe(409);
    expect((await statusOf(slug)).proposal.disputes).toBe(1);
    const stranger = await service.aPerson();
    expect((await dispute(stranger, slug)).body.code).toBe('FORBIDDEN');
  });

  it('is rejected with an agent key, without a credential, and after the window', async () => {
    const { slug, agent, person } = await aClosedEvent();
    await propose(slug, { challengeHours: 0.5 });
    const path = `/api/events/${slug}/disputes`;
    expect((await service.call('POST', path, { headers: agent.headers, json: { reason } })).status).toBe(403);
    expect((await service.call('POST', path, { json: { reason } })).status).toBe(401);
    service.clock.forward(hour);
    await finalizeDue();
    const late = await dispute(person, slug);
    expect(late).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION', status: 'resolved' } });
    expect(late.body.error).toContain('its resolution is final');
  });

  it('is rejected after the window although another dispute keeps the proposal open', async () => {
    const second = await service.aPerson();
    const { slug, person } = await aClosedEvent([second]);
    await propose(slug, { challengeHours: 1 });
    expect((await dispute(person, slug)).status).toBe(201);
    service.clock.forward(hour);
    await finalizeDue();
    const late = await dispute(second, slug);
    expect(late.status).toBe(409);
    expect(late.body.error).toContain('The challenge window ended at');
  });
});

describe('proposing', () => {
  it('is rejected for a market that is not closed, and for invalid fields', async () => {
    const { slug } = await service.anEvent();
    expect((await propose(slug)).body).toMatchObject({ code: 'INVALID_TRANSITION', status: 'active' });
    const { slug: closed } = await aClosedEvent();
    for (const [fields, field] of [
      [{ challengeHours: 169 }, 'challengeHours'],
      [{ winningOutcomeIndex: 2 }, 'winningOutcomeIndex'],
      [{ evidence: { url: 'ftp://x', quote: 'y' } }, 'evidence.url'],
      [{ payoutBps: [5000, 5000] }, 'payoutBps'],
    ] as const) {
      const reply = await propose(closed, fields);
      expect(reply.status).toBe(400);
      expect(reply.body.field).toBe(field);
    }
    expect((await statusOf(closed)).proposal).toBeNull();
  });

  it('changes nothing when repeated, and starts over when replaced', async () => {
    const { slug, person } = await aClosedEvent();
    const first = (await propose(slug)).body.event;
    service.clock.forward(hour);
    const repeated = (await propose(slug)).body.event;
    expect(repeated.proposal).toEqual(first.proposal);
    const replaced = (await propose(slug, { winningOutcomeIndex: 1 })).body.event.proposal;
    expect(replaced).toMatchObject({
      disputes: 0,
      challengeEndsAt: new Date(service.clock.now() + 24 * hour).toISOString(),
    });
    expect((await dispute(person, slug)).body.dispute.proposal).toBe(2);
  });

  it('does not replace a disputed proposal, which an operator resolves', async () => {
    const { slug, person } = await aClosedEvent();
    await propose(slug);
    await dispute(person, slug);
    const again = await propose(slug, { note: 'Once more.', challengeHours: 0 });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'INVALID_TRANSITION', disputes: 1 });
    expect((await propose(slug)).body.event.proposal.disputes).toBe(1);
  });
});

describe('a proposal', () => {
  it('ends when the market is reopened', async () => {
    const { slug } = await aClosedEvent();
    await propose(slug);
    const endsAt = new Date(service.clock.now() + 5 * hour).toISOString();
    const { body } = await service.operate('POST', `/events/${slug}/reopen`, { endsAt });
    expect(body.event).toMatchObject({ status: 'active', proposal: null });
    await finalizeDue();
    expect((await statusOf(slug)).status).toBe('active');
  });
});

describe('a proposal from a final score', () => {
  it('waits for an operator to confirm it', async () => {
    const { slug } = await aClosedEvent();
    const command = {
      answer: { winningOutcome: 0 },
      source: 'Scoreboard',
      note: '',
      effectiveCloseAt: null,
      evidence: { url: '', quote: '3 : 1' },
      challengeHours: 1,
    };
    await proposeResolution({ store: service.store, newId }, slug, command, null);
    expect((await statusOf(slug)).proposal).toMatchObject({ proposedBy: 'final-score', challengeEndsAt: null });
    service.clock.forward(100 * hour);
    await finalizeDue();
    expect((await statusOf(slug)).status).toBe('closed');
    const confirmed = await service.operate('POST', `/events/${slug}/propose/confirm`);
    const challengeEndsAt = new Date(service.clock.now() + hour).toISOString();
    expect(confirmed.body.event.proposal.challengeEndsAt).toBe(challengeEndsAt);
    service.clock.forward(hour / 2);
    const again = await service.operate('POST', `/events/${slug}/propose/confirm`);
    expect(again.body.event.proposal.challengeEndsAt).toBe(challengeEndsAt);
    service.clock.forward(hour);
    await finalizeDue();
    expect((await statusOf(slug)).status).toBe('resolved');
  });
});

describe('the effects of a proposal', () => {
  it('are a notification for each person who played there, and another when it is final', async () => {
    const { slug, person } = await aClosedEvent();
    const owned = await service.call('GET', '/api/people/notifications', { headers: person.headers });
    expect(owned.body.notifications).toEqual([]);
    await propose(slug, { challengeHours: 1 });
    service.clock.forward(hour);
    await finalizeDue();
    const { body } = await service.call('GET', '/api/people/notifications', { headers: person.headers });
    // Scores are computed some time after the resolution.
    const told = body.notifications.filter(({ kind }: { kind: string }) => kind !== 'event-scored');
    expect(told).toMatchObject([
      { kind: 'event-resolved', eventSlug: slug },
      { kind: 'resolution-proposed', eventSlug: slug },
    ]);
    expect(told[1].text).toMatch(/ is Yes\. You can dispute it until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    const stranger = await service.aPerson();
    const none = await service.call('GET', '/api/people/notifications', { headers: stranger.headers });
    expect(none.body.notifications).toEqual([]);
  });

  it('bar the operator who made it from playing there', async () => {
    const { slug } = await aClosedEvent();
    const operator = await service.aPerson();
    await service.operate('PUT', `/people/${operator.playerId}/role`, { role: 'operator' });
    const made = await service.call('POST', `/api/operator/events/${slug}/propose`, {
      headers: operator.headers,
      json: answer,
    });
    expect(made.status, made.text).toBe(200);
    const endsAt = new Date(service.clock.now() + 5 * hour).toISOString();
    await service.operate('POST', `/events/${slug}/reopen`, { endsAt });
    expect((await forecast(service, operator, slug)).body.code).toBe('FORBIDDEN');
  });

  it('remove the reason of a dispute when its author deletes their account', async () => {
    const { slug, person } = await aClosedEvent();
    await propose(slug);
    await dispute(person, slug);
    const gone = await service.call('DELETE', '/api/people/me', {
      headers: person.headers,
      json: { password: person.password },
    });
    expect(gone.status, gone.text).toBeLessThan(300);
    const { body } = await service.call('GET', `/api/events/${slug}/disputes`);
    expect(body.disputes[0].reason).toBe('');
    expect(body.disputes[0].handle).toMatch(/^deleted-/);
  });
});
