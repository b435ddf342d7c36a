import { BoundedMap } from '../../domain/bounded-map.js';
import type { CachedText } from '../../http/cached-text.js';

/** Pages are loaded with one of these limits, so that requests that differ only in their limit share a load. */
const loadedLimits = [50, 100, 200];
const maxTexts = 2;

export const loadedLimit = (limit: number) => loadedLimits.find(loaded => loaded >= limit) ?? limit;

interface PageParts {
  /** The JSON of each market; null if it is skipped. */
  readonly rows: readonly (string | null)[];
  readonly cursorAfter: (index: number) => string;
  /** Whether markets follow the last row. */
  readonly hasMore: boolean;
  readonly rest: object;
  readonly textOf: (text: string) => CachedText;
}

/** A loaded page of the feed, from which responses with any limit up to its own are cut. */
export class LoadedPage {
  private readonly texts = new BoundedMap<CachedText>(maxTexts);

  constructor(private readonly parts: PageParts) {}

  text(limit: number): CachedText {
    const known = this.texts.get(String(limit));
    if (known) return known;
    const { rows, cursorAfter, hasMore, rest, textOf } = this.parts;
    const shown = rows.slice(0, limit);
    const isLast = rows.length <= limit && !hasMore;
    const nextCursor = isLast ? null : cursorAfter(shown.length - 1);
    const markets = shown.filter(row => row !== null).join(',');
    const text = textOf(`{"markets":[${markets}],${JSON.stringify({ nextCursor, ...rest }).slice(1)}`);
    this.texts.set(String(limit), text);
    return text;
  }
}
