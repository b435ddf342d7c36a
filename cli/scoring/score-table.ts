import { type BoardName, type BoardRow, buildBoards, seedOf } from '../../src/scoring/rules/boards.js';
import { type Calibration, type CalibrationPoint, calibrationOf } from '../../src/scoring/rules/calibration.js';
import {
  millionthsOfBps,
  millionthsOfPercent,
  squaredError,
  wholeMillionths,
} from '../../src/scoring/rules/error-path.js';
import type { Estimator } from '../../src/scoring/rules/intervals.js';
import { countingSort, ResultCollector } from '../../src/scoring/rules/result-table.js';
import { always50Brier, type EventBaselines } from '../../src/scoring/rules/score-event.js';
import { scoreLoneQuestion } from '../../src/scoring/rules/score-forecasts.js';
import type { ForecastTable } from '../input/forecast-table.js';
import type { Progress } from '../output/progress.js';
import { computeIntervals, IntervalTasks } from './interval-tasks.js';

/** The interval is null where none was computed. */
export interface ScoreEstimate {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface PlayerScore {
  readonly player: string;
  /** The number of scored questions. */
  readonly questions: number;
  readonly brier: ScoreEstimate;
  /** Null without times. */
  readonly coverage: number | null;
  /** Null for a player who shares too few questions with the others. */
  readonly adjusted: (ScoreEstimate & { readonly questions: number }) | null;
  readonly calibration: Calibration;
}

/** The score of one player's forecasts on one outcome of a question. */
interface SlotScore {
  readonly brier: number;
  readonly coverage: number;
  readonly point: CalibrationPoint;
}

function scoreOnce({ timeMs, percent }: ForecastTable, rows: Int32Array, outcome: number): SlotScore {
  // The latest forecast is scored; without times that is the last line.
  let last = rows[0];
  for (let index = 1; index < rows.length; index += 1)
    if (timeMs.at(rows[index]) >= timeMs.at(last)) last = rows[index];
  const forecastMillionths = millionthsOfPercent(percent.at(last));
  const brier = squaredError(forecastMillionths, millionthsOfBps(outcome * 10_000));
  return { brier, coverage: 1, point: { probability: forecastMillionths / wholeMillionths, outcome } };
}

function scoreOverTime(table: ForecastTable, rows: Int32Array, slot: number, outcome: number): SlotScore | null {
  const question = table.slotQuestion.at(slot);
  const [opensAtMs, effectiveCloseAtMs] = [table.opensAtMs.at(question), table.closesAtMs.at(question)];
  if (effectiveCloseAtMs <= opensAtMs) return null;
  const changes = Array.from(rows, row => {
    const probability = table.percent.at(row);
    return { id: String(row).padStart(10, '0'), atMs: table.timeMs.at(row), outcome: 0, probability };
  });
  const score = scoreLoneQuestion({ opensAtMs, effectiveCloseAtMs, outcome }, changes);
  if (score === null) return null;
  const { brier, coverage, lastProbability } = score;
  return { brier, coverage, point: { probability: lastProbability / 100, outcome } };
}

/** Rows sorted by player, question and outcome. */
interface SortedRows {
  readonly rows: Int32Array;
  /** Rows of player p are those from offsets[p] to offsets[p + 1]. */
  readonly offsets: Int32Array;
  /** The slot of each sorted row, and the question of each slot. */
  readonly slots: Int32Array;
  readonly questions: Int32Array;
}

/** Stable. */
function* sortRows(table: ForecastTable): Generator<void, SortedRows> {
  const slot = Int32Array.from(table.slot.values);
  const questions = Int32Array.from(table.slotQuestion.values);
  const question = slot.map(number => questions[number]);
  const player = Int32Array.from(table.player.values);
  const unsorted = slot.map((_, row) => row);
  const bySlot = yield* countingSort(unsorted, slot, table.slotQuestion.length);
  const byQuestion = yield* countingSort(bySlot.rows, question, table.opensAtMs.length);
  const { rows, offsets } = yield* countingSort(byQuestion.rows, player, table.players.names.length);
  return { rows, offsets, slots: rows.map(row => slot[row]), questions };
}

/** The first index in `from` to `to` whose key differs. */
function endOfRun(keyOf: (index: number) => number, from: number, to: number): number {
  const key = keyOf(from);
  let end = from + 1;
  while (end < to && keyOf(end) === key) end += 1;
  return end;
}

/** The scores of one player on one question: one for each resolved outcome. */
function scoreSlots(table: ForecastTable, { rows, slots }: SortedRows, from: number, to: number): SlotScore[] {
  const scores: SlotScore[] = [];
  const slotOf = (index: number) => slots[index];
  for (let start = from; start < to; ) {
    const end = endOfRun(slotOf, start, to);
    const slot = slots[start];
    const outcome = table.slotOutcome.at(slot);
    if (!Number.isNaN(outcome)) {
      const slotRows = rows.subarray(start, end);
      const score = table.isTimed ? scoreOverTime(table, slotRows, slot, outcome) : scoreOnce(table, slotRows, outcome);
      if (score !== null) scores.push(score);
    }
    start = end;
  }
  return scores;
}

function mean(list: readonly SlotScore[], measure: (score: SlotScore) => number): number {
  return list.reduce((sum, score) => sum + measure(score), 0) / list.length;
}

/** Returns each question's score of a constant 50 % forecast, over the outcomes in the file. */
function baselinesOf(table: ForecastTable): Map<string, EventBaselines> {
  const sums = new Float64Array(table.opensAtMs.length);
  const counts = new Float64Array(sums.length);
  for (let slot = 0; slot < table.slotOutcome.length; slot += 1) {
    const outcome = table.slotOutcome.at(slot);
    if (Number.isNaN(outcome)) continue;
    sums[table.slotQuestion.at(slot)] += always50Brier([millionthsOfBps(outcome * 10_000)]);
    counts[table.slotQuestion.at(slot)] += 1;
  }
  // Most questions have the same baseline and share one object.
  const byValue = new Map<number, EventBaselines>();
  const baselines = new Map<string, EventBaselines>();
  for (const [question, name] of table.questionNames.names.entries()) {
    if (counts[question] === 0) continue;
    const always50 = sums[question] / counts[question];
    const shared = byValue.get(always50) ?? { always50, market: null, benchmark: null, crowd: null };
    byValue.set(always50, shared);
    baselines.set(name, shared);
  }
  return baselines;
}

const scope = 'file';

/** Scores every player of the table, without intervals. A question's score is the mean over its outcomes. */
function* scorePlayers(table: ForecastTable, estimator: Estimator): Generator<void, PlayerScore[]> {
  const sorted = yield* sortRows(table);
  const { offsets, slots, questions } = sorted;
  const collector = new ResultCollector();
  const calibrations = new Map<string, Calibration>();
  const questionOf = (index: number) => questions[slots[index]];
  for (const [number, player] of table.players.names.entries()) {
    const points: CalibrationPoint[] = [];
    for (let from = offsets[number]; from < offsets[number + 1]; ) {
      const to = endOfRun(questionOf, from, offsets[number + 1]);
      const scores = scoreSlots(table, sorted, from, to);
      if (scores.length > 0) {
        for (const { point } of scores) points.push(point);
        const event = table.questionNames.names[questionOf(from)];
        const brier = mean(scores, score => score.brier);
        const coverage = mean(scores, score => score.coverage);
        collector.add({ player, event, brier, coverage, edge: null, profitMicrocredits: null });
        if (points.length % 1_000 === 0) yield;
      }
      from = to;
    }
    calibrations.set(player, calibrationOf(points));
    yield;
  }
  const results = yield* collector.finish();
  const boards = yield* buildBoards({ scope, results, events: baselinesOf(table), estimator });
  const adjusted = new Map(boards.rows.adjusted.map(row => [row.player, row]));
  const estimate = ({ mean: value }: BoardRow) => ({ mean: value, low: null, high: null });
  return boards.rows.brier.map(row => {
    const adjustedRow = adjusted.get(row.player);
    return {
      player: row.player,
      questions: row.resolvedEvents,
      brier: estimate(row),
      coverage: table.isTimed ? row.coverage : null,
      adjusted: adjustedRow ? { ...estimate(adjustedRow), questions: adjustedRow.resolvedEvents } : null,
      calibration: calibrations.get(row.player)!,
    };
  });
}

function runToEnd<Result>(steps: Generator<void, Result>, progress: Progress): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
    progress.show('computing', null);
  }
}

/** Scores every player of the table. `resamples` is the number of resamples per interval; 0 omits intervals. */
export async function scoreTable(table: ForecastTable, resamples: number, progress: Progress): Promise<PlayerScore[]> {
  const tasks = new IntervalTasks();
  const scores = runToEnd(scorePlayers(table, tasks), progress);
  if (resamples === 0) return scores;
  const taskOf = (board: BoardName, { player }: PlayerScore) => tasks.take(board, seedOf(scope, player));
  const wanted = scores.flatMap(score => [taskOf('brier', score) ?? [], taskOf('adjusted', score) ?? []].flat());
  const computed = await computeIntervals(wanted, resamples, share => progress.show('intervals', share));
  const intervals = new Map(wanted.map((task, index) => [task, computed[index]]));
  return scores.map(score => {
    const [brier, adjusted] = (['brier', 'adjusted'] as const).map(board => {
      const task = taskOf(board, score);
      return task === null ? undefined : intervals.get(task);
    });
    return {
      ...score,
      brier: { ...score.brier, ...brier },
      adjusted: score.adjusted && { ...score.adjusted, ...adjusted },
    };
  });
}
