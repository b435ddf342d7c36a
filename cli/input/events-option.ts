import { Option } from 'commander';
import { eventSets } from '../../src/scoring/rules/boards.js';

/** The option that selects which events count on leaderboards and records. */
export function eventsOption(): Option {
  return new Option(
    '--events <kind>',
    'events that count: real, demo or all; default: real, or demo before the first real event is resolved',
  ).choices(eventSets);
}
