import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Event } from '../../../client/client';
import { client, failureText } from '../../api/client';
import { useSession } from '../../api/session';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { TextArea } from '../../components/field';
import { showToast } from '../../shell/toasts';
import { FormError } from '../account/account-frame';

function DisputeDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const dispute = useMutation({
    mutationFn: () => client.call('disputeResolution', { params: { slug }, body: { reason: reason.trim() } }),
    async onSuccess() {
      showToast('The dispute is filed', 'An operator decides before anyone is paid.');
      await queries.invalidateQueries({ queryKey: ['event', slug] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispute.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Dispute the proposed resolution"
      description="The proposal then waits for an operator. You have one dispute for each proposal."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label="What is wrong with it"
          required
          rows={4}
          maxLength={2000}
          value={reason}
          onChange={event => setReason(event.target.value)}
          hint="Public. Name a source if you can."
        />
        {dispute.error && <FormError text={failureText(dispute.error)} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={dispute.isPending}>
            File the dispute
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** For people while the challenge window of a proposal is open. The service refuses those who never played there. */
export function DisputeButton({ event }: { event: Event }) {
  const { person } = useSession();
  const [isOpen, setOpen] = useState(false);
  const endsAt = event.proposal?.challengeEndsAt ?? null;
  if (!person || event.status !== 'closed' || endsAt === null || Date.parse(endsAt) <= Date.now()) return null;
  return (
    <div className="mt-2">
      <Button size="small" onClick={() => setOpen(true)}>
        Dispute it
      </Button>
      {isOpen && <DisputeDialog slug={event.slug} onClose={() => setOpen(false)} />}
    </div>
  );
}
