import { gridMoment, hourMs } from '../../domain/durations.js';
import { invalid } from '../../http/errors.js';
import type { Services } from '../../http/services.js';
import type { RequestPlace, RequestRanking } from '../../store/market-requests/interface.js';

/** The position of a cursor: the last rank, its ranking, the start time, and the number of requests before it. */
type Walk = readonly [...RequestPlace, version: string, began: number, seen: number];

export interface WalkState {
  readonly after: RequestPlace | null;
  readonly version: string | null;
  readonly began: number;
  readonly seen: number;
}

interface WalkedList {
  readonly name: string;
  readonly filters: unknown;
}

/** Replaced rows of a ranking are deleted after an hour, so a cursor expires before. */
const maxWalkMs = hourMs;

export function readWalk({ cursors, clock }: Services, list: WalkedList, cursor: string | undefined): WalkState {
  const now = clock();
  // Rounded, so that the same page has the same cursor and the same ETag.
  if (cursor === undefined) return { after: null, version: null, began: gridMoment(now), seen: 0 };
  const [value, id, version, began, seen] = cursors.read<Walk>(list.name, list.filters, cursor);
  if (now - began >= maxWalkMs) throw invalid('cursor', 'is older than one hour; start again without a cursor');
  return { after: [value, id], version, began, seen };
}

/** The cursor after the first `limit` rows; null without more rows. */
export function writeWalk(
  { cursors }: Services,
  list: WalkedList,
  { began, seen }: WalkState,
  { rows, version }: RequestRanking,
  limit: number,
): string | null {
  if (rows.length <= limit) return null;
  const { value, request } = rows[limit - 1];
  const walk: Walk = [value, request.id, version, began, seen + limit];
  return cursors.write(list.name, list.filters, walk);
}
