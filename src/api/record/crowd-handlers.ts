import { ApiError } from '../errors.js';
import type { RouteInput } from '../route.js';
import type { RequestContext } from '../services.js';
import type { CrowdParams } from './schemas.js';

export async function getCrowdMean(
  { params }: RouteInput<{ params: typeof CrowdParams }>,
  { services }: RequestContext,
) {
  const names = await services.eventNames(params.slug);
  if (!names) throw new ApiError('NOT_FOUND', `there is no event ${params.slug}`, { field: 'slug' });
  const { found, mean } = await services.store.read(async reads => ({
    found: await reads.events.findById(names.id),
    mean: await reads.crowds.find(names.id),
  }));
  const open = found?.market.resolution === null;
  return {
    eventSlug: names.slug,
    forecasters: found?.forecasters ?? 0,
    crowd:
      mean && open
        ? { percents: mean.percents, forecasters: mean.forecasters, asOf: new Date(mean.takenAt).toISOString() }
        : null,
  };
}
