import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../package-root.js';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

const document = JSON.parse(readFileSync(join(packageRoot, 'contract/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const operations = Object.values(document.paths).flatMap(path => Object.values(path));

function bodiesOf({ operationId, requestBody, responses }: Operation) {
  return [...Object.values(responses), ...(requestBody ? [requestBody] : [])].flatMap(({ content = {} }) =>
    Object.values(content).map(body => ({ name: operationId, ...body })),
  );
}
const bodies = operations.flatMap(bodiesOf);

/** A reference needs no description, because the component has its own. */
function isDescribed({ $ref, description, anyOf }: Schema): boolean {
  if ($ref !== undefined || (description ?? '') !== '') return true;
  return anyOf?.every(member => member.$ref !== undefined || member.type === 'null') ?? false;
}

/** The paths of all properties without a description. */
function undescribed(schema: Schema, path: string): string[] {
  const { properties = {}, patternProperties = {}, additionalProperties, items, anyOf = [] } = schema;
  const nested = [...Object.values(patternProperties), additionalProperties, items, ...anyOf];
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(isDescribed(property) ? [] : [`${path}.${name}`]),
      ...undescribed(property, `${path}.${name}`),
    ]),
    ...nested.flatMap(member => (typeof member === 'object' ? undescribed(member, path) : [])),
  ];
}

/** The paths of all strings that the example generator fills in for schemas without an example. */
function placeholders(value: unknown, path: string): string[] {
  if (typeof value === 'string') return /^text-*$/.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => placeholders(member, `${path}.${name}`));
}

describe('the OpenAPI document', () => {
  it('describes every property of every component schema', () => {
    const missing = Object.entries(document.components.schemas).flatMap(([name, schema]) => undescribed(schema, name));
    expect(missing).toEqual([]);
  });

  it('describes every parameter and every property of unnamed bodies', () => {
    const properties = bodies.flatMap(({ name, schema }) => undescribed(schema, name));
    const parameters = operations.flatMap(operation =>
      operation.parameters
        .filter(({ description }) => !description)
        .map(({ name }) => `${operation.operationId}(${name})`),
    );
    expect([...properties, ...parameters]).toEqual([]);
  });

  it('has real values in its examples, not placeholders', () => {
    expect(bodies.length).toBeGreaterThan(100);
    expect(bodies.flatMap(({ name, example }) => placeholders(example, name))).toEqual([]);
  });

  it('has no references in its examples, which readers would resolve in the document', () => {
    const found = bodies.filter(({ example }) => JSON.stringify(example ?? null).includes('"$ref":'));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
