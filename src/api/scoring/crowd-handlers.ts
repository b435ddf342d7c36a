import { isoTime } from '../../domain/iso-time.js';
import { type BatchMean, shownCrowd } from '../../domain/scoring/crowd-batches.js';
import { noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { readCrowd } from '../../operations/scoring/queries.js';
import type { CrowdParams } from './schemas.js';

function viewCrowd(outcomes: number, batches: readonly BatchMean[]) {
  const crowd = shownCrowd(outcomes, batches);
  return crowd && { ...crowd, asOf: isoTime(crowd.asOf) };
}

export async function getCrowdMean(
  { params }: RouteInput<{ params: typeof CrowdParams }>,
  { services }: RequestContext,
) {
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const { found, batches } = await readCrowd(services, names.id);
  const open = found?.market.resolution === null;
  return {
    eventSlug: names.slug,
    forecasters: found?.forecasters ?? 0,
    crowd: open ? viewCrowd(found.event.outcomes.length, batches) : null,
  };
}
