import type { Event, PresageClient } from '../../client/client.js';
import { CommandFailure, exitCodes } from '../output/command-failure.js';
import { printable } from '../output/printable.js';

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** A usage error, because the event has no such outcome. */
function unknownOutcome(text: string, { slug, outcomes }: Event, problem: string): CommandFailure {
  const names = outcomes.map(({ index, label }) => `${index} ${printable(label)}`).join(', ');
  return new CommandFailure(`${slug}: ${problem} “${printable(text)}”\nOutcomes: ${names}`, exitCodes.usage);
}

/**
 * Finds the outcome that a text names: its index, its label in any case, or the only label that begins with the text. A
 * number that is the index of one outcome and the label of another is refused; #2 always means the index.
 */
export function outcomeIndexOf(event: Event, text: string): number {
  const { outcomes } = event;
  const marked = /^#(\d{1,3})$/.exec(text)?.[1];
  const index = Number(marked ?? (/^\d{1,3}$/.test(text) ? text : Number.NaN));
  const labelled = outcomes.filter(({ label }) => folded(label) === folded(text));
  if (index < outcomes.length) {
    const other = labelled.find(outcome => outcome.index !== index);
    if (marked !== undefined || other === undefined) return index;
    throw unknownOutcome(text, event, `write #${index} or #${other.index}: both an index and a label match`);
  }
  if (labelled.length === 1) return labelled[0].index;
  const beginning = outcomes.filter(({ label }) => text !== '' && folded(label).startsWith(folded(text)));
  if (beginning.length === 1) return beginning[0].index;
  throw unknownOutcome(text, event, beginning.length > 1 ? 'several outcomes start with' : 'unknown outcome');
}

/** Reads an event and finds the outcome that a text names. */
export async function resolveOutcome(
  client: PresageClient,
  slug: string,
  text: string,
): Promise<{ event: Event; outcomeIndex: number }> {
  const { event } = await client.event(slug);
  return { event, outcomeIndex: outcomeIndexOf(event, text) };
}
