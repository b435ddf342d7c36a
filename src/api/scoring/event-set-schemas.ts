import { type EventSet, eventSets } from '../../domain/scoring/event-sets.js';
import { closed, oneOf, Type } from '../../http/schema.js';

const meaning =
  'real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both.';

/** The filter for all results computed from resolved events. */
export const EventsFilter = Type.Optional(
  oneOf(eventSets, {
    description: `${meaning} Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page.`,
    examples: ['real'],
  }),
);

export const EventsEcho = oneOf(eventSets, {
  description: `The events that count. ${meaning}`,
  examples: ['real'],
});

/** A cursor carries its set, so pagination without the filter continues when the default changes. */
export function cursorOfOtherEvents(events: EventSet): string {
  return `belongs to a list with events=${events}; send that value, or omit events`;
}

export const EventsQuery = closed({ events: EventsFilter });
