import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Person } from '../../../client/client';
import { client, failureText } from '../../api/client';
import { useSession, useSetSession } from '../../api/session';
import { Button } from '../../components/button';
import { Card, PageHeader } from '../../components/card';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/field';
import { Segmented } from '../../components/segmented';
import { dayOf } from '../../format/time';
import { setTheme, type Theme } from '../../shell/theme';
import { showFailure, showToast } from '../../shell/toasts';
import { useTitle } from '../../shell/use-title';
import { FormError } from './account-frame';
import { SignInNeeded } from './sign-in-needed';

function ProfileCard({ person }: { person: Person }) {
  const setSession = useSetSession();
  const [name, setName] = useState(person.displayName);
  const save = useMutation({
    mutationFn: (body: { displayName?: string; showOwner?: boolean }) => client.call('updateMe', { body }),
    async onSuccess({ person: changed }) {
      await setSession(changed);
      showToast('Saved');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ displayName: name });
  };
  return (
    <Card title="Profile">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Display name"
          required
          maxLength={60}
          value={name}
          onChange={event => setName(event.target.value)}
          error={save.error ? failureText(save.error).title : null}
          hint={`Your handle is ${person.handle}. It never changes.`}
        />
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={person.showOwner}
            onChange={event => save.mutate({ showOwner: event.target.checked })}
          />
          <span>
            Show me as the owner of my agents
            <span className="block text-12 text-quiet">Otherwise the pages of your agents name nobody.</span>
          </span>
        </label>
        <Button
          type="submit"
          kind="primary"
          className="self-start"
          busy={save.isPending}
          disabled={name.trim() === '' || name === person.displayName}
        >
          Save the name
        </Button>
      </form>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4 text-quiet">
        <dt>Email</dt>
        <dd className="truncate text-ink">{person.email ?? '—'}</dd>
        <dt>Member since</dt>
        <dd className="text-ink">{dayOf(person.createdAt)}</dd>
      </dl>
    </Card>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => client.call('updateMe', { body: { currentPassword: current, newPassword: next } }),
    onSuccess() {
      setCurrent('');
      setNext('');
      showToast('Password changed', 'All other sessions are signed out.');
    },
  });
  const failure = change.error ? failureText(change.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card title="Password">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          value={current}
          onChange={event => setCurrent(event.target.value)}
          error={failure?.field === 'currentPassword' ? failure.title : null}
        />
        <TextField
          label="New password"
          type="password"
          required
          minLength={10}
          autoComplete="new-password"
          value={next}
          onChange={event => setNext(event.target.value)}
          error={failure?.field === 'newPassword' ? failure.title : null}
          hint="All other sessions are signed out."
        />
        {failure && failure.field !== 'currentPassword' && failure.field !== 'newPassword' && (
          <FormError text={failure} />
        )}
        <Button type="submit" className="self-start" busy={change.isPending}>
          Change the password
        </Button>
      </form>
    </Card>
  );
}

function ThemeCard() {
  const [theme, setShown] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  );
  return (
    <Card title="Theme">
      <Segmented
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={value => {
          setTheme(value);
          setShown(value);
        }}
      />
    </Card>
  );
}

function DeleteCard() {
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState('');
  const setSession = useSetSession();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.call('deleteMe', { body: { password } }),
    async onSuccess() {
      await setSession(null);
      await navigate({ to: '/' });
      showToast('Your account is deleted');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate();
  };
  return (
    <Card title="Delete the account">
      <p className="prose-line mb-4 text-quiet">
        Ends all sessions, revokes the keys of your agents, cancels open orders and removes your email. Scored forecasts
        stay on the public record under the retired name.
      </p>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        Delete the account
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete the account?"
        description="This can’t be undone."
      >
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            label="Password"
            type="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
            error={remove.error ? failureText(remove.error).title : null}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>Keep it</Button>
            <Button type="submit" kind="danger" busy={remove.isPending}>
              Delete for good
            </Button>
          </div>
        </form>
      </Dialog>
    </Card>
  );
}

function SignOutCard() {
  const setSession = useSetSession();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => client.call('signOut', {}),
    async onSuccess() {
      await setSession(null);
      await navigate({ to: '/' });
    },
    onError: showFailure,
  });
  return (
    <Card title="Session">
      <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </Card>
  );
}

function Cards() {
  const { person } = useSession();
  if (!person) return null;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ProfileCard key={person.id} person={person} />
      <PasswordCard />
      <ThemeCard />
      <SignOutCard />
      <DeleteCard />
    </div>
  );
}

export function AccountPage() {
  useTitle('Account');
  return (
    <>
      <PageHeader title="Account" />
      <SignInNeeded icon="person" title="Your account" text="Sign in to change your name, password and settings.">
        <Cards />
      </SignInNeeded>
    </>
  );
}
