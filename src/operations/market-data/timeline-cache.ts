import { BoundedMap } from '../../domain/bounded-map.js';
import type { PastTimeline } from './past-timeline.js';

interface CachedTimeline {
  readonly timeline: PastTimeline;
  /** At the time it was set: the weight of a timeline changes. */
  readonly weight: number;
}

/** Timelines with a maximum number and a maximum total weight. Set a timeline again after extending it. */
export class TimelineCache {
  private readonly cached: BoundedMap<CachedTimeline>;

  /** `maxWeight`: numbers of all timelines together, at eight bytes each. */
  constructor(maxTimelines: number, maxWeight: number) {
    this.cached = new BoundedMap(maxTimelines, { max: maxWeight, weightOf: (_key, { weight }) => weight });
  }

  get(key: string): PastTimeline | undefined {
    return this.cached.get(key)?.timeline;
  }

  set(key: string, timeline: PastTimeline): void {
    this.cached.set(key, { timeline, weight: timeline.weight });
  }
}
