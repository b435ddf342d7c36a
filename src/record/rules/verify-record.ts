import { isId } from '../../kernel/ids.js';
import { momentFromExactIso } from '../../kernel/time.js';
import { type EventSet, isInSet, scopeKey } from '../../scoring/rules/boards.js';
import { NameIndex } from '../../scoring/rules/result-table.js';
import { scoringParameters } from '../../scoring/rules/score-forecasts.js';
import {
  type BaselineLine,
  type BoardLine,
  type EndLine,
  type EventLine,
  type HeaderLine,
  handleOfSimilarId,
  isSealed,
  ownerOf,
  type PlayerLine,
  type RecordLine,
  type TextHash,
} from './record-lines.js';
import { lineSchemas, problemOf } from './record-schema.js';
import { ScopeCheck, ScoreIndex } from './verify-board.js';
import { Differences, EventCheck, type EventContext, problemOfEvent, type RecordDifference } from './verify-event.js';

/** Returns how a player's line contradicts its id or itself, or null. */
function problemOfPlayer({ id, kind, model, house, owner }: PlayerLine): string | null {
  const isAgent = isId(id, 'agt');
  if (!isAgent && !isId(id, 'plr')) return `${id} is not the id of a player`;
  if (isAgent !== (kind === 'agent'))
    return `${id} is the id of ${isAgent ? 'an agent' : 'a person'}, but kind is ${kind}`;
  if (house && owner !== null) return `a house player has no owner, but owner is ${owner}`;
  if (kind === 'human' && owner !== null) return `a person has no owner, but owner is ${owner}`;
  if (kind === 'human' && model !== null) return `a person has no model, but model is ${model}`;
  return null;
}

export interface RecordReport {
  readonly lines: number;
  readonly counts: HeaderLine['counts'];
  readonly madeAt: string | null;
  /** The set of events in the file; null without a header. */
  readonly events: EventSet | null;
  /** Whether the file has its end line. */
  readonly complete: boolean;
  readonly differenceCount: number;
  /** The first differences. */
  readonly differences: readonly RecordDifference[];
}

const countedAs: Partial<Record<RecordLine['type'], keyof HeaderLine['counts']>> = {
  player: 'players',
  event: 'events',
  forecast: 'forecasts',
  score: 'scores',
  board: 'boardRows',
  baseline: 'baselineRows',
};

/** The section of a line type in the file; an event is followed by its prices, trades, forecasts and scores, in this order. */
const sections: Record<RecordLine['type'], number> = {
  header: 0,
  player: 1,
  event: 2,
  prices: 2,
  trades: 2,
  forecast: 2,
  score: 2,
  board: 3,
  baseline: 3,
  end: 4,
};

interface VerifierOptions {
  /** Creates a SHA-256. */
  readonly newHash: () => TextHash;
  readonly maxDifferences?: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Verifies a public record line by line by recomputing every digest from its line, every price and benchmark from the
 * trades, every score from the event, its prices and forecasts, and every leaderboard from the scores. Only profit is
 * not recomputed, because settlements are not in the file.
 */
export class RecordVerifier {
  /** False for a file that does not start with a header and so is not a record. */
  beginsAsRecord = false;
  readonly #newHash: () => TextHash;
  readonly #all: TextHash;
  readonly #differences: Differences;
  readonly #around: EventContext;
  readonly #players = new NameIndex();
  readonly #introduced = new Map<string, string>();
  /** Ids by handle. */
  readonly #handles = new Map<string, string>();
  readonly #groups = new Map<string, number>();
  readonly #events = new Set<string>();
  readonly #scores = new ScoreIndex();
  readonly #counts = { players: 0, events: 0, forecasts: 0, scores: 0, boardRows: 0, baselineRows: 0 };
  readonly #closedScopes = new Set<string>();
  #header: HeaderLine | null = null;
  #section = 0;
  #lines = 0;
  #event: EventCheck | null = null;
  /** An event with an invalid line: its later lines can't be checked and are skipped. */
  #skipped: { readonly slug: string | null } | null = null;
  /** The first event that could not be scored; without it no leaderboard can be computed. */
  #gap: string | null = null;
  #scope: { readonly key: string; readonly check: ScopeCheck | null } | null = null;

  constructor({ newHash, maxDifferences = 1_000 }: VerifierOptions) {
    this.#newHash = newHash;
    this.#all = newHash();
    this.#differences = new Differences(maxDifferences);
    this.#around = {
      differences: this.#differences,
      shownPlayer: id => this.#introduced.get(id) ?? id,
      groupOf: id => this.#groups.get(id) ?? null,
    };
  }

