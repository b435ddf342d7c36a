import { type BoardRow, boardNames, buildBoards } from '../scoring/boards.js';
import { always50Brier, type EventBaselines } from '../scoring/event-baselines.js';
import { GrowingColumn } from '../scoring/growing-column.js';
import { ResultCollector } from '../scoring/result-table.js';
import { type BoardScope, isInScope, scopeKey } from '../scoring/scopes.js';
import { millionthsOfBps } from '../scoring/squared-error.js';
import { microsPerUnit } from '../units.js';
import { agree } from './differences.js';
import type { BoardLine, EventLine, ScoreLine } from './record-lines.js';
import type { EventSurroundings } from './verify-event.js';

interface KeptVersion {
  readonly decidedAtMs: number;
  /** What always 50 % gets under it; null for void. */
  readonly always50: number | null;
}

interface KeptEvent {
  readonly id: string;
  readonly resolvedAtMs: number;
  readonly category: string;
  readonly versions: readonly KeptVersion[];
}

/** All scores of the file, as small as they can be kept, since every board is computed from them. */
export class KeptScores {
  readonly #events: KeptEvent[] = [];
  readonly #event = new GrowingColumn();
  readonly #version = new GrowingColumn();
  readonly #player = new GrowingColumn();
  readonly #brier = new GrowingColumn();
  readonly #edge = new GrowingColumn();
  readonly #coverage = new GrowingColumn();
  readonly #profit = new GrowingColumn();

  addEvent({ id, resolvedAt, category, resolutions }: EventLine): void {
    const versions = resolutions.map(({ decidedAt, payoutBps }) => ({
      decidedAtMs: Date.parse(decidedAt),
      always50: payoutBps && always50Brier(payoutBps.map(millionthsOfBps)),
    }));
    this.#events.push({ id, category, resolvedAtMs: Date.parse(resolvedAt), versions });
  }

  /** The score belongs to the event that was added last. */
  addScore({ version, brier, edge, coverage, profit }: ScoreLine, player: number): void {
    this.#event.push(this.#events.length - 1);
    this.#version.push(version);
    this.#player.push(player);
    this.#brier.push(brier ?? Number.NaN);
    this.#edge.push(edge ?? Number.NaN);
    this.#coverage.push(coverage ?? Number.NaN);
    this.#profit.push(profit === null ? Number.NaN : Math.round(profit * microsPerUnit));
  }

  /** For each event the version that its scores count under in the scope, 0 if they do not. */
  #versionsIn(scope: BoardScope, asOfMs: number): { inForce: Uint32Array; events: Map<string, EventBaselines> } {
    const inForce = new Uint32Array(this.#events.length);
    const events = new Map<string, EventBaselines>();
    this.#events.forEach((event, index) => {
      if (!isInScope(event, scope, asOfMs)) return;
      const version = event.versions.findLastIndex(({ decidedAtMs }) => decidedAtMs <= asOfMs) + 1;
      const always50 = event.versions[version - 1]?.always50 ?? null;
      if (always50 === null) return;
      inForce[index] = version;
      events.set(event.id, { always50, market: null, crowd: null });
    });
    return { inForce, events };
  }

  *boardsOf(scope: BoardScope, asOfMs: number, players: readonly string[]) {
    const { inForce, events } = this.#versionsIn(scope, asOfMs);
    const collector = new ResultCollector();
    const columns = [this.#event, this.#version, this.#player, this.#brier, this.#edge, this.#coverage, this.#profit];
    const [event, version, player, brier, edge, coverage, profit] = columns.map(({ values }) => values);
    const orNull = (value: number) => (Number.isNaN(value) ? null : value);
    for (let row = 0; row < event.length; row += 1) {
      if (row % 65_536 === 0) yield;
      if (inForce[event[row]] !== version[row]) continue;
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

/** Compares the rows of one scope with the boards that follow from the scores. */
export class ScopeCheck {
  readonly #around: EventSurroundings;
  readonly #shownScope: string;
  readonly #expected = new Map<string, BoardRow>();
  readonly #found = new Set<string>();

  constructor(rows: Readonly<Record<string, readonly BoardRow[]>>, shownScope: string, around: EventSurroundings) {
    this.#around = around;
    this.#shownScope = shownScope;
    for (const board of boardNames) {
      for (const row of rows[board]) this.#expected.set(`${board}\n${row.player}`, row);
    }
  }

  /** What is wrong with the line, or null; differences are told on the way. */
  take(found: BoardLine, line: number): string | null {
    const { differences, shownPlayer } = this.#around;
    const key = `${found.board}\n${found.player}`;
    const board = `${found.board} ${this.#shownScope}`;
    const player = shownPlayer(found.player);
    if (this.#found.has(key)) return `the row of ${player} on ${board} comes twice`;
    this.#found.add(key);
    const expected = this.#expected.get(key);
    if (expected === undefined) {
      const message = `the row of ${player} on ${board} should not be there`;
      differences.add('superfluous', message, { line, player, board });
      return null;
    }
    for (const field of boardFields) {
      if (agree(expected[field], found[field])) continue;
      const message = `${field} of ${player} on ${board} is ${found[field]}, computed ${expected[field]}`;
      const values = { expected: expected[field], found: found[field] };
      differences.add('board', message, { line, player, board, field, ...values });
    }
    return null;
  }

  finish(): void {
    const { differences, shownPlayer } = this.#around;
    for (const [key, row] of this.#expected) {
      if (this.#found.has(key)) continue;
      const player = shownPlayer(row.player);
      const board = `${key.slice(0, key.indexOf('\n'))} ${this.#shownScope}`;
      differences.add('missing', `the row of ${player} on ${board} is missing`, { player, board });
    }
  }
}
