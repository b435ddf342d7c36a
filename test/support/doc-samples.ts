import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/**
 * The code blocks of a document with exactly this info string, such as `sh` or `bash tab=curl`, in order and as a reader
 * would paste them. Blocks with a reason not to run are left out. Call it with literals: tools/docs-site/samples.test.ts
 * takes a block as executed if a test reads it here.
 */
export function samplesOf(document: string, info: string): string[] {
  const text = readFileSync(join(packageRoot, document), 'utf8');
  const found = blocksOf(text).filter(block => block.info === info && block.reason === null);
  if (found.length === 0) throw new Error(`${document} has no block ${info}`);
  return found.map(({ code }) => code);
}

export interface Block {
  readonly line: number;
  readonly info: string;
  readonly code: string;
  /** The reason of a comment `<!-- not run: REASON -->` on the line before the block. */
  readonly reason: string | null;
}

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/(?:^<!-- not run: (.+) -->\n)?^ *```([^\n`]*)\n(.*?)^ *```$/gms)].map(found => ({
    line: markdown.slice(0, found.index).split('\n').length,
    info: found[2].trim(),
    code: found[3],
    reason: found[1] ?? null,
  }));
}
