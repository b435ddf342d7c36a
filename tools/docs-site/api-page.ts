import { FieldTable, type Schema } from './field-table.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly 'x-budget': string;
  readonly 'x-error-codes': readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

export interface OpenapiDocument {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const credentialNames: Readonly<Record<string, string>> = {
  bearer: 'key as a bearer token',
  apiKey: 'key in X-API-Key',
  session: 'session cookie',
  operator: 'operator token',
};

function credentialsOf({ security }: Operation): string {
  const names = security.map(scheme => {
    const [name] = Object.keys(scheme);
    return name === undefined ? 'none' : (credentialNames[name] ?? name);
  });
  return names.length === 0 ? 'none' : names.join(', or ');
}

const tableOf = (head: string, rows: readonly string[]) =>
  rows.length === 0 ? '' : `\n| ${head} | Type | Description |\n|---|---|---|\n${rows.join('\n')}\n`;

function parameterRows(operation: Operation, table: FieldTable): string[] {
  return operation.parameters.map(({ name, in: place, required, description = '', schema }) => {
    const optional = required ? '' : ', optional';
    return `| \`${name}\` (${place}${optional}) | ${table.typeOf(schema)} | ${description.replaceAll('|', '\\|')} |`;
  });
}

function bodyText({ requestBody }: Operation, table: FieldTable): string {
  const body = requestBody?.content?.['application/json'];
  if (body?.schema === undefined) return '';
  const example = body.example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(body.example)}\n\`\`\`\n`;
  return tableOf('Field of the body', table.rows(body.schema)) + example;
}

function responseText(operation: Operation, table: FieldTable): string {
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const lines = successes.map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema;
    const names = schema === undefined ? [] : table.names(schema);
    const fields = names.length === 0 ? '' : ` Fields: ${names.map(name => `\`${name}\``).join(', ')}.`;
    return `- ${status}: ${description}${fields}`;
  });
  const codes = operation['x-error-codes'].map(code => `[${code}](/docs/errors.md#${code})`);
  return `\n${lines.join('\n')}\n${codes.length === 0 ? '' : `- Errors: ${codes.join(', ')}\n`}`;
}

function operationText(method: string, path: string, operation: Operation, table: FieldTable): string {
  const old = operation.deprecated ? ' Deprecated.' : '';
  return `### ${operation.summary}

\`${method.toUpperCase()} ${path}\` (operation \`${operation.operationId}\`).${old} ${operation.description}
Credentials: ${credentialsOf(operation)}. Budget: ${operation['x-budget']}.
${tableOf('Parameter', parameterRows(operation, table))}${bodyText(operation, table)}${responseText(operation, table)}`;
}

/** The API reference as Markdown: every operation with its parameters, body, responses and error codes. */
export function apiPage({ info, tags, paths, components }: OpenapiDocument): string {
  const table = new FieldTable(components.schemas, 1);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name);
    const texts = own.map(({ method, path, operation }) => operationText(method, path, operation, table));
    return `## ${name}\n\n${description}\n\n${texts.join('\n')}`;
  });
  return `# API reference

${info.description} The machine-readable contract, with all schemas, is OpenAPI at [/openapi.json](/openapi.json), version ${info.version}.

${sections.join('\n')}`;
}
