import { handleCandidates, handleRandomBytes } from '../../domain/people/handles.js';
import type { Name } from '../../domain/people/names.js';
import type { Person } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';
import { openAccount } from '../exchange/open-account.js';
import type { OperationContext } from '../operation-context.js';
import { maxKnownAddresses } from './attempts.js';
import { newSession, openSession, type SessionClient } from './open-session.js';
import { takeHandle } from './take-handle.js';

export interface CreatePersonContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string>; readonly publicUrl: string };
}

interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
  readonly displayName: Name;
  readonly client: SessionClient;
}

/**
 * Creates a person with a play account and a session, in a transaction that has locked the email and checked that it is
 * free.
 */
export async function createPerson(
  writes: Writes,
  context: CreatePersonContext,
  { email, passwordHash, displayName, client }: NewPerson,
): Promise<{ person: Person; token: string }> {
  const { clock, newId, random, settings } = context;
  const now = clock();
  const session = newSession(context, client, now);
  const playerId = newId('plr', now);
  const { shown: name, folded: foldedName } = displayName;
  const signIn = { email, passwordHash };
  const handles = handleCandidates(name, 'player', settings.routeWords, random(handleRandomBytes));
  const handle = await takeHandle(handles, candidate =>
    writes.players.addPerson({ playerId, handle: candidate, name, foldedName, signIn, at: now }),
  );
  await openAccount(writes, playerId, now, newId);
  await openSession(writes, playerId, session, client.replacedSessionId, now);
  await writes.people.rememberAddress(playerId, client.address, maxKnownAddresses, now);
  const person: Person = {
    playerId,
    handle,
    displayName: name,
    email,
    role: 'member',
    plan: 'free',
    showOwner: false,
    suspension: null,
    createdAt: now,
  };
  return { person, token: session.token };
}
