import type { ReplyIdentity, StoredReply } from './arena/interface.js';
import type { CertificationReads, CertificationWrites } from './certification/interface.js';
import type { RequestQuery, RequestRow, RequestUsage } from './developer/interface.js';
import type { PlayReads, PlayWrites } from './exchange/interface.js';
import type { ForecastReads, ForecastWrites } from './forecasts/interface.js';
import type {
  HistoryStoreReads,
  HistoryStoreWrites,
  ListingStoreReads,
  ListingStoreWrites,
  LiveStoreReads,
} from './market-data/interface.js';
import type { MarketWatcher, OperatorStoreReads, OperatorStoreWrites } from './markets/interface.js';
import type {
  AgentReads,
  AgentWrites,
  KeyHolder,
  NewAgent,
  NewPerson,
  PeopleReads,
  PeopleWrites,
  SessionReads,
  SessionWrites,
} from './people/interface.js';
import type { PracticeReads, PracticeWrites } from './practice/interface.js';
import type { RecordReads } from './record/interface.js';
import type { BoardReads, BoardWrites, CrowdReads, CrowdWrites, ScoreReads, ScoreWrites } from './scoring/interface.js';
import type { StreamStoreReads, StreamStoreWrites } from './streams/interface.js';

export interface Reads
  extends PlayReads,
    OperatorStoreReads,
    HistoryStoreReads,
    ListingStoreReads,
    LiveStoreReads,
    StreamStoreReads {
  readonly players: {
    /** Takes the key itself: its hash never leaves the store. */
    findByKey(key: string): Promise<KeyHolder | null>;
    /** Has the player ever done anything that belongs to the record? */
    hasPlayed(playerId: string): Promise<boolean>;
  };
  readonly forecasts: ForecastReads;
  readonly scores: ScoreReads;
  readonly boards: BoardReads;
  readonly record: RecordReads;
  readonly crowds: CrowdReads;
  readonly practice: PracticeReads;
  readonly certification: CertificationReads;
  readonly people: PeopleReads;
  readonly sessions: SessionReads;
  readonly agents: AgentReads;
  readonly replies: {
    find(identity: ReplyIdentity): Promise<StoredReply | null>;
  };
  readonly requests: {
    /** What this viewer may see, their own requests first, each kind newest first. */
    find(requestId: string, viewerId: string | null, most: number): Promise<RequestRow[]>;
    /** A player's own, newest first. */
    list(query: RequestQuery): Promise<RequestRow[]>;
    usage(playerId: string, from: number): Promise<RequestUsage>;
  };
  ping(): Promise<void>;
}

export interface Writes
  extends Reads,
    PlayWrites,
    OperatorStoreWrites,
    HistoryStoreWrites,
    ListingStoreWrites,
    StreamStoreWrites {
  readonly streams: StreamStoreWrites['streams'];
  readonly history: HistoryStoreWrites['history'];
  readonly listing: ListingStoreWrites['listing'];
  readonly markets: OperatorStoreWrites['markets'];
  readonly accounts: PlayWrites['accounts'];
  readonly players: Reads['players'] & {
    /** False: the handle is taken and nothing was written. */
    addPerson(person: NewPerson): Promise<boolean>;
    /** False: the handle is taken and nothing was written. */
    addAgent(agent: NewAgent): Promise<boolean>;
    addKey(key: { id: string; agentId: string; secret: string; at: number }): Promise<void>;
    revokeKey(keyId: string, at: number): Promise<void>;
    /** The record stays; nobody plays as this player any more. */
    retire(playerId: string, at: number): Promise<void>;
  };
  readonly forecasts: ForecastWrites;
  readonly scores: ScoreWrites;
  readonly boards: BoardWrites;
  readonly crowds: CrowdWrites;
  readonly practice: PracticeWrites;
  readonly certification: CertificationWrites;
  readonly people: PeopleWrites;
  readonly sessions: SessionWrites;
  readonly agents: AgentWrites;
  readonly replies: Reads['replies'] & {
    /**
     * Binds the identity to this transaction. A second writer waits here until the first has ended;
     * false means that an accepted write holds the identity already.
     */
    claim(identity: ReplyIdentity, bodyDigest: Uint8Array, at: number): Promise<boolean>;
    save(identity: ReplyIdentity, status: number, reply: unknown): Promise<void>;
  };
  readonly requests: Reads['requests'] & {
    append(rows: readonly RequestRow[]): Promise<void>;
    /** Makes the partitions that the coming time needs and drops those older than the moment given. */
    keep(now: number, dropBefore: number): Promise<void>;
  };
}

export interface PoolState {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
}

/** The database can't be reached just now; nothing was done, or for a commit: nothing is known. */
export class StoreUnavailable extends Error {}

export interface Store {
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /** All or nothing; `work` may be run again after a deadlock or a serialisation failure. */
  transact<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
  /** Reads that all see one and the same moment, however long they take. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /** Runs the work while no other node does work of this name; false where one does. */
  exclusively(name: string, work: () => Promise<void>): Promise<boolean>;
  /**
   * Tells of every market that a committed transaction has changed, here or on another node. The function that is
   * returned ends it.
   */
  watch(watcher: MarketWatcher): () => Promise<void>;
  pool(): PoolState;
  close(): Promise<void>;
}
