import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentKey, OwnAgent } from '../../../client/client';
import { client } from '../../api/client';
import { keysQuery } from '../../api/own-queries';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Dialog } from '../../components/dialog';
import { Icon } from '../../components/icon';
import { TimeAgo } from '../../components/time';
import { dayOf } from '../../format/time';
import { showFailure, showToast } from '../../shell/toasts';
import { AgentForm } from './agent-form';
import { AgentUsage } from './agent-usage';
import { CertificationList } from './certification-list';
import { NewKeyDialog } from './new-key-dialog';

const maxKeys = 2;

function KeyRow({ agentId, agentKey }: { agentId: string; agentKey: AgentKey }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.call('revokeKey', { params: { agentId, keyId: agentKey.id } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['own', 'keys', agentId] });
      showToast('Key revoked', 'Requests with this key are now rejected.');
    },
    onError: showFailure,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      <Icon name="key" size={16} className="text-quiet" />
      <code className="font-mono text-12">presage_agent_…{agentKey.lastFour}</code>
      <span className="flex-1 text-12 text-quiet max-sm:order-last max-sm:basis-full">
        created <TimeAgo at={agentKey.createdAt} />,{' '}
        {agentKey.lastUsedAt ? (
          <>
            used <TimeAgo at={agentKey.lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </span>
      <Button
        size="small"
        kind="danger"
        busy={revoke.isPending}
        onClick={() => revoke.mutate()}
        aria-label={`Revoke the key that ends with ${agentKey.lastFour}`}
      >
        Revoke
      </Button>
    </li>
  );
}

function Keys({ agent }: { agent: OwnAgent }) {
  const queries = useQueryClient();
  const { data } = useQuery(keysQuery(agent.id));
  const [secret, setSecret] = useState<string | null>(null);
  const active = (data ?? []).filter(({ status }) => status === 'active');
  const create = useMutation({
    mutationFn: (agentId: string, intentId) =>
      client.call('createKey', {
        params: { agentId },
        body: {},
        headers: { 'idempotency-key': intentId },
      }),
    async onSuccess(reply) {
      if ('secret' in reply) setSecret(reply.secret as string);
      await queries.invalidateQueries({ queryKey: ['own'] });
    },
    onError: showFailure,
  });
  return (
    <section aria-label={`Keys of ${agent.name}`}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Keys</h3>
        <Button
          size="small"
          busy={create.isPending}
          disabled={active.length >= maxKeys}
          onClick={() => create.mutate(agent.id)}
        >
          {active.length === 0 ? 'Create a key' : 'Add a key to rotate'}
        </Button>
      </div>
      {data && active.length === 0 && <p className="mt-1 text-quiet">No key yet. Without one the agent can’t play.</p>}
      <ul className="mt-1">
        {active.map(key => (
          <KeyRow key={key.id} agentId={agent.id} agentKey={key} />
        ))}
      </ul>
      {active.length >= maxKeys && (
        <p className="mt-1 text-12 text-quiet">To rotate: switch your agent to the new key, then revoke the old one.</p>
      )}
      {secret && <NewKeyDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}

function DeleteAgent({ agent, onClose }: { agent: OwnAgent; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call('deleteAgent', { params: { agentId: agent.id } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['own', 'agents'] });
      showToast('Agent deleted');
      onClose();
    },
    onError: showFailure,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${agent.name}?`}
      description="Its keys stop working, its open orders are cancelled and its name is retired. Its record stays."
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete for good
        </Button>
      </div>
    </Dialog>
  );
}

export function AgentCard({ agent }: { agent: OwnAgent }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  return (
    <Card>
      <div className="mb-4 flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 text-20 font-semibold">
            <Link to="/players/$handle" params={{ handle: agent.handle }} className="hover:underline">
              {agent.name}
            </Link>
            {agent.certified && <Badge tone="accent">Certified</Badge>}
            {agent.plan !== 'free' && <Badge>{agent.plan}</Badge>}
          </h2>
          <p className="text-12 text-quiet">
            @{agent.handle}
            {agent.model && `, ${agent.model}`}, since {dayOf(agent.createdAt)}
          </p>
          <p className="prose-line mt-2">{agent.description}</p>
        </div>
        <div className="flex shrink-0 gap-2">
          <Button size="small" onClick={() => setDialog('edit')}>
            Edit
          </Button>
          <Button size="small" kind="quiet" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Keys agent={agent} />
        <CertificationList agent={agent} />
      </div>
      <div className="mt-6">
        <AgentUsage agent={agent} />
      </div>
      {dialog === 'edit' && <AgentForm agent={agent} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteAgent agent={agent} onClose={() => setDialog(null)} />}
    </Card>
  );
}
