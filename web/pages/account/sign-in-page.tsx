import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Person } from '../../../client/client';
import { client, failureText, isStatus } from '../../api/client';
import { useSetSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { useTitle } from '../../shell/use-title';
import { AccountFrame } from './account-frame';
import { PasskeyButton } from './passkey-button';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  useTitle('Sign in');
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const setSession = useSetSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = async (person: Person) => {
    await setSession(person);
    await navigate({ href: next ?? '/' });
  };
  const signIn = useMutation({
    mutationFn: () => client.call('signIn', { body: { email, password } }),
    onSuccess: ({ person }) => enter(person),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const isWrong = isStatus(signIn.error, 401);
  return (
    <AccountFrame title="Sign in">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="username"
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
          error={isWrong ? 'Email or password is wrong.' : null}
        />
        {signIn.error && !isWrong && <ErrorText text={failureText(signIn.error)} />}
        <Button type="submit" kind="primary" size="large" busy={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <PasskeyButton onSignedIn={enter} />
      <p className="mt-5 flex flex-wrap justify-between gap-x-4 gap-y-2 text-quiet">
        <span>
          No account yet?{' '}
          <Link to="/sign-up" search={{ next }} className="text-accent-text underline underline-offset-2">
            Create one
          </Link>
        </span>
        <Link to="/reset-password" className="text-accent-text underline underline-offset-2">
          Forgot the password?
        </Link>
      </p>
    </AccountFrame>
  );
}
