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
  /** The agent key of the request. */
  readonly keyId: string | null;
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
  /** UTC, newest first. */
  readonly days: readonly (RequestCounts & { readonly day: string })[];
  readonly operations: readonly (RequestCounts & {
    readonly operationId: string;
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
  })[];
  /** By agent key, most used first. */
  readonly keys: readonly (RequestCounts & {
    readonly keyId: string;
    readonly operations: readonly { readonly operationId: string; readonly requests: number }[];
  })[];
  readonly codes: readonly { readonly code: string; readonly requests: number }[];
}

export interface RequestReads {
  /** Requests that the viewer may see: the viewer's first, then anonymous ones, each newest first. */
  find(requestId: string, viewerId: string | null, limit: number): Promise<RequestRow[]>;
  /** A player's requests, newest first. */
  list(query: RequestQuery): Promise<RequestRow[]>;
  usage(playerId: string, from: number): Promise<RequestUsage>;
}

export interface RequestWrites extends RequestReads {
  append(rows: readonly RequestRow[]): Promise<void>;
  /** Creates the partitions of the next days and drops those that end before `dropBefore`. */
  maintainPartitions(now: number, dropBefore: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly requests: RequestReads;
  }

  interface Writes {
    readonly requests: RequestWrites;
  }
}
