import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepLogBounded, linesOfServer, logSince, recoveryStep, significantLine } from './server-log.js';

const log = `2026-01-02 03:04:05.678 UTC [10] LOG:  starting PostgreSQL 18.4
2026-01-02 03:04:05.678 UTC [77] FATAL:  terminating connection due to administrator command
2026-01-02 03:04:05.678 UTC [12] PANIC:  could not locate a valid checkpoint record at 0/1B838C8
2026-01-02 03:04:05.678 UTC [10] LOG:  startup process (PID 12) was terminated by signal 6: Aborted
2026-01-02 03:04:05.678 UTC [78] FATAL:  the database system is shutting down
`;

it('finds the line that explains why a server failed', () => {
  expect(significantLine(linesOfServer(log, 10))).toBe('could not locate a valid checkpoint record at 0/1B838C8');
  expect(
    significantLine('FATAL:  could not write "x": No space left on device\nPANIC:  cannot abort transaction 1'),
  ).toBe('could not write "x": No space left on device');
  expect(significantLine('initdb: error: directory exists\n')).toBe('directory exists');
  expect(significantLine('Illegal instruction\n\n')).toBe('Illegal instruction');
  expect(significantLine('')).toBe('');
  expect(
    significantLine(
      'postgres: could not access directory "/x": No such file\nRun initdb or pg_basebackup to initialize a PostgreSQL data directory.\n',
    ),
  ).toBe('postgres: could not access directory "/x": No such file');
});

it('limits the log and one previous log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presage-log-'));
  const file = join(folder, 'postgres.log');
  try {
    expect(await logSince(file, 0)).toBe('');
    await writeFile(file, 'first\nsecond\n');
    (await keepLogBounded(file))();
    expect(await logSince(file, 6)).toBe('second\n');
    await writeFile(file, Buffer.alloc(5 * 1024 * 1024, 'x'));
    (await keepLogBounded(file))();
    expect((await stat(file)).size).toBe(0);
    expect((await stat(`${file}.1`)).size).toBe(5 * 1024 * 1024);
    expect(await logSince(file, 6)).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('names the current step of crash recovery', () => {
  const lines = [
    'LOG:  listening on Unix socket',
    'LOG:  database system was interrupted; last known up at 2026-01-02 03:04:05 UTC',
    'LOG:  syncing data directory (fsync), elapsed time: 1.00 s, current path: ./base',
    'LOG:  redo starts at 0/D959A88',
    'LOG:  redo in progress, elapsed time: 1.00 s, current LSN: 0/FFFFFF',
    'LOG:  redo done at 0/254FD310 system usage: CPU: user: 1.21 s',
  ];
  const steps = lines.map((_line, index) => recoveryStep(lines.slice(0, index + 1).join('\n')));
  const [syncing, replaying] = ['syncing its files', 'replaying its log'];
  expect(steps).toEqual([null, syncing, syncing, replaying, replaying, 'making a checkpoint']);
});
