import fc from 'fast-check';
import { pick, type Random } from '../../../src/engine/testing/random-orders.js';
import type { KnownValues } from './known-values.js';
import { hostileValue, mutateValue, nestedText } from './mutate-value.js';
import { type JsonSchema, type Resolve, valuesOf } from './schema-values.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface FuzzOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  /** The example body of the contract, which satisfies conditions between members. */
  readonly example: unknown;
  /** Names of security schemes that the operation accepts; empty if it ignores credentials. */
  readonly schemes: readonly string[];
  readonly streams: boolean;
}

export interface FuzzRequest {
  readonly operation: FuzzOperation;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

interface DocumentOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  readonly security?: readonly Record<string, unknown>[];
  readonly responses: Record<string, { content?: Record<string, unknown> }>;
}

export interface FuzzDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const samplesPerSchema = 40;
const otherMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function operationsOf(document: FuzzDocument): FuzzOperation[] {
  return Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { parameters = [], requestBody, security = [], responses }]) => ({
      method: verb.toUpperCase(),
      path,
      parameters,
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
      example: Object.values(requestBody?.content ?? {})[0]?.example,
      schemes: [...new Set(security.flatMap(scheme => Object.keys(scheme)))],
      streams: Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content),
    })),
  );
}

/** Generates requests from the contract: most of them valid, the others invalid in one place or in their transport. */
export class RequestMaker {
  private readonly samples = new Map<JsonSchema, readonly unknown[]>();
  private readonly resolve: Resolve;

  constructor(
    document: FuzzDocument,
    private readonly random: Random,
    private readonly known: KnownValues,
  ) {
    this.resolve = reference => document.components.schemas[reference.split('/').at(-1) as string];
  }

  make(operation: FuzzOperation): FuzzRequest {
    const { random } = this;
    const kind = random();
    const isHostile = kind > 0.9;
    const isMutated = kind > 0.6 && !isHostile;
    const target = isMutated ? pick(random, [...operation.parameters.map(({ name }) => name), 'body']) : null;
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    let { path } = operation;
    for (const parameter of operation.parameters) {
      const isTarget = parameter.name === target;
      if (!parameter.required && !isTarget && random() < 0.6) continue;
      const value = this.textFor(parameter, isTarget);
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodePart(value));
      else if (parameter.in === 'query') query.append(parameter.name, value);
      else if (parameter.in === 'header') headers[parameter.name] = headerText(value);
    }
    if (isMutated && random() < 0.2) query.append(pick(random, ['unknown', 'limits', '__proto__', 'utm_source']), 'x');
    const text = query.toString();
    const body = this.bodyFor(operation, target === 'body', isHostile, headers);
    const method = isHostile && random() < 0.3 ? pick(random, otherMethods) : operation.method;
    const sendsBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
    return {
      operation,
      method,
      path: text === '' ? path : `${path}?${text}`,
      headers,
      body: sendsBody ? body : undefined,
    };
  }

  private textFor({ name, schema }: Parameter, isTarget: boolean): string {
    const { random } = this;
    if (isTarget) return asText(hostileValue(random));
    const known = random() < 0.85 ? this.known.find(name) : undefined;
    return known ?? asText(this.sample(schema));
  }

  private bodyFor(
    { body: schema, example }: FuzzOperation,
    isTarget: boolean,
    isHostile: boolean,
    headers: Record<string, string>,
  ): string | undefined {
    const { random } = this;
    if (isHostile && random() < 0.7) {
      headers['content-type'] = pick(random, ['application/json', 'text/plain', 'application/json; charset=x', '']);
      if (headers['content-type'] === '') delete headers['content-type'];
      return pick(random, [
        '{',
        '',
        '\u0000',
        'null',
        '"x"',
        '{"a":1}{"b":2}',
        nestedText(40),
        `"${'x'.repeat(70_000)}"`,
      ]);
    }
    if (!schema) return undefined;
    headers['content-type'] = 'application/json';
    const value = this.withKnown(example !== undefined && random() < 0.5 ? example : this.sample(schema));
    return JSON.stringify(isTarget ? mutateValue(random, value) : value);
  }

  /** Replaces generated names and ids with existing ones. */
  private withKnown(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map(item => this.withKnown(item, name));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.withKnown(part, key)]));
    if (name.startsWith('client') && this.random() < 0.9) return `fuzz-${Math.floor(this.random() * 2 ** 31)}`;
    if (typeof value !== 'string' || this.random() > 0.85) return value;
    return this.known.find(name) ?? value;
  }

  private sample(schema: JsonSchema): unknown {
    let values = this.samples.get(schema);
    if (!values) {
      const seed = Math.floor(this.random() * 2 ** 31);
      values = fc.sample(valuesOf(schema, this.resolve), { numRuns: samplesPerSchema, seed });
      this.samples.set(schema, values);
    }
    return structuredClone(pick(this.random, values));
  }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',').slice(0, 4_000);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A client would resolve `.` and `..` as path segments and never send them. */
function encodePart(value: string): string {
  const text = value.toWellFormed();
  return /^\.*$/.test(text) ? encodeURIComponent(`${text}~`) : encodeURIComponent(text);
}

/** Clients do not send other characters in a header. */
function headerText(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?').trim();
}
