import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { Person } from '../../../client/client';
import { client, failureText } from '../../api/client';
import { useSetSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button, ButtonLink } from '../../components/button';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';
import { setTourStep } from '../../shell/tour-state';
import { useTitle } from '../../shell/use-title';
import { AccountFrame } from './account-frame';

interface Confirmation {
  readonly title: string;
  readonly help: string;
  readonly button: string;
  readonly done: string;
  /** Null if the link alone confirms. */
  readonly password: { readonly label: string; readonly autoComplete: string; readonly hint?: string } | null;
  readonly opensSession: boolean;
  /** Starts the tour for a new account. */
  readonly isFirst?: true;
  confirm(token: string, password: string): Promise<{ readonly person: Person }>;
}

const confirmations: Readonly<Record<string, Confirmation>> = {
  'sign-up': {
    title: 'Confirm your account',
    help: 'Enter the password that you chose when you signed up.',
    button: 'Confirm',
    done: 'Welcome to Presage',
    password: { label: 'Password', autoComplete: 'current-password' },
    opensSession: true,
    isFirst: true,
    confirm: (token, password) => client.call('confirmSignUp', { body: { token, password } }),
  },
  'password-reset': {
    title: 'Choose a new password',
    help: 'All other sessions end.',
    button: 'Set the password',
    done: 'The password is changed',
    password: { label: 'New password', autoComplete: 'new-password', hint: 'At least 10 characters.' },
    opensSession: true,
    confirm: (token, newPassword) => client.call('confirmPasswordReset', { body: { token, newPassword } }),
  },
  'email-change': {
    title: 'Confirm your new email',
    help: 'You sign in with it from then on.',
    button: 'Confirm the email',
    done: 'The email is changed',
    password: null,
    opensSession: false,
    confirm: token => client.call('confirmEmailChange', { body: { token } }),
  },
};

/**
 * The token is in the URL fragment, which browsers do not send to servers, and is removed from the address bar at once.
 */
function useToken(): { readonly kind: string; readonly token: string } {
  const [read] = useState(() => {
    const [kind = '', token = ''] = location.hash.slice(1).split('=');
    return { kind, token };
  });
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return read;
}

function ConfirmForm({ confirmation, token }: { confirmation: Confirmation; token: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const setSession = useSetSession();
  const [password, setPassword] = useState('');
  const send = useMutation({
    mutationFn: () => confirmation.confirm(token, password),
    async onSuccess({ person }) {
      if (confirmation.opensSession) await setSession(person);
      else await queries.invalidateQueries({ queryKey: ['session'] });
      if (confirmation.isFirst) setTourStep(0);
      showToast(confirmation.done);
      await navigate({ to: '/' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  const failure = send.error ? failureText(send.error) : null;
  const isOfField = failure?.field === 'password' || failure?.field === 'newPassword';
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-quiet">{confirmation.help}</p>
      {confirmation.password && (
        <TextField
          {...confirmation.password}
          type="password"
          required
          minLength={10}
          value={password}
          onChange={event => setPassword(event.target.value)}
          error={failure && isOfField ? failure.title : null}
        />
      )}
      {failure && !isOfField && <ErrorText text={failure} />}
      <Button type="submit" kind="primary" size="large" busy={send.isPending}>
        {confirmation.button}
      </Button>
    </form>
  );
}

/** The target of links in emails and of reset links from operators. */
export function ConfirmPage() {
  const { kind, token } = useToken();
  const confirmation = token === '' ? undefined : confirmations[kind];
  useTitle(confirmation?.title ?? 'Confirm');
  if (!confirmation) {
    return (
      <AccountFrame title="This link is not complete">
        <p className="mb-5 text-quiet">Open it again from the email. A link works once.</p>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={confirmation.title}>
      <ConfirmForm confirmation={confirmation} token={token} />
    </AccountFrame>
  );
}
