import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorPlayer } from '../../../client/client';
import { client } from '../../api/client';
import { operatorKey } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Select } from '../../components/field';
import { count } from '../../format/numbers';
import { showToast } from '../../shell/toasts';
import { ActionDialog, ReasonField } from './action-dialog';

export interface PlayerChange {
  readonly kind: 'plan' | 'role' | 'suspend' | 'unsuspend';
  readonly player: OperatorPlayer;
}

const plans = ['free', 'pro', 'enterprise'] as const;
type Plan = OperatorPlayer['plan'];

const titles = {
  plan: 'Change the plan',
  role: 'Change the role',
  suspend: 'Suspend',
  unsuspend: 'Lift the suspension',
};

function consequencesOf({ kind, player }: PlayerChange, plan: Plan): string[] {
  if (kind === 'plan')
    return [`${player.handle} reads commercial data with the plan ${plan}, from the next request on.`];
  if (kind === 'role') {
    return player.role === 'operator'
      ? [`${player.handle} loses access to this console at once.`]
      : [`${player.handle} can do everything in this console, including giving the role to others.`];
  }
  const agents = player.agents > 0 ? ` The same goes for ${count(player.agents, 'agent')} of this person.` : '';
  if (kind === 'unsuspend') return [`${player.handle} can write again and returns to the leaderboards.${agents}`];
  return [
    `Every write of ${player.handle} is refused with the reason below.${agents}`,
    'Open orders are cancelled and refunded now.',
    'Positions and forecasts stay; they are settled and scored. Rows disappear from the leaderboards.',
    'You can lift the suspension at any time.',
  ];
}

async function apply({ kind, player }: PlayerChange, plan: Plan, reason: string): Promise<void> {
  const params = { handle: player.handle };
  if (kind === 'plan') await client.call('setPlayerPlan', { params, body: { plan, reason } });
  else if (kind === 'suspend') await client.call('suspendPlayer', { params, body: { reason } });
  else if (kind === 'unsuspend') await client.call('unsuspendPlayer', { params, body: { reason } });
  else {
    const role = player.role === 'operator' ? 'member' : 'operator';
    await client.call('setPersonRole', { params: { id: player.id }, body: { role, reason } });
  }
}

function doneText({ kind, player }: PlayerChange, plan: Plan): string {
  if (kind === 'plan') return `${player.name} has the plan ${plan}`;
  if (kind === 'role')
    return player.role === 'operator' ? `${player.name} is a member` : `${player.name} is an operator`;
  return kind === 'suspend' ? `${player.name} is suspended` : `${player.name} is no longer suspended`;
}

function confirmText({ kind, player }: PlayerChange, plan: Plan): string {
  if (kind === 'plan') return `Set the plan ${plan}`;
  if (kind === 'role') return player.role === 'operator' ? 'Make a member' : 'Make an operator';
  return kind === 'suspend' ? 'Suspend' : 'Lift the suspension';
}

export function PlayerDialog({ change, onClose }: { change: PlayerChange; onClose: () => void }) {
  const { kind, player } = change;
  const queries = useQueryClient();
  const [plan, setPlan] = useState<Plan>(player.plan);
  const [reason, setReason] = useState('');
  const write = useMutation({
    mutationFn: () => apply(change, plan, reason.trim()),
    async onSuccess() {
      showToast(doneText(change, plan));
      await queries.invalidateQueries({ queryKey: operatorKey });
      onClose();
    },
  });
  const isDangerous = kind === 'suspend' || kind === 'role';
  return (
    <ActionDialog
      title={`${titles[kind]}: ${player.name}`}
      consequences={consequencesOf(change, plan)}
      confirm={confirmText(change, plan)}
      kind={isDangerous ? 'danger' : 'primary'}
      busy={write.isPending}
      error={write.error}
      isBlocked={kind === 'plan' && plan === player.plan}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      {kind === 'plan' && (
        <Select
          label="Plan"
          value={plan}
          options={plans.map(value => ({ value, label: value }))}
          onPick={setPlan}
          className="w-full"
        />
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        required={kind === 'suspend' || kind === 'unsuspend'}
        hint={kind === 'suspend' ? 'The player sees it with every rejected write.' : undefined}
      />
    </ActionDialog>
  );
}
