import { exportsOf } from './exports.js';
import { isCode, isConfig, isGenerated, isTest } from './kinds.js';
import { type Module, resolveLink } from './modules.js';

/** Files started by path, so no import shows their use; without names, all exports of the file count as used. */
const entryPoints: readonly { readonly path: RegExp; readonly names?: readonly string[] }[] = [
  { path: /^src\/main\.ts$/ },
  { path: /^tools\/contract\/write\.ts$/ },
  { path: /^bench\/[a-z0-9-]+-bench\.ts$/, names: ['run'] },
  { path: /^bench\/engine-fuzz\.ts$/ },
];

const checkedFolders = /^(src|client|cli|web|tools|bench|test)\//;

/** Source paths of the files that package.json publishes. */
export function publishedPaths(packageJson: string): string[] {
  const { main, bin, exports } = JSON.parse(packageJson) as Record<string, unknown>;
  const values = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values((value ?? {}) as object).flatMap(values);
  const paths = values([main, bin, exports]).map(path => path.replace(/^\.\//, '').replace(/^dist\//, ''));
  return [...new Set(paths.map(path => path.replace(/(\.d)?\.[jt]s$/, '.ts')))];
}

function namesInUse(modules: readonly Module[], paths: ReadonlySet<string>): Map<string, Set<string> | 'all'> {
  const used = new Map<string, Set<string> | 'all'>();
  for (const { path, links } of modules) {
    for (const link of links) {
      const target = resolveLink(path, link.specifier, paths);
      if (target.kind !== 'file' || target.path === path) continue;
      const before = used.get(target.path) ?? new Set();
      const all = before === 'all' || link.names === 'all';
      used.set(target.path, all ? 'all' : new Set([...before, ...(link.names as readonly string[])]));
    }
  }
  return used;
}

/** Reports exports that no other file imports. Default exports are reported by defaultExports. */
export function unusedExports(
  modules: readonly Module[],
  paths: ReadonlySet<string>,
  published: readonly string[] = [],
): string[] {
  const used = namesInUse(modules, paths);
  const isUsed = (path: string, name: string): boolean => {
    const names = used.get(path);
    if (name === 'default' || names === 'all' || names?.has(name)) return true;
    return entryPoints.some(entry => entry.path.test(path) && (entry.names?.includes(name) ?? true));
  };
  return modules
    .filter(
      ({ path }) => checkedFolders.test(path) && isCode(path) && !isTest(path) && !isConfig(path) && !isGenerated(path),
    )
    .filter(({ path }) => !path.endsWith('.d.ts') && !published.includes(path))
    .flatMap(module =>
      exportsOf(module)
        .filter(({ name, describes }) => !describes && !isUsed(module.path, name))
        .map(
          ({ name, line }) => `${module.path}:${line}: ${name} is not imported anywhere; remove the export or the code`,
        ),
    );
}
