import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';

const maxLogBytes = 4 * 1024 * 1024;
const checkEveryMs = 60_000;

const failure = /\b(?:FATAL|PANIC|ERROR|error):\s+/;
/** What the system refuses is the cause of whatever other failures follow it. */
const systemFailure = /No space left|Read-only file system|Permission denied|Cannot allocate memory|quota exceeded/i;

/** The line that best says why the server or its set-up failed, without the time stamp. */
export function significantLine(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const failures = lines.filter(line => failure.test(line));
  const told = failures.find(line => systemFailure.test(line)) ?? failures.at(-1) ?? lines.at(-1) ?? '';
  return (told.split(failure).at(-1) ?? '').trim();
}

export async function logSize(logFile: string): Promise<number> {
  return (await stat(logFile).catch(() => null))?.size ?? 0;
}

/** What the server wrote since the log had the given size; bounded. */
export async function logSince(logFile: string, offset: number): Promise<string> {
  const size = await logSize(logFile);
  const start = size < offset ? 0 : offset;
  const length = Math.min(size - start, 64 * 1024);
  const file = length > 0 ? await open(logFile, 'r').catch(() => null) : null;
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Steps of crash recovery in their order, by the lines that announce them. */
const recoverySteps: readonly (readonly [RegExp, string])[] = [
  [/was interrupted|syncing data directory/, 'syncing its files'],
  [/redo starts|redo in progress/, 'replaying its log'],
  [/redo done/, 'making a checkpoint'],
];

/** The step of crash recovery that a starting server is at; null if it does not say. */
export function recoveryStep(output: string): string | null {
  return recoverySteps.findLast(([line]) => line.test(output))?.[1] ?? null;
}

const writer = /^\S+ \S+ UTC \[(\d+)\] /;

/** Leaves out what other servers wrote to the same log: starts that run at the same time share it. */
export function linesOfServer(text: string, pid: number): string {
  const lines = text.split('\n');
  const own = lines.filter(line => writer.exec(line)?.[1] === String(pid));
  const children = own.flatMap(line => /\(PID (\d+)\)/.exec(line)?.[1] ?? []);
  const family = [String(pid), ...children];
  return lines.filter(line => family.includes(writer.exec(line)?.[1] ?? String(pid))).join('\n');
}

/** Keeps one former log. The file is emptied in place because a running server goes on writing to it. */
async function boundLog(logFile: string): Promise<void> {
  if ((await logSize(logFile)) <= maxLogBytes) return;
  await rm(`${logFile}.1`, { force: true });
  // On a full disk the log is worth less than its space.
  await copyFile(logFile, `${logFile}.1`).catch(() => rm(`${logFile}.1`, { force: true }));
  await truncate(logFile, 0);
}

/**
 * Bounds the log now and then for as long as the service runs. The server writes straight to the file, since a pipe
 * would end with our process, and PostgreSQL's own collector bounds a log by age but not by size.
 */
export async function keepLogBounded(logFile: string): Promise<() => void> {
  const bound = () => boundLog(logFile).catch(() => {});
  await bound();
  const timer = setInterval(bound, checkEveryMs).unref();
  return () => clearInterval(timer);
}
