import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from './fixture-server.js';

let server: FixtureServer;
let client: Client;
beforeAll(async () => {
  server = await startFixtureServer();
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

it('serves every fixture that it lists', async () => {
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    const { content, isError = false } = await client.callTool({ name, arguments: {} });
    expect([name, isError]).toEqual([name, name === 'test_error_handling']);
    expect(content).not.toHaveLength(0);
  }
  for (const { uri } of (await client.listResources()).resources) {
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
  }
  for (const { name, arguments: list = [] } of (await client.listPrompts()).prompts) {
    const given = Object.fromEntries(list.map(argument => [argument.name, 'test://x']));
    expect((await client.getPrompt({ name, arguments: given })).messages).not.toHaveLength(0);
  }
});

it('reports progress while a tool runs', async () => {
  const seen: number[] = [];
  await client.callTool({ name: 'test_tool_with_progress' }, { onprogress: ({ progress }) => seen.push(progress) });
  expect(seen).toEqual([0, 50, 100]);
});

it('rejects requests of another site', async () => {
  const reply = await fetch(server.url, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' });
  expect(reply.status).toBe(403);
});
