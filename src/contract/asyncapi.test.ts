import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticSeverity, Parser } from '@asyncapi/parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { contractVersion } from '../http/schema.js';
import { packageRoot } from '../package-root.js';
import { streamChannelSpecs } from './asyncapi.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the contract of the streams', () => {
  it('is a valid AsyncAPI document, and its examples match it', async () => {
    const text = readFileSync(join(packageRoot, 'contract/asyncapi.json'), 'utf8');
    const { document, diagnostics } = await new Parser().parse(text);
    const problems = diagnostics.filter(({ severity }) => severity <= DiagnosticSeverity.Warning);
    expect(problems.map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([]);
    expect(document?.version()).toBe('3.0.0');
    expect(document?.channels().map(channel => channel.id())).toEqual(['trades', 'orderbook', 'user', 'webSocket']);
  });

  it('describes every member of every message', () => {
    const document = JSON.parse(readFileSync(join(packageRoot, 'contract/asyncapi.json'), 'utf8'));
    const found: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as { properties?: Record<string, Record<string, unknown>> };
      for (const [name, member] of Object.entries(properties ?? {})) {
        if (!('description' in member) && !('$ref' in member) && !('const' in member)) found.push(`${path}.${name}`);
      }
      for (const [name, part] of Object.entries(value)) look(part, `${path}/${name}`);
    };
    look(document, '');
    expect(found).toEqual([]);
  });

  it('has an example of every message', () => {
    const { components } = JSON.parse(readFileSync(join(packageRoot, 'contract/asyncapi.json'), 'utf8'));
    const messages = Object.entries<{ examples: [{ payload?: object }] }>(components.messages);
    expect(messages.length).toBeGreaterThan(20);
    expect(messages.filter(([, { examples }]) => !examples[0].payload).map(([name]) => name)).toEqual([]);
  });
});

describe('the served contract of the streams', () => {
  it('is served with the public URL of this arena', async () => {
    const { status, body } = await service.call('GET', '/api/v1/asyncapi.json');
    expect([status, body.servers.sse.host]).toEqual([200, 'presage.test']);
    expect(body['x-contract']).toEqual({
      version: contractVersion,
      format: 'asyncapi',
      formatVersion: '3.0.0',
      canonicalUrl: 'http://presage.test/api/v1/asyncapi.json',
    });
    const { diagnostics } = await new Parser().parse(JSON.stringify(body));
    expect(diagnostics.filter(({ severity }) => severity <= DiagnosticSeverity.Warning)).toEqual([]);
  });

  it('has both directions of the WebSocket, and the parameters of every stream', async () => {
    const { body } = await service.call('GET', '/api/v1/asyncapi.json');
    const { operations, channels, components } = body;
    const named = (refs: { $ref: string }[]) => refs.map(({ $ref }) => $ref.split('/').at(-1));
    const kinds = streamChannelSpecs.flatMap(spec => spec.kinds).length;
    const answers = ['subscribed', 'unsubscribed', 'error'];
    expect(named(operations.receiveCommands.messages)).toEqual(['subscribe', 'unsubscribe']);
    expect(named(operations.receiveCommands.reply.messages)).toEqual(answers);
    expect(operations.sendOverWebSocket.action).toBe('send');
    expect(named(operations.sendOverWebSocket.messages).slice(0, 3)).toEqual(answers);
    expect(operations.sendOverWebSocket.messages).toHaveLength(kinds + 3);
    expect(channels.webSocket.bindings.ws.method).toBe('GET');
    expect(components.messages.Error.payload.required).toEqual(expect.arrayContaining(['type', 'code', 'requestId']));
    for (const { channel, parameters } of streamChannelSpecs) {
      const name = `send${channel[0].toUpperCase()}${channel.slice(1)}`;
      expect(Object.keys(operations[name].bindings.http.query.properties).sort()).toEqual([...parameters].sort());
    }
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
