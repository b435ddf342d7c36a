import Type from 'typebox';
import { demoVenueList } from '../domain/aggregator/demo-venue.js';
import { demoVenueRows } from '../operations/aggregator/demo-venue-rows.js';
import { linkDemoVenue } from '../operations/aggregator/link-demo-venue.js';
import { type ConnectorFormat, defineComputedFormat } from './connector.js';
import { venueSaving } from './venue-format.js';

/** Two simulated venues over the events of the demo arena, to demonstrate the aggregator. */
export const demoVenues: readonly ConnectorFormat[] = demoVenueList.map(venue =>
  defineComputedFormat({
    ...venueSaving,
    id: venue.id,
    origin: 'computed',
    demo: true,
    name: venue.name,
    url: '',
    licence: 'simulated',
    covers: 'events of the demo arena with simulated prices',
    defaults: { intervalSeconds: 300 },
    settings: Type.Object({}),
    rows: context => demoVenueRows(context, venue),
    async finish(context, run) {
      await venueSaving.finish(context, run);
      await linkDemoVenue(context, venue, run.seen ?? new Set());
    },
  }),
);
