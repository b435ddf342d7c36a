export interface ReplyIdentity {
  readonly playerId: string;
  /** The kind of write, so that one client id may be used once for each kind. */
  readonly kind: string;
  readonly clientId: string;
}

export interface StoredReply {
  readonly bodyDigest: Uint8Array;
  readonly status: number;
  readonly reply: unknown;
}

/** Reads that a node has counted for one holder in one part of a window. */
export interface ReadCount {
  readonly holder: string;
  readonly slot: number;
  readonly endsAt: number;
  readonly count: number;
}
