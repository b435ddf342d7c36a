import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAsyncapi } from '../../src/contract/asyncapi.js';
import { buildClientTypes } from '../../src/contract/client-types.js';
import { loadRecordedExamples } from '../../src/contract/examples.js';
import { buildOpenapi } from '../../src/contract/openapi.js';
import { buildTools } from '../../src/contract/tools.js';
import type { Sql } from '../../src/database/pool.js';
import { routes } from '../../src/features.js';
import { errorCodes, errorEntry } from '../../src/http/errors.js';
import { packageRoot } from '../../src/package-root.js';
import { describeSchema } from './schema-sql.js';
import { thirdPartyPage } from './third-party-page.js';

function errorsPage(): string {
  const rows = errorCodes.map(code => {
    const { http, retryable, meaning, remediation } = errorEntry(code);
    return `| \`${code}\` | ${http.join(' or ')} | ${retryable} | ${meaning} | ${remediation} |`;
  });
  return `# Errors

Every error body is \`{ error, code, requestId, retryable, remediation, documentation }\`; bad input also names its \`field\`.
This page is written by \`npm run contract:write\` from the table in src/http/errors.ts.

| Code | HTTP | Retryable | Meaning | What to do |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** All generated files that are committed, by path. */
export async function contractDocuments(sql: Sql): Promise<Record<string, string>> {
  const openapi = buildOpenapi(routes, 'http://127.0.0.1:4870', loadRecordedExamples(packageRoot));
  return {
    'contract/openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
    'contract/asyncapi.json': `${JSON.stringify(buildAsyncapi('http://127.0.0.1:4870'), null, 2)}\n`,
    'contract/tools.json': `${JSON.stringify(buildTools(routes), null, 2)}\n`,
    'client/generated/operations.ts': buildClientTypes(routes),
    'contract/schema.sql': await describeSchema(sql),
    'docs/errors.md': errorsPage(),
    'docs/third-party.md': thirdPartyPage(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')),
  };
}
