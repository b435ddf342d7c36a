import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The clock tick of /proc, which is 100 per second on Linux. */
const ticksPerSecond = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
  /** The CPU time of children that have ended. */
  readonly endedSeconds: number;
}

function readProcess(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const secondsAt = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) / ticksPerSecond;
    return { pid, parent: Number(fields[1]), seconds: secondsAt(11), endedSeconds: secondsAt(13) };
  } catch {
    return null;
  }
}

/** The CPU time that a process has used, alone or with its children, also ended ones; null without /proc. */
export function cpuSeconds(pid: number, children: 'alone' | 'with children'): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  if (children === 'alone') return readProcess(pid)?.seconds ?? null;
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  return all
    .filter(entry => entry.pid === pid || entry.parent === pid)
    .reduce((sum, entry) => sum + entry.seconds + (entry.pid === pid ? entry.endedSeconds : 0), 0);
}
