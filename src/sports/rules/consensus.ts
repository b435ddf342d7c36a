import { medianOf } from '../../kernel/statistics.js';
import {
  type LineMarket,
  type LineSelection,
  lineMarkets,
  lineSelections,
  type PricedLine,
  type StoredLine,
} from './lines.js';

/** The consensus of all bookmakers on one selection. */
export interface ConsensusLine {
  readonly market: LineMarket;
  readonly selection: LineSelection;
  readonly point: number | null;
  readonly consensusBps: number;
  readonly books: number;
  readonly outliers: number;
  readonly updatedAt: number;
}

/** Statistics of the current lines of a fixture. */
export interface LineSummary {
  readonly lines: readonly ConsensusLine[];
  /** Distinct bookmakers with a current line. */
  readonly books: number;
  /** Current lines, each bookmaker counted once per selection. */
  readonly lineCount: number;
  readonly outlierCount: number;
}

const minBooksForOutliers = 4;
/** Makes the median absolute deviation comparable with a standard deviation, if deviations are normal. */
const madScale = 1.4826;
const maxDeviations = 3;
const minOutlierDistanceBps = 200;

interface Judged {
  readonly consensusBps: number;
  /** For each value, in order. */
  readonly outliers: readonly boolean[];
}

/** The consensus of one selection, and which values are outliers: far in deviations and in basis points. */
export function judgeSelection(fairBps: readonly number[]): Judged {
  const consensusBps = medianOf(fairBps);
  const distances = fairBps.map(value => Math.abs(value - consensusBps));
  const bound = maxDeviations * madScale * medianOf(distances);
  const enough = fairBps.length >= minBooksForOutliers;
  const outliers = distances.map(distance => enough && distance > bound && distance > minOutlierDistanceBps);
  return { consensusBps, outliers };
}

type SelectionKey = Pick<PricedLine, 'market' | 'selection' | 'point'>;

/** −0 and 0 are one point. */
const selectionKeyOf = ({ market, selection, point }: SelectionKey) =>
  `${market} ${selection} ${point === null ? '' : point + 0}`;

const rankOf = (market: LineMarket) => lineMarkets.indexOf(market);

function byMarketAndPoint(a: SelectionKey, b: SelectionKey): number {
  const byMarket = rankOf(a.market) - rankOf(b.market);
  if (byMarket !== 0) return byMarket;
  const byPoint = Math.abs(a.point ?? 0) - Math.abs(b.point ?? 0);
  if (byPoint !== 0) return byPoint;
  return lineSelections.indexOf(a.selection) - lineSelections.indexOf(b.selection) || (a.point ?? 0) - (b.point ?? 0);
}

type CurrentLine = Pick<StoredLine, 'id' | 'source'> & PricedLine;

/** If two sources carry the same bookmaker, the newer line counts. */
function oneEachBook<T extends CurrentLine>(lines: readonly T[]): T[] {
  const byBook = new Map<string, T>();
  for (const line of lines) {
    const other = byBook.get(line.book);
    const isNewer = !other || line.at > other.at || (line.at === other.at && line.source < other.source);
    if (isNewer) byBook.set(line.book, line);
  }
  return [...byBook.values()];
}

interface Summary extends LineSummary {
  readonly outlierIds: ReadonlySet<string>;
}

/** Summarizes the current lines of one fixture. */
export function summarizeLines(current: readonly CurrentLine[]): Summary {
  const groups = new Map<string, CurrentLine[]>();
  for (const line of current) {
    const key = selectionKeyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  const outlierIds = new Set<string>();
  const lines: ConsensusLine[] = [];
  let lineCount = 0;
  for (const group of groups.values()) {
    const counted = oneEachBook(group);
    const { consensusBps, outliers } = judgeSelection(counted.map(line => line.fairBps));
    for (const [index, line] of counted.entries()) if (outliers[index]) outlierIds.add(line.id);
    const { market, selection, point } = group[0];
    lineCount += counted.length;
    lines.push({
      market,
      selection,
      point: point === null ? null : point + 0,
      consensusBps,
      books: counted.length,
      outliers: outliers.filter(Boolean).length,
      updatedAt: counted.reduce((newest, line) => Math.max(newest, line.at), 0),
    });
  }
  lines.sort(byMarketAndPoint);
  const books = new Set(current.map(line => line.book)).size;
  return { lines, books, lineCount, outlierCount: outlierIds.size, outlierIds };
}
