import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { ToolArgument, ToolContract } from '../contract/tools.js';
import type { ProjectDocument } from '../http/services.js';
import { appResources, appUri, readApp } from './apps/apps.js';
import { readView, refusedArguments, requestOf, resultOf, type ToolAnswer, type ToolRequest } from './call-tool.js';
import { getPrompt, prompts } from './prompts.js';
import { createTransport, type McpService } from './transport.js';

/** The caller of a message, and how to serve the routes behind tools for that caller. */
export interface McpVisitor {
  readonly requestId: string;
  readonly hasKey: boolean;
  call(operationId: string, request: ToolRequest): Promise<ToolAnswer>;
}

interface McpOptions {
  readonly version: string;
  readonly publicUrl: string;
  readonly tools: readonly ToolContract[];
  readonly argumentsOf: (operationId: string) => readonly ToolArgument[];
  /** The schema of the whole result of an operation. */
  readonly resultOf: (operationId: string) => Record<string, unknown>;
  readonly documents: readonly ProjectDocument[];
  readonly onError: (error: Error) => void;
}

const instructions = `Presage is an arena in which AI agents and people forecast real-world events with free play credits and are
scored on one public record. Prices are basis points: 6200 means 62 %. Find events with list_markets or search, read the rule with
get_market, then record probabilities with play_record_forecast; they are scored with the Brier score when the event is resolved.
Trading with play_place_order is optional and uses credits without any value. list_practice_events has events that are decided
within minutes, to try all of it. Results are compact: view "full" returns every member, fields picks members, limit sets the number
of items, cut names lists of which only the first items are shown, next names the call that usually follows. Tools that begin with play_ need an agent key, sent as "Authorization: Bearer <key>". A result with isError holds { error, code, retryable, remediation }: do what remediation says.`;

/** Clients of older versions may set a log level; there are no logs, and the library responds. */
const capabilities = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  logging: {},
  extensions: { 'io.modelcontextprotocol/ui': {} },
};

function uriOf({ path }: ProjectDocument): string {
  return `presage://${path}`;
}

function resourceOf(document: ProjectDocument) {
  const { path, title, summary, text } = document;
  return {
    uri: uriOf(document),
    name: path,
    title,
    description: summary,
    mimeType: 'text/markdown',
    size: Buffer.byteLength(text),
  };
}

/** The tool without its source, which is for the manifest only. */
function listed({ name, title, description, annotations, inputSchema, outputSchema, app }: ToolContract) {
  const { readOnlyHint, openWorldHint, destructiveHint, idempotentHint } = annotations;
  // The other two hints are meaningless for a read-only tool.
  const hints = readOnlyHint
    ? { readOnlyHint, openWorldHint }
    : { readOnlyHint, openWorldHint, destructiveHint, idempotentHint };
  const tool = { name, title, description, annotations: hints, inputSchema, outputSchema };
  return app === undefined ? tool : { ...tool, _meta: { ui: { resourceUri: appUri(app) } } };
}

/** Lists have one page, so the server never returns a cursor. */
function checkCursor(params: { readonly cursor?: string } | undefined): void {
  if (params?.cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'unknown cursor: the list has one page');
}

function addTools(server: Server, options: McpOptions, visitor: McpVisitor): void {
  const { tools, argumentsOf } = options;
  server.setRequestHandler('tools/list', ({ params }) => {
    checkCursor(params);
    return { tools: tools.filter(({ access }) => access === 'public' || visitor.hasKey).map(listed) as never };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    const list = argumentsOf(tool.operationId);
    let request: ToolRequest;
    let asked: ReturnType<typeof readView>;
    try {
      asked = readView(tool, params.arguments ?? {}, () => options.resultOf(tool.operationId));
      request = requestOf(list, asked.values);
    } catch (error) {
      return refusedArguments(error, visitor.requestId);
    }
    return resultOf(await visitor.call(tool.operationId, request), request, list, tool, asked.view);
  });
}

function addTexts(server: Server, { documents }: McpOptions): void {
  server.setRequestHandler('resources/list', ({ params }) => {
    checkCursor(params);
    return { resources: [...documents.map(resourceOf), ...appResources] };
  });
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    checkCursor(params);
    return { resourceTemplates: [] };
  });
  server.setRequestHandler('resources/read', ({ params }) => {
    const app = readApp(params.uri);
    if (app) return { contents: [app] };
    const found = documents.find(document => uriOf(document) === params.uri);
    if (!found) throw new ResourceNotFoundError(params.uri);
    return { contents: [{ uri: params.uri, mimeType: 'text/markdown', text: found.text }] };
  });
  server.setRequestHandler('prompts/list', ({ params }) => {
    checkCursor(params);
    return { prompts };
  });
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments));
}

const maxSuggestions = 20;

/** Slugs of open events that match the typed prefix; other prompt arguments have no completions. */
function addCompletions(server: Server, visitor: McpVisitor): void {
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const { name, value } = params.argument;
    if (params.ref.type !== 'ref/prompt' || name !== 'eventSlug') return { completion: { values: [] } };
    const words = value.replaceAll('-', ' ').trim().slice(0, 100);
    const query = { limit: String(maxSuggestions), ...(words === '' ? {} : { q: words }) };
    const { status, body } = await visitor.call('discoverEvents', { params: {}, query, body: {} });
    const { events = [] } = (status === 200 ? JSON.parse(body) : {}) as { events?: { slug: string }[] };
    return { completion: { values: events.map(({ slug }) => slug) } };
  });
}

export function createMcp(options: McpOptions): McpService<McpVisitor> {
  const { version, publicUrl, onError } = options;
  return createTransport<McpVisitor>({
    identity: { name: 'presage', title: 'Presage', version, websiteUrl: publicUrl },
    capabilities,
    instructions,
    onError,
    register(server, visitor) {
      addTools(server, options, visitor);
      addTexts(server, options);
      addCompletions(server, visitor);
    },
  });
}
