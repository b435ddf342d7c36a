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

/** Reads counted by a node for one holder in one slot of a window. */
export interface ReadCount {
  readonly holder: string;
  readonly slot: number;
  readonly endsAt: number;
  readonly count: number;
}

export interface OperatorAction {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The operator's reason; empty if none was requested. */
  readonly reason?: string;
  /** The changed members, with their old and new values. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

export interface RecordedAction extends Required<OperatorAction> {
  readonly id: number;
  /** The operator's handle; null for the operator token. */
  readonly handle: string | null;
  /** The current handle of the player that the action concerned; null for other subjects. */
  readonly subjectHandle: string | null;
}

export interface ActionFilter {
  readonly actor: string | null;
  /** A whole action such as `event.resolve`, or the part before its dot. */
  readonly action: string | null;
  readonly subject: string | null;
  /** Only actions older than this id. */
  readonly before: number | null;
  readonly limit: number;
}

/** A pause of trading in the whole arena. */
export interface TradingPause {
  /** The operator's reason; null if none was given. */
  readonly reason: string | null;
}
