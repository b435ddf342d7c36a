import { readFileSync } from 'node:fs';

interface ProcessorTime {
  readonly busy: number;
  readonly stolen: number;
}

/** Of all processors since the machine started; null where the system does not report it. */
function readProcessorTime(): ProcessorTime | null {
  if (process.platform !== 'linux') return null;
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/);
  const [user, nice, system, , , interrupts, softInterrupts, stolen] = ticks.map(Number);
  return { busy: user + nice + system + interrupts + softInterrupts + stolen, stolen };
}

/**
 * Starts to count. The returned function gives the share of the busy processor time since then that the host of a
 * virtual machine gave to others; null if it is unknown.
 */
export function stolenShare(): () => number | null {
  const before = readProcessorTime();
  return () => {
    const after = readProcessorTime();
    if (!before || !after || after.busy === before.busy) return null;
    return (after.stolen - before.stolen) / (after.busy - before.busy);
  };
}
