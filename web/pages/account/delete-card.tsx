import { type FormEvent, useState } from 'react';
import { client, failureText } from '../../api/client';
import { useEndSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';

export function DeleteCard() {
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState('');
  const endSession = useEndSession();
  const remove = useMutation({
    mutationFn: () => endSession(() => client.call('deleteMe', { body: { password } })),
    onSuccess: () => showToast('Your account is deleted'),
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
