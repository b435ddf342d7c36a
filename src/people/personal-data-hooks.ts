import type { Reader, Transaction } from '../database/store.js';

/** A request of a player that the request log has. */
interface LoggedRow {
  readonly at: number;
  readonly requestId: string;
  readonly routeId: string;
}

interface LogPage<Row> {
  readonly playerId: string;
  readonly failedOnly: boolean;
  readonly routeId: string | null;
  readonly before: Row | null;
  readonly limit: number;
}

/** What later features store about a person: how it is erased with the account, and how it is exported. */
export interface PersonalDataHooks {
  /** Run in the transaction that deletes the account. */
  readonly erase: readonly ((tx: Transaction, personId: string) => Promise<void>)[];
  /** A page of a player's logged requests, newest first. */
  readonly listRequests: (reader: Reader, page: LogPage<LoggedRow>) => Promise<readonly LoggedRow[]>;
}
