import { isoTime } from '../../domain/iso-time.js';
import { percentsOf } from '../../domain/scoring/crowd-mean.js';
import { noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { readCrowd } from '../../operations/scoring/queries.js';
import type { CrowdMeanRow } from '../../store/scoring/interface.js';
import type { CrowdParams } from './schemas.js';

function viewCrowd(outcomes: number, means: readonly CrowdMeanRow[]) {
  return {
    percents: percentsOf(outcomes, means),
    forecasters: Math.max(...means.map(mean => mean.forecasters)),
    asOf: isoTime(Math.max(...means.map(mean => mean.takenAt))),
  };
}

export async function getCrowdMean(
  { params }: RouteInput<{ params: typeof CrowdParams }>,
  { services }: RequestContext,
) {
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const { found, means } = await readCrowd(services, names.id);
  const open = found?.market.resolution === null;
  return {
    eventSlug: names.slug,
    forecasters: found?.forecasters ?? 0,
    crowd: open && means.length > 0 ? viewCrowd(found.event.outcomes.length, means) : null,
  };
}
