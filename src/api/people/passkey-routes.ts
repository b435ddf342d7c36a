import { defineRoute } from '../../http/route.js';
import {
  getPasskeys,
  patchPasskey,
  postPasskey,
  postPasskeyOptions,
  postPasskeyRegistration,
  postPasskeySignIn,
  removePasskey,
} from './passkey-handlers.js';
import {
  NewPasskeyRequest,
  PasskeyDeleted,
  PasskeyList,
  PasskeyOptions,
  PasskeyParams,
  PasskeyRegistrationRequest,
  PasskeyRename,
  PasskeyReply,
  PasskeySignInRequest,
} from './passkey-schemas.js';
import { PersonReply } from './schemas.js';

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
