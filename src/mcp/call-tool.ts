import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolArgument } from '../contract/tools.js';
import { ApiError, errorBody, invalid, underOtherName } from '../http/errors.js';

/** The request that a call of a tool stands for. Values of path and query are texts, as they are in an address. */
export interface ToolRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ToolAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid(name, 'must be a text, a number or true or false');
}

/** Puts each argument where the route looks for it; what the route makes of it is the route's business. */
export function requestOf(list: readonly ToolArgument[], values: Readonly<Record<string, unknown>>): ToolRequest {
  const known = new Map(list.map(argument => [argument.name, argument]));
  const stranger = Object.keys(values).find(name => !known.has(name));
  if (stranger !== undefined) {
    const names = [...known.keys()].join(', ');
    throw invalid(stranger, `is not an argument of this tool; ${names === '' ? 'it has none' : `these are: ${names}`}`);
  }
  const request = {
    path: {} as Record<string, string>,
    query: {} as Record<string, string>,
    body: {} as Record<string, unknown>,
  };
  for (const { name, member, place } of list) {
    const value = values[name];
    const missing = value === undefined || value === null;
    if (place === 'path' && (missing || value === '')) throw invalid(name, 'is missing');
    // Models fill in null where they have nothing to say.
    if (missing) continue;
    if (place === 'body') request.body[member] = value;
    else request[place][member] = textOf(name, value);
  }
  return { params: request.path, query: request.query, body: request.body };
}

/** What clients may show besides the result: the id to ask about, and what is left of the budget. */
function metaOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = { 'presage/requestId': 'x-request-id', 'presage/rateLimit': 'ratelimit' };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, header]) => (headers[header] === undefined ? [] : [[name, headers[header]]])),
  );
}

/** A refusal names the member of the request; the caller knows it by the name of the argument. */
function refusalOf(body: string, list: readonly ToolArgument[]): string {
  const refusal = JSON.parse(body) as { readonly error: string; readonly field?: string };
  return JSON.stringify(underOtherName(refusal, field => list.find(({ member }) => member === field)?.name));
}

const asText = (text: string) => ({ type: 'text' as const, text });

/** What successful replies have in common. */
interface Result extends Record<string, unknown> {
  readonly warnings?: readonly { readonly message: string }[];
}

/** A refusal is a result that the model can read and act on, not a failure of the protocol. */
export function resultOf({ status, body, headers }: ToolAnswer, list: readonly ToolArgument[]): CallToolResult {
  const refused = status >= 400;
  const _meta = metaOf(headers);
  if (refused) return { content: [asText(refusalOf(body, list))], _meta, isError: true };
  const structuredContent = JSON.parse(body) as Result;
  const warnings = (structuredContent.warnings ?? []).map(({ message }) => asText(`Warning: ${message}`));
  return { content: [asText(body), ...warnings], _meta, structuredContent };
}

/** Arguments that could not even be made into a request. */
export function refusedArguments(error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof ApiError)) throw error;
  return { content: [{ type: 'text', text: JSON.stringify(errorBody(error, requestId)) }], isError: true };
}
