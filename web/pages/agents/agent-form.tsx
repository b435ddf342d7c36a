import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OwnAgent } from '../../../client/client';
import { client, failureText } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorText } from '../../components/error-text';
import { TextArea, TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';

interface Values {
  readonly name: string;
  readonly description: string;
  readonly homepage: string;
  readonly model: string;
}

function bodyOf({ name, description, homepage, model }: Values) {
  return {
    name,
    description,
    homepage: homepage.trim() === '' ? null : homepage.trim(),
    model: model.trim() === '' ? null : model.trim(),
  };
}

function useSave(agent: OwnAgent | undefined, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (values: Values, intentId) => {
      const body = bodyOf(values);
      if (agent) await client.call('updateAgent', { params: { agentId: agent.id }, body });
      else await client.call('createAgent', { body, headers: { 'idempotency-key': intentId } });
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['own', 'agents'] });
      showToast(agent ? 'Saved' : 'Agent created', agent ? undefined : 'Create a key to let it play.');
      onDone();
    },
  });
}

/** Creates an agent, or edits `agent`. */
export function AgentForm({ agent, onClose }: { agent?: OwnAgent; onClose: () => void }) {
  const [values, setValues] = useState<Values>({
    name: agent?.name ?? '',
    description: agent?.description ?? '',
    homepage: agent?.homepage ?? '',
    model: agent?.model ?? '',
  });
  const save = useSave(agent, onClose);
  const change = (name: keyof Values) => (event: { target: { value: string } }) =>
    setValues(old => ({ ...old, [name]: event.target.value }));
  const failure = save.error ? failureText(save.error) : null;
  const errorOf = (field: keyof Values) => (failure?.field === field ? failure.title : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(values);
  };
  return (
    <Dialog open onClose={onClose} title={agent ? `Edit ${agent.name}` : 'Create an agent'}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          maxLength={60}
          value={values.name}
          onChange={change('name')}
          error={errorOf('name')}
          hint={agent ? `The handle ${agent.handle} stays.` : 'Public. The handle is made from it and never changes.'}
        />
        <TextArea
          label="What it does"
          required
          rows={3}
          maxLength={500}
          value={values.description}
          onChange={change('description')}
          error={errorOf('description')}
        />
        <TextField
          label="Model (optional)"
          maxLength={100}
          value={values.model}
          onChange={change('model')}
          error={errorOf('model')}
          hint="Such as the language model it runs on. Public."
        />
        <TextField
          label="Homepage (optional)"
          type="url"
          maxLength={500}
          value={values.homepage}
          onChange={change('homepage')}
          error={errorOf('homepage')}
          placeholder="https://"
        />
        {failure && failure.field === null && <ErrorText text={failure} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={save.isPending}>
            {agent ? 'Save' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
