import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandVariables } from '../../src/service/pages.js';
import { entries, helpOf } from '../../test/support/command-help.js';

const root = join(import.meta.dirname, '..', '..');
const listed = Object.entries(commandVariables).map(([name, text]) => ({ name, text }));

function sourcesIn(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }));
}

describe('the variables of the command', () => {
  it('are all variables that it and the examples use', () => {
    const sources = [...sourcesIn('cli'), ...sourcesIn('examples')];
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bPRESAGE_[A-Z_]+\b/g)].map(([name]) => ({ path, name })),
    );
    expect(found.filter(({ name }) => !Object.hasOwn(commandVariables, name))).toEqual([]);
    const read = new Set(found.filter(({ path }) => path !== 'src/service/pages.ts').map(({ name }) => name));
    expect([...read].sort()).toEqual(Object.keys(commandVariables).sort());
  });

  it('are explained by the help', async () => {
    expect(entries(await helpOf([]), /Environment variables/)).toEqual(listed);
  });

  it('are explained by the guide with the same text', () => {
    const guide = readFileSync(join(root, 'docs/guides/command.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| `(PRESAGE_[A-Z_]+)` \| (.+) \|$/gm)];
    expect(rows.map(([, name, text]) => ({ name, text: text.replaceAll('`', '') }))).toEqual(listed);
  });
});
