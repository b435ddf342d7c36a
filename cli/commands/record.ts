import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { type RecordReport, RecordVerifier } from '../../src/record/rules/verify-record.js';
import { createLineSplitter, readText } from '../input/read-text.js';
import { wholeNumber } from '../input/read-values.js';
import type { StandardStreams } from '../input/standard-streams.js';
import { CommandFailure } from '../output/command-failure.js';
import { createProgress } from '../output/progress.js';
import { list } from '../output/tables.js';

async function verify(path: string, streams: StandardStreams, maxDifferences: number): Promise<RecordReport> {
  const progress = createProgress(streams.writeError, streams.terminal ?? false);
  const verifier = new RecordVerifier({ newHash: () => createHash('sha256'), maxDifferences });
  const notARecord = (problem: string) => new CommandFailure(`${path} is not a record of Presage: ${problem}`, 2);
  const splitter = createLineSplitter(line => {
    for (const _ of verifier.take(line)) progress.show('computing', null);
    if (!verifier.beginsAsRecord) throw notARecord('its first line is not a header');
  });
  try {
    await readText(path, streams, progress, splitter.push);
    splitter.end();
  } finally {
    progress.clear();
  }
  if (!verifier.beginsAsRecord) throw notARecord('it is empty');
  return verifier.finish();
}

function showReport({ lines, counts, madeAt, events, complete, differenceCount, differences }: RecordReport): string {
  const facts = list([
    ['made at', madeAt],
    ['events of', events],
    ['lines', lines],
    ['players', counts.players],
    ['events', counts.events],
    ['forecasts', counts.forecasts],
    ['scores', counts.scores],
    ['board rows', counts.boardRows],
    ['baselines', counts.baselineRows],
  ]);
  const verdict = differenceCount === 0 ? 'The record is consistent.' : `${differenceCount} differences.`;
  const cut = complete ? '' : 'The file is truncated: the missing part could not be checked.\n';
  const shown = differences.map(({ message }) => `  ${message}\n`).join('');
  const more = differenceCount > differences.length ? `  … and ${differenceCount - differences.length} more\n` : '';
  return `${verdict}\n${cut}\n${facts}${shown === '' ? '' : `\n${shown}${more}`}`;
}

interface RecordContext {
  readonly isJson: () => boolean;
  readonly print: (reply: unknown) => void;
  readonly setExitCode: (code: number) => void;
}

const help = `
Checks every line against its digest. Recomputes every score from the events, prices and forecasts in the file, and every
leaderboard with its baselines from the scores; they must agree to 1e-9. Profit is not recomputed, because trades are not in
the file. The id of a forecast must contain its time, and the id of a player its kind. Each difference names the player and
the event or leaderboard. - reads standard input. The exit code is 0 if everything agrees, 1 if something differs, 2 if the
file can't be read.

The record is at /api/record/export of any arena:
  curl -s http://127.0.0.1:4870/api/record/export > record.ndjson
`;

export function addRecordCommand(
  program: Command,
  streams: StandardStreams,
  { isJson, print, setExitCode }: RecordContext,
): void {
  program
    .command('record')
    .description('verify the public record')
    .command('verify')
    .argument('<file>', 'file from /api/record/export; - reads standard input')
    .description('recompute a public record locally, without calling a service')
    .option('--most <count>', 'maximum number of differences to print', wholeNumber(0, 999_999), 20)
    .addHelpText('after', help)
    .action(async (file: string, { most }: { most: number }) => {
      const report = await verify(file, streams, most);
      if (isJson()) print(report);
      else streams.write(showReport(report));
      setExitCode(report.differenceCount === 0 ? 0 : 1);
    });
}
