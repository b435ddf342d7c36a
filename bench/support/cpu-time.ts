import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The clock tick of /proc, which is 100 per second on Linux. */
const ticksPerSecond = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
  } catch {
    return null;
  }
}

/** The CPU time that a process has used, alone or with its children; null without /proc. */
export function cpuSeconds(pid: number, children: 'alone' | 'with children'): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  if (children === 'alone') return readProcess(pid)?.seconds ?? null;
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  return all.filter(entry => entry.pid === pid || entry.parent === pid).reduce((sum, entry) => sum + entry.seconds, 0);
}
