import * as replyStore from '../database/arena/replies.js';
import type { StoredReply } from '../database/arena/rows.js';
import type { Store, Transaction } from '../database/store.js';
import { repeatKind } from './write-outcome.js';

interface Identity {
  readonly playerId: string;
  readonly kind: string;
  readonly clientId: string;
}

export interface Answer {
  readonly status: number;
  readonly reply: unknown;
}

type Outcome = { kind: 'done'; answer: Answer } | { kind: 'replayed'; answer: Answer } | { kind: 'differs' };

function outcomeOf(stored: StoredReply, bodyDigest: Uint8Array): Outcome {
  const kind = repeatKind(stored.bodyDigest, bodyDigest);
  return kind === 'differs' ? { kind } : { kind, answer: { status: stored.status, reply: stored.reply } };
}

/** The result of an earlier accepted write with this identity. */
export async function findReplay(store: Store, identity: Identity, bodyDigest: Uint8Array): Promise<Outcome | null> {
  const stored = await store.read(reader => replyStore.find(reader, identity));
  return stored && outcomeOf(stored, bodyDigest);
}

/**
 * Runs a write at most once for its identity. The claim, the write and its result commit together; a rejected write
 * (one that throws) binds nothing; a concurrent duplicate waits at the claim for the first to end.
 */
export function runIdempotent(
  store: Store,
  identity: Identity,
  bodyDigest: Uint8Array,
  now: number,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Outcome> {
  return store.transact(async tx => {
    if (!(await replyStore.claim(tx, identity, bodyDigest, now))) {
      const stored = await replyStore.find(tx, identity);
      if (!stored) throw new Error(`the response ${identity.kind} ${identity.clientId} is claimed but missing`);
      return outcomeOf(stored, bodyDigest);
    }
    const answer = await work(tx);
    await replyStore.save(tx, identity, answer.status, answer.reply);
    return { kind: 'done', answer };
  });
}
