import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The module of a frame: a package, a folder of the project, or the runtime. */
function moduleOf({ url, functionName }: CallFrame): string {
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency) return dependency;
  const ours = /\/dist\/(.+)\/[^/]+\.js$/.exec(url)?.[1];
  if (ours) return ours;
  if (url.startsWith('node:')) return url;
  return functionName.startsWith('(') ? functionName : 'runtime';
}

function ranked(times: ReadonlyMap<string, number>, total: number, count: number): string[] {
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => `${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

/** The CPU time of a process by module and by function, from the file that `--cpu-prof` wrote. */
export function summarizeProfile(folder: string): string {
  const file = readdirSync(folder).find(name => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`${folder} has no .cpuprofile`);
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [modules, functions] = [new Map<string, number>(), new Map<string, number>()];
  let total = 0;
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id) as CallFrame;
    if (frame.functionName === '(idle)') continue;
    const module = moduleOf(frame);
    const name = `${frame.functionName || '(anonymous)'}  ${module}`;
    modules.set(module, (modules.get(module) ?? 0) + timeDeltas[at]);
    functions.set(name, (functions.get(name) ?? 0) + timeDeltas[at]);
    total += timeDeltas[at];
  }
  return ['By module', ...ranked(modules, total, 25), '', 'By function', ...ranked(functions, total, 40)].join('\n');
}
