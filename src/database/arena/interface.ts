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

export interface ArenaReads {
  tradingPaused(): Promise<boolean>;
  /** Null while trading is not paused. */
  tradingPause(): Promise<TradingPause | null>;
}

export interface ArenaWrites extends ArenaReads {
  /** Returns false if nothing changed. The reason of a resumption is not stored. */
  setTradingPaused(paused: boolean, reason?: string): Promise<boolean>;
}

export interface OperatorReads {
  /** Newest first. */
  actions(filter: ActionFilter): Promise<RecordedAction[]>;
}

/** The append-only log of operator actions. */
export interface OperatorWrites extends OperatorReads {
  record(action: OperatorAction): Promise<void>;
  /** Replaces the handle of a deleted player in entries about it. */
  renameSubject(handle: string, newHandle: string): Promise<void>;
  /** The current time of the database's clock. */
  now(): Promise<number>;
}

export interface ReplyReads {
  find(identity: ReplyIdentity): Promise<StoredReply | null>;
}

export interface ReplyWrites extends ReplyReads {
  /**
   * Binds the identity to this transaction. A second writer waits here until the first has ended; false means that an
   * accepted write already holds the identity.
   */
  claim(identity: ReplyIdentity, bodyDigest: Uint8Array, at: number): Promise<boolean>;
  save(identity: ReplyIdentity, status: number, reply: unknown): Promise<void>;
  /**
   * Merges into the `agent` of stored responses to its creation, so that replays reveal nothing about a deleted agent.
   */
  amendAgent(agentId: string, members: Readonly<Record<string, unknown>>): Promise<void>;
  eraseOf(playerId: string): Promise<void>;
}

/** Read limits that all nodes share. */
export interface ReadCountWrites {
  /** Saves this node's counts and returns, by holder and slot, the sums of the other nodes. */
  share(
    node: string,
    counts: readonly ReadCount[],
    holders: readonly string[],
  ): Promise<readonly Omit<ReadCount, 'endsAt'>[]>;
  deleteEnded(before: number): Promise<void>;
}

declare module '../store.js' {
  interface Reads {
    readonly arena: ArenaReads;
    readonly replies: ReplyReads;
    readonly operators: OperatorReads;
  }

  interface Writes {
    readonly arena: ArenaWrites;
    readonly operators: OperatorWrites;
    readonly replies: ReplyWrites;
    readonly readCounts: ReadCountWrites;
  }
}
