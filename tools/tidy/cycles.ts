import { posix } from 'node:path';
import { isGenerated, isTest } from './kinds.js';
import { type Module, resolveLink } from './modules.js';

type Graph = ReadonlyMap<string, readonly string[]>;

function importsOf({ path, links }: Module, paths: ReadonlySet<string>): string[] {
  const targets = links.flatMap(link => {
    const target = resolveLink(path, link.specifier, paths);
    return target.kind === 'file' ? [target.path] : [];
  });
  return [...new Set(targets)].sort();
}

/** The shortest path from a node back to itself that avoids the nodes in `skipped`. */
function shortestCycle(graph: Graph, start: string, skipped: ReadonlySet<string>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [start];
        for (let step = node; step !== start; step = cameFrom.get(step)!) path.unshift(step);
        return [start, ...path];
      }
      if (skipped.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return null;
}

/**
 * Import cycles between files. Types count: files that need each other's types can't be understood one after the other,
 * and the first value import between them makes the result depend on load order. Each file is reported once.
 */
export function importCycles(modules: readonly Module[], paths: ReadonlySet<string>): string[] {
  const graph = new Map(modules.map(module => [module.path, importsOf(module, paths)]));
  const reported = new Set<string>();
  const found: string[] = [];
  for (const start of [...graph.keys()].sort()) {
    if (reported.has(start)) continue;
    const cycle = shortestCycle(graph, start, reported);
    if (!cycle) continue;
    for (const file of cycle) reported.add(file);
    found.push(`${cycle.join(' → ')}: the imports form a cycle`);
  }
  return found;
}

/** Folders whose imports must form no cycle. Tests and the models they share may import across folders. */
function isInFolderGraph(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  const isChecked = ['src', 'cli', 'client', 'tools', 'bench'].includes(folders[0]);
  return isChecked && !isTest(path) && !isGenerated(path) && !folders.includes('testing');
}

/** The folders that each folder imports, with the imports responsible. */
type FolderImports = Map<string, Map<string, string[]>>;

function folderImports(modules: readonly Module[], paths: ReadonlySet<string>): FolderImports {
  const folders: FolderImports = new Map();
  for (const module of modules.filter(({ path }) => isInFolderGraph(path))) {
    const from = posix.dirname(module.path);
    for (const target of importsOf(module, paths).filter(isInFolderGraph)) {
      const to = posix.dirname(target);
      if (to === from) continue;
      const targets = folders.get(from) ?? new Map<string, string[]>();
      targets.set(to, [...(targets.get(to) ?? []), `${module.path} → ${target}`]);
      folders.set(from, targets);
    }
  }
  return folders;
}

/** A cycle starts at its first folder in alphabetical order, so that one cycle is found under one name. */
function normalized(cycle: readonly string[]): string[] {
  const ring = cycle.slice(1);
  const first = ring.indexOf([...ring].sort()[0]);
  const turned = [...ring.slice(first), ...ring.slice(0, first)];
  return [...turned, turned[0]];
}

const maxFilesShown = 3;

function filesBetween(imports: FolderImports, from: string, to: string): string {
  const files = imports.get(from)!.get(to)!;
  const rest = files.length - maxFilesShown;
  return files.slice(0, maxFilesShown).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Import cycles between folders, types included: the shortest one through each pair of folders, with its imports. */
export function folderCycles(modules: readonly Module[], paths: ReadonlySet<string>): string[] {
  const imports = folderImports(modules, paths);
  const cycles = new Map<string, string[]>();
  for (const from of [...imports.keys()].sort()) {
    for (const to of [...imports.get(from)!.keys()].sort()) {
      const graph = new Map([...imports].map(([folder, targets]) => [folder, [...targets.keys()].sort()]));
      const cycle = shortestCycle(graph.set(from, [to]), from, new Set());
      if (cycle) cycles.set(normalized(cycle).join(' → '), normalized(cycle));
    }
  }
  return [...cycles].map(([name, cycle]) => {
    const steps = cycle.slice(1).map((to, index) => filesBetween(imports, cycle[index], to));
    return `${name}: the folders form a cycle: ${steps.join('; ')}`;
  });
}
