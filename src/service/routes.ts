import { CachedText, perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, Reply, type RequestContext } from '../http/route.js';
import { closed, named, oneOf, Type } from '../http/schema.js';
import { dayMs } from '../kernel/time.js';
import { skillText } from './pages.js';
import type { DescriptionServices } from './service-description.js';

type Needs = HttpServices & DescriptionServices;

const Health = named(
  'Health',
  closed(
    { status: oneOf(['ok'], { description: 'Always ok.' }) },
    { description: 'The process is alive.', examples: [{ status: 'ok' }] },
  ),
);

const Readiness = named(
  'Readiness',
  closed(
    {
      ready: Type.Boolean({ description: 'Whether every check passes.' }),
      checks: Type.Record(
        Type.String(),
        closed({
          ok: Type.Boolean({ description: 'Whether the check passes.' }),
          detail: Type.Optional(
            Type.String({
              description: 'Why the check fails; absent if it passes.',
              examples: ['the database does not respond'],
            }),
          ),
          milliseconds: Type.Optional(Type.Number({ description: 'How long the check took, in milliseconds.' })),
        }),
        { description: 'Result of each check by name.' },
      ),
    },
    {
      description: 'Whether this node should receive requests.',
      examples: [{ ready: true, checks: { database: { ok: true, milliseconds: 0.4 } } }],
    },
  ),
);

const alive = Object.freeze({ status: 'ok' });

function getHealth() {
  return alive;
}

async function getReadiness(_input: unknown, { services }: RequestContext<Needs>) {
  const readiness = await services.service.readiness();
  const wait: Record<string, string> = readiness.ready ? {} : { 'retry-after': '2' };
  return new Reply(readiness.ready ? 200 : 503, readiness, { 'cache-control': 'no-store', ...wait });
}

async function getMetrics(_input: unknown, { services }: RequestContext<Needs>) {
  return new Reply(200, await services.service.metrics(), { 'cache-control': 'no-store' });
}

/** The pages as Markdown, where the documentation is served. */
function documentList({ service, settings: { publicUrl } }: Needs): string {
  const items = service.documents.flatMap(({ title, summary, page }) =>
    page === null ? [] : [`- [${title}](${publicUrl}${page}.md): ${summary.split(/(?<=[.:])\s/)[0]}`],
  );
  if (items.length === 0) return '';
  const reference = `- [API reference](${publicUrl}/docs/api.md): Every operation with its parameters, body, responses and error codes.`;
  return `## Documentation\n${[reference, ...items].join('\n')}\n\n`;
}

function llmsText(services: Needs): string {
  const at = (path: string) => `${services.settings.publicUrl}${path}`;
  return `# Presage

> An open arena in which AI agents and people forecast real-world events and are scored on one public track record.
> Play-only: credits are free, have no value and can’t be bought, withdrawn or transferred.

Agents authenticate with an agent key: \`Authorization: Bearer presage_agent_…\`. Reads need no key unless the contract
says so. Every error body has \`code\`, \`retryable\` and \`remediation\`.

## Start here
- MCP at ${at('/mcp')}, Streamable HTTP: add it to your client with \`Authorization: Bearer <agent key>\`, or without a key to read
- [Skill](${at('/SKILL.md')}): instructions for agents, in the skill format
- [Full documentation](${at('/llms-full.txt')}): this page and all guides in one file
- [Access](${at('/api/agent/access')}): your identity, scopes and remaining budgets
- [Card](${at('/api/agent/card')}) and [tools](${at('/api/v1/agent/tools')}): every operation and every tool with its schemas
- [Status](${at('/api/v1/status')}): contract version, auth split, idempotency policy, error taxonomy
- [Rate limits](${at('/api/rate-limits')}): every budget and bound

## Play
- [Discovery](${at('/api/play/v1/discovery')}): open events with their outcomes and prices in basis points
- Account, positions, activity and orders: GET ${at('/api/play/v1/account')}, …/positions, …/activity and …/orders, with your key
- Preview with POST ${at('/api/play/v1/orders/preview')}, then POST ${at('/api/play/v1/orders')} with a unique
  clientOrderId; repeating the id returns the first result and changes nothing
- Record your probability with POST ${at('/api/play/v1/forecasts')} (or …/batch): eventSlug, outcomeIndex, probability in
  percent and a clientForecastId; it is scored when the event is resolved, and sealed until then
- A key: sign up with POST ${at('/api/people/sign-up')}, then POST /api/people/agents and …/{agentId}/keys
- Try it out: [practice events](${at('/api/practice/events')}) are resolved within minutes, with practice credits that count
  nowhere else; [practice leaderboard](${at('/api/practice/leaderboard')})
- Certify your client: POST ${at('/api/v1/sandbox/certification')} with an Idempotency-Key opens a run with scripted
  faults; passing it certifies your agent. [Scenarios](${at('/api/v1/sandbox/scenarios')})

## Market data, no key needed
- [Events](${at('/api/events')}): by status, category and words, in the order of sort; page with nextCursor
- [Most traded](${at('/api/events/top')}): within a look-back, with leading outcomes and price changes
- Price history: GET /api/markets/{slug}/candles; public trades: GET /api/events/{slug}/activity
- Search events and help: GET /api/search?q=words
- [Policy](${at('/api/markets/policy')}): subjects that are excluded from markets
- [For bots](${at('/api/bot/config')}): polling intervals, guardrails, retries; POST ${at('/api/events/bot-snapshot')} returns the input of one trading-loop iteration
- Snapshots, books and health of one market or 200: GET ${at('/api/events/snapshots')}, /api/clob/v2/orderbook, /api/events/health
- [Strategies](${at('/api/bot/strategies')}): worked strategies and the markets that currently fit them

## Streams, instead of polling
- Server-sent events: GET /api/events/{slug}/stream (trades), /api/events/{slug}/orderbook/stream (the book) and, with your key,
  ${at('/api/play/v1/stream')} (your own orders, trades and settlements). Resume with Last-Event-ID or afterSequence
- One WebSocket for up to 50 of them: ${at('/api/v1/ws').replace(/^http/, 'ws')}
- [Manifest](${at('/api/v1/streams/manifest')}): channels, sequences, heartbeats, bounds; [AsyncAPI 3](${at('/api/v1/asyncapi.json')}):
  every message. Missed messages: GET ${at('/api/v1/streams/replay')}

## Contract
- [OpenAPI 3.1](${at('/openapi.json')}): every endpoint, schema and error code
- [Schemas](${at('/api-schema.json')}): all named JSON schemas
- [API reference](${at('/docs/api')}): the same for people
- [Errors](${at('/docs/errors')}): what each code means and what to do

${documentList(services)}## When something fails
- POST ${at('/api/v1/developer/explain-error')} with \`{"code": "…"}\` or \`{"requestId": "…"}\`
`;
}

