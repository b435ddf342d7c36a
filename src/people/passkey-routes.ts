import { ApiError, invalid } from '../http/errors.js';
import { sessionCookie } from '../http/pipeline/credentials.js';
import { requirePerson, requireValid, sessionClientOf, sessionOver, wrongPassword } from '../http/require-person.js';
import { defineRoute, type HttpServices, Reply, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { isoTime } from '../kernel/time.js';
import {
  beginPasskeySignIn,
  beginRegistration,
  deletePasskey,
  finishRegistration,
  listPasskeys,
  maxPasskeyNameLength,
  maxPasskeys,
  readPasskeyName,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.js';
import type { PeopleServices } from './persons.js';
import { KnownPassword, PersonReply, viewPerson } from './schemas.js';
import type { Passkey } from './store/rows.js';

type Needs = HttpServices & PeopleServices;

const examplePasskey = {
  id: 'psk_01kx3v7p9ye1f8m2q4s6t8v0wz',
  name: 'Laptop',
  synced: true,
  createdAt: '2026-03-17T12:00:00.000Z',
  lastUsedAt: null,
};

const PasskeyName = () =>
  Type.String({
    minLength: 1,
    maxLength: maxPasskeyNameLength,
    description: 'Name for your own list.',
    examples: ['Laptop'],
  });

const PasskeyView = named(
  'Passkey',
  closed(
    {
      id: Type.String({ description: 'Id of the passkey.', examples: [examplePasskey.id] }),
      name: PasskeyName(),
      synced: Type.Boolean({ description: 'Whether its provider syncs it between devices.' }),
      createdAt: Timestamp({ description: 'When it was added.' }),
      lastUsedAt: nullable(Timestamp({ description: 'When it was last used to sign in; null if never.' })),
    },
    { description: 'A passkey, without its key.', examples: [examplePasskey] },
  ),
);

const PasskeyList = named(
  'PasskeyList',
  closed(
    {
      passkeys: Type.Array(PasskeyView, { description: `Oldest first; at most ${maxPasskeys}.` }),
      available: Type.Boolean({
        description: 'Whether passkeys work at the public address of this arena: https or localhost.',
      }),
      nextCursor: Type.Null({ description: 'The complete list.' }),
    },
    { examples: [{ passkeys: [examplePasskey], available: true, nextCursor: null }] },
  ),
);

const PasskeyReply = named('PasskeyReply', closed({ passkey: PasskeyView }));

const PasskeyRegistrationRequest = named(
  'PasskeyRegistrationRequest',
  closed({ password: KnownPassword() }, { examples: [{ password: 'correct horse battery' }] }),
);

/** WebAuthn options, which browsers define; clients pass them on unchanged. */
const PasskeyOptions = named(
  'PasskeyOptions',
  closed(
    {
      options: Type.Object(
        {
          challenge: Type.String({ description: 'Value that the authenticator signs; valid once, for five minutes.' }),
        },
        {
          additionalProperties: true,
          description:
            'PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn: pass it to the browser unchanged.',
        },
      ),
    },
    { examples: [{ options: { challenge: 'mB2s0v9bqZ8xW1yT7kQ4nR6pL3cF5hJ0aD2gU8iE4oM', rpId: 'presage.example' } }] },
  ),
);

const encoded = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 20_000, description, examples: [example] });

const credentialOf = (response: ReturnType<typeof Type.Object>) =>
  Type.Object(
    {
      id: Type.String({
        minLength: 1,
        maxLength: 1_366,
        description: 'Id of the credential, base64url.',
        examples: ['kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7yVb0'],
      }),
      type: oneOf(['public-key'], { description: 'Kind of credential.' }),
      response,
    },
    {
      additionalProperties: true,
      description: 'Credential returned by the browser, in the JSON form of WebAuthn. Additional members are allowed.',
    },
  );

