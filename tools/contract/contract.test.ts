import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { contractDocuments } from './documents.js';

let database: TestDatabase;
let documents: Record<string, string>;
beforeAll(async () => {
  database = await cloneDatabase();
  documents = await contractDocuments(database.pool);
});
afterAll(() => database.drop());

describe('committed generated files', () => {
  it.each([
    'contract/openapi.json',
    'contract/asyncapi.json',
    'contract/tools.json',
    'client/generated/operations.ts',
    'contract/schema.sql',
    'docs/errors.md',
    'docs/third-party.md',
  ])('%s is up to date', path => {
    const committed = readFileSync(join(packageRoot, path), 'utf8');
    expect(committed, 'run npm run contract:write and look at the difference').toBe(documents[path]);
  });
});
