import { setTimeout as sleep } from 'node:timers/promises';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** The tools, resources and prompts that the official conformance suite of MCP expects of a server, with fixed contents. */

const redPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';
const stepMs = 50;

const text = (content: string) => ({ type: 'text' as const, text: content });
const image = { type: 'image' as const, data: redPixel, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
});

const contents = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio' as const, data: silence, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  json_schema_2020_12_tool: [text('ok')],
} as const;

const anyObject = { type: 'object' } as const;

/** Keywords of JSON Schema 2020-12 that a listing must keep. */
const richSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

async function reportProgress(progressToken: string | number | undefined, { mcpReq }: ServerContext): Promise<void> {
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    await sleep(stepMs);
  }
}

async function writeLogs({ mcpReq }: ServerContext): Promise<void> {
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    await sleep(stepMs);
  }
}

function addTools(server: Server): void {
  const others = ['test_tool_with_progress', 'test_tool_with_logging', 'test_error_handling'];
  const names = [...Object.keys(contents), ...others];
  const tools = names.map(name => ({
    name,
    description: `The fixture ${name}.`,
    inputSchema: name === 'json_schema_2020_12_tool' ? richSchema : anyObject,
  }));
  server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    if (name === 'test_error_handling') {
      return { isError: true, content: [text('This tool intentionally returns an error for testing')] };
    }
    if (name === 'test_tool_with_progress') {
      await reportProgress(params._meta?.progressToken, context);
      return { content: [text('The tool has run.')] };
    }
    if (name === 'test_tool_with_logging') {
      await writeLogs(context);
      return { content: [text('The tool has run.')] };
    }
    const content = contents[name as keyof typeof contents];
    if (!content) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
    return { content: [...content] };
  });
}

const template = /^test:\/\/template\/([^/]+)\/data$/;

function addResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri === 'test://static-text') {
      const content = 'This is the content of the static text resource.';
      return { contents: [{ uri, mimeType: 'text/plain', text: content }] };
    }
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: redPixel }] };
    const id = template.exec(uri)?.[1];
    if (id === undefined) throw new ResourceNotFoundError(uri);
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  });
}

const argument = (name: string) => ({ name, description: 'For the test.', required: true });

const prompts = [
  { name: 'test_simple_prompt', description: 'Without arguments.' },
  { name: 'test_prompt_with_arguments', description: 'With two.', arguments: [argument('arg1'), argument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description: 'With a text.', arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description: 'With a picture.' },
];

function messagesOf(name: string, given: Readonly<Record<string, string>>) {
  if (name === 'test_simple_prompt') return [text('This is a simple prompt for testing.')];
  if (name === 'test_prompt_with_arguments') {
    return [text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)];
  }
  if (name === 'test_prompt_with_embedded_resource') {
    const embedded = resource(given.resourceUri, 'text/plain', 'Embedded resource content for testing.');
    return [embedded, text('Please process the embedded resource above.')];
  }
  if (name === 'test_prompt_with_image') return [image, text('Please analyze the image above.')];
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${name}`);
}

function addPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: messagesOf(params.name, params.arguments ?? {}).map(content => ({ role: 'user' as const, content })),
  }));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
}

export function registerFixtures(server: Server): void {
  addTools(server);
  addResources(server);
  addPrompts(server);
}