const NewPasskeyRequest = named(
  'NewPasskeyRequest',
  closed({
    name: PasskeyName(),
    credential: credentialOf(
      Type.Object(
        {
          clientDataJSON: encoded('Client data, base64url.', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0'),
          attestationObject: encoded('Attestation object, base64url.', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik'),
        },
        { additionalProperties: true, description: 'Response of the authenticator.' },
      ),
    ),
  }),
);

const PasskeySignInRequest = named(
  'PasskeySignInRequest',
  closed({
    credential: credentialOf(
      Type.Object(
        {
          clientDataJSON: encoded('Client data, base64url.', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0'),
          authenticatorData: encoded(
            'Authenticator data, base64url.',
            'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          ),
          signature: encoded('Signature, base64url.', 'MEUCIQDzM4b7Rk2vY1nT0sWq8xGh5jLpC3aZ6uEoVtQ9dXfK'),
        },
        { additionalProperties: true, description: 'Response of the authenticator.' },
      ),
    ),
  }),
);

const PasskeyRename = named('PasskeyRename', closed({ name: PasskeyName() }, { examples: [{ name: 'Phone' }] }));

const PasskeyParams = closed({
  passkeyId: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Id of one of your passkeys.',
    examples: [examplePasskey.id],
  }),
});

const PasskeyDeleted = named(
  'PasskeyDeleted',
  closed(
    {
      deleted: Type.Integer({
        minimum: 0,
        maximum: 1,
        description: 'Number of passkeys that this request deleted; 0 if it was already deleted.',
      }),
    },
    { examples: [{ deleted: 1 }] },
  ),
);

function viewPasskey({ id, name, backedUp, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    synced: backedUp,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}

function requireAvailable({ people, settings }: HttpServices & PeopleServices): void {
  if (people.authenticators.isAvailable) return;
  throw new ApiError('PASSKEYS_UNAVAILABLE', `Browsers do not support passkeys for ${settings.publicUrl}.`);
}

function tooMany(): ApiError {
  return new ApiError('PASSKEY_LIMIT_REACHED', `You already have ${maxPasskeys} passkeys, the maximum.`);
}

async function getPasskeys(_input: unknown, { services, caller }: RequestContext<Needs>) {
  const passkeys = await listPasskeys(services, requirePerson(caller).playerId);
  const { isAvailable: available } = services.people.authenticators;
  return { passkeys: passkeys.map(viewPasskey), available, nextCursor: null };
}

async function postPasskeyRegistration(
  { body }: RouteInput<{ body: typeof PasskeyRegistrationRequest }>,
  context: RequestContext<Needs>,
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

async function postPasskey(
  { body }: RouteInput<{ body: typeof NewPasskeyRequest }>,
  { services, caller }: RequestContext<Needs>,
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

async function patchPasskey(
  { params, body }: RouteInput<{ params: typeof PasskeyParams; body: typeof PasskeyRename }>,
  { services, caller }: RequestContext,
) {
  const name = requireValid('name', readPasskeyName(body.name));
  const renamed = await renamePasskey(services, requirePerson(caller).playerId, params.passkeyId, name);
  if (!renamed) throw new ApiError('NOT_FOUND', `Passkey ${params.passkeyId} not found.`, { field: 'passkeyId' });
  return { passkey: viewPasskey(renamed) };
}

async function removePasskey(
  { params }: RouteInput<{ params: typeof PasskeyParams }>,
  { services, caller }: RequestContext,
) {
  return { deleted: await deletePasskey(services, requirePerson(caller).playerId, params.passkeyId) };
}

async function postPasskeyOptions(_input: unknown, { services }: RequestContext<Needs>) {
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

async function postPasskeySignIn(
  { body }: RouteInput<{ body: typeof PasskeySignInRequest }>,
  context: RequestContext<Needs>,
) {
  const { services } = context;
  requireAvailable(services);
  const signedIn = await signInWithPasskey(services, body.credential, sessionClientOf(context));
  if (!signedIn) throw notSignedIn();
  return new Reply(200, { person: viewPerson(signedIn.person) }, sessionCookie(services, signedIn.token));
}

const forAnyone = { area: 'people', auth: 'optional', callers: ['person'] } as const;
const forPeople = { area: 'people', auth: 'required', callers: ['person'] } as const;

/** Passkeys: WebAuthn credentials that sign in without the password. */
export const passkeyRoutes = [
  defineRoute({
    ...forPeople,
    id: 'listPasskeys',
    method: 'GET',
    path: '/api/people/passkeys',
    summary: 'Your passkeys',
    description: 'Oldest first, without their keys.',
    bucket: 'reads',
    responses: { 200: { description: 'The passkeys.', schema: PasskeyList } },
    handler: getPasskeys,
  }),
  defineRoute({
    ...forPeople,
    id: 'beginPasskeyRegistration',
    method: 'POST',
    path: '/api/people/passkeys/registration',
    summary: 'Start adding a passkey',
    description:
      'Needs the password. Returns the options for navigator.credentials.create; send its result to POST /api/people/passkeys within five minutes.',
    bucket: 'changes',
    request: { body: PasskeyRegistrationRequest },
    responses: { 200: { description: 'Options for the browser.', schema: PasskeyOptions } },
    errors: ['FORBIDDEN', 'PASSKEY_LIMIT_REACHED', 'PASSKEYS_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
    handler: postPasskeyRegistration,
  }),
  defineRoute({
    ...forPeople,
    id: 'addPasskey',
    method: 'POST',
    path: '/api/people/passkeys',
    summary: 'Add a passkey',
    description:
      'Takes the browser’s result for the options. A challenge works once: a repeated request is rejected and adds nothing.',
    bucket: 'changes',
    request: { body: NewPasskeyRequest },
    responses: { 201: { description: 'The passkey.', schema: PasskeyReply } },
    errors: ['PASSKEY_LIMIT_REACHED', 'PASSKEYS_UNAVAILABLE'],
    handler: postPasskey,
  }),
  defineRoute({
    ...forPeople,
    id: 'renamePasskey',
    method: 'PATCH',
    path: '/api/people/passkeys/{passkeyId}',
    summary: 'Rename a passkey',
    description: 'The name appears only in your own list.',
    bucket: 'changes',
    request: { params: PasskeyParams, body: PasskeyRename },
    responses: { 200: { description: 'The passkey.', schema: PasskeyReply } },
    errors: ['NOT_FOUND'],
    handler: patchPasskey,
  }),
  defineRoute({
    ...forPeople,
    id: 'deletePasskey',
    whileSuspended: true,
    method: 'DELETE',
    path: '/api/people/passkeys/{passkeyId}',
    summary: 'Delete a passkey',
    description:
      'The passkey can no longer sign in; sessions that it opened stay. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: PasskeyParams },
    responses: { 200: { description: 'Number of deleted passkeys: 0 or 1.', schema: PasskeyDeleted } },
    errors: ['NOT_FOUND'],
    handler: removePasskey,
  }),
  defineRoute({
    ...forAnyone,
    id: 'beginPasskeySignIn',
    whileSuspended: true,
    method: 'POST',
    path: '/api/people/sign-in/passkey/options',
    summary: 'Start signing in with a passkey',
    description:
      'Returns the options for navigator.credentials.get; send its result to POST /api/people/sign-in/passkey within five minutes. Names no account.',
    bucket: 'signIns',
    responses: { 200: { description: 'Options for the browser.', schema: PasskeyOptions } },
    errors: ['PASSKEYS_UNAVAILABLE'],
    handler: postPasskeyOptions,
  }),
  defineRoute({
    ...forAnyone,
    id: 'signInWithPasskey',
    whileSuspended: true,
    method: 'POST',
    path: '/api/people/sign-in/passkey',
    summary: 'Sign in with a passkey',
    description:
      'Opens a session, as signing in with the password does. A challenge works once, whether or not its signature is valid.',
    bucket: 'signIns',
    request: { body: PasskeySignInRequest },
    responses: { 200: { description: 'The signed-in person; the session cookie is set.', schema: PersonReply } },
    errors: ['UNAUTHORIZED', 'PASSKEYS_UNAVAILABLE'],
    handler: postPasskeySignIn,
  }),
];
