import { isId } from '../ids.js';
import type { PlayerLine } from './record-lines.js';

/** Returns how a player's line contradicts its id or itself, or null. */
export function problemOfPlayer({ id, kind, model, house, owner }: PlayerLine): string | null {
  const isAgent = isId(id, 'agt');
  if (!isAgent && !isId(id, 'plr')) return `${id} is not the id of a player`;
  if (isAgent !== (kind === 'agent'))
    return `${id} is the id of ${isAgent ? 'an agent' : 'a person'}, but kind is ${kind}`;
  if (house && owner !== null) return `a house player has no owner, but owner is ${owner}`;
  if (kind === 'human' && owner !== null) return `a person has no owner, but owner is ${owner}`;
  if (kind === 'human' && model !== null) return `a person has no model, but model is ${model}`;
  return null;
}
