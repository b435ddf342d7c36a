import { isRead, type NextCall, type Route } from '../http/route.js';
import { nameKeyword, rulesKeyword } from '../http/schema.js';
import type { OperationSummary } from '../service/service-description.js';
import { checkSelection, parseSelection, selectSchema } from './selection.js';

function idempotencyOf({ idempotency }: Route): string | null {
  if (idempotency === undefined) return null;
  if (typeof idempotency === 'string') return 'Idempotency-Key';
  return idempotency.list === undefined ? idempotency.clientId : null;
}

/** The operations that a caller can use; retired ones are only in the contract. */
export function buildOperations(routes: readonly Route[]): OperationSummary[] {
  const available = routes.filter(route => !route.deprecated);
  return available.map(route => ({
    operationId: route.id,
    method: route.method,
    path: route.path,
    aliases: route.aliases ?? [],
    area: route.area,
    summary: route.summary,
    auth: typeof route.auth === 'object' ? 'scope' : route.auth,
    scope: typeof route.auth === 'object' ? route.auth.scope : null,
    effect: isRead(route) ? 'read' : 'write',
    budget: route.bucket,
    idempotency: isRead(route) ? null : idempotencyOf(route),
    tool: route.tool?.name ?? null,
  }));
}

type Json = Record<string, unknown>;

/** The place of a tool argument in the request of the tool's route. */
export interface ToolArgument {
  readonly name: string;
  readonly member: string;
  readonly place: 'path' | 'query' | 'body';
  /** The value of a call that omits the argument, where it differs from the route's. */
  readonly defaultValue?: number | string;
}

/** A route as presented to language models. */
export interface ToolContract {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** agentKey: listed only for callers who send a key. */
  readonly access: 'public' | 'agentKey';
  readonly operationId: string;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly inputSchema: Json;
  /** The types of the members of the compact view; the full view and `fields` may add others. */
  readonly outputSchema: Json;
  /** The members of the compact view; all of them if it is missing. */
  readonly compact?: string;
  /** Calls that usually follow, with the paths of their arguments in the result. */
  readonly next?: readonly NextCall[];
  readonly app?: string;
}

/** Arguments of every tool that limit the size of the result. */
const viewArguments = {
  view: {
    type: 'string',
    enum: ['compact', 'full'],
    description: 'compact by default.',
  },
  fields: { type: 'string', description: 'Members to return, as in events(slug,title).' },
} as const;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

/**
 * Names of schemas and examples are for the REST contract; a tool's schema must be self-contained and short. Length
 * bounds of texts cost a model more than they help; errors state them.
 */
const leftOut = new Set([nameKeyword, rulesKeyword, 'examples', 'minLength', 'maxLength', 'pattern']);

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !leftOut.has(key))
      // Members of an object may have any name, including keywords that are removed elsewhere.
      .map(([key, item]) => [key, key === 'properties' ? plainMembers(item as Json) : plain(item)]),
  );
}

function plainMembers(members: Json): Json {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, plain(schema)]));
}

function partsOf({ request }: Route) {
  return [
    ['path', request?.params],
    ['query', request?.query],
    ['body', request?.body],
  ] as const;
}

export function toolArguments(route: Route): ToolArgument[] {
  const { names = {}, defaults = {} } = route.tool ?? {};
  return partsOf(route).flatMap(([place, schema]) =>
    Object.keys((schema as ObjectSchema | undefined)?.properties ?? {}).map(member => {
      const name = names[member] ?? member;
      return { name, member, place, ...(name in defaults ? { defaultValue: defaults[name] } : {}) };
    }),
  );
}

/** A limit has a short description, because it is in the schemas of many tools. */
function withDefault(name: string, schema: unknown, defaultValue: number | string | undefined): unknown {
  if (defaultValue === undefined) return schema;
  const description = name === 'limit' ? { description: 'Maximum number of items.' } : {};
  return { ...(schema as Json), ...description, default: defaultValue };
}

function inputSchema(route: Route): Json {
  const list = toolArguments(route);
  const schemas = new Map<string, unknown>();
  const required = new Set<string>();
  for (const [place, schema] of partsOf(route)) {
    const { properties = {}, required: needed = [] } = (schema ?? {}) as ObjectSchema;
    for (const { name, member, defaultValue } of list.filter(argument => argument.place === place)) {
      if (schemas.has(name) || name in viewArguments)
        throw new Error(`the tool of ${route.id} has two arguments ${name}`);
      schemas.set(name, withDefault(name, plain(properties[member]), defaultValue));
      if (needed.includes(member) || route.tool?.required?.includes(name)) required.add(name);
    }
  }
  return {
    type: 'object',
    properties: { ...Object.fromEntries(schemas), ...viewArguments },
    ...(required.size > 0 ? { required: [...required] } : {}),
    additionalProperties: false,
  };
}

/** The schema of the whole result: one of the success responses. */
export function resultSchema(route: Route): Json {
  const replies = Object.entries(route.responses).filter(([status, { schema }]) => Number(status) < 300 && schema);
  const schemas = replies.map(([, { schema }]) => plain(JSON.parse(JSON.stringify(schema))) as Json);
  if (schemas.length === 0) throw new Error(`the tool of ${route.id} has no response schema`);
  return schemas.length === 1 ? schemas[0] : { type: 'object', anyOf: schemas };
}

function compactSchema(route: Route): Json {
  const schema = resultSchema(route);
  const selection = route.tool?.compact === undefined ? null : parseSelection(route.tool.compact);
  if (selection) checkSelection(selection, schema);
  return selectSchema(schema, selection);
}

function toolOf(route: Route): ToolContract {
  if (!route.tool) throw new Error(`${route.id} is no tool`);
  const { name, title, description, destructive = false, compact, next, app } = route.tool;
  return {
    name,
    title,
    description,
    access: route.auth === 'none' || route.auth === 'optional' ? 'public' : 'agentKey',
    operationId: route.id,
    annotations: {
      title,
      readOnlyHint: isRead(route),
      destructiveHint: destructive,
      // Reads change nothing, and every write is bound to an id of the caller or of its target.
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: inputSchema(route),
    outputSchema: compactSchema(route),
    ...(compact === undefined ? {} : { compact }),
    ...(next === undefined ? {} : { next }),
    ...(app === undefined ? {} : { app }),
  };
}

/** Every route that is a tool, those without a key first. */
export function buildTools(routes: readonly Route[]): ToolContract[] {
  const tools = routes.filter(route => route.tool).map(toolOf);
  const names = new Set(tools.map(tool => tool.name));
  if (names.size !== tools.length) throw new Error('two tools have the same name');
  const rank = ({ access }: ToolContract) => (access === 'public' ? 0 : 1);
  return tools.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
