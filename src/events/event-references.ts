import type { Store } from '../database/store.js';
import { Cache, SharedLoads } from '../kernel/cache.js';
import { isCertificationEvent } from './rules/event.js';
import * as eventStore from './store/events.js';
import type { EventNames } from './store/rows.js';

const maxNames = 20_000;

type Named = Pick<EventNames, 'id' | 'slug' | 'practice'>;

/**
 * Resolves slugs and public keys to event ids. They never change, so cached entries don't expire. Events of a
 * certification run are visible only within the run.
 */
export class EventReferences {
  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly certificationEventIds: ReadonlySet<string> = new Set(),
    private readonly cached = new Cache<EventNames>({ maxEntries: maxNames }),
    private readonly loads = new SharedLoads(4),
  ) {}

  /** Returns a view that also shows the events of one certification run; it shares this cache. */
  withCertificationRun(eventIds: ReadonlySet<string>): EventReferences {
    return new EventReferences(this.store, eventIds, this.cached, this.loads);
  }

  shows(event: Named): boolean {
    return !isCertificationEvent(event) || this.certificationEventIds.has(event.id);
  }

  peek(reference: string): EventNames | null {
    const names = this.cached.get(reference);
    return names && this.shows(names) ? names : null;
  }

  async find(reference: string): Promise<EventNames | null> {
    return this.peek(reference) ?? (await this.findAll([reference])).get(reference) ?? null;
  }

  /** Maps each reference that was found to its event, with at most one query. */
  async findAll(references: readonly string[]): Promise<Map<string, EventNames>> {
    const events = new Map<string, EventNames>();
    const uncached = references.filter(reference => !this.cached.get(reference));
    await this.loads.run(uncached, async missing => {
      const rows = await this.store.read(reader => eventStore.names(reader, missing));
      const wanted = new Set(missing);
      for (const names of rows) {
        for (const reference of [names.slug, names.pubkey])
          if (wanted.has(reference)) this.cached.set(reference, names);
      }
    });
    for (const reference of references) {
      const names = this.peek(reference);
      if (names) events.set(reference, names);
    }
    return events;
  }
}

export interface EventServices {
  readonly markets: { readonly references: EventReferences };
}
