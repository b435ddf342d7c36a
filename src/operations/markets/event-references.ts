import { isOfRun } from '../../domain/certification/run-events.js';
import type { EventNames } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { BoundedMap, SharedLoads } from '../cache/shared-loads.js';

const maxNames = 20_000;

type Named = Pick<EventNames, 'id' | 'slug' | 'practice'>;

/**
 * Resolves slugs and public keys to the names of events. Names never change, so cached ones stay valid. Events of
 * certification runs are hidden, except within their own run.
 */
export class EventReferences {
  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly ownIds: ReadonlySet<string> = new Set(),
    private readonly known = new BoundedMap<EventNames>(maxNames),
    private readonly loads = new SharedLoads(4),
  ) {}

  /** A view on the same cache that also shows the events of one run. */
  within(eventIds: ReadonlySet<string>): EventReferences {
    return new EventReferences(this.store, eventIds, this.known, this.loads);
  }

  shows(event: Named): boolean {
    return !isOfRun(event) || this.ownIds.has(event.id);
  }

  peek(reference: string): EventNames | null {
    const names = this.known.get(reference);
    return names && this.shows(names) ? names : null;
  }

  async find(reference: string): Promise<EventNames | null> {
    return this.peek(reference) ?? (await this.findAll([reference])).get(reference) ?? null;
  }

  /** Keyed by the reference as given. One query loads all uncached names. */
  async findAll(references: readonly string[]): Promise<Map<string, EventNames>> {
    const found = new Map<string, EventNames>();
    const unknown = references.filter(reference => !this.known.get(reference));
    await this.loads.run(unknown, async missing => {
      const rows = await this.store.read(reads => reads.live.names(missing));
      const wanted = new Set(missing);
      for (const names of rows) {
        for (const reference of [names.slug, names.pubkey]) if (wanted.has(reference)) this.known.set(reference, names);
      }
    });
    for (const reference of references) {
      const names = this.peek(reference);
      if (names) found.set(reference, names);
    }
    return found;
  }
}
