import { type Command, Option } from 'commander';
import { resamples } from '../../src/domain/scoring/parameters.js';
import type { ForecastTable } from '../input/forecast-table.js';
import { type ParsedForecasts, readForecasts } from '../input/read-forecasts.js';
import { wholeNumber } from '../input/read-values.js';
import type { StandardStreams } from '../input/standard-streams.js';
import { createProgress } from '../output/progress.js';
import { table as textTable } from '../output/tables.js';
import { type PlayerScore, scoreTable } from '../scoring/score-table.js';

const help = `
FILE is CSV with a first line of column names, or JSON objects line by line; - reads standard input.
  player, question   who, and on what
  probability        0 to 1, or percent with --scale percent
  outcome            what came true, 0 to 1, also a fraction; empty while open: the row is read and not scored
  outcome_index      for questions with several outcomes: which one the row is about
  time, closes_at, opened_at   Unix seconds, or ISO 8601: a date, or a date and time with its zone, as 2026-05-01T12:00Z
                               or 2026-05-01 12:00:00+00; on every row or on none

Without times every forecast is scored once, (p - o)^2; a later line of the same player on the same question replaces an
earlier one, and with time but without closes_at the latest counts. With time and closes_at the score is the mean over the
time in which a forecast was in force, from opened_at (or else the first forecast of anybody) to closes_at, and coverage is
the share of that time. Forecasts at or after the close do not count. There is no market in the file, so there is no edge,
and an outcome that a player left out is not scored: compare only players who answered the same outcomes. A question's
score is the mean over its outcomes.

brier      mean over questions, 0 is best, always saying 50 % is 0.25; low and high are its 95 % interval
adjusted   the same as if everybody had answered equally hard questions; – where too few are shared
reliability, resolution   parts of the Brier score of the final forecasts: 0 is best, and the higher the better

The exit code is 0 if the file was scored, also where --skip-bad passed over rows; 1 if a row or an option is wrong; 2 if the
file can't be read.
`;

/** Below this, 2.5 % of the resamples is not even one. */
const minResamples = 40;
const maxResamples = 100_000;

interface Options {
  readonly scale: 'unit' | 'percent';
  readonly skipBad?: boolean;
  readonly calibration?: boolean;
  readonly intervals: boolean;
  readonly resamples: number;
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function summary({ rows, skipped, table }: ParsedForecasts, scores: readonly PlayerScore[]): string {
  const questions = pluralize(table.questionNames.names.length, 'question');
  const skippedText = skipped === 0 ? '' : `, ${pluralize(skipped, 'bad row')} passed over`;
  const how = table.isTimed ? 'weighed by time' : 'each forecast once';
  return `${pluralize(rows, 'forecast')} on ${questions}${skippedText}; ${pluralize(scores.length, 'player')} scored, ${how}\n\n`;
}

/** Formats with six decimals, so that columns line up. */
function formatScore(value: number | null | undefined): string | undefined {
  return value?.toFixed(6);
}

function whyNoScores({ slotOutcome }: ForecastTable): string {
  const isAnyResolved = slotOutcome.values.some(outcome => !Number.isNaN(outcome));
  const reason = isAnyResolved ? 'no forecast was in force before its question closed' : 'no row has an outcome yet';
  return `There is nothing to score: ${reason}.`;
}

/** A file of fractions that is read as percent can be scored, so it is not refused. */
function warningsOf({ firstPositive, maxProbability }: ForecastTable, scale: Options['scale']): string[] {
  if (scale !== 'percent' || firstPositive === null || maxProbability > 1) return [];
  const { line, probability } = firstPositive;
  return [
    `no probability is above 1, and line ${line} has ${probability}: with --scale percent that is ${probability} %; leave --scale out if 1 is certainty`,
  ];
}

function overview(scores: readonly PlayerScore[], forecasts: ForecastTable): string {
  const { isTimed } = forecasts;
  const heads = ['player', 'questions', 'brier', 'low', 'high', 'adjusted', 'reliability', 'resolution'];
  const rows = scores.map(({ player, questions, brier, adjusted, calibration, coverage }) => {
    const { reliability, resolution } = calibration.murphy ?? { reliability: null, resolution: null };
    const shares = [brier.mean, brier.low, brier.high, adjusted?.mean, reliability, resolution];
    const cells = [player, questions, ...shares.map(formatScore)];
    return isTimed ? [...cells, formatScore(coverage)] : cells;
  });
  return textTable(isTimed ? [...heads, 'coverage'] : heads, rows, whyNoScores(forecasts));
}

function bins({ player, calibration }: PlayerScore): string {
  const percent = (share: number) => Math.round(share * 100);
  const rows = calibration.bins.map(({ from, to, n, meanProbability, observed, low, high }) => [
    ...[`${percent(from)}–${percent(to)} %`, n, ...[meanProbability, observed, low, high].map(formatScore)],
  ]);
  return `\n${player}\n${textTable(['said', 'n', 'mean', 'came true', 'low', 'high'], rows, 'Nothing that was said can be held against an outcome.')}`;
}

interface ScoreContext {
  readonly isJson: () => boolean;
  readonly print: (reply: unknown) => void;
}

export function addScoreCommand(program: Command, streams: StandardStreams, { isJson, print }: ScoreContext): void {
  const { write, writeError, terminal = false } = streams;
  program
    .command('score')
    .argument('<file>', 'CSV or JSON lines, as said below; - reads standard input')
    .description('score a file of forecasts on this machine; no service is called')
    .addOption(
      new Option('--scale <scale>', 'how probabilities are written').choices(['unit', 'percent']).default('unit'),
    )
    .option('--skip-bad', 'pass over rows that can not be read, and count them')
    .option('--no-intervals', 'leave out the 95 % intervals, which take most of the time')
    .addOption(
      new Option('--resamples <count>', 'how many resamples each interval is computed from')
        .argParser(wholeNumber(minResamples, maxResamples))
        .default(resamples),
    )
    .option('--calibration', 'also print how often what was said came true')
    .addHelpText('after', help)
    .action(async (file: string, { scale, skipBad = false, calibration = false, ...options }: Options) => {
      const progress = createProgress(writeError, terminal);
      try {
        const read = await readForecasts(file, { scale, skipBad }, streams, progress);
        const scores = await scoreTable(read.table, options.intervals ? options.resamples : 0, progress);
        progress.clear();
        if (read.firstSkipped !== null)
          writeError(`presage: ${pluralize(read.skipped, 'bad row')}, the first: ${read.firstSkipped}\n`);
        const { rows, skipped, table } = read;
        const warnings = warningsOf(table, scale);
        for (const warning of warnings) writeError(`presage: ${warning}\n`);
        const json = {
          rows,
          skipped,
          questions: table.questionNames.names.length,
          timed: table.isTimed,
          warnings,
          players: scores,
        };
        if (isJson()) print(json);
        else {
          const details = calibration ? scores.map(bins).join('') : '';
          write(`${summary(read, scores)}${overview(scores, table)}${details}`);
        }
      } finally {
        progress.clear();
      }
    });
}
