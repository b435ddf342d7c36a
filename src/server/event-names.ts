import type { Services } from '../api/services.js';
import type { EventNames } from '../store/play-store.js';
import type { Store } from '../store/store.js';

const mostNames = 20_000;

/** Names of events never change, so what was found once needs no second look. */
export function rememberNames(store: Store): Services['eventNames'] {
  const known = new Map<string, EventNames>();
  return async reference => {
    const kept = known.get(reference);
    if (kept) return kept;
    const found = await store.read(reads => reads.events.findNames(reference));
    if (found) {
      known.set(reference, found);
      if (known.size > mostNames) known.delete(known.keys().next().value as string);
    }
    return found;
  };
}
