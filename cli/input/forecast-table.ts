import { maxLifeMs } from '../../src/scoring/rules/error-path.js';
import { GrowingColumn, NameIndex } from '../../src/scoring/rules/result-table.js';
import { parseMoment } from './parse-moment.js';

/** The columns of a CSV file, and the members of each JSON line. */
export const columnNames = [
  'player',
  'question',
  'probability',
  'outcome',
  'time',
  'outcome_index',
  'closes_at',
  'opened_at',
] as const;
export type ColumnName = (typeof columnNames)[number];
export const requiredColumns: readonly ColumnName[] = ['player', 'question', 'probability', 'outcome'];

export type Cells = Readonly<Partial<Record<ColumnName, unknown>>>;

/** A row that can't be parsed. The message starts with the name of the column. */
export class BadRow extends Error {}

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const maxOutcomeIndex = 10_000;

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textFrom(column: ColumnName, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw new BadRow(`${column} must be a string`);
  const text = String(value).trim();
  if (text === '') throw new BadRow(`${column} is empty`);
  return text;
}

function numberFrom(column: ColumnName, value: unknown, max: number): number {
  const text = String(value).trim();
  const number = numberPattern.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= max) return number;
  if (isEmpty(value)) throw new BadRow(`${column} is empty`);
  throw new BadRow(`${column} is ${text.slice(0, 40)}, which is not a number from 0 to ${max}`);
}

function momentFrom(column: ColumnName, value: unknown): number {
  if (isEmpty(value)) throw new BadRow(`${column} is empty`);
  const text = String(value).trim();
  const moment = parseMoment(text);
  if (typeof moment === 'number') return moment;
  throw new BadRow(`${column} is ${text.slice(0, 40)}, which ${moment.problem}`);
}

/** Weighted by time; the latest forecast counts; or each forecast counts, and a later line replaces an earlier one. */
type Timing = 'timed' | 'latest' | 'once';

/** Determined by the columns of a CSV file, or by the first row. */
function timingOf({ time, closes_at }: Cells): Timing {
  if (time !== undefined && closes_at !== undefined) return 'timed';
  return isEmpty(time) ? 'once' : 'latest';
}

/** Rejects a row whose times would be ignored, or sorted before all others, because the first row differs. */
function checkTiming({ time, closes_at }: Cells, timing: Timing, firstLine: number): void {
  if (timing === 'timed') return;
  const given = isEmpty(time) ? null : isEmpty(closes_at) ? 'time is' : 'time and closes_at are';
  const everyRow = 'give it on every row or on none';
  if (timing === 'latest' && given === null)
    throw new BadRow(`time is empty, but line ${firstLine} has one: ${everyRow}`);
  if (timing === 'latest' && given !== 'time is')
    throw new BadRow(`${given} given, but line ${firstLine} has time alone: ${everyRow}`);
  if (timing === 'once' && given !== null)
    throw new BadRow(`${given} given, but not on line ${firstLine}: ${everyRow}`);
}

/** The open interval of a question, according to one row. */
interface OpenInterval {
  readonly closesAtMs: number;
  readonly opensAtMs: number | null;
}

function openIntervalFrom(cells: Cells, timeMs: number): OpenInterval {
  const closesAtMs = momentFrom('closes_at', cells.closes_at);
  const opensAtMs = isEmpty(cells.opened_at) ? null : momentFrom('opened_at', cells.opened_at);
  if (opensAtMs !== null && opensAtMs >= closesAtMs) throw new BadRow('opened_at is not before closes_at');
  if (closesAtMs - (opensAtMs ?? timeMs) <= maxLifeMs) return { closesAtMs, opensAtMs };
  throw new BadRow(`closes_at is more than 28 years after ${opensAtMs === null ? 'time' : 'opened_at'}`);
}

/** Forecasts in typed columns, with each name stored once, so that large files fit in memory. */
export class ForecastTable {
  readonly players = new NameIndex();
  readonly questionNames = new NameIndex();
  /** Columns per question: opening and close. A slot is one outcome of a question with its result. */
  readonly opensAtMs = new GrowingColumn();
  readonly closesAtMs = new GrowingColumn();
  readonly slotQuestion = new GrowingColumn();
  readonly slotOutcome = new GrowingColumn();
  readonly player = new GrowingColumn();
  readonly slot = new GrowingColumn();
  readonly percent = new GrowingColumn();
  readonly timeMs = new GrowingColumn();
  readonly #hasOpening = new GrowingColumn();
  /** The slot of each question's outcome 0, or -1. Other outcomes are rarer and use the map. */
  readonly #firstSlot = new GrowingColumn();
  readonly #otherSlots = new Map<number, number>();
  readonly #percentPerUnit: number;
  #timing: Timing = 'once';
  /** The line of the first row. */
  #firstLine: number | null = null;
  /** The first probability above zero as written in the file, and the largest one. */
  firstPositive: { readonly line: number; readonly probability: number } | null = null;
  maxProbability = 0;

  constructor(scale: 'unit' | 'percent') {
    this.#percentPerUnit = scale === 'unit' ? 100 : 1;
  }

