import { microsPerUnit } from '../../kernel/units.js';
import {
  type BoardRow,
  type BoardScope,
  type Boards,
  boardNames,
  buildBoards,
  isInScope,
  scopeKey,
  scopesOf,
} from '../../scoring/rules/boards.js';
import { GrowingColumn, ResultCollector } from '../../scoring/rules/result-table.js';
import type { EventBaselines } from '../../scoring/rules/score-event.js';
import type { BaselineLine, BoardLine, EventLine, ScoreLine } from './record-lines.js';
import { agree, type EventContext } from './verify-event.js';

interface IndexedEvent {
  readonly id: string;
  readonly resolvedAtMs: number;
  readonly category: string;
  /** Of the current version. */
  readonly baselines: EventBaselines;
}

/** The current scores of all events that count, stored compactly, for computing the leaderboards. */
export class ScoreIndex {
  readonly #events: IndexedEvent[] = [];
  readonly #event = new GrowingColumn();
  readonly #player = new GrowingColumn();
  readonly #brier = new GrowingColumn();
  readonly #edge = new GrowingColumn();
  readonly #coverage = new GrowingColumn();
  readonly #profit = new GrowingColumn();

  addEvent({ id, resolvedAt, category }: EventLine, baselines: EventBaselines): void {
    this.#events.push({ id, category, resolvedAtMs: Date.parse(resolvedAt), baselines });
  }

  /** The score belongs to the event that was added last. */
  addScore({ brier, edge, coverage, profit }: ScoreLine, player: number): void {
    this.#event.push(this.#events.length - 1);
    this.#player.push(player);
    this.#brier.push(brier ?? Number.NaN);
    this.#edge.push(edge ?? Number.NaN);
    this.#coverage.push(coverage ?? Number.NaN);
    this.#profit.push(profit === null ? Number.NaN : Math.round(profit * microsPerUnit));
  }

  /** The scopes that have leaderboards. */
  scopes(asOfMs: number): BoardScope[] {
    return scopesOf(this.#events, asOfMs);
  }

  *boardsOf(scope: BoardScope, asOfMs: number, players: readonly string[]): Generator<void, Boards> {
    const inScope = this.#events.map(event => isInScope(event, scope, asOfMs));
    const events = new Map(
      this.#events.flatMap(({ id, baselines }, index) => (inScope[index] ? [[id, baselines] as const] : [])),
    );
    const collector = new ResultCollector();
    const columns = [this.#event, this.#player, this.#brier, this.#edge, this.#coverage, this.#profit];
    const [event, player, brier, edge, coverage, profit] = columns.map(({ values }) => values);
    const orNull = (value: number) => (Number.isNaN(value) ? null : value);
    for (let row = 0; row < event.length; row += 1) {
      if (row % 65_536 === 0) yield;
      if (!inScope[event[row]]) continue;
      collector.add({
        player: players[player[row]],
        event: this.#events[event[row]].id,
        brier: orNull(brier[row]),
        edge: orNull(edge[row]),
        coverage: orNull(coverage[row]),
        profitMicrocredits: orNull(profit[row]),
      });
    }
    return yield* buildBoards({ scope: scopeKey(scope), results: yield* collector.finish(), events });
  }
}

const boardFields = ['mean', 'low', 'high', 'resolvedEvents', 'coverage', 'total'] as const;

/** The player or baseline of a row. */
interface Subject {
  readonly type: 'board' | 'baseline';
  readonly board: string;
  readonly id: string;
}

const keyOf = ({ type, board, id }: Subject) => `${type}\n${board}\n${id}`;

/** Compares the rows of one scope with leaderboards computed from the scores. */
export class ScopeCheck {
  readonly #around: EventContext;
  readonly #shownScope: string;
  readonly #expected = new Map<string, { readonly subject: Subject; readonly row: BoardRow }>();
  readonly #found = new Set<string>();

  constructor({ rows, baselines }: Boards, shownScope: string, around: EventContext) {
    this.#around = around;
    this.#shownScope = shownScope;
    for (const [type, lists] of [['board', rows] as const, ['baseline', baselines] as const]) {
      for (const board of boardNames) {
        for (const row of lists[board]) {
          const subject = { type, board, id: row.player };
          this.#expected.set(keyOf(subject), { subject, row });
        }
      }
    }
  }

  /** Records the differences of a row. Returns what is wrong with the line, or null. */
  take(boardLine: BoardLine | BaselineLine, line: number): string | null {
    const id = boardLine.type === 'board' ? boardLine.player : boardLine.name;
    const subject = { type: boardLine.type, board: boardLine.board, id };
    const key = keyOf(subject);
    const { shown, player, board } = this.#describe(subject);
    if (this.#found.has(key)) return `duplicate row of ${shown} on ${board}`;
    this.#found.add(key);
    const expected = this.#expected.get(key)?.row;
    const { differences } = this.#around;
    if (expected === undefined) {
      differences.add('superfluous', `unexpected row of ${shown} on ${board}`, { line, player, board });
      return null;
    }
    for (const field of boardFields) {
      if (agree(expected[field], boardLine[field])) continue;
      const message = `${field} of ${shown} on ${board} is ${boardLine[field]}, computed ${expected[field]}`;
      const values = { expected: expected[field], found: boardLine[field] };
      differences.add('board', message, { line, player, board, field, ...values });
    }
    return null;
  }

  finish(): void {
    for (const [key, { subject }] of this.#expected) {
      if (this.#found.has(key)) continue;
      const { shown, player, board } = this.#describe(subject);
      this.#around.differences.add('missing', `the row of ${shown} on ${board} is missing`, { player, board });
    }
  }

  #describe({ type, board, id }: Subject) {
    const player = type === 'board' ? this.#around.shownPlayer(id) : null;
    return { player, shown: player ?? `the baseline ${id}`, board: `${board} ${this.#shownScope}` };
  }
}
