import { isoTime } from '../../domain/iso-time.js';
import { noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { listEdits } from '../../operations/markets/queries.js';
import type { EventEdit } from '../../store/markets/interface.js';
import type { EditsQuery } from './edit-schemas.js';
import type { EventReference } from './schemas.js';

function viewEdit({ number, at, note, changes: { endsAt, ...texts } }: EventEdit) {
  const end = endsAt && { endsAt: { from: isoTime(endsAt.from), to: isoTime(endsAt.to) } };
  return { number, at: isoTime(at), note, changes: { ...texts, ...end } };
}

export async function getEdits(
  { params, query }: RouteInput<{ params: typeof EventReference; query: typeof EditsQuery }>,
  { services }: RequestContext,
) {
  const { cursor, limit = 50 } = query;
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const before = cursor === undefined ? null : services.cursors.read<number>('event edits', [names.id], cursor);
  const found = await listEdits(services, names.id, before, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return {
    edits: page.map(viewEdit),
    nextCursor: isMore ? services.cursors.write('event edits', [names.id], last.number) : null,
  };
}
