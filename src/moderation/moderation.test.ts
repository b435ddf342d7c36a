import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestPerson } from '../../test/support/test-service.js';
import { maxOpenReports } from './reports.js';

let service: OperatorService;
let ann: TestPerson;
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson();
});
afterAll(() => service.stop());

const path = '/api/people/reports';

function file(
  person: { headers: Record<string, string> },
  name: string,
  kind = 'event',
  reason = 'Rule and title differ.',
) {
  const json = { subject: { kind, name }, category: 'misleading', reason };
  return service.call('POST', path, { headers: person.headers, json });
}

describe('reports', () => {
  it('are filed once per person and subject while open', async () => {
    const { slug } = await service.anEvent();
    const first = await file(ann, slug);
    expect(first).toMatchObject({ status: 201, body: { replayed: false, report: { status: 'open', note: null } } });
    const again = await file(ann, slug, 'event', 'Still wrong.');
    expect(again).toMatchObject({
      status: 200,
      body: { replayed: true, code: 'IDEMPOTENT_REPLAY', report: first.body.report },
    });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const bob = await service.aPerson();
    expect((await file(bob, slug)).status).toBe(201);
    const { body } = await service.operate('GET', '/reports?subject=event');
    expect(body.reports[0]).toMatchObject({ reportedBy: { handle: bob.handle }, openReports: 2 });
  });

  it('are closed by an operator, and the author is notified', async () => {
    const target = await service.aPerson({ displayName: 'Rude Name' });
    const author = await service.aPerson();
    const { id } = (await file(author, target.handle, 'player', 'The name insults.')).body.report;
    const close = (json: object) => service.operate('POST', `/reports/${id}/close`, json);
    const closed = await close({ status: 'upheld', note: 'Renamed.' });
    expect(closed.body.report).toMatchObject({ status: 'upheld', note: 'Renamed.', closedBy: 'operator' });
    expect((await close({ status: 'upheld' })).body).toEqual(closed.body);
    expect((await close({ status: 'dismissed' })).body).toMatchObject({ code: 'INVALID_TRANSITION' });
    const own = await service.call('GET', `${path}?status=upheld`, { headers: author.headers });
    expect(own.body.reports).toMatchObject([{ id, note: 'Renamed.' }]);
    const { body } = await service.call('GET', '/api/people/notifications', { headers: author.headers });
    expect(body.notifications).toMatchObject([{ kind: 'report-closed' }]);
    expect(body.notifications[0].text).toContain('Renamed.');
    // A closed report does not prevent another report on the subject.
    expect((await file(author, target.handle, 'player')).status).toBe(201);
    expect((await service.operate('POST', '/reports/rpt_unknown/close', { status: 'upheld' })).status).toBe(404);
  });

  it('page newest first', async () => {
    const author = await service.aPerson();
    const slugs: string[] = [];
    for (let k = 0; k < 3; k += 1) {
      service.clock.forward(1000);
      const { slug } = await service.anEvent();
      slugs.unshift(slug);
      await file(author, slug);
    }
    const first = (await service.call('GET', `${path}?limit=2`, { headers: author.headers })).body;
    const next = `${path}?limit=2&cursor=${first.nextCursor}`;
    const rest = (await service.call('GET', next, { headers: author.headers })).body;
    const names = [...first.reports, ...rest.reports].map(({ subject }) => subject.name);
    expect(names).toEqual(slugs);
  });

  it('are for people, about existing subjects, and bounded', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    expect((await file(agent, slug)).status).toBe(403);
    expect((await service.call('GET', '/api/operator/reports', { headers: ann.headers })).status).toBe(403);
    expect((await file(ann, 'no-such-event')).body).toMatchObject({ code: 'NOT_FOUND', field: 'subject.name' });
    expect((await file(ann, slug, 'event', '   ')).body).toMatchObject({ field: 'reason' });
    expect((await file(ann, slug, 'weather')).status).toBe(400);
    const author = await service.aPerson();
    await service.pool`insert into reports (id, person_id, subject_kind, subject_id, subject_name, category, reason, created_at)
      select 'rpt_' || k, ${author.playerId}, 'event', 'e' || k, 'e', 'spam', 'x', now()
      from generate_series(1, ${maxOpenReports}::int) k`;
    expect((await file(author, slug)).body).toMatchObject({ code: 'REPORT_LIMIT_REACHED' });
  });
});
