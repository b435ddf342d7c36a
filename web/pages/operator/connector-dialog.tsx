import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connector, ConnectorFormat } from '../../../client/client';
import { client } from '../../api/client';
import { operatorKey } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Select, TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';
import { ActionDialog } from './action-dialog';
import { propertiesOf, readSettings, SettingFields, textsOf } from './connector-settings';

interface ConnectorDialogProps {
  readonly connector: Connector;
  readonly format: ConnectorFormat | undefined;
  readonly onClose: () => void;
}

/** Changes the settings of a connector; it stays on or off. */
export function ConnectorDialog({ connector, format, onClose }: ConnectorDialogProps) {
  const queries = useQueryClient();
  const { id, name, enabled } = connector;
  const properties = propertiesOf(format);
  const [texts, setTexts] = useState(() => textsOf(connector.settings, properties));
  const change = useMutation({
    mutationFn: () =>
      client.call('putConnector', {
        params: { id },
        body: { enabled, settings: readSettings(texts, properties), format: connector.format },
      }),
    async onSuccess() {
      showToast(`The settings of ${name} are saved`);
      await queries.invalidateQueries({ queryKey: operatorKey });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={`Settings of ${name}`}
      consequences={enabled && format?.origin !== 'push' ? ['It runs at once with the new settings.'] : []}
      confirm="Save"
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <SettingFields properties={properties} texts={texts} onChange={setTexts} />
    </ActionDialog>
  );
}

/** Adds a source of the operator's own rows: a file at an address, or rows that a program pushes. */
export function NewConnectorDialog({ formats, onClose }: { formats: readonly ConnectorFormat[]; onClose: () => void }) {
  const queries = useQueryClient();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [format, setFormat] = useState(formats[0]);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const properties = propertiesOf(format);
  const add = useMutation({
    mutationFn: () => {
      const settings = readSettings(texts, properties);
      const body = { enabled: true, settings, format: format.id, ...(name === '' ? {} : { name }) };
      return client.call('putConnector', { params: { id }, body });
    },
    async onSuccess() {
      showToast(`${name || id} is on`);
      await queries.invalidateQueries({ queryKey: operatorKey });
      onClose();
    },
  });
  return (
    <ActionDialog
      title="Add a source"
      description="Your own markets and prices, beside those of other venues."
      consequences={[]}
      confirm="Add the source"
      busy={add.isPending}
      error={add.error}
      onConfirm={() => add.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Id"
        required
        pattern="[a-z0-9][a-z0-9\-]{1,39}"
        maxLength={40}
        placeholder="house-polls"
        value={id}
        onChange={event => setId(event.target.value)}
        hint="2 to 40 lower-case letters, digits and hyphens; it can’t be changed later."
      />
      <TextField
        label="Name (optional)"
        maxLength={80}
        placeholder="House polls"
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <span className="-mb-3 text-14 font-medium" aria-hidden="true">
        Kind of source
      </span>
      <Select
        label="Kind of source"
        className="w-full"
        value={format.id}
        options={formats.map(each => ({ value: each.id, label: `${each.name}: ${each.covers}` }))}
        onPick={value => {
          setFormat(formats.find(each => each.id === value) ?? format);
          setTexts({});
        }}
      />
      <SettingFields properties={properties} texts={texts} onChange={setTexts} />
    </ActionDialog>
  );
}
