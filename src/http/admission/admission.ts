import { ApiError } from '../errors.js';
import { overloadBounds, type ShedPriority } from '../limits.js';
import { callersOf, isRead, type Route } from '../route.js';
import { Lane } from './lane.js';
import { LoopDelay } from './loop-delay.js';

/** vital: health checks and operator routes, which are never rejected for load. */
type Priority = ShedPriority | 'vital';

type Classified = Pick<Route, 'method' | 'effect' | 'auth' | 'bucket' | 'callers'>;

export function priorityOf(route: Classified): Priority {
  const callers = callersOf(route);
  if (route.bucket === 'none' || (callers.length === 1 && callers[0] === 'operator')) return 'vital';
  if (isRead(route)) return 'reads';
  return route.method === 'DELETE' ? 'cancels' : 'writes';
}

/** Why a request is rejected for load. */
export interface Overload {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** The admission of one route's requests. */
export interface Gate {
  /** Null if the request may run. Cheap and without side effects. */
  overload(): Overload | null;
  /** Throws OVERLOADED, or counts the request as in flight until `leave`. */
  enter(): void;
  leave(status: number): void;
}

export interface AdmissionState {
  readonly lanes: Readonly<Record<string, { readonly inFlight: number; readonly expectedWaitMs: number }>>;
  readonly shed: Readonly<Record<ShedPriority, number>>;
}

/** Statuses of requests that were rejected before they reached a bottleneck. */
function wasServed(status: number): boolean {
  return status !== 401 && status !== 403 && status !== 429 && status < 500;
}

export function overloadError({ message, retryAfterSeconds }: Overload): ApiError {
  return new ApiError('OVERLOADED', message, { headers: { 'retry-after': String(retryAfterSeconds) } });
}

/**
 * Decides which requests may start. A request is rejected immediately if it would wait longer than its priority
 * allows, so that accepted requests stay fast and rejections stay cheap: reads are rejected first, then writes, then
 * cancels. The expected wait is that of the route's lane. Reads also yield while the event loop is late: rejecting
 * them lets writes pass sooner.
 */
export class Admission {
  private readonly lanes = new Map<string, Lane>();
  private readonly shedCounts: Record<ShedPriority, number> = { reads: 0, writes: 0, cancels: 0 };
  private refusals = 0;

  constructor(
    private readonly steady: () => number,
    private readonly loopDelay: Pick<LoopDelay, 'start' | 'stop' | 'countArrival' | 'milliseconds'> = new LoopDelay(
      steady,
    ),
  ) {}

  start(): void {
    this.loopDelay.start();
  }

  stop(): void {
    this.loopDelay.stop();
  }

  countArrival(): void {
    this.loopDelay.countArrival();
  }

  countShed(priority: ShedPriority): void {
    this.shedCounts[priority] += 1;
  }

  /** Null: requests of this route are always admitted. */
  gateFor(route: Route): Gate | null {
    const priority = priorityOf(route);
    if (priority === 'vital') return null;
    // Cancels have their own lane, so that waiting orders never prevent a player from cancelling others.
    const lane = this.laneOf(priority === 'writes' ? route.bucket : priority);
    const overload = () => this.overload(priority, lane);
    return {
      overload,
      enter: () => {
        const reason = overload();
        if (reason) {
          this.countShed(priority);
          throw overloadError(reason);
        }
        lane.enter(this.steady());
      },
      leave: status => lane.leave(this.steady(), wasServed(status)),
    };
  }

  state(): AdmissionState {
    const now = this.steady();
    const lanes = [...this.lanes].map(
      ([name, lane]) => [name, { inFlight: lane.inFlight, expectedWaitMs: lane.expectedWaitMs(now) }] as const,
    );
    return { lanes: Object.fromEntries(lanes), shed: { ...this.shedCounts } };
  }

  private laneOf(name: string): Lane {
    const lane = this.lanes.get(name) ?? new Lane();
    this.lanes.set(name, lane);
    return lane;
  }

  /** Reads yield to every lane, because they take connections and CPU time from all of them. */
  private longestWaitMs(priority: ShedPriority, lane: Lane, now: number): number {
    if (priority !== 'reads') return lane.expectedWaitMs(now);
    let longest = 0;
    for (const each of this.lanes.values()) longest = Math.max(longest, each.expectedWaitMs(now));
    return longest;
  }

  private overload(priority: ShedPriority, lane: Lane): Overload | null {
    const { maxWaitMs, loopPasses } = overloadBounds;
    // A write's service time already includes the delay of the loop; counting it again would reject writes that the
    // database has time for, and keep the loop busy with rejections.
    const late = priority === 'reads' ? loopPasses * this.loopDelay.milliseconds() : 0;
    const wait = this.longestWaitMs(priority, lane, this.steady()) + late;
    if (wait <= maxWaitMs[priority]) return null;
    // Callers that were rejected together must not retry together.
    this.refusals = (this.refusals + 1) % 3;
    return {
      message: `The expected wait of ${Math.round(wait)} ms exceeds the limit of ${maxWaitMs[priority]} ms for ${priority}.`,
      retryAfterSeconds: Math.min(30, Math.ceil(wait / 1000)) + this.refusals,
    };
  }
}
