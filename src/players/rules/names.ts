import { type Checked, fine, lengthOf, wrong } from '../../kernel/invariant.js';
import { speaksForArena } from './handles.js';

export interface Name {
  /** For display. */
  readonly shown: string;
  /** For comparison: names are unique by it. */
  readonly folded: string;
}

export const maxNameLength = 80;
/** One character can fold to eighteen, and an index entry has limited size. */
const maxFoldedLength = 160;

/** Control, format, private-use and unassigned characters, default ignorables, and the blank Braille cell. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Scripts in use stack at most three marks; more would overlap adjacent lines. */
const pileOfMarks = /\p{M}{5}/u;

function foldSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/**
 * Folds Unicode (NFKC), case and spaces. Upper case comes first, because ß, ς and ı equal their variants only there. Repeats
 * until nothing changes, because a letter that one step decomposes the next may compose differently.
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
  if (!visible.test(folded)) return wrong('must contain a letter, a digit or another visible character');
  if (invisible.test(folded)) return wrong('must not contain control or invisible characters');
  if (pileOfMarks.test(folded.normalize('NFKD')))
    return wrong('must not have more than four combining marks on a letter');
  if (lengthOf(shown) > maxNameLength || lengthOf(folded) > maxFoldedLength) {
    return wrong(`must have at most ${maxNameLength} characters`);
  }
  if (speaksForArena(shown))
    return wrong('is reserved because it could be mistaken for the arena itself; choose another name');
  return fine({ shown, folded });
}
