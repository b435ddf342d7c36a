import type { Command } from 'commander';
import { type OperationId, PresageError } from '../../../client/client.js';
import { operationTable } from '../../../client/generated/operations.js';
import type { HttpReply } from '../../../client/transport.js';
import { nearestName } from '../../../src/kernel/nearest-name.js';
import { type Arena, foreignFailure, type InArena, unreachable } from '../../arena/arena.js';
import type { Environment } from '../../config/settings.js';
import { readText } from '../../input/read-text.js';
import type { StandardStreams } from '../../input/standard-streams.js';
import { UsageFailure } from '../../output/command-failure.js';
import { table } from '../../output/tables.js';

interface ApiOptions {
  readonly method?: string;
  readonly field?: readonly string[];
  readonly header?: readonly string[];
  readonly input?: string;
  readonly include?: true;
  readonly paginate?: true;
  readonly list?: true;
}

interface ApiContext extends StandardStreams {
  readonly environment: Environment;
}

interface Target {
  readonly method: string;
  readonly path: string;
  /** Names in braces in the path. */
  readonly params: readonly string[];
}

/** Finds an operation by its id, or accepts a path. */
function targetOf(text: string, method: string | undefined): Target {
  if (text.startsWith('/')) return { method: (method ?? 'GET').toUpperCase(), path: text, params: [] };
  if (!Object.hasOwn(operationTable, text)) {
    const nearest = nearestName(text, Object.keys(operationTable));
    const next = nearest === null ? '' : `Did you mean ${nearest}? `;
    throw new UsageFailure(
      `unknown operation ${text}\n${next}presage api --list lists operations; a path starts with /.`,
    );
  }
  const operation = operationTable[text as OperationId];
  if (method !== undefined && method.toUpperCase() !== operation.method)
    throw new UsageFailure(`${text} is ${operation.method} ${operation.path}\nOmit --method, or give the path.`);
  return { ...operation, params: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name) };
}

/** Splits name=value; a value that is a number, true, false or null is sent as such, and @file is read. */
async function readFields(fields: readonly string[], streams: StandardStreams): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const field of fields) {
    const [, name, text] = /^([^=]+)=(.*)$/s.exec(field) ?? [];
    if (name === undefined) throw new UsageFailure(`-f ${field} has no =\nWrite -f name=value.`);
    if (text.startsWith('@')) values.set(name, await readAll(text.slice(1), streams));
    else values.set(name, /^(-?\d+(\.\d+)?|true|false|null)$/.test(text) ? JSON.parse(text) : text);
  }
  return values;
}

async function readAll(path: string, streams: StandardStreams): Promise<string> {
  let text = '';
  await readText(path, streams, { show: () => {}, clear: () => {} }, chunk => {
    text += chunk;
  });
  return text;
}

