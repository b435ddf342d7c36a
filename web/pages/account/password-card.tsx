import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sessionsQuery } from '../../api/account-queries';
import { client, failureText } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';

export function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => client.call('updateMe', { body: { currentPassword: current, newPassword: next } }),
    onSuccess() {
      setCurrent('');
      setNext('');
      showToast('Password changed', 'All other sessions are signed out.');
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
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
          hint="At least 10 characters. All other sessions are signed out."
        />
        {failure && failure.field !== 'currentPassword' && failure.field !== 'newPassword' && (
          <ErrorText text={failure} />
        )}
        <Button type="submit" className="self-start" busy={change.isPending}>
          Change the password
        </Button>
      </form>
    </Card>
  );
}
