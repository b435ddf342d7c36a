import type { StoredReply } from '../database/arena/interface.js';
import type { Store, Writes } from '../database/store.js';
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
  const stored = await store.read(reads => reads.replies.find(identity));
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
  work: (writes: Writes) => Promise<Answer>,
): Promise<Outcome> {
  return store.transact(async writes => {
    if (!(await writes.replies.claim(identity, bodyDigest, now))) {
      const stored = await writes.replies.find(identity);
      if (!stored) throw new Error(`the response ${identity.kind} ${identity.clientId} is claimed but missing`);
      return outcomeOf(stored, bodyDigest);
    }
    const answer = await work(writes);
    await writes.replies.save(identity, answer.status, answer.reply);
    return { kind: 'done', answer };
  });
}
