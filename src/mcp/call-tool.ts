import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolArgument } from '../contract/tools.js';
import { ApiError, errorBody, invalid, underOtherName } from '../http/errors.js';
import { toolRemediation } from './tool-remediation.js';

/** The request behind a tool call. Values of path and query are texts, as in a URL. */
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
  throw invalid(name, 'must be a string, a number, true or false');
}

/** Puts each argument where the route expects it; the route validates it. */
export function requestOf(list: readonly ToolArgument[], values: Readonly<Record<string, unknown>>): ToolRequest {
  const known = new Map(list.map(argument => [argument.name, argument]));
  const stranger = Object.keys(values).find(name => !known.has(name));
  if (stranger !== undefined) {
    const names = [...known.keys()].join(', ');
    throw invalid(
      stranger,
      `is not an argument of this tool; ${names === '' ? 'it has none' : `known arguments: ${names}`}`,
    );
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
    // Models send null for arguments that they omit.
    if (missing) continue;
    if (place === 'body') request.body[member] = value;
    else request[place][member] = textOf(name, value);
  }
  return { params: request.path, query: request.query, body: request.body };
}

/** Metadata that clients may show: the request id and the remaining budget. */
function metaOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = { 'presage/requestId': 'x-request-id', 'presage/rateLimit': 'ratelimit' };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, header]) => (headers[header] === undefined ? [] : [[name, headers[header]]])),
  );
}

interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly remediation: string;
  readonly field?: string;
}

/** Names arguments and tools where the error body names members of the request, paths and headers. */
function forTools(refusal: Refusal, list: readonly ToolArgument[]): Refusal {
  const remediation = toolRemediation(refusal.code, refusal.remediation);
  return underOtherName({ ...refusal, remediation }, field => list.find(({ member }) => member === field)?.name);
}

const asText = (text: string) => ({ type: 'text' as const, text });

/** A successful response. */
interface Result extends Record<string, unknown> {
  readonly warnings?: readonly { readonly message: string }[];
  readonly code?: unknown;
  readonly remediation?: unknown;
}

/** The result of explain_error has the remediation of an error, too. */
function explainedForTools(result: Result): Result {
  const { code, remediation } = result;
  if (typeof code !== 'string' || typeof remediation !== 'string') return result;
  return { ...result, remediation: toolRemediation(code, remediation) };
}

/** A refusal is a result that the model can read and act on, not a failure of the protocol. */
export function resultOf({ status, body, headers }: ToolAnswer, list: readonly ToolArgument[]): CallToolResult {
  const refused = status >= 400;
  const _meta = metaOf(headers);
  if (refused)
    return { content: [asText(JSON.stringify(forTools(JSON.parse(body) as Refusal, list)))], _meta, isError: true };
  const parsed = JSON.parse(body) as Result;
  const structuredContent = explainedForTools(parsed);
  const warnings = (structuredContent.warnings ?? []).map(({ message }) => asText(`Warning: ${message}`));
  const text = structuredContent === parsed ? body : JSON.stringify(structuredContent);
  return { content: [asText(text), ...warnings], _meta, structuredContent };
}

/** The error result for arguments that can't be converted to a request. */
export function refusedArguments(error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof ApiError)) throw error;
  return { content: [asText(JSON.stringify(forTools(errorBody(error, requestId), [])))], isError: true };
}
