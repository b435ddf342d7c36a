import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';

const maxLogBytes = 4 * 1024 * 1024;
const checkEveryMs = 60_000;

const failure = /\b(?:FATAL|PANIC|ERROR|error):\s+/;
/** A system error is the cause of other failures that follow it. */
const systemFailure = /No space left|Read-only file system|Permission denied|Cannot allocate memory|quota exceeded/i;

/** Advice that would destroy data if an operator followed it, for example after a volume was not mounted. */
const dangerousAdvice = /\binitdb or pg_basebackup\b/;

/** The line that best explains why the server or its set-up failed, without the timestamp. */
export function significantLine(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '' && !dangerousAdvice.test(line));
  const failures = lines.filter(line => failure.test(line));
  const failureLine = failures.find(line => systemFailure.test(line)) ?? failures.at(-1) ?? lines.at(-1) ?? '';
  return (failureLine.split(failure).at(-1) ?? '').trim();
}

export async function logSize(logFile: string): Promise<number> {
  return (await stat(logFile).catch(() => null))?.size ?? 0;
}

/** The server's output since the log had the given size; bounded. */
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

/** Steps of crash recovery in order, by the lines that announce them. */
const recoverySteps: readonly (readonly [RegExp, string])[] = [
  [/was interrupted|syncing data directory/, 'syncing its files'],
  [/redo starts|redo in progress/, 'replaying its log'],
  [/redo done/, 'making a checkpoint'],
];

/** The current step of crash recovery; null if the server does not report it. */
export function recoveryStep(output: string): string | null {
  return recoverySteps.findLast(([line]) => line.test(output))?.[1] ?? null;
}

const writer = /^\S+ \S+ UTC \[(\d+)\] /;

/** Excludes the output of other servers: concurrent starts share the log. */
export function linesOfServer(text: string, pid: number): string {
  const lines = text.split('\n');
  const ownLines = lines.filter(line => writer.exec(line)?.[1] === String(pid));
  const children = ownLines.flatMap(line => /\(PID (\d+)\)/.exec(line)?.[1] ?? []);
  const family = [String(pid), ...children];
  return lines.filter(line => family.includes(writer.exec(line)?.[1] ?? String(pid))).join('\n');
}

/** Keeps one previous log. The file is truncated in place because a running server continues to write to it. */
async function boundLog(logFile: string): Promise<void> {
  if ((await logSize(logFile)) <= maxLogBytes) return;
  await rm(`${logFile}.1`, { force: true });
  // On a full disk the log is less important than its space.
  await copyFile(logFile, `${logFile}.1`).catch(() => rm(`${logFile}.1`, { force: true }));
  await truncate(logFile, 0);
}

/**
 * Limits the log periodically while the service runs. The server writes directly to the file, since a pipe would end
 * with this process, and PostgreSQL's own collector limits a log by age but not by size.
 */
export async function keepLogBounded(logFile: string): Promise<() => void> {
  const bound = () => boundLog(logFile).catch(() => {});
  await bound();
  const timer = setInterval(bound, checkEveryMs).unref();
  return () => clearInterval(timer);
}
