import { type EventSet, eventSets } from '../../domain/scoring/event-sets.js';
import { closed, oneOf, Type } from '../../http/schema.js';

const meaning =
  'real: events of the world outside. demo: events of the demonstration arena, whose outcomes are invented. all: both.';

/** The filter of everything that is computed from resolved events. */
export const EventsFilter = Type.Optional(
  oneOf(eventSets, {
    description: `${meaning} Without it, real once a real event is resolved, else demo; with a cursor, that of the page before.`,
    examples: ['real'],
  }),
);

export const EventsEcho = oneOf(eventSets, {
  description: `The events that count here. ${meaning}`,
  examples: ['real'],
});

/** A cursor carries its set, so a walk without the filter goes on when the default changes. */
export function cursorOfOtherEvents(events: EventSet): string {
  return `belongs to a list with events=${events}; send it with that or without events`;
}

export const EventsQuery = closed({ events: EventsFilter });
