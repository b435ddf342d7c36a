import { posix } from 'node:path';
import { isGenerated, isTest, topFolders } from './kinds.js';

export const maxFolderFiles = 25;

/** Folders that grow with the history of the project and are read one file at a time. */
const unlimited = ['src/store/sql/schema', 'docs/adr'];

const source = /\.([cm]?[jt]sx?|sql|md|css)$/;

/** Reports folders with more source files than a reader can survey. Tests do not count. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    const isCounted =
      source.test(path) && !isTest(path) && !isGenerated(path) && topFolders.includes(path.split('/')[0]);
    if (isCounted && !unlimited.includes(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFolderFiles)
    .map(([folder, count]) => `${folder}/: has ${count} source files; ${maxFolderFiles} are allowed`)
    .sort();
}
