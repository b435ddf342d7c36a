import { maxPasskeyNameLength, maxPasskeys } from '../../domain/people/passkeys.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { KnownPassword } from './schemas.js';

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

const Passkey = named(
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

export const PasskeyList = named(
  'PasskeyList',
  closed(
    {
      passkeys: Type.Array(Passkey, { description: `Oldest first; at most ${maxPasskeys}.` }),
      available: Type.Boolean({
        description: 'Whether passkeys work at the public address of this arena: https or localhost.',
      }),
      nextCursor: Type.Null({ description: 'The complete list.' }),
    },
    { examples: [{ passkeys: [examplePasskey], available: true, nextCursor: null }] },
  ),
);

export const PasskeyReply = named('PasskeyReply', closed({ passkey: Passkey }));

export const PasskeyRegistrationRequest = named(
  'PasskeyRegistrationRequest',
  closed({ password: KnownPassword() }, { examples: [{ password: 'correct horse battery' }] }),
);

/** WebAuthn options, which browsers define; clients pass them on unchanged. */
export const PasskeyOptions = named(
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

export const NewPasskeyRequest = named(
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

export const PasskeySignInRequest = named(
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

export const PasskeyRename = named('PasskeyRename', closed({ name: PasskeyName() }, { examples: [{ name: 'Phone' }] }));

export const PasskeyParams = closed({
  passkeyId: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Id of one of your passkeys.',
    examples: [examplePasskey.id],
  }),
});

export const PasskeyDeleted = named(
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