async function readBody(path: string, streams: StandardStreams): Promise<unknown> {
  const text = await readAll(path, streams);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageFailure(
      `${path} is not JSON: ${(error as Error).message}\n--input takes a file with the body, - reads standard input.`,
    );
  }
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Puts fields into the path, then into the query of reads and the body of writes. */
async function requestOf(text: string, options: ApiOptions, streams: StandardStreams): Promise<Request> {
  const { method, path, params } = targetOf(text, options.method);
  const fields = await readFields(options.field ?? [], streams);
  const missing = params.filter(name => !fields.has(name));
  if (missing.length > 0)
    throw new UsageFailure(
      `${text} needs ${missing.join(' and ')}\nAdd ${missing.map(name => `-f ${name}=…`).join(' ')}.`,
    );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields.get(name))));
  const rest = [...fields].filter(([name]) => !params.includes(name));
  const headers = Object.fromEntries(
    (options.header ?? []).map(line => {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new UsageFailure(`-H ${line} has no colon\nWrite -H 'name: value'.`);
      return [name.toLowerCase(), value];
    }),
  );
  const inQuery = method === 'GET' || method === 'HEAD' || method === 'DELETE';
  const query = inQuery
    ? new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString()
    : '';
  const given = options.input === undefined ? undefined : await readBody(options.input, streams);
  const body = inQuery ? given : (given ?? (rest.length > 0 ? Object.fromEntries(rest) : undefined));
  return {
    method,
    path: query === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${query}`,
    body,
    headers,
  };
}

/** Operator routes use the operator token, all others the credential that `presage whoami` shows. */
function credentialHeaders(
  { agentKey, settings }: Arena,
  path: string,
  environment: Environment,
): Record<string, string> {
  const token = environment.PRESAGE_OPERATOR_TOKEN;
  if (path.startsWith('/api/operator') && token) return { authorization: `Bearer ${token}` };
  const needsPerson = /^\/api\/(people|operator)\b/.test(path);
  if (agentKey !== undefined && !needsPerson) return { authorization: `Bearer ${agentKey}` };
  return settings.session ? { cookie: settings.session } : {};
}

async function send(
  arena: Arena,
  { method, path, body, headers }: Request,
  environment: Environment,
): Promise<HttpReply> {
  const typed: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(`${arena.url}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { accept: 'application/json', ...credentialHeaders(arena, path, environment), ...typed, ...headers },
    });
  } catch (error) {
    throw unreachable(arena.url, error);
  }
  const text = await response.text();
  const type = response.headers.get('content-type') ?? 'no content type';
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    // Some routes return text, such as /llms.txt; every response of an arena has a request id.
    const isOfArena = response.headers.has('x-request-id') && !type.startsWith('text/html');
    if (text !== '' && !isOfArena) throw foreignFailure(arena.url, response.status, type);
  }
  if (response.ok) return { status: response.status, headers: response.headers, body: value };
  if (typeof value !== 'object' || value === null) throw foreignFailure(arena.url, response.status, type);
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  throw new PresageError(response.status, value, retryAfter);
}

/** Follows nextCursor and joins the lists of all pages. */
async function sendAll(arena: Arena, request: Request, environment: Environment): Promise<unknown> {
  const first = (await send(arena, request, environment)).body as Record<string, unknown>;
  const name = Object.keys(first ?? {}).find(
    key => Array.isArray(first[key]) && key !== 'missing' && key !== 'baselines',
  );
  if (name === undefined || !('nextCursor' in first)) return first;
  const rows = [...(first[name] as unknown[])];
  for (let cursor = first.nextCursor; typeof cursor === 'string'; ) {
    const path = `${request.path}${request.path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const page = (await send(arena, { ...request, path }, environment)).body as Record<string, unknown>;
    rows.push(...(page[name] as unknown[]));
    cursor = page.nextCursor;
  }
  return { ...first, [name]: rows, nextCursor: null };
}

const collect = (text: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), text];

function operationTableText(): string {
  const rows = Object.entries(operationTable).map(([id, { method, path }]) => [id, method, path]);
  return table(['operation', 'method', 'path'], rows, '');
}

export function addApiCommand(program: Command, inArena: InArena, context: ApiContext): void {
  program
    .command('api')
    .argument('[operation]', 'operation id, such as getEvent, or a path that starts with /')
    .description('call any operation of the API with your credentials and print the response as JSON')
    .option('-f, --field <name=value>', 'parameter of the path, the query or the body; @file reads the value', collect)
    .option('-X, --method <method>', 'HTTP method for a path (default: GET)')
    .option('-H, --header <header>', 'additional header, such as ‘Idempotency-Key: a-1’', collect)
    .option('--input <file>', 'file with the JSON body; - reads standard input')
    .option('-i, --include', 'also print status and headers of the response')
    .option('--paginate', 'follow nextCursor to the end of a list')
    .option('--list', 'list all operations')
    .action(async (operation: string | undefined, options: ApiOptions) => {
      if (options.list) return context.write(operationTableText());
      if (operation === undefined)
        throw new UsageFailure('name an operation or path\npresage api --list lists the operations.');
      const request = await requestOf(operation, options, context);
      await inArena({
        call: async arena => {
          if (options.paginate) return sendAll(arena, request, context.environment);
          const { status, headers, body } = await send(arena, request, context.environment);
          return options.include ? { status, headers: Object.fromEntries(headers), body } : body;
        },
        advice: {
          INVALID_PAYLOAD: 'The API reference at /docs/api of the arena has the parameters of every operation.',
          404: 'presage api --list lists the operations with their paths.',
        },
        show: reply => (typeof reply === 'string' ? reply : `${JSON.stringify(reply, null, 2)}\n`),
      });
    });
}
