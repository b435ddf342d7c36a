import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticSeverity, Parser } from '@asyncapi/parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/service.js';
import { packageRoot } from '../server/package-root.js';
import { streamChannelSpecs } from './asyncapi.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the contract of the streams', () => {
  it('is a valid AsyncAPI document, and its examples keep to it', async () => {
    const text = readFileSync(join(packageRoot, 'contract/asyncapi.json'), 'utf8');
    const { document, diagnostics } = await new Parser().parse(text);
    const problems = diagnostics.filter(({ severity }) => severity <= DiagnosticSeverity.Warning);
    expect(problems.map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([]);
    expect(document?.version()).toBe('3.0.0');
    expect(document?.channels().map(channel => channel.id())).toEqual(['trades', 'orderbook', 'user', 'webSocket']);
  });

  it('is served, for the address under which this arena is reached', async () => {
    const { status, body } = await service.call('GET', '/api/v1/asyncapi.json');
    expect([status, body.servers.sse.host]).toEqual([200, 'presage.test']);
  });

  it('has every channel and kind of the manifest', async () => {
    const { status, body } = await service.call('GET', '/api/v1/streams/manifest');
    expect(status).toBe(200);
    const listed = body.channels.map((entry: { channel: string; kinds: { kind: string }[] }) => [
      entry.channel,
      entry.kinds.map(({ kind }) => kind),
    ]);
    expect(listed).toEqual(streamChannelSpecs.map(({ channel, kinds }) => [channel, kinds.map(({ kind }) => kind)]));
    expect(body.replay).toMatchObject({ storage: 'on', keptDays: 7 });
    expect(body.heartbeat.seconds).toBe(15);
  });
});
