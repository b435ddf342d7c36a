import { isoTime } from '../../domain/iso-time.js';
import { maxPasskeys, readPasskeyName } from '../../domain/people/passkeys.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { sessionCookie } from '../../http/session-cookie.js';
import { deletePasskey, listPasskeys, renamePasskey } from '../../operations/people/passkeys/manage-passkeys.js';
import { beginRegistration, finishRegistration } from '../../operations/people/passkeys/register-passkey.js';
import { beginPasskeySignIn, signInWithPasskey } from '../../operations/people/passkeys/sign-in-with-passkey.js';
import type { Passkey } from '../../store/people/passkeys-interface.js';
import { requirePerson, requireValid, sessionClientOf, sessionOver, wrongPassword } from './caller.js';
import type {
  NewPasskeyRequest,
  PasskeyParams,
  PasskeyRegistrationRequest,
  PasskeyRename,
  PasskeySignInRequest,
} from './passkey-schemas.js';
import { viewPerson } from './person-view.js';

function viewPasskey({ id, name, backedUp, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    synced: backedUp,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}

function requireAvailable({ people, settings }: Services): void {
  if (people.authenticators.isAvailable) return;
  throw new ApiError('PASSKEYS_UNAVAILABLE', `Browsers do not support passkeys for ${settings.publicUrl}.`);
}

function tooMany(): ApiError {
  return new ApiError('PASSKEY_LIMIT_REACHED', `You already have ${maxPasskeys} passkeys, the maximum.`);
}

export async function getPasskeys(_input: unknown, { services, caller }: RequestContext) {
  const passkeys = await listPasskeys(services, requirePerson(caller).playerId);
  const { isAvailable: available } = services.people.authenticators;
  return { passkeys: passkeys.map(viewPasskey), available, nextCursor: null };
}

export async function postPasskeyRegistration(
  { body }: RouteInput<{ body: typeof PasskeyRegistrationRequest }>,
  context: RequestContext,
) {
  const { services, caller } = context;
  requireAvailable(services);
  const command = {
    personId: requirePerson(caller).playerId,
    password: body.password,
    address: context.clientAddress(),
  };
  const begun = await beginRegistration(services, command);
  if (begun === 'wrong-password') throw wrongPassword('password');
  if (begun === 'account-gone') throw sessionOver();
  if (begun === 'too-many') throw tooMany();
  return begun;
}

export async function postPasskey(
  { body }: RouteInput<{ body: typeof NewPasskeyRequest }>,
  { services, caller }: RequestContext,
) {
  requireAvailable(services);
  const { playerId: personId } = requirePerson(caller);
  const name = requireValid('name', readPasskeyName(body.name));
  const added = await finishRegistration(services, { personId, name, response: body.credential });
  if (added === 'account-gone') throw sessionOver();
  if (added === 'too-many') throw tooMany();
  if (added === 'refused') {
    throw invalid('credential', 'does not match an open challenge, or is already registered');
  }
  return new Reply(201, { passkey: viewPasskey(added) });
}

export async function patchPasskey(
  { params, body }: RouteInput<{ params: typeof PasskeyParams; body: typeof PasskeyRename }>,
  { services, caller }: RequestContext,
) {
  const name = requireValid('name', readPasskeyName(body.name));
  const renamed = await renamePasskey(services, requirePerson(caller).playerId, params.passkeyId, name);
  if (!renamed) throw new ApiError('NOT_FOUND', `Passkey ${params.passkeyId} not found.`, { field: 'passkeyId' });
  return { passkey: viewPasskey(renamed) };
}

export async function removePasskey(
  { params }: RouteInput<{ params: typeof PasskeyParams }>,
  { services, caller }: RequestContext,
) {
  return { deleted: await deletePasskey(services, requirePerson(caller).playerId, params.passkeyId) };
}

export async function postPasskeyOptions(_input: unknown, { services }: RequestContext) {
  requireAvailable(services);
  return { options: await beginPasskeySignIn(services) };
}

/** The same error for an unknown passkey and a wrong signature, so that it doesn't reveal which passkeys exist. */
function notSignedIn(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The passkey was not accepted.', {
    field: 'credential',
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation: 'Request new options and try again, or sign in with your password.',
  });
}

export async function postPasskeySignIn(
  { body }: RouteInput<{ body: typeof PasskeySignInRequest }>,
  context: RequestContext,
) {
  const { services } = context;
  requireAvailable(services);
  const signedIn = await signInWithPasskey(services, body.credential, sessionClientOf(context));
  if (!signedIn) throw notSignedIn();
  return new Reply(200, { person: viewPerson(signedIn.person) }, sessionCookie(services, signedIn.token));
}
