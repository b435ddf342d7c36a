const name = 'presage_http_request_duration_seconds';
/** Upper bounds of the buckets in seconds; longer requests count only in +Inf. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Timing {
  readonly labels: string;
  /** Requests per bucket, not cumulative. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/**
 * Histogram of request durations by route, method and status. Every request is observed, so an observation costs only a
 * few additions; the Prometheus text is made on demand.
 */
export class RequestTimings {
  private readonly routes = new Map<string, Map<string, Map<number, Timing>>>();

  observe(route: string, method: string, status: number, seconds: number): void {
    const timing = this.routes.get(route)?.get(method)?.get(status) ?? this.add(route, method, status);
    timing.count += 1;
    timing.sum += seconds;
    for (let at = 0; at < bounds.length; at += 1) {
      if (seconds <= bounds[at]) {
        timing.counts[at] += 1;
        return;
      }
    }
  }

  private add(route: string, method: string, status: number): Timing {
    const methods = this.routes.get(route) ?? new Map<string, Map<number, Timing>>();
    const statuses = methods.get(method) ?? new Map<number, Timing>();
    const labels = `route="${route}",method="${method}",status="${status}"`;
    const timing = { labels, counts: bounds.map(() => 0), count: 0, sum: 0 };
    this.routes.set(route, methods.set(method, statuses.set(status, timing)));
    return timing;
  }

  text(): string {
    const lines = [
      `# HELP ${name} Time from the arrival of a request to its reply, by route.`,
      `# TYPE ${name} histogram`,
    ];
    for (const methods of this.routes.values()) {
      for (const statuses of methods.values()) for (const timing of statuses.values()) lines.push(...linesOf(timing));
    }
    return `${lines.join('\n')}\n`;
  }
}

function linesOf({ labels, counts, count, sum }: Timing): string[] {
  let within = 0;
  const buckets = bounds.map((end, at) => {
    within += counts[at];
    return `${name}_bucket{le="${end}",${labels}} ${within}`;
  });
  return [
    ...buckets,
    `${name}_bucket{le="+Inf",${labels}} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}
