import { type Command, Option } from 'commander';
import { resamples } from '../../src/scoring/rules/score-forecasts.js';
import type { ForecastTable } from '../input/forecast-table.js';
import { type ParsedForecasts, readForecasts } from '../input/read-forecasts.js';
import { wholeNumber } from '../input/read-values.js';
import type { StandardStreams } from '../input/standard-streams.js';
import { createProgress } from '../output/progress.js';
import { table as textTable } from '../output/tables.js';
import { type PlayerScore, scoreTable } from '../scoring/score-table.js';

const help = `
FILE is CSV with a header line, or one JSON object per line; - reads standard input.
  player, question   names of the player and the question
  probability        0 to 1, or percent with --scale percent
  outcome            result from 0 to 1, fractions allowed; empty while open: the row is not scored
  outcome_index      index of the outcome, for questions with several outcomes
  time, closes_at, opened_at   Unix seconds or ISO 8601: a date, or a date and time with its zone, such as
                               2026-05-01T12:00Z or 2026-05-01 12:00:00+00; on every row or on none

Without times, every forecast is scored once, (p - o)^2. A later line of the same player on the same question replaces an
earlier one; with time but without closes_at, the latest counts. With time and closes_at, the score is the mean over the time
in which a forecast was in force, from opened_at (default: the first forecast of any player) to closes_at, and coverage is the
share of that time. Forecasts at or after the close do not count. The file contains no market, so there is no edge, and an
outcome that a player did not forecast is not scored: compare only players with the same outcomes. A question's score is the
mean over its outcomes.

brier      mean over questions; 0 is best, a constant 50 % scores 0.25; low and high are its 95 % interval
adjusted   brier adjusted for the difficulty of the questions; – if too few questions are shared
reliability, resolution   components of the Brier score of the final forecasts: 0 is best, and higher is better

The exit code is 0 if the file was scored, even if --skip-bad skipped rows; 1 if a row is invalid; 2 if an option is
invalid or the file can't be read.
`;

/** Below this, 2.5 % of the resamples is less than one. */
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
  const skippedText = skipped === 0 ? '' : `, ${pluralize(skipped, 'bad row')} skipped`;
  const how = table.isTimed ? 'time-weighted' : 'each forecast once';
  return `${pluralize(rows, 'forecast')} on ${questions}${skippedText}; ${pluralize(scores.length, 'player')} scored, ${how}\n\n`;
}

/** Formats with six decimals, so that columns line up. */
function formatScore(value: number | null | undefined): string | undefined {
  return value?.toFixed(6);
}

function whyNoScores({ slotOutcome }: ForecastTable): string {
  const isAnyResolved = slotOutcome.values.some(outcome => !Number.isNaN(outcome));
  const reason = isAnyResolved ? 'no forecast was in force before its question closed' : 'no row has an outcome yet';
  return `Nothing to score: ${reason}.`;
}

/** A file of fractions that is parsed as percent can be scored, so it is not rejected. */
function warningsOf({ firstPositive, maxProbability }: ForecastTable, scale: Options['scale']): string[] {
  if (scale !== 'percent' || firstPositive === null || maxProbability > 1) return [];
  const { line, probability } = firstPositive;
  return [
    `no probability is above 1, and line ${line} has ${probability}: with --scale percent that is ${probability} %; omit --scale if 1 means certainty`,
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
  return `\n${player}\n${textTable(['said', 'n', 'mean', 'came true', 'low', 'high'], rows, 'No forecasts with an outcome.')}`;
}

interface ScoreContext {
  readonly isJson: () => boolean;
  readonly print: (reply: unknown) => void;
}

export function addScoreCommand(program: Command, streams: StandardStreams, { isJson, print }: ScoreContext): void {
  const { write, writeError, terminal = false } = streams;
  program
    .command('score')
    .argument('<file>', 'CSV or JSON lines, as described below; - reads standard input')
    .description('score a file of forecasts locally, without calling a service')
    .addOption(new Option('--scale <scale>', 'unit of the probabilities').choices(['unit', 'percent']).default('unit'))
    .option('--skip-bad', "skip and count rows that can't be parsed")
    .option('--no-intervals', 'omit the 95 % intervals, which take most of the time')
    .addOption(
      new Option('--resamples <count>', 'number of bootstrap resamples per interval')
        .argParser(wholeNumber(minResamples, maxResamples))
        .default(resamples),
    )
    .option('--calibration', 'also print the calibration of the forecasts')
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
