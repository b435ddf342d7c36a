import { type FormEvent, useState } from 'react';
import type { Person } from '../../../client/client';
import { client, failureText } from '../../api/client';
import { useSetSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { TextField } from '../../components/field';
import { dayOf } from '../../format/time';
import { showToast } from '../../shell/toasts';

export function ProfileCard({ person }: { person: Person }) {
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
        <Button
          type="submit"
          kind="primary"
          className="self-start"
          busy={save.isPending && save.variables.displayName !== undefined}
          disabled={name.trim() === '' || name === person.displayName}
        >
          Save the name
        </Button>
      </form>
      <label className="mt-5 flex items-start gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          className="mt-0.5 size-4 accent-accent"
          checked={person.showOwner}
          onChange={event => save.mutate({ showOwner: event.target.checked })}
        />
        <span>
          Show me as the owner of my agents
          <span className="block text-12 text-quiet">Otherwise your agents’ pages show no owner. Saved at once.</span>
        </span>
      </label>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4 text-quiet">
        <dt>Member since</dt>
        <dd className="text-ink">{dayOf(person.createdAt)}</dd>
      </dl>
    </Card>
  );
}
