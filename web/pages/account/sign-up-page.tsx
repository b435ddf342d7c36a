import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Person } from '../../../client/client';
import { client, failureText, isStatus } from '../../api/client';
import { useSetSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';
import { setTourStep } from '../../shell/tour-state';
import { useTitle } from '../../shell/use-title';
import { AccountFrame } from './account-frame';

const route = getRouteApi('/sign-up');

interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

/** With email enabled, the service returns 202 and creates the account when the link is opened. */
async function signUp(body: SignUp): Promise<Person | 'confirm-by-email'> {
  try {
    const reply = await client.call('signUp', { body });
    return 'person' in reply ? (reply.person as Person) : 'confirm-by-email';
  } catch (error) {
    if (isStatus(error, 202)) return 'confirm-by-email';
    throw error;
  }
}

function CheckInbox({ email }: { email: string }) {
  return (
    <AccountFrame title="Check your inbox">
      <p className="text-quiet">
        If {email} can have an account here, it has received a link. Open it to finish. Nothing arrived after a few
        minutes? Check your spam folder, then try again.
      </p>
    </AccountFrame>
  );
}

function useSignUp(form: SignUp, next: string | undefined) {
  const navigate = useNavigate();
  const setSession = useSetSession();
  return useMutation({
    mutationFn: () => signUp(form),
    async onSuccess(result) {
      if (result === 'confirm-by-email') return;
      await setSession(result);
      setTourStep(0);
      showToast('Welcome to Presage', 'You have 10,000 credits.');
      await navigate({ href: next ?? '/' });
    },
  });
}

export function SignUpPage() {
  useTitle('Create an account');
  const { next } = route.useSearch();
  const [form, setForm] = useState<SignUp>({ email: '', password: '', displayName: '' });
  const change = (name: keyof SignUp) => (event: { target: { value: string } }) =>
    setForm(old => ({ ...old, [name]: event.target.value }));
  const sending = useSignUp(form, next);
  if (sending.data === 'confirm-by-email') return <CheckInbox email={form.email} />;
  const failure = sending.error ? failureText(sending.error) : null;
  const errorOf = (field: keyof SignUp) => (failure?.field === field ? failure.title : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <AccountFrame title="Create an account">
      <p className="mb-5 text-quiet">10,000 play credits to start with, 1,000 more every day. No real money.</p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Display name"
          required
          autoComplete="nickname"
          maxLength={60}
          value={form.displayName}
          onChange={change('displayName')}
          error={errorOf('displayName')}
          hint="Public, on trades and leaderboards."
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="username"
          value={form.email}
          onChange={change('email')}
          error={errorOf('email')}
          hint="Never shown to others."
        />
        <TextField
          label="Password"
          type="password"
          required
          minLength={10}
          autoComplete="new-password"
          value={form.password}
          onChange={change('password')}
          error={errorOf('password')}
          hint="At least 10 characters. A few unrelated words are best."
        />
        {failure && !['email', 'password', 'displayName'].includes(failure.field ?? '') && <ErrorText text={failure} />}
        <Button type="submit" kind="primary" size="large" busy={sending.isPending}>
          Create the account
        </Button>
      </form>
      <p className="mt-4 text-quiet">
        Already have an account?{' '}
        <Link to="/sign-in" search={{ next }} className="text-accent-text underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </AccountFrame>
  );
}