  /** Adds the text of one line, without its line break. Yields during long computations. */
  *take(text: string): Generator<void, void> {
    this.#lines += 1;
    const value = parsed(text);
    const type = value === undefined ? ownerOf(text).type : (Object(value) as Partial<Record<string, unknown>>).type;
    const lineType = typeof type === 'string' && Object.hasOwn(lineSchemas, type) ? (type as RecordLine['type']) : null;
    if (this.#lines === 1) this.beginsAsRecord = lineType === 'header';
    if (lineType === 'event') yield* this.#closeEvent();
    if (value !== undefined && !isSealed(this.#newHash, text)) {
      this.#complain('digest', text, 'the line was changed: its digest does not match');
    }
    if (lineType !== null && countedAs[lineType] !== undefined) this.#counts[countedAs[lineType]] += 1;
    const problem = yield* this.#problemOf(value, lineType);
    if (this.#section !== sections.end) this.#all.update(`${text}\n`);
    if (problem === null) return;
    this.#complain('bad-line', text, problem);
    if (lineType !== 'event') return;
    this.#section = Math.max(this.#section, sections.event);
    this.#skipped = { slug: ownerOf(text).slug };
    this.#gap ??= this.#skipped.slug ?? `of line ${this.#lines}`;
  }

  finish(): RecordReport {
    const complete = this.#section === sections.end;
    if (!complete) this.#differences.add('truncated', 'the file has no end line: it was truncated');
    return {
      lines: this.#lines,
      counts: { ...this.#counts },
      madeAt: this.#header?.madeAt ?? null,
      events: this.#header?.events ?? null,
      complete,
      differenceCount: this.#differences.count,
      differences: this.#differences.first,
    };
  }

  /** Adds a difference with the line's player and event, if it has them. */
  #complain(kind: 'digest' | 'bad-line', text: string, problem: string): void {
    const owner = ownerOf(text);
    const player = owner.handle ?? (owner.player === null ? null : this.#likelyPlayer(owner.player));
    // A line between those of an event belongs to that event, even if its members differ.
    const around = this.#event?.event.slug ?? this.#skipped?.slug ?? owner.event;
    const event = owner.slug ?? (owner.event === null ? null : around);
    const parts = [player, event, owner.board].filter(part => part !== null);
    const about = parts.length === 0 ? '' : ` (${parts.join(' on ')})`;
    const details = { line: this.#lines, player, event, board: owner.board };
    this.#differences.add(kind, `line ${this.#lines}${about}: ${problem}`, details);
  }

  /** Searching for a damaged id is slow, so it is skipped for differences that are only counted. */
  #likelyPlayer(id: string): string {
    const isSought = !this.#introduced.has(id) && !this.#differences.isFull;
    return (isSought ? handleOfSimilarId(id, this.#introduced) : null) ?? this.#around.shownPlayer(id);
  }

  *#problemOf(value: unknown, lineType: RecordLine['type'] | null): Generator<void, string | null> {
    if (value === undefined) return 'it is not JSON';
    if (lineType === null) return 'unknown type of line';
    const misshapen = problemOf(value, lineSchemas[lineType]);
    return misshapen ?? (yield* this.#takeLine(value as RecordLine));
  }

  *#takeLine(line: RecordLine): Generator<void, string | null> {
    if ((line.type === 'header') !== (this.#lines === 1)) return 'the header must be the first line and no other';
    if (this.#section === sections.end) return 'lines follow the end line';
    const section = sections[line.type];
    if (section < this.#section) return `unexpected ${line.type} line after later sections`;
    if (section > this.#section) {
      yield* this.#closeEvent();
      this.#closeScope();
    }
    this.#section = section;
    if (line.type === 'header') return this.#takeHeader(line);
    if (line.type === 'player') return this.#takePlayer(line);
    if (line.type === 'event') return this.#takeEvent(line);
    if (line.type === 'board' || line.type === 'baseline') return yield* this.#takeBoard(line);
    if (line.type === 'end') return this.#takeEnd(line);
    return this.#takeOfEvent(line);
  }

  #takeOfEvent(line: Extract<RecordLine, { type: 'prices' | 'trades' | 'forecast' | 'score' }>): string | null {
    if (this.#skipped) return null;
    if (this.#event?.event.id !== line.event) return `the ${line.type} line does not follow its event`;
    if (line.type === 'prices') return this.#event.addPrices(line);
    if (line.type === 'trades') return this.#event.addTrades(line);
    const problem =
      line.type === 'score' ? this.#event.addScore(line, this.#lines) : this.#event.addForecast(line, this.#lines);
    return problem ?? (this.#introduced.has(line.player) ? null : `unknown player ${line.player}`);
  }

  #takeHeader(header: HeaderLine): string | null {
    this.#header = header;
    for (const [name, expected] of Object.entries(scoringParameters)) {
      const recordedValue = header.scoring[name as keyof HeaderLine['scoring']];
      if (recordedValue === expected) continue;
      const message = `the record was scored with ${name} ${recordedValue}; here it is ${expected}`;
      this.#differences.add('parameters', message, { line: 1, field: name, expected, found: recordedValue });
    }
    const moments = [header.madeAt, header.asOf ?? header.madeAt];
    const impossible = moments.find(moment => momentFromExactIso(moment) === null);
    return impossible === undefined ? null : `${impossible} is not a valid time`;
  }

  #takePlayer(player: PlayerLine): string | null {
    const { id, handle, group } = player;
    if (this.#introduced.has(id)) return `duplicate player ${id}`;
    const holder = this.#handles.get(handle);
    const problem = holder === undefined ? problemOfPlayer(player) : `the handle ${handle} belongs to ${holder}`;
    if (problem !== null) {
      const message = `line ${this.#lines} (${handle}): ${problem}`;
      this.#differences.add('id', message, { line: this.#lines, player: handle });
    }
    this.#introduced.set(id, handle);
    this.#handles.set(handle, id);
    this.#groups.set(id, group);
    return null;
  }

  #takeEvent(event: EventLine): string | null {
    if (this.#events.has(event.id)) return `duplicate event ${event.id}`;
    this.#events.add(event.id);
    const set = this.#header?.events ?? 'all';
    if (!isInSet(event.demo, set))
      return `the header says ${set} events, but this is a ${event.demo ? 'demo' : 'real'} event`;
    const problem = problemOfEvent(event);
    if (problem === null) this.#event = new EventCheck(event, this.#lines, this.#around);
    return problem;
  }

  *#takeBoard(row: BoardLine | BaselineLine): Generator<void, string | null> {
    const key = scopeKey(row);
    if (this.#scope?.key !== key) {
      this.#closeScope();
      if (this.#closedScopes.has(key)) return `the rows of ${key} are not adjacent`;
      this.#scope = { key, check: yield* this.#scopeCheck(row, key) };
    }
    return this.#scope.check?.take(row, this.#lines) ?? null;
  }

  /** Returns null if the leaderboards can't be computed. */
  *#scopeCheck(row: BoardLine | BaselineLine, key: string): Generator<void, ScopeCheck | null> {
    const asOf = this.#header?.asOf ?? null;
    if (this.#gap !== null || asOf === null) {
      const reason = asOf === null ? 'the header has no asOf' : `the event ${this.#gap} could not be scored`;
      this.#differences.add('missing', `the leaderboards of ${key} can’t be computed: ${reason}`, { board: key });
      return null;
    }
    const boards = yield* this.#scores.boardsOf(row, Date.parse(asOf), this.#players.names);
    return new ScopeCheck(boards, `${key} as of ${asOf}`, this.#around);
  }

  #takeEnd({ lines, digest }: EndLine): string | null {
    const asOf = this.#header?.asOf ?? null;
    for (const scope of asOf === null || this.#gap !== null ? [] : this.#scores.scopes(Date.parse(asOf))) {
      const board = scopeKey(scope);
      if (this.#closedScopes.has(board)) continue;
      this.#differences.add('missing', `the leaderboards of ${board} are missing`, { board });
    }
    for (const [name, found] of Object.entries(this.#counts)) {
      const expected = this.#header?.counts[name as keyof HeaderLine['counts']] ?? found;
      if (found === expected) continue;
      const message = `the header counts ${expected} ${name}, the file has ${found}`;
      this.#differences.add('count', message, { field: name, expected, found });
    }
    if (digest !== this.#all.digest('hex')) {
      this.#differences.add('digest', 'the digest of the file does not match its end line', {
        line: this.#lines,
      });
    }
    return lines === this.#lines ? null : `the end line counts ${lines} lines; the file has ${this.#lines}`;
  }

  *#closeEvent(): Generator<void, void> {
    this.#skipped = null;
    if (!this.#event) return;
    const { event } = this.#event;
    const checked = yield* this.#event.finish();
    this.#event = null;
    if (checked === null) this.#gap ??= event.slug;
    if (!checked?.baselines) return;
    this.#scores.addEvent(event, checked.baselines);
    for (const score of checked.scores) this.#scores.addScore(score, this.#players.numberOf(score.player));
  }

  #closeScope(): void {
    if (!this.#scope) return;
    this.#scope.check?.finish();
    this.#closedScopes.add(this.#scope.key);
    this.#scope = null;
  }
}
