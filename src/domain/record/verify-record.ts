import { NameIndex } from '../scoring/growing-column.js';
import { scoringParameters } from '../scoring/parameters.js';
import { scopeKey } from '../scoring/scopes.js';
import { Differences, type RecordDifference } from './differences.js';
import type { BoardLine, EventLine, HeaderLine, PlayerLine, RecordLine, ScoreLine } from './record-lines.js';
import { lineSchemas } from './record-schema.js';
import { problemOf } from './schema-check.js';
import { KeptScores, ScopeCheck } from './verify-board.js';
import { EventCheck, type EventSurroundings, problemOfEvent } from './verify-event.js';

export interface RecordReport {
  readonly lines: number;
  readonly counts: HeaderLine['counts'];
  readonly madeAt: string | null;
  /** Whether the file ends as it should. */
  readonly complete: boolean;
  readonly differenceCount: number;
  /** The first ones. */
  readonly differences: readonly RecordDifference[];
}

const countedAs: Partial<Record<RecordLine['type'], keyof HeaderLine['counts']>> = {
  player: 'players',
  event: 'events',
  forecast: 'forecasts',
  score: 'scores',
  board: 'boardRows',
};

/** The place of a line's kind in the file; within one event prices, forecasts and scores follow it in this order. */
const sections: Record<RecordLine['type'], number> = {
  header: 0,
  player: 1,
  event: 2,
  prices: 2,
  forecast: 2,
  score: 2,
  board: 3,
  end: 4,
};

/**
 * Takes the lines of a public record one by one and recomputes it: every score from the event, its prices and the
 * forecasts, every board from the scores. Profit is the one thing that is taken as it is, since trades are not in the file.
 */
export class RecordVerifier {
  readonly #differences: Differences;
  readonly #around: EventSurroundings;
  readonly #players = new NameIndex();
  readonly #introduced = new Map<string, string>();
  readonly #events = new Set<string>();
  readonly #scores = new KeptScores();
  readonly #counts = { players: 0, events: 0, forecasts: 0, scores: 0, boardRows: 0 };
  readonly #closedScopes = new Set<string>();
  #header: HeaderLine | null = null;
  #section = 0;
  #lines = 0;
  #event: EventCheck | null = null;
  /** An event whose line is bad: what follows it can't be checked, and one complaint is enough. */
  #skipped: string | null = null;
  #scope: { readonly key: string; readonly check: ScopeCheck } | null = null;

  constructor({ mostDifferences = 1_000 } = {}) {
    this.#differences = new Differences(mostDifferences);
    this.#around = { differences: this.#differences, shownPlayer: id => this.#introduced.get(id) ?? id };
  }

  /** A file whose first line is no header is something else than a record. */
  get hasHeader(): boolean {
    return this.#header !== null;
  }

  /** Counts a line that could not even be parsed. */
  takeUnreadable(problem: string): void {
    this.#lines += 1;
    this.#differences.add('bad-line', `line ${this.#lines}: ${problem}`, { line: this.#lines });
  }

