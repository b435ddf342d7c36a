import { isRead, type Route } from '../http/route.js';
import { ErrorReply } from '../http/schema.js';
import { streamChannelSpecs } from './asyncapi.js';
import { NamedSchemas } from './openapi.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly { readonly oneOf?: readonly RuleCase[] }[];
}

/** One case of a rule between members: the value that selects it, the members that it requires and those it excludes. */
interface RuleCase {
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly required: readonly string[];
}

const prefix = '#/types/';
const plainName = /^[A-Za-z_$][\w$]*$/;

function member(name: string, schema: Schema, required: boolean, indent: string): string {
  const comment = schema.description ? `${indent}/** ${schema.description.replaceAll('*/', '* /')} */\n` : '';
  const key = plainName.test(name) ? name : `'${name}'`;
  return `${comment}${indent}${key}${required ? '' : '?'}: ${typeOf(schema, indent)};\n`;
}

/** The cases of the rule that makes other members depend on the value of one; none if the schema has no such rule. */
function casesOf({ allOf = [] }: Schema): readonly RuleCase[] {
  const isSelected = ({ properties = {} }: RuleCase) =>
    Object.values(properties).some(value => value !== false && 'const' in value);
  return allOf.map(({ oneOf = [] }) => oneOf).find(cases => cases.length > 0 && cases.every(isSelected)) ?? [];
}

/** An object whose members depend on the value of one of them: a discriminated union. */
function caseTypes(schema: Schema, cases: readonly RuleCase[], indent: string): string {
  const { properties = {}, required = [], ...rest } = schema;
  const ruled = new Set(cases.flatMap(each => [...each.required, ...Object.keys(each.properties ?? {})]));
  const common = Object.fromEntries(Object.entries(properties).filter(([name]) => !ruled.has(name)));
  const types = cases.map(each => {
    const members = [...ruled].map(name => {
      const rule = each.properties?.[name];
      if (rule === false) return `${indent}  ${name}?: never;\n`;
      return member(name, { ...properties[name], ...rule }, each.required.includes(name), `${indent}  `);
    });
    return `{\n${members.join('')}${indent}}`;
  });
  const base = objectType({ ...rest, properties: common, required, allOf: [] }, indent);
  return `${base} & (${types.join(' | ')})`;
}

function objectType(schema: Schema, indent: string): string {
  const cases = casesOf(schema);
  if (cases.length > 0) return caseTypes(schema, cases, indent);
  const { properties = {}, required = [], additionalProperties, patternProperties = {} } = schema;
  const inner = `${indent}  `;
  const names = Object.keys(properties);
  const [pattern] = Object.values(patternProperties);
  const rest = pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  if (names.length === 0) return `Record<string, ${rest ? typeOf(rest, indent) : 'unknown'}>`;
  const members = names.map(name => member(name, properties[name], required.includes(name), inner));
  const open = additionalProperties === true ? `${inner}[other: string]: unknown;\n` : '';
  return `{\n${members.join('')}${open}${indent}}`;
}

const united = (types: readonly string[]) => [...new Set(types)].join(' | ');

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(prefix.length);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return united(schema.enum.map(value => JSON.stringify(value)));
  if (schema.anyOf) return united(schema.anyOf.map(item => typeOf(item, indent)));
  switch (schema.type) {
    case 'object':
      return objectType(schema, indent);
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return /[|{ ]/.test(item) ? `Array<${item}>` : `${item}[]`;
    }
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

/** A route that returns JSON; texts and exports are fetched, not called. */
function isCallable(route: Route): boolean {
  return Object.entries(route.responses).some(([status, { schema }]) => Number(status) < 300 && schema);
}

function operationType(route: Route, schemas: NamedSchemas): string {
  const { params, query, body } = route.request ?? {};
  const part = (schema: unknown) => (schema ? typeOf(schemas.refer(schema) as Schema, '    ') : 'undefined');
  const replies = Object.entries(route.responses).filter(([status, { schema }]) => Number(status) < 300 && schema);
  const reply = united(replies.map(([, { schema }]) => part(schema)));
  return `  /** ${route.summary}: ${route.method} ${route.path} */
  ${route.id}: {
    params: ${part(params)};
    query: ${part(query)};
    body: ${part(body)};
    reply: ${reply};
  };
`;
}

/** Kinds that concern the connection itself; a client handles them and does not forward them. */
const aboutConnection: ReadonlySet<string> = new Set(['heartbeat', 'overflow', 'end']);

/** The messages of each channel, discriminated by `kind`. */
function channelType(spec: (typeof streamChannelSpecs)[number], schemas: NamedSchemas): string {
  const kinds = spec.kinds.filter(({ kind }) => !aboutConnection.has(kind));
  const types = kinds.map(({ summary, payload }) => {
    const type = typeOf(schemas.refer(payload) as Schema, '      ');
    return `    /** ${summary} */\n    | ${type}\n`;
  });
  return `  ${spec.channel}:\n${types.join('')};\n`;
}

/** TypeScript types of all requests and responses, with their paths, for clients. */
export function buildClientTypes(routes: readonly Route[]): string {
  const schemas = new NamedSchemas(prefix);
  const called = routes.filter(isCallable);
  const operations = called.map(route => operationType(route, schemas));
  schemas.refer(ErrorReply);
  const channels = streamChannelSpecs.map(spec => channelType(spec, schemas));
  const named = Object.entries(schemas.all()).map(([name, schema]) => {
    const { description } = schema as Schema;
    const comment = description ? `/** ${description} */\n` : '';
    return `${comment}export type ${name} = ${typeOf(schema as Schema, '')};\n`;
  });
  const table = called.map(route => {
    const effect = isRead(route) ? 'read' : 'write';
    return `  ${route.id}: { method: '${route.method}', path: '${route.path}', effect: '${effect}' },\n`;
  });
  return `// Written by \`npm run contract:write\` from the routes. Do not edit.

${named.join('\n')}
export interface Operations {
${operations.join('')}}

/** The messages of the streams, by channel. */
export interface StreamMessages {
${channels.join('')}}

export type OperationId = keyof Operations;

export const operationTable = {
${table.join('')}} as const;
`;
}
