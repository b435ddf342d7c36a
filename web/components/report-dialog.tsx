import { type FormEvent, useState } from 'react';
import { client, failureText } from '../api/client';
import { useMutation } from '../api/use-mutation';
import { showToast } from '../shell/toasts';
import { Button } from './button';
import { Dialog } from './dialog';
import { Select, TextArea } from './field';

export interface ReportSubject {
  readonly kind: 'event' | 'player' | 'dispute' | 'market-request';
  /** The slug, handle or id. */
  readonly name: string;
}

const categories = [
  { value: 'misleading', label: 'Misleading or ambiguous' },
  { value: 'spam', label: 'Spam' },
  { value: 'abuse', label: 'Abuse or harassment' },
  { value: 'personal-data', label: 'Personal data' },
  { value: 'rules', label: 'Against the rules' },
  { value: 'other', label: 'Something else' },
] as const;

type Category = (typeof categories)[number]['value'];

export function ReportDialog({
  subject,
  label,
  onClose,
}: {
  subject: ReportSubject;
  label: string;
  onClose: () => void;
}) {
  const [category, setCategory] = useState<Category>('misleading');
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: () => client.call('fileReport', { body: { subject, category, reason } }),
    onSuccess({ replayed }) {
      showToast(
        replayed ? 'You have reported this before' : 'Report sent',
        'An operator will review it. You will be notified when it is closed.',
      );
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Report ${label}`} description="Only operators and you see the report.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Select label="What is wrong" value={category} options={categories} onPick={setCategory} />
        <TextArea
          label="Why"
          required
          rows={4}
          maxLength={2000}
          value={reason}
          onChange={event => setReason(event.target.value)}
          error={send.error ? failureText(send.error).title : null}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={send.isPending}>
            Send the report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
