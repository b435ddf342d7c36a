import { readEmail } from '../../domain/people/email.js';
import { handleCandidates, handleRandomBytes } from '../../domain/people/handles.js';
import { readName } from '../../domain/people/names.js';
import { readPassword } from '../../domain/people/password.js';
import type { Person } from '../../domain/people/players.js';
import type { Caller } from '../../http/caller.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { TSchema } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { endedCookie, sessionCookie } from '../../http/session-cookie.js';
import { cancelOrdersOf } from '../../operations/people/cancel-leaving.js';
import { deletePerson } from '../../operations/people/delete-person.js';
import { signIn as openSession } from '../../operations/people/sign-in.js';
import { signUp as addPerson } from '../../operations/people/sign-up.js';
import { updatePerson } from '../../operations/people/update-person.js';
import type { Writes } from '../../store/store.js';
import { accepted, requirePerson, sessionOver } from './caller.js';
import { checkPassword } from './check-password.js';
import type { PersonDeletion, PersonUpdate, SignInRequest, SignUpRequest } from './schemas.js';

type Input<B extends TSchema> = RouteInput<{ body: B }>;

function shownPerson({ playerId, createdAt, ...rest }: Person) {
  return { id: playerId, ...rest, createdAt: new Date(createdAt).toISOString() };
}

function newSession(services: Services, now: number) {
  return {
    sessionId: services.newId('ses', now),
    token: Buffer.from(services.random(32)).toString('base64url'),
  };
}

/** A browser holds one session: signing in with it ends the one it had, which nobody could end any more. */
async function endEarlier(writes: Writes, caller: Caller): Promise<void> {
  if (caller.kind === 'person') await writes.sessions.end(caller.sessionId);
}

export async function signUp({ body }: Input<typeof SignUpRequest>, { services, caller }: RequestContext) {
  const email = accepted('email', readEmail(body.email));
  const displayName = accepted('displayName', readName(body.displayName));
  const password = accepted('password', readPassword(body.password, { email, displayName: displayName.shown }));
  const passwordHash = await services.people.passwords.hash(password);
  const now = services.clock();
  const session = newSession(services, now);
  const command = {
    playerId: services.newId('plr', now),
    email,
    passwordHash,
    displayName,
    handles: handleCandidates(
      displayName.shown,
      'player',
      services.settings.routeWords,
      services.random(handleRandomBytes),
    ),
    session,
  };
  const person = await services.store.transact(async writes => {
    const added = await addPerson(writes, command, now, services.newId);
    if (added) await endEarlier(writes, caller);
    return added;
  });
  if (!person) {
    throw new ApiError('EMAIL_TAKEN', 'email has an account already, or belonged to one that was deleted', {
      field: 'email',
    });
  }
  return new Reply(201, { person: shownPerson(person) }, sessionCookie(services, session.token));
}

/** One answer for an unknown email and a wrong password, so that nobody learns who has an account. */
function wrongSignIn(): ApiError {
  return new ApiError('UNAUTHORIZED', 'the email or the password is wrong', {
    field: 'password',
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation: 'Check both and try again; after 10 wrong passwords an account takes none for a while.',
  });
}

export async function signIn({ body }: Input<typeof SignInRequest>, { services, caller }: RequestContext) {
  const email = accepted('email', readEmail(body.email));
  const record = await services.store.read(reads => reads.people.findSignIn(email));
  const right = await checkPassword(services, email, body.password, record?.passwordHash ?? null);
  if (!record || !right) throw wrongSignIn();
  const now = services.clock();
  const session = newSession(services, now);
  const person = await services.store.transact(async writes => {
    const opened = await openSession(writes, record, session, now);
    if (opened) await endEarlier(writes, caller);
    return opened;
  });
  if (!person) throw wrongSignIn();
  return new Reply(200, { person: shownPerson(person) }, sessionCookie(services, session.token));
}

export async function signOut(_input: unknown, { services, caller }: RequestContext) {
  if (caller.kind === 'person') {
    const { sessionId } = caller;
    await services.store.transact(writes => writes.sessions.end(sessionId));
  }
  return new Reply(200, { signedOut: true }, endedCookie(services));
}

export async function getMe(_input: unknown, { services, caller }: RequestContext) {
  const { playerId } = requirePerson(caller);
  const person = await services.store.read(reads => reads.people.find(playerId));
  if (!person) throw sessionOver();
  return { person: shownPerson(person) };
}

/** The hash that the password was found to match; the change that follows holds only while it is still that one. */
async function provenPassword(services: Services, playerId: string, password: string, field: string) {
  const record = await services.store.read(reads => reads.people.signInOf(playerId));
  if (!record) throw sessionOver();
  if (await checkPassword(services, record.email, password, record.passwordHash)) return record;
  throw new ApiError('FORBIDDEN', `${field} is not your password`, { field, remediation: 'Send your password.' });
}

export async function updateMe({ body }: Input<typeof PersonUpdate>, { services, caller }: RequestContext) {
  const { playerId, sessionId } = requirePerson(caller);
  const { displayName, currentPassword, newPassword } = body;
  if (displayName === undefined && currentPassword === undefined && newPassword === undefined) {
    throw invalid('displayName', 'or newPassword must be given');
  }
  if (newPassword !== undefined && currentPassword === undefined) {
    throw invalid('currentPassword', 'is missing; a new password needs it');
  }
  if (newPassword === undefined && currentPassword !== undefined) throw invalid('newPassword', 'is missing');
  const name = displayName === undefined ? null : accepted('displayName', readName(displayName));
  const password =
    newPassword === undefined
      ? null
      : await changedPassword(services, playerId, currentPassword as string, newPassword, name?.shown);
  const person = await services.store.transact(writes =>
    updatePerson(writes, { playerId, sessionId, displayName: name, password }),
  );
  if (!person) throw sessionOver();
  return { person: shownPerson(person) };
}

async function changedPassword(services: Services, playerId: string, current: string, next: string, name?: string) {
  const record = await provenPassword(services, playerId, current, 'currentPassword');
  const person = await services.store.read(reads => reads.people.find(playerId));
  const displayName = name ?? person?.displayName ?? '';
  const text = accepted('newPassword', readPassword(next, { email: record.email, displayName }));
  return { checkedHash: record.passwordHash, newHash: await services.people.passwords.hash(text) };
}

export async function deleteMe({ body }: Input<typeof PersonDeletion>, { services, caller }: RequestContext) {
  const { playerId } = requirePerson(caller);
  const { passwordHash } = await provenPassword(services, playerId, body.password, 'password');
  const left = await services.store.transact(writes => deletePerson(writes, playerId, passwordHash, services.clock()));
  if (!left) throw sessionOver();
  await Promise.all(left.map(leaving => cancelOrdersOf(services, leaving)));
  return new Reply(200, { deleted: true }, endedCookie(services));
}
