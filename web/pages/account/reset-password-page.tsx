import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { client, failureText } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { useTitle } from '../../shell/use-title';
import { AccountFrame } from './account-frame';

/** Asks for a link that sets a new password. The reply is the same whether or not the email has an account. */
export function ResetPasswordPage() {
  useTitle('Reset the password');
  const [email, setEmail] = useState('');
  const send = useMutation({ mutationFn: () => client.call('requestPasswordReset', { body: { email } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  if (send.isSuccess) {
    return (
      <AccountFrame title="Check your inbox">
        <p className="text-quiet">
          If {email} has an account, it has received a link to choose a new password. The link works once, for an hour.
          Nothing arrived after a few minutes? Check your spam folder, then try again.
        </p>
      </AccountFrame>
    );
  }
  const failure = send.error ? failureText(send.error) : null;
  return (
    <AccountFrame title="Reset the password">
      <p className="mb-5 text-quiet">Enter the email of your account. You get a link to choose a new password.</p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="username"
          value={email}
          onChange={event => setEmail(event.target.value)}
          error={failure?.field === 'email' ? failure.title : null}
        />
        {failure && failure.field !== 'email' && <ErrorText text={failure} />}
        <Button type="submit" kind="primary" size="large" busy={send.isPending}>
          Send the link
        </Button>
      </form>
      <p className="mt-4 text-quiet">
        Remember your password?{' '}
        <Link to="/sign-in" className="text-accent-text underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </AccountFrame>
  );
}