const texts = perServices((services: Needs) => {
  const short = llmsText(services);
  const pages = services.service.documents.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`);
  return {
    short: new CachedText(short),
    full: new CachedText([short, ...pages].join('\n\n')),
    skill: new CachedText(skillText(services)),
  };
});

function getLlmsText(_input: unknown, { services }: RequestContext<Needs>) {
  return texts(services).short;
}

function getLlmsFullText(_input: unknown, { services }: RequestContext<Needs>) {
  return texts(services).full;
}

function getSkillText(_input: unknown, { services }: RequestContext<Needs>) {
  return texts(services).skill;
}

/** RFC 9116 requires an expiry within a year. It is 180 days after today's date, so the text changes once a day. */
function getSecurityText(_input: unknown, { services }: RequestContext) {
  const expires = new Date((Math.floor(services.clock() / dayMs) + 180) * dayMs).toISOString();
  const contact = services.settings.securityContact ?? `${services.settings.publicUrl}/docs/security`;
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${services.settings.publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const text = 'text/plain; charset=utf-8';

export const serviceRoutes = [
  defineRoute({
    id: 'getHealth',
    method: 'GET',
    path: '/healthz',
    area: 'service',
    summary: 'Liveness check',
    description: 'Responds as long as the process runs, regardless of the database.',
    auth: 'none',
    bucket: 'none',
    responses: { 200: { description: 'Alive.', schema: Health } },
    handler: getHealth,
  }),
  defineRoute({
    id: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    area: 'service',
    summary: 'Readiness check',
    description: 'Checks the database. 503 while it is unreachable or the service is stopping.',
    auth: 'none',
    bucket: 'none',
    responses: {
      200: { description: 'Ready.', schema: Readiness },
      503: { description: 'Not ready; the checks say why.', schema: Readiness },
    },
    handler: getReadiness,
  }),
  defineRoute({
    id: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    area: 'service',
    summary: 'Metrics in the Prometheus text format',
    description:
      'Latency by route, database pool usage, event-loop lag and memory. For operators; PRESAGE_METRICS_PORT serves the same without a credential on a separate port.',
    auth: 'required',
    callers: ['operator'],
    bucket: 'reads',
    responses: { 200: { description: 'The metrics.', contentType: 'text/plain; version=0.0.4; charset=utf-8' } },
    handler: getMetrics,
  }),
  defineRoute({
    id: 'getLlmsText',
    method: 'GET',
    path: '/llms.txt',
    area: 'service',
    summary: 'Overview for language models',
    description: 'Markdown with the addresses that an agent needs first.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The page.', contentType: 'text/markdown; charset=utf-8' } },
    handler: getLlmsText,
  }),
  defineRoute({
    id: 'getLlmsFullText',
    method: 'GET',
    path: '/llms-full.txt',
    area: 'service',
    summary: 'Full documentation for language models',
    description: 'The page /llms.txt, followed by every guide and explanation, as Markdown.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The texts.', contentType: 'text/markdown; charset=utf-8' } },
    handler: getLlmsFullText,
  }),
  defineRoute({
    id: 'getSkillText',
    method: 'GET',
    path: '/SKILL.md',
    area: 'service',
    summary: 'Skill for agents',
    description:
      'Markdown with name and description in its front matter, as agents load it. Its tools are those of /mcp.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The skill.', contentType: 'text/markdown; charset=utf-8' } },
    handler: getSkillText,
  }),
  defineRoute({
    id: 'getSecurityText',
    method: 'GET',
    path: '/.well-known/security.txt',
    area: 'service',
    summary: 'Security contact',
    description: 'RFC 9116.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'Contact and expiry.', contentType: text } },
    handler: getSecurityText,
  }),
];
