import { type FormEvent, useState } from 'react';
import { client, failureText, isCode } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';

function ChangeForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => client.call('requestEmailChange', { body: { email, password } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  if (change.isSuccess) {
    return (
      <p role="status" className="mt-3 rounded-card bg-accent-soft p-3">
        A link was sent to {email}. Your email changes when you open it.
      </p>
    );
  }
  const failure = change.error ? failureText(change.error) : null;
  const isWrongPassword = isCode(change.error, 'FORBIDDEN') || failure?.field === 'password';
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
      <TextField
        label="New email"
        type="email"
        required
        autoComplete="email"
        value={email}
        onChange={event => setEmail(event.target.value)}
        error={failure?.field === 'email' ? failure.title : null}
      />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        value={password}
        onChange={event => setPassword(event.target.value)}
        error={isWrongPassword ? 'The password is wrong.' : null}
      />
      {failure && !isWrongPassword && failure.field !== 'email' && <ErrorText text={failure} />}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={change.isPending}>
          Send the link
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export function EmailCard({ email }: { email: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Email"
      action={
        !isOpen && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            Change
          </Button>
        )
      }
    >
      <p className="truncate">{email ?? '—'}</p>
      <p className="mt-1 text-12 text-quiet">For signing in and for links. Never shown to others.</p>
      {isOpen && <ChangeForm onClose={() => setIsOpen(false)} />}
    </Card>
  );
}
