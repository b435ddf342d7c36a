import { type BoardRow, buildBoards } from '../../src/domain/scoring/boards.js';
import type { Estimate } from '../../src/domain/scoring/bootstrap.js';
import { type Calibration, type CalibrationPoint, calibrationOf } from '../../src/domain/scoring/calibration.js';
import { always50Brier, type EventBaselines } from '../../src/domain/scoring/event-baselines.js';
import { ResultCollector } from '../../src/domain/scoring/result-table.js';
import { scoreLoneQuestion } from '../../src/domain/scoring/score-forecasts.js';
import {
  millionthsOfBps,
  millionthsOfPercent,
  squaredError,
  wholeMillionths,
} from '../../src/domain/scoring/squared-error.js';
import { countingSort } from '../../src/domain/scoring/typed-sorting.js';
import type { ForecastTable } from '../input/forecast-table.js';

export interface PlayerScore {
  readonly player: string;
  /** The number of scored questions. */
  readonly questions: number;
  readonly brier: Estimate;
  /** Null without times. */
  readonly coverage: number | null;
  /** Null for a player who shares too few questions with the others. */
  readonly adjusted: (Estimate & { readonly questions: number }) | null;
  readonly calibration: Calibration;
}

/** The score of one player's forecasts on one outcome of a question. */
interface SlotScore {
  readonly brier: number;
  readonly coverage: number;
  readonly point: CalibrationPoint;
}

function scoreOnce(table: ForecastTable, rows: Int32Array, outcome: number): SlotScore {
  const { timeMs, percent } = table;
  // The latest forecast is scored; without times that is the last line.
  let last = rows[0];
  for (const row of rows) if (timeMs.at(row) >= timeMs.at(last)) last = row;
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

/** Sorts rows by player, question and outcome; stable. */
function* sortRows(table: ForecastTable): Generator<void, { rows: Int32Array; offsets: Int32Array }> {
  const slot = Int32Array.from(table.slot.values);
  const question = slot.map(number => table.slotQuestion.at(number));
  const player = Int32Array.from(table.player.values);
  const unsorted = slot.map((_, row) => row);
  const bySlot = yield* countingSort(unsorted, slot, table.slotQuestion.length);
  const byQuestion = yield* countingSort(bySlot.rows, question, table.opensAtMs.length);
  return yield* countingSort(byQuestion.rows, player, table.players.names.length);
}

/** Yields the maximal ranges between `from` and `to` whose indexes have equal keys. */
function* runs(from: number, to: number, keyOf: (index: number) => number): Generator<[number, number]> {
  let start = from;
  for (let index = from + 1; index <= to; index += 1) {
    if (index < to && keyOf(index) === keyOf(start)) continue;
    if (start < to) yield [start, index];
    start = index;
  }
}

function scoreSlots(table: ForecastTable, rows: Int32Array): SlotScore[] {
  const slotOf = (index: number) => table.slot.at(rows[index]);
  const scores: SlotScore[] = [];
  for (const [from, to] of runs(0, rows.length, slotOf)) {
    const slot = slotOf(from);
    const outcome = table.slotOutcome.at(slot);
    if (Number.isNaN(outcome)) continue;
    const slotRows = rows.subarray(from, to);
    const score = table.isTimed ? scoreOverTime(table, slotRows, slot, outcome) : scoreOnce(table, slotRows, outcome);
    if (score !== null) scores.push(score);
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

/** Scores every player of the table. A question's score is the mean over its outcomes. */
export function* scoreTable(table: ForecastTable): Generator<void, PlayerScore[]> {
  const { rows, offsets } = yield* sortRows(table);
  const collector = new ResultCollector();
  const calibrations = new Map<string, Calibration>();
  for (const [number, player] of table.players.names.entries()) {
    const points: CalibrationPoint[] = [];
    const questionOf = (index: number) => table.slotQuestion.at(table.slot.at(rows[index]));
    for (const [from, to] of runs(offsets[number], offsets[number + 1], questionOf)) {
      const scores = scoreSlots(table, rows.subarray(from, to));
      if (scores.length === 0) continue;
      for (const { point } of scores) points.push(point);
      const event = table.questionNames.names[questionOf(from)];
      const result = { player, event, brier: mean(scores, score => score.brier) };
      collector.add({
        ...result,
        coverage: mean(scores, score => score.coverage),
        edge: null,
        profitMicrocredits: null,
      });
      if (points.length % 1_000 === 0) yield;
    }
    calibrations.set(player, calibrationOf(points));
    yield;
  }
  const results = yield* collector.finish();
  const boards = yield* buildBoards({ scope: 'file', results, events: baselinesOf(table) });
  const adjusted = new Map(boards.rows.adjusted.map(row => [row.player, row]));
  const estimate = ({ mean: value, low, high }: BoardRow) => ({ mean: value, low, high });
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