  /** Whether scores are weighted by time: the rows have both a time and a close. */
  get isTimed(): boolean {
    return this.#timing === 'timed';
  }

  /** Adds one row; throws BadRow without changing the table. */
  add(cells: Cells, line: number): void {
    const timing = this.#firstLine === null ? timingOf(cells) : this.#timing;
    const isTimed = timing === 'timed';
    if (this.#firstLine !== null) checkTiming(cells, timing, this.#firstLine);
    const playerName = textFrom('player', cells.player);
    const questionName = textFrom('question', cells.question);
    const probability = this.#probabilityFrom(cells.probability);
    const outcome = isEmpty(cells.outcome) ? Number.NaN : numberFrom('outcome', cells.outcome, 1);
    const index = isEmpty(cells.outcome_index) ? 0 : numberFrom('outcome_index', cells.outcome_index, maxOutcomeIndex);
    if (!Number.isInteger(index)) throw new BadRow(`outcome_index is ${index}, which is not a whole number`);
    const timeMs = !isTimed && isEmpty(cells.time) ? Number.NEGATIVE_INFINITY : momentFrom('time', cells.time);
    const interval = isTimed ? openIntervalFrom(cells, timeMs) : null;
    this.#checkAgainst(questionName, index, outcome, interval);
    this.#timing = timing;
    this.#firstLine ??= line;
    if (probability > 0) this.firstPositive ??= { line, probability };
    this.maxProbability = Math.max(this.maxProbability, probability);
    const question = this.#questionOf(questionName, timeMs, interval);
    this.player.push(this.#numberOf(this.players, playerName));
    this.slot.push(this.#slotOf(question, index, outcome));
    this.percent.push(probability * this.#percentPerUnit);
    this.timeMs.push(timeMs);
  }

  #probabilityFrom(value: unknown): number {
    try {
      return numberFrom('probability', value, 100 / this.#percentPerUnit);
    } catch (error) {
      const isPercent = this.#percentPerUnit === 100 && Number(value) > 1 && Number(value) <= 100;
      throw isPercent ? new BadRow(`${(error as BadRow).message}; use --scale percent for percentages`) : error;
    }
  }

  /** Checks that all rows of a question agree on its outcome, close and opening. */
  #checkAgainst(name: string, index: number, outcome: number, interval: OpenInterval | null): void {
    const question = this.questionNames.find(name);
    if (question === undefined) return;
    const slot = this.#findSlot(question, index);
    const earlier = slot < 0 ? Number.NaN : this.slotOutcome.at(slot);
    if (Math.abs(earlier - outcome) > 0) {
      throw new BadRow(`outcome is ${outcome}, but was ${earlier} on an earlier line of this question`);
    }
    if (interval === null) return;
    if (interval.closesAtMs !== this.closesAtMs.at(question)) {
      throw new BadRow('closes_at differs from an earlier line of this question');
    }
    const opens = this.#hasOpening.at(question) === 1 ? this.opensAtMs.at(question) : null;
    if (opens !== null && interval.opensAtMs !== null && interval.opensAtMs !== opens) {
      throw new BadRow('opened_at differs from an earlier line of this question');
    }
  }

  /** Without opened_at, a question opens with its earliest forecast by any player. */
  #questionOf(name: string, timeMs: number, interval: OpenInterval | null): number {
    const question = this.#numberOf(this.questionNames, name);
    if (question === this.opensAtMs.length) {
      this.opensAtMs.push(timeMs);
      this.closesAtMs.push(interval?.closesAtMs ?? 0);
      this.#hasOpening.push(0);
      this.#firstSlot.push(-1);
    }
    const opensAtMs = interval?.opensAtMs ?? null;
    if (opensAtMs !== null) {
      this.opensAtMs.set(question, opensAtMs);
      this.#hasOpening.set(question, 1);
    } else if (this.#hasOpening.at(question) === 0) {
      this.opensAtMs.set(question, Math.min(timeMs, this.opensAtMs.at(question)));
    }
    return question;
  }

  #findSlot(question: number, index: number): number {
    if (index === 0) return this.#firstSlot.at(question);
    return this.#otherSlots.get(question * (maxOutcomeIndex + 1) + index) ?? -1;
  }

  #slotOf(question: number, index: number, outcome: number): number {
    const known = this.#findSlot(question, index);
    if (known >= 0) {
      if (Number.isNaN(this.slotOutcome.at(known))) this.slotOutcome.set(known, outcome);
      return known;
    }
    const slot = this.slotOutcome.length;
    this.slotOutcome.push(outcome);
    this.slotQuestion.push(question);
    if (index === 0) this.#firstSlot.set(question, slot);
    else this.#otherSlots.set(question * (maxOutcomeIndex + 1) + index, slot);
    return slot;
  }

  #numberOf(names: NameIndex, name: string): number {
    // A substring of a line would retain the whole chunk of the file, so the name is copied.
    return names.find(name) ?? names.numberOf(Buffer.from(name, 'utf16le').toString('utf16le'));
  }
}
