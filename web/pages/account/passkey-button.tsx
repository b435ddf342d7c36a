import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import type { Person } from '../../../client/client';
import { client, failureText, isCode } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { ErrorText } from '../../components/error-text';
import { Icon } from '../../components/icon';
import { ceremonyFailure } from './passkey-ceremony';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

async function signIn(): Promise<Person> {
  const { options } = await client.call('beginPasskeySignIn', {});
  const credential = await startAuthentication({ optionsJSON: options as unknown as RequestOptions });
  return (await client.call('signInWithPasskey', { body: { credential: credential as never } })).person;
}

/** The advice of the arena is for its operator. */
const unavailableHere = {
  title: 'This arena can’t use passkeys at this address.',
  advice: 'Sign in with the password.',
  field: null,
  requestId: null,
};

/** Signs in with a passkey, in browsers that support it. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (person: Person) => Promise<void> }) {
  const passkey = useMutation({ mutationFn: signIn, onSuccess: onSignedIn });
  if (!browserSupportsWebAuthn()) return null;
  const unknown = isCode(passkey.error, 'UNAUTHORIZED')
    ? {
        title: 'No account has this passkey.',
        advice: 'Sign in with the password and add it in your account.',
        field: null,
        requestId: null,
      }
    : null;
  const unavailable = isCode(passkey.error, 'PASSKEYS_UNAVAILABLE') ? unavailableHere : null;
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button size="large" busy={passkey.isPending} onClick={() => passkey.mutate()}>
        <Icon name="key" size={16} />
        Sign in with a passkey
      </Button>
      {passkey.error && (
        <ErrorText text={unknown ?? unavailable ?? ceremonyFailure(passkey.error) ?? failureText(passkey.error)} />
      )}
    </div>
  );
}
