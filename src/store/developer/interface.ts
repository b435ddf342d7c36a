export interface RequestRow {
  readonly requestId: string;
  readonly at: number;
  readonly routeId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly field: string | null;
  readonly milliseconds: number;
  readonly playerId: string | null;
}

export interface RequestQuery {
  readonly playerId: string;
  readonly failedOnly: boolean;
  readonly routeId: string | null;
  readonly before: { readonly at: number; readonly requestId: string; readonly routeId: string } | null;
  readonly limit: number;
}

interface RequestCounts {
  readonly requests: number;
  readonly failed: number;
  readonly rateLimited: number;
}

export interface RequestUsage {
  readonly total: RequestCounts;
  /** UTC, the newest first. */
  readonly days: readonly (RequestCounts & { readonly day: string })[];
  readonly operations: readonly (RequestCounts & {
    readonly operationId: string;
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
  })[];
  readonly codes: readonly { readonly code: string; readonly requests: number }[];
}
