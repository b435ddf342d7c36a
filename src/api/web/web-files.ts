import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files that the build of the web app produced. */
export interface WebFiles {
  readonly folder: string;
  /** The page template with its markers. */
  readonly template: string;
  /** Returns the scripts that a page's module needs, so that a browser can preload them. */
  scriptsOf(module: string): readonly string[];
}

/** Returns null if the app was not built, as in API tests. */
export function loadWebFiles(folder: string): WebFiles | null {
  const [page, manifest] = ['index.html', 'manifest.json'].map(name => join(folder, name));
  if (!existsSync(page) || !existsSync(manifest)) return null;
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, Chunk>>;
  const collect = (name: string, found: Set<string>): Set<string> => {
    const chunk = chunks[name];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, found);
    return found;
  };
  const entry = collect('index.html', new Set());
  return {
    folder,
    template: readFileSync(page, 'utf8'),
    scriptsOf: module => [...collect(module, new Set())].filter(file => !entry.has(file)),
  };
}
