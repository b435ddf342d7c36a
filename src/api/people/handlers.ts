import { readEmail } from '../../domain/people/email.js';
import { readName } from '../../domain/people/names.js';
import { readPassword } from '../../domain/people/password.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { Static, TSchema } from '../../http/schema.js';
import { endedCookie, sessionCookie } from '../../http/session-cookie.js';
import { requestSignUp } from '../../operations/people/confirmations/confirm-sign-up.js';
import { deletePerson } from '../../operations/people/delete-person.js';
import { findPerson } from '../../operations/people/queries.js';
import { signOut } from '../../operations/people/sessions.js';
import { signIn } from '../../operations/people/sign-in.js';
import { signUp } from '../../operations/people/sign-up.js';
import { updatePerson } from '../../operations/people/update-person.js';
import { requirePerson, requireValid, sessionClientOf, sessionIdOf, sessionOver, wrongPassword } from './caller.js';
import { accepted } from './confirmation-handlers.js';
import { viewPerson } from './person-view.js';
import type { PersonDeletion, PersonUpdate, SignInRequest, SignUpRequest } from './schemas.js';

type Input<B extends TSchema> = RouteInput<{ body: B }>;

export async function handleSignUp({ body }: Input<typeof SignUpRequest>, context: RequestContext) {
  const { services } = context;
  const email = requireValid('email', readEmail(body.email));
  const displayName = requireValid('displayName', readName(body.displayName));
  const password = requireValid('password', readPassword(body.password, { email, displayName: displayName.shown }));
  if (services.people.mailer.isEnabled) {
    await requestSignUp(services, { email, password, displayName, address: context.clientAddress() });
    return accepted();
  }
  const signedUp = await signUp(services, { email, password, displayName, client: sessionClientOf(context) });
  if (!signedUp) {
    throw new ApiError('EMAIL_TAKEN', 'email already has an account, or belonged to a deleted one', {
      field: 'email',
    });
  }
  return new Reply(201, { person: viewPerson(signedUp.person) }, sessionCookie(services, signedUp.token));
}

/** The same error for an unknown email and a wrong password, so that it doesn't reveal which accounts exist. */
function wrongSignIn(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The email or the password is wrong.', {
    field: 'password',
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation:
      'Check both and try again; after 10 wrong passwords a client address is blocked from this account for a while.',
  });
}

export async function handleSignIn({ body }: Input<typeof SignInRequest>, context: RequestContext) {
  const { services } = context;
  const email = requireValid('email', readEmail(body.email));
  const signedIn = await signIn(services, { email, password: body.password, client: sessionClientOf(context) });
  if (!signedIn) throw wrongSignIn();
  return new Reply(200, { person: viewPerson(signedIn.person) }, sessionCookie(services, signedIn.token));
}

export async function handleSignOut(_input: unknown, { services, caller }: RequestContext) {
  const sessionId = sessionIdOf(caller);
  if (sessionId !== null) await signOut(services, sessionId);
  return new Reply(200, { signedOut: true }, endedCookie(services));
}

export async function getMe(_input: unknown, { services, caller }: RequestContext) {
  const person = await findPerson(services, requirePerson(caller).playerId);
  if (!person) throw sessionOver();
  return { person: viewPerson(person) };
}

function readPasswordChange(body: Static<typeof PersonUpdate>, address: string) {
  const { displayName, showOwner, currentPassword, newPassword } = body;
  if (newPassword !== undefined && currentPassword !== undefined) {
    return { current: currentPassword, next: newPassword, address };
  }
  if (newPassword !== undefined) throw invalid('currentPassword', 'is missing; it is required to set a new password');
  if (currentPassword !== undefined) throw invalid('newPassword', 'is missing');
  if (displayName === undefined && showOwner === undefined) {
    throw invalid('displayName', ', showOwner or newPassword must be given');
  }
  return null;
}

export async function updateMe({ body }: Input<typeof PersonUpdate>, context: RequestContext) {
  const { services, caller } = context;
  const { playerId, sessionId } = requirePerson(caller);
  const password = readPasswordChange(body, context.clientAddress());
  const displayName = body.displayName === undefined ? null : requireValid('displayName', readName(body.displayName));
  const outcome = await updatePerson(services, {
    playerId,
    sessionId,
    displayName,
    showOwner: body.showOwner ?? null,
    password,
  });
  switch (outcome.kind) {
    case 'updated':
      return { person: viewPerson(outcome.person) };
    case 'unsuitable-password':
      throw invalid('newPassword', outcome.problem);
    case 'wrong-password':
      throw wrongPassword('currentPassword');
    case 'account-gone':
      throw sessionOver();
  }
}

export async function deleteMe({ body }: Input<typeof PersonDeletion>, context: RequestContext) {
  const { services, caller } = context;
  const { playerId } = requirePerson(caller);
  const outcome = await deletePerson(services, playerId, body.password, context.clientAddress());
  if (outcome === 'wrong-password') throw wrongPassword('password');
  if (outcome === 'account-gone') throw sessionOver();
  return new Reply(200, { deleted: true }, endedCookie(services));
}
