const name = 'presage_http_request_duration_seconds';
/** Upper bounds of the buckets in seconds; longer requests count only in +Inf. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Timing {
  readonly labels: string;
  /** Rejections are counted and summed, but only in the bucket +Inf: they would be most of the text. */
  readonly isError: boolean;
  /** Requests per bucket, not cumulative. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/** Methods that are counted by name; HTTP has dozens more, which no route accepts. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const other = 'other';
/** The maximum number of series; further ones are counted together, so that the text stays below a megabyte. */
const maxSeries = 1_200;

/**
 * Histogram of request durations by route, method and status. Every request is observed, so an observation costs only a
 * few additions; the Prometheus text is built on demand.
 */
export class RequestTimings {
  private readonly routes = new Map<string, Map<string, Map<number, Timing>>>();

  private series = 0;

  observe(route: string, sentMethod: string, status: number, seconds: number): void {
    const method = methods.has(sentMethod) ? sentMethod : other;
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
    if (this.series >= maxSeries && route !== other) return this.overflow(status);
    const byMethod = this.routes.get(route) ?? new Map<string, Map<number, Timing>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Timing>();
    const labels = `route="${route}",method="${method}",status="${status}"`;
    const timing = { labels, isError: status >= 400, counts: bounds.map(() => 0), count: 0, sum: 0 };
    this.routes.set(route, byMethod.set(method, byStatus.set(status, timing)));
    this.series += 1;
    return timing;
  }

  /** One series for each status class: 200, 300, 400, 500. */
  private overflow(status: number): Timing {
    const rounded = Math.floor(status / 100) * 100;
    return this.routes.get(other)?.get(other)?.get(rounded) ?? this.add(other, other, rounded);
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

function linesOf({ labels, isError, counts, count, sum }: Timing): string[] {
  let within = 0;
  const buckets = (isError ? [] : bounds).map((end, at) => {
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
