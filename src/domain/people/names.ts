import { type Checked, fine, lengthOf, wrong } from '../checked.js';

export interface Name {
  /** As it is shown. */
  readonly shown: string;
  /** What uniqueness is judged by. */
  readonly folded: string;
}

export const maxNameLength = 80;
/** One character can fold to eighteen; what is left of the room for an index entry is not worth more. */
const maxFoldedLength = 160;

/** Control, format, private and unassigned characters, whatever renderers leave out, and the blank Braille cell. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Real scripts stack three at most; more only serve to paint over the lines around a name. */
const pileOfMarks = /\p{M}{5}/u;

function foldSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/**
 * Unicode NFKC, case and spaces folded. Upper case first, because ß, ς and ı meet their siblings only there; and again
 * until nothing moves, because a letter that one step takes apart the next may put together differently.
 */
export function foldName(text: string): string {
  let folded = text;
  for (let round = 0; round < 4; round += 1) {
    const next = foldSpaces(folded.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC'));
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

export function readName(text: string): Checked<Name> {
  if (invisible.test(text)) return wrong('must not contain control or invisible characters');
  const shown = foldSpaces(text.normalize('NFC'));
  const folded = foldName(shown);
  if (!visible.test(folded)) return wrong('must contain a letter, a digit or a sign that can be seen');
  if (invisible.test(folded)) return wrong('must not contain control or invisible characters');
  if (pileOfMarks.test(folded.normalize('NFKD'))) return wrong('must not pile up more than four marks on a letter');
  if (lengthOf(shown) > maxNameLength || lengthOf(folded) > maxFoldedLength) {
    return wrong(`must have at most ${maxNameLength} characters`);
  }
  return fine({ shown, folded });
}
