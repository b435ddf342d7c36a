import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PasskeyList } from '../../../client/client';
import { passkeysQuery } from '../../api/account-queries';
import { client, failureText, isCode } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Dialog } from '../../components/dialog';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { Icon } from '../../components/icon';
import { ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { browserName } from '../../format/browser-name';
import { showFailure, showToast } from '../../shell/toasts';
import { type CreationOptions, ceremonyFailure } from './passkey-ceremony';

type Passkey = PasskeyList['passkeys'][number];

async function addPasskey(name: string, password: string): Promise<void> {
  const { options } = await client.call('beginPasskeyRegistration', { body: { password } });
  const credential = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
  await client.call('addPasskey', { body: { name, credential: credential as never } });
}

function useRefreshed() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshed();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name, password),
    async onSuccess() {
      await refresh();
      showToast('Passkey added', 'You can sign in with it from now on.');
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const isWrong = isCode(add.error, 'FORBIDDEN');
  const failure = add.error && !isWrong ? (ceremonyFailure(add.error) ?? failureText(add.error)) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a passkey"
      description="Your device asks for your fingerprint, face or PIN. This data never leaves the device."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          maxLength={60}
          value={name}
          onChange={event => setName(event.target.value)}
          hint="For your own list."
        />
        <TextField
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
          error={isWrong ? 'The password is wrong.' : null}
        />
        {failure && <ErrorText text={failure} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={add.isPending}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useRefreshed();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => client.call('renamePasskey', { params: { passkeyId: passkey.id }, body: { name } }),
    async onSuccess() {
      await refresh();
      onClose();
    },
    onError: showFailure,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="flex-1">
        <TextField
          label="Name of the passkey"
          required
          maxLength={60}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </div>
      <Button type="submit" kind="primary" busy={rename.isPending}>
        Save
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const refresh = useRefreshed();
  const [isRenaming, setIsRenaming] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.call('deletePasskey', { params: { passkeyId: passkey.id } }),
    async onSuccess() {
      await refresh();
      showToast('Passkey removed', 'You can no longer sign in with it. Remove it from your device too.');
    },
    onError: showFailure,
  });
  if (isRenaming) return <RenameForm passkey={passkey} onClose={() => setIsRenaming(false)} />;
  return (
    <div className="flex items-center gap-3">
      <Icon name="key" size={16} className="text-quiet" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{passkey.name}</span>
          {passkey.synced && <Badge title="Your passkey provider copies it to your other devices">Synced</Badge>}
        </p>
        <p className="text-12 text-quiet">
          added <TimeAgo at={passkey.createdAt} />,{' '}
          {passkey.lastUsedAt ? (
            <>
              used <TimeAgo at={passkey.lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
        </p>
      </div>
      <Button size="small" kind="quiet" onClick={() => setIsRenaming(true)} aria-label={`Rename ${passkey.name}`}>
        Rename
      </Button>
      <Button
        size="small"
        kind="danger"
        busy={remove.isPending}
        onClick={() => remove.mutate()}
        aria-label={`Remove ${passkey.name}`}
      >
        Remove
      </Button>
    </div>
  );
}

/** Passkeys of the person. The arena offers them on HTTPS and on localhost only. */
export function PasskeysCard() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [isAdding, setIsAdding] = useState(false);
  const canAdd = data?.available === true && typeof PublicKeyCredential === 'function';
  return (
    <Card
      title="Passkeys"
      action={
        canAdd && (
          <Button size="small" onClick={() => setIsAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={1} height={40} />}
      {data && data.passkeys.length === 0 && (
        <p className="prose-line text-quiet">
          {canAdd
            ? 'Sign in with a fingerprint, a face or a PIN instead of the password. No passkey yet.'
            : 'Passkeys need an arena with HTTPS or on localhost, and a browser that supports them.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {data?.passkeys.map(passkey => (
          <li key={passkey.id} className="py-2.5">
            <PasskeyRow passkey={passkey} />
          </li>
        ))}
      </ul>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </Card>
  );
}