  /** Takes one parsed line. It may compute for a while and pauses meanwhile. */
  *take(value: unknown): Generator<void, void> {
    this.#lines += 1;
    const { type, id } = Object(value) as Partial<Record<string, unknown>>;
    const known = typeof type === 'string' && Object.hasOwn(lineSchemas, type) ? (type as RecordLine['type']) : null;
    if (known !== null && countedAs[known] !== undefined) this.#counts[countedAs[known]] += 1;
    const misshapen = known === null ? 'it has no type that is known' : problemOf(value, lineSchemas[known]);
    const problem = misshapen ?? (yield* this.#takeLine(value as RecordLine));
    if (problem === null) return;
    this.#differences.add('bad-line', `line ${this.#lines}: ${problem}`, { line: this.#lines });
    if (known !== 'event') return;
    yield* this.#closeEvent();
    this.#skipped = String(id);
  }

  finish(): RecordReport {
    const complete = this.#section === sections.end;
    if (!complete) this.#differences.add('truncated', 'the file has no end line: it was cut off');
    return {
      lines: this.#lines,
      counts: { ...this.#counts },
      madeAt: this.#header?.madeAt ?? null,
      complete,
      differenceCount: this.#differences.count,
      differences: this.#differences.kept,
    };
  }

  *#takeLine(line: RecordLine): Generator<void, string | null> {
    if ((line.type === 'header') !== (this.#lines === 1)) return 'the header must be the first line and no other';
    if (this.#section === sections.end) return 'something follows the end';
    const section = sections[line.type];
    if (section < this.#section) return `a ${line.type} line comes too late`;
    if (section > this.#section || line.type === 'event') yield* this.#closeEvent();
    if (section > this.#section) this.#closeScope();
    this.#section = section;
    if (line.type === 'header') return this.#takeHeader(line);
    if (line.type === 'player') return this.#takePlayer(line);
    if (line.type === 'event') return this.#takeEvent(line);
    if (line.type === 'board') return yield* this.#takeBoard(line);
    if (line.type === 'end') return this.#takeEnd(line.lines);
    if (this.#event === null && this.#skipped === line.event) return null;
    if (this.#event?.event.id !== line.event) return `the ${line.type} line does not follow its event`;
    if (line.type === 'prices') return this.#event.addPrices(line) ?? null;
    if (!this.#introduced.has(line.player)) return `the player ${line.player} is not introduced`;
    if (line.type === 'score') return this.#takeScore(line, this.#event);
    return this.#event.addForecast(line);
  }

  #takeHeader(header: HeaderLine): null {
    this.#header = header;
    for (const [name, expected] of Object.entries(scoringParameters)) {
      const found = header.scoring[name as keyof HeaderLine['scoring']];
      if (found === expected) continue;
      const message = `the record was scored with ${name} ${found}; this is ${expected} here`;
      this.#differences.add('parameters', message, { line: 1, field: name, expected, found });
    }
    return null;
  }

  #takePlayer({ id, handle }: PlayerLine): string | null {
    if (this.#introduced.has(id)) return `the player ${id} comes twice`;
    this.#introduced.set(id, handle);
    return null;
  }

  #takeEvent(event: EventLine): string | null {
    if (this.#events.has(event.id)) return `the event ${event.id} comes twice`;
    this.#events.add(event.id);
    const problem = problemOfEvent(event);
    if (problem !== null) return problem;
    this.#event = new EventCheck(event, this.#lines, this.#around);
    this.#scores.addEvent(event);
    return null;
  }

  #takeScore(score: ScoreLine, event: EventCheck): string | null {
    const problem = event.addScore(score, this.#lines);
    if (problem === null) this.#scores.addScore(score, this.#players.numberOf(score.player));
    return problem;
  }

  *#takeBoard(row: BoardLine): Generator<void, string | null> {
    const asOfMs = Date.parse(row.asOf);
    if (Number.isNaN(asOfMs)) return `${row.asOf} is not a moment`;
    const key = `${scopeKey(row)} as of ${row.asOf}`;
    if (this.#scope?.key !== key) {
      this.#closeScope();
      if (this.#closedScopes.has(key)) return `the rows of ${key} do not lie together`;
      const { rows } = yield* this.#scores.boardsOf(row, asOfMs, this.#players.names);
      this.#scope = { key, check: new ScopeCheck(rows, key, this.#around) };
    }
    return this.#scope.check.take(row, this.#lines);
  }

  #takeEnd(lines: number): string | null {
    for (const [name, found] of Object.entries(this.#counts)) {
      const expected = this.#header?.counts[name as keyof HeaderLine['counts']] ?? found;
      if (found === expected) continue;
      const message = `the header counts ${expected} ${name}, the file has ${found}`;
      this.#differences.add('count', message, { field: name, expected, found });
    }
    return lines === this.#lines ? null : `the end line counts ${lines} lines, the file has ${this.#lines}`;
  }

  *#closeEvent(): Generator<void, void> {
    if (this.#event) yield* this.#event.finish();
    this.#event = null;
  }

  #closeScope(): void {
    if (!this.#scope) return;
    this.#scope.check.finish();
    this.#closedScopes.add(this.#scope.key);
    this.#scope = null;
  }
}
