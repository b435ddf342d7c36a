import { createHash } from 'node:crypto';

/** A statement as it is sent; its name is that of the prepared statement. */
export interface PreparedText {
  readonly name: string;
  readonly text: string;
  readonly typeOids: readonly number[];
}

/** Two generations of at most this many texts are cached, so that a text of variable shape evicts none in frequent use. */
const generationSize = 500;

let recent = new Map<string, PreparedText>();
let older = new Map<string, PreparedText>();

function nameOf(key: string): string {
  return `p_${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
}

/** The same text and types always have the same name. */
export function prepareText(text: string, typeOids: readonly number[]): PreparedText {
  const key = `${typeOids.join()} ${text}`;
  let prepared = recent.get(key);
  if (prepared) return prepared;
  prepared = older.get(key) ?? { name: nameOf(key), text, typeOids };
  if (recent.size >= generationSize) {
    older = recent;
    recent = new Map();
  }
  recent.set(key, prepared);
  return prepared;
}
