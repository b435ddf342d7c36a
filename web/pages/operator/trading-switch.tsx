import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../api/client';
import { useMutation } from '../../api/use-mutation';
import { showToast } from '../../shell/toasts';
import { ActionDialog, ReasonField } from './action-dialog';

const consequences = {
  pause: [
    'Every new order in the arena is refused with TRADING_PAUSED.',
    'Open orders stay. Cancels and forecasts still work.',
  ],
  resume: ['Orders are accepted again, in all markets that are open.'],
};

/** Pauses or resumes trading in the whole arena. */
export function useTradingSwitch(isPaused: boolean): { readonly open: () => void; readonly dialog: ReactNode } {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const verb = isPaused ? 'resume' : 'pause';
  const change = useMutation({
    mutationFn: () => client.call(isPaused ? 'resumeTrading' : 'pauseTrading', { body: { note: note.trim() } }),
    async onSuccess() {
      setOpen(false);
      setNote('');
      showToast(isPaused ? 'Trading goes on' : 'Trading is paused');
      await queries.invalidateQueries({ queryKey: ['service-status'] });
    },
  });
  const dialog = isOpen ? (
    <ActionDialog
      title={isPaused ? 'Resume trading in the whole arena' : 'Pause trading in the whole arena'}
      consequences={consequences[verb]}
      confirm={isPaused ? 'Resume trading' : 'Pause trading'}
      kind={isPaused ? 'primary' : 'danger'}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={() => setOpen(false)}
    >
      <ReasonField
        value={note}
        onChange={setNote}
        hint={isPaused ? undefined : 'Everyone sees it on the site until trading resumes.'}
      />
    </ActionDialog>
  ) : null;
  return { open: () => setOpen(true), dialog };
}
