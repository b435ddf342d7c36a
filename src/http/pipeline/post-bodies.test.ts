import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { RawConnection } from '../../../test/support/raw-connection.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { waitUntil } from '../../../test/support/wait-until.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes, addressReadsPerMinute: 100_000 });
});
afterAll(() => service.stop());

const path = '/probe/orders';
const valid = { eventSlug: 'may-day', outcomeIndex: 1, side: 'buy', amountCredits: 2.5, note: 'naïve 漢字' };

const countOf = async (status: string) => {
  const text = await service.services.service.metrics();
  const counts = text.matchAll(/^presage_http_request_duration_seconds_count\{.*status="(\d+)".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, each, count]) => sum + (each === status ? Number(count) : 0), 0);
};

/** The text of a POST, in Latin-1 as RawConnection sends it. */
function postText(body: string, headers = ''): string {
  const bytes = Buffer.from(body, 'utf8');
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n`;
  return `${head}${headers}\r\n${bytes.toString('latin1')}`;
}

const bodiesOf = (received: string) =>
  received
    .split(/HTTP\/1\.1 \d{3} [^\r]*\r\n/)
    .slice(1)
    .map(reply => JSON.parse(Buffer.from(reply.slice(reply.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8')));

describe('the bytes of a POST', () => {
  it('are served when they arrive one by one', async () => {
    const connection = await RawConnection.open(service.url);
    for (const byte of postText(JSON.stringify(valid))) {
      connection.send(byte);
      await new Promise(done => setImmediate(done));
    }
    await connection.until('the response', () => connection.statuses.length === 1);
    expect(connection.statuses).toEqual([200]);
    expect(bodiesOf(connection.received)[0].body).toEqual(valid);
    connection.cut();
  });

  it('are served in order with other requests of one packet', async () => {
    const connection = await RawConnection.open(service.url);
    const [first, second] = ['first', 'second'].map(note => JSON.stringify({ ...valid, note }));
    const read = 'GET /probe/optional HTTP/1.1\r\nHost: a\r\n\r\n';
    connection.send(postText(first), read, postText('{'), postText(second));
    await connection.until('all responses', () => connection.statuses.length === 4);
    expect(connection.statuses).toEqual([200, 200, 400, 200]);
    const replies = bodiesOf(connection.received);
    expect([replies[0].body.note, replies[3].body.note]).toEqual(['first', 'second']);
    connection.cut();
  });

  it('are served repeatedly on one connection', async () => {
    const connection = await RawConnection.open(service.url);
    for (let count = 1; count <= 50; count += 1) {
      connection.send(postText(JSON.stringify(valid)));
      await connection.until('the response', () => connection.statuses.length === count);
    }
    expect(new Set(connection.statuses)).toEqual(new Set([200]));
    connection.cut();
  });

  it('are served in chunks and after 100 Continue', async () => {
    const text = JSON.stringify({ ...valid, note: 'plain' });
    const chunked = await RawConnection.open(service.url);
    chunked.send(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    chunked.send(`${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`);
    await chunked.until('the response', () => chunked.statuses.length === 1);
    expect(chunked.statuses).toEqual([200]);
    chunked.cut();
    const patient = await RawConnection.open(service.url);
    const whole = postText(text, 'Expect: 100-continue\r\n');
    const bodyAt = whole.indexOf('\r\n\r\n') + 4;
    patient.send(whole.slice(0, bodyAt));
    await patient.until('100 Continue', received => received.includes('HTTP/1.1 100 '));
    patient.send(whole.slice(bodyAt));
    await patient.until('the response', received => received.includes('HTTP/1.1 200 '));
    patient.cut();
  });
});

describe('a POST that is not complete or followed by nonsense', () => {
  it('is recorded as disconnected if its client leaves before the end of the body', async () => {
    const [failures, hangUps, served] = [await countOf('500'), await countOf('499'), await countOf('200')];
    for (const part of [0.3, 0.9]) {
      const connection = await RawConnection.open(service.url);
      const text = postText(JSON.stringify({ ...valid, note: 'x'.repeat(20) }));
      const bodyAt = text.indexOf('\r\n\r\n') + 4;
      connection.send(text.slice(0, bodyAt + Math.floor((text.length - bodyAt) * part)));
      await new Promise(done => setTimeout(done, 100));
      connection.cut();
    }
    await waitUntil('both records', async () => (await countOf('499')) === hangUps + 2);
    expect([await countOf('500'), await countOf('200')]).toEqual([failures, served]);
  });

  it('is served before the connection ends', async () => {
    const connection = await RawConnection.open(service.url);
    connection.send(postText(JSON.stringify(valid)), 'nonsense\r\n\r\n');
    const received = await connection.untilClosed();
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });
});
