import { Option } from 'commander';
import { eventSets } from '../../src/domain/scoring/event-sets.js';

/** The option that says which events count on boards and records. */
export function eventsOption(): Option {
  return new Option(
    '--events <kind>',
    'the events that count: real ones, those of the demonstration, or all; real if left out, demo before a real event is resolved',
  ).choices(eventSets);
}
