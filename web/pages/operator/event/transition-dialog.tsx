import { useState } from 'react';
import type { Event } from '../../../../client/client';
import { client } from '../../../api/client';
import { TextField } from '../../../components/field';
import { fromLocalInput, toLocalInput } from '../../../format/local-time';
import { count } from '../../../format/numbers';
import { fullTime, zoneNote } from '../../../format/time';
import { ActionDialog, publicNoteHint, ReasonField } from '../action-dialog';
import { useEventWrite } from './use-event-write';

type Verb = 'pause' | 'resume' | 'close' | 'reopen' | 'confirm';

interface Text {
  readonly title: string;
  readonly confirm: string;
  readonly done: string;
  readonly consequences: (event: Event) => readonly string[];
}

const ordersText = ({ openOrders }: Event) =>
  openOrders === 0 ? 'There are no open orders.' : `${count(openOrders, 'open order')} will be cancelled and refunded.`;

const texts: Readonly<Record<Verb, Text>> = {
  pause: {
    title: 'Pause this market',
    confirm: 'Pause',
    done: 'The market is paused',
    consequences: ({ openOrders }) => [
      'New orders are refused until you resume it. Forecasts are still accepted.',
      `Open orders stay (${openOrders}); players can cancel them.`,
    ],
  },
  resume: {
    title: 'Resume this market',
    confirm: 'Resume',
    done: 'Trading goes on',
    consequences: ({ endsAt }) => [`Orders are accepted again, until ${fullTime(endsAt)}.`],
  },
  close: {
    title: 'Close this market now',
    confirm: 'Close',
    done: 'The market is closed',
    consequences: event => [
      'Trading and forecasting end now, before the planned time.',
      ordersText(event),
      'Nothing is paid until it is resolved. You can reopen it.',
    ],
  },
  reopen: {
    title: 'Reopen this market',
    confirm: 'Reopen',
    done: 'The market is open again',
    consequences: ({ proposal }) => [
      'Orders and forecasts are accepted again. Orders that the close cancelled stay cancelled.',
      ...(proposal ? ['The proposed resolution is withdrawn.'] : []),
    ],
  },
  confirm: {
    title: 'Confirm the proposal',
    confirm: 'Start the challenge window',
    done: 'The challenge window has begun',
    consequences: () => [
      'The challenge window starts now and players are notified.',
      'Without a dispute the resolution becomes final automatically and all players are paid.',
    ],
  },
};

function send(verb: Verb, slug: string, note: string, endsAt: string): Promise<unknown> {
  const params = { slug };
  const body = { note };
  switch (verb) {
    case 'pause':
      return client.call('pauseEvent', { params, body });
    case 'resume':
      return client.call('resumeEvent', { params, body });
    case 'close':
      return client.call('closeEvent', { params, body });
    case 'reopen':
      return client.call('reopenEvent', { params, body: { ...body, endsAt: fromLocalInput(endsAt) } });
    case 'confirm':
      return client.call('confirmProposal', { params });
  }
}

export function TransitionDialog({ event, verb, onClose }: { event: Event; verb: Verb; onClose: () => void }) {
  const { title, confirm, done, consequences } = texts[verb];
  const [note, setNote] = useState('');
  const [endsAt, setEndsAt] = useState(() => toLocalInput(new Date(Date.now() + 7 * 86_400_000)));
  const write = useEventWrite(event.slug, () => send(verb, event.slug, note, endsAt), done, onClose);
  return (
    <ActionDialog
      title={title}
      description={event.title}
      consequences={consequences(event)}
      confirm={confirm}
      busy={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      {verb === 'reopen' && (
        <TextField
          label="New end of trading"
          type="datetime-local"
          hint={`${zoneNote()}.`}
          required
          value={endsAt}
          onChange={change => setEndsAt(change.target.value)}
        />
      )}
      {verb !== 'confirm' && (
        <ReasonField hint={verb === 'reopen' ? publicNoteHint : undefined} value={note} onChange={setNote} />
      )}
    </ActionDialog>
  );
}
