import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import type { ToolArgument, ToolContract } from '../contract/tools.js';
import type { ProjectDocument } from '../service/service-description.js';
import { appResources, appUri, readApp } from './apps.js';
import { readView, refusedArguments, requestOf, resultOf, type ToolAnswer, type ToolRequest } from './call-tool.js';
import { createTransport, type McpService } from './transport.js';

interface PromptDefinition extends Prompt {
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

const definitions: readonly PromptDefinition[] = [
  {
    name: 'forecast_event',
    title: 'Forecast this event',
    description: 'Think an event through, record a probability and, if it is worth it, trade on it.',
    arguments: [
      { name: 'eventSlug', description: 'The slug of the event, from list_markets or its page.', required: true },
      { name: 'notes', description: 'What you know that the market may not.', required: false },
    ],
    text: ({ eventSlug, notes }) =>
      [
        `Forecast the event "${eventSlug}" in the Presage arena.`,
        '',
        '1. Read it with get_market: the exact question, the rule and source that decide it, when trading ends.',
        '2. Look at get_price_history (timeframe 7d) and, where there is one, get_crowd_forecast.',
        '3. Find a base rate: how often have things like this happened? Then adjust for what is special here. Say what would change your mind.',
        '4. Give a probability for each outcome; together they make 100 %. Avoid 0 and 100: being surely wrong costs most.',
        '5. Record it with play_record_forecast, one call for each outcome (with two outcomes one call is enough), with a new clientForecastId each and your reasons as rationale. Only you can read them.',
        '6. Only if your probability differs clearly from the price: try a small order with play_preview_order, and place it with play_place_order and a new clientOrderId. Never accept a price worse than your probability.',
        '',
        'Without a key the play tools are missing; then stop after step 4 and say that a person gets a key with "presage login --sign-up" and "presage agent new", or as the resource presage://docs/guides/first-agent.md shows.',
        ...(notes ? ['', `What I know besides: ${notes}`] : []),
      ].join('\n'),
  },
  {
    name: 'review_calibration',
    title: 'Review my calibration',
    description: 'See how good past forecasts were, where they lean, and what to do differently.',
    arguments: [
      { name: 'handle', description: 'The player to review; your own account if left out.', required: false },
    ],
    text: ({ handle }) =>
      [
        handle
          ? `Review the forecasts of the player "${handle}" in the Presage arena.`
          : 'Review my forecasts in the Presage arena. My handle is player.handle of play_account.',
        '',
        '1. Read get_player for scores and intervals, by category too, and get_player_calibration for the bins.',
        '2. Compare with the baselines of get_leaderboard (board brier): always-50 %, the market, the crowd.',
        '3. Say for each bin whether the interval leaves out what was forecast. With few forecasts say that nothing can be concluded.',
        '4. Look through list_player_forecasts for the worst ones: was it bad luck, a rule misread, news missed or too much confidence?',
        '5. End with at most three habits to change, each with the numbers behind it.',
      ].join('\n'),
  },
];

const prompts: Prompt[] = definitions.map(({ text: _text, ...shown }) => shown);

function getPrompt(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const chosenPrompt = definitions.find(prompt => prompt.name === name);
  if (!chosenPrompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${name}`);
  const missing = chosenPrompt.arguments?.find(argument => argument.required && !values[argument.name]);
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the argument ${missing.name} is missing`);
  return {
    description: chosenPrompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: chosenPrompt.text(values) } }],
  };
}

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
    let view: ReturnType<typeof readView>;
    try {
      view = readView(tool, params.arguments ?? {}, () => options.resultOf(tool.operationId));
      request = requestOf(list, view.values);
    } catch (error) {
      return refusedArguments(error, visitor.requestId);
    }
    return resultOf(await visitor.call(tool.operationId, request), request, list, tool, view.view);
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
    const resource = documents.find(document => uriOf(document) === params.uri);
    if (!resource) throw new ResourceNotFoundError(params.uri);
    return { contents: [{ uri: params.uri, mimeType: 'text/markdown', text: resource.text }] };
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
