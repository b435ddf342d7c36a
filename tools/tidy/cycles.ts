import { type Module, resolveLink } from './modules.js';

type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(modules: readonly Module[], paths: ReadonlySet<string>): Graph {
  const edges = ({ path, links }: Module) =>
    links.flatMap(link => {
      const target = resolveLink(path, link.specifier, paths);
      return target.kind === 'file' ? [target.path] : [];
    });
  return new Map(modules.map(module => [module.path, [...new Set(edges(module))].sort()]));
}

/** The shortest way from a file back to itself, over files that no reported cycle has used. */
function shortestCycle(graph: Graph, start: string, done: ReadonlySet<string>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let step = file; step !== start; step = cameFrom.get(step)!) way.unshift(step);
        return [start, ...way];
      }
      if (done.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}

/**
 * Circles of imports. Types count too: files that need each other's types can't be understood one after the other, and
 * the first value that joins them makes loading depend on who comes first. A file is named in one circle at a time.
 */
export function importCycles(modules: readonly Module[], paths: ReadonlySet<string>): string[] {
  const graph = graphOf(modules, paths);
  const done = new Set<string>();
  const found: string[] = [];
  for (const start of [...graph.keys()].sort()) {
    if (done.has(start)) continue;
    const cycle = shortestCycle(graph, start, done);
    if (!cycle) continue;
    for (const file of cycle) done.add(file);
    found.push(`${cycle.join(' → ')}: the imports go in a circle`);
  }
  return found;
}
