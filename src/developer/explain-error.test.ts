import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../test/support/probe-routes.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { errorCodes, errorTable } from '../http/errors.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
});
afterAll(() => service.stop());

function explain(json: object, headers: Record<string, string> = {}) {
  return service.call('POST', '/api/v1/developer/explain-error', { json, headers });
}

describe('explain-error by code', () => {
  it.each(errorCodes)('%s', async code => {
    const { status, body } = await explain({ code });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code,
      retryable: errorTable[code].retryable,
      httpStatus: errorTable[code].http,
      request: null,
    });
  });

  it('has no remediation that forbids a retry for a retryable code', () => {
    const forbids = errorCodes.filter(
      code => errorTable[code].retryable === 'yes' && /\b(do not|don’t|never)\b/i.test(errorTable[code].remediation),
    );
    expect(forbids).toEqual([]);
    expect(errorTable.LIVE_TRADING_DISABLED).toMatchObject({
      retryable: 'yes',
      remediation: expect.stringContaining('/api/play/v1'),
    });
  });

  it('requires a known code or a request id', async () => {
    expect((await explain({ code: 'TEAPOT' })).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'code' });
    expect((await explain({})).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'code' });
    expect((await explain({ requestId: 7 })).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'requestId' });
  });
});

describe('explain-error by requestId', () => {
  it('finds a request before and after it is stored', async () => {
    const failed = await service.call('GET', '/probe/optional?limit=0&q=private');
    for (const when of ['before', 'after']) {
      const { body } = await explain({ requestId: failed.body.requestId });
      expect(body, when).toMatchObject({ code: 'INVALID_PAYLOAD', retryable: 'no' });
      expect(body.request).toMatchObject({
        operation: 'probeOptional',
        path: '/probe/optional',
        status: 400,
        field: 'limit',
      });
      expect(JSON.stringify(body)).not.toContain('private');
      await service.flushRequestLog();
    }
  });

  it('shows a player’s requests to that player only', async () => {
    const agent = await service.anAgent();
    const other = await service.anAgent();
    const failed = await service.call('GET', '/probe/scoped', { headers: agent.headers });
    const { requestId } = failed.body;
    expect((await explain({ requestId }, agent.headers)).body).toMatchObject({
      code: 'FORBIDDEN',
      request: { status: 403 },
    });
    expect((await explain({ requestId }, other.headers)).body).toMatchObject({ code: null, request: null });
    expect((await explain({ requestId })).body).toMatchObject({ code: null, request: null });
    await service.flushRequestLog();
    expect((await explain({ requestId }, agent.headers)).body.request.status).toBe(403);
    expect((await explain({ requestId })).body.request).toBeNull();
  });

  it('reports that the request did not fail', async () => {
    const agent = await service.anAgent();
    const fine = await service.call('GET', '/probe/required', { headers: agent.headers });
    const requestId = fine.headers.get('x-request-id') as string;
    const { body } = await explain({ requestId }, agent.headers);
    expect(body).toMatchObject({ code: null, request: { status: 200 } });
    expect(body.remediation).toContain('did not fail');
  });

  it('prefers the code in the request when both are sent', async () => {
    const failed = await service.call('GET', '/nothing');
    const { body } = await explain({ code: 'RATE_LIMITED', requestId: failed.body.requestId });
    expect(body).toMatchObject({ code: 'RATE_LIMITED', request: { code: 'NOT_FOUND' } });
  });

  it('rejects an invalid key', async () => {
    expect((await explain({ code: 'NOT_FOUND' }, { 'x-api-key': 'bad' })).status).toBe(401);
  });
});
