import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { listPaths } from '../tidy/project-files.js';
import { imports, registration } from './registrations.js';

const template = join(packageRoot, 'tools', 'worked-example', 'template');
export const registry = 'src/features.ts';

/** Copies the project with its uncommitted changes; packages are shared through a link, so nothing is installed. */
export function copyProject(folder: string): void {
  for (const path of listPaths(packageRoot)) cpSync(join(packageRoot, path), join(folder, path));
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
}

/** Migrations are numbered without gaps, so the template leaves the number open. */
function nextMigration(root: string): string {
  const count = readdirSync(join(root, 'src/database/schema')).filter(name => name.endsWith('.sql')).length;
  return String(count + 1).padStart(6, '0');
}

function register(root: string): void {
  const path = join(root, registry);
  let lines = readFileSync(path, 'utf8').split('\n');
  for (const { line, before } of [...imports, registration]) {
    const index = lines.findIndex(text => text.startsWith(before));
    if (index === -1) throw new Error(`${registry} has no line that starts with "${before}"; adapt registrations.ts`);
    lines = lines.toSpliced(index, 0, line);
  }
  writeFileSync(path, lines.join('\n'));
}

/** Adds the feature `leagues` (a table and two endpoints) to the project at `root`. Returns the new files. */
export function addFeature(root: string): string[] {
  const templates = readdirSync(template, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const added = templates.map(entry => {
    const source = join(entry.parentPath, entry.name);
    const path = relative(template, source).split(sep).join('/').replace('NNNNNN', nextMigration(root));
    return { source, path: path.replace(/\.txt$/, '') };
  });
  for (const { source, path } of added) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(source, join(root, path));
  }
  register(root);
  return added.map(({ path }) => path).sort();
}
