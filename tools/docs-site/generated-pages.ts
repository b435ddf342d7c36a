import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, errorEntry } from '../../src/http/errors.js';

const retryWords = { yes: 'retryable', no: 'not retryable', conditional: 'reconcile before a retry' } as const;

/** The error catalogue, one section per code, from the table that the service answers with. */
export function errorCatalogue(): string {
  const sections = errorCodes.map(code => {
    const { http, retryable, meaning, remediation } = errorEntry(code);
    return `## ${code}\n\nHTTP ${http.join(' or ')}, ${retryWords[retryable]}.\n\n${escaped(meaning)}\n\n**What to do:** ${escaped(remediation)}\n`;
  });
  return `# Errors

Every error body has \`error\`, \`code\`, \`requestId\`, \`retryable\`, \`remediation\` and \`documentation\`; bad input also names its \`field\`.
\`POST /api/v1/developer/explain-error\` returns the same text for a code or a requestId.

${sections.join('\n')}`;
}

/** Angle brackets in messages are placeholders, not HTML. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The example agents with their source. */
export function exampleAgents(root: string): string {
  const folder = join(root, 'examples');
  const agents = readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .sort()
    .map(name => {
      const text = readFileSync(join(folder, name), 'utf8');
      const comment = /^(?:\/\/ ?.*\n)+/.exec(text)?.[0] ?? '';
      const summary = comment
        .replaceAll(/^\/\/ ?/gm, '')
        .trim()
        .replaceAll('\n', ' ');
      const title = name.replace(/\.ts$/, '');
      return `## ${title}\n\n${summary}\n\n\`\`\`ts\n${text.slice(comment.length).trim()}\n\`\`\`\n`;
    });
  return `# Example agents

Agents in one file each. They use the TypeScript SDK only, so each of them is a starting point for your own. \`presage run NAME\` runs one with
your key.

${agents.join('\n')}`;
}
