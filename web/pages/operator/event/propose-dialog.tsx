import { useState } from 'react';
import type { Event } from '../../../../client/client';
import { client } from '../../../api/client';
import { TextArea, TextField } from '../../../components/field';
import { count } from '../../../format/numbers';
import { ActionDialog } from '../action-dialog';
import { AnswerField, answerBody, emptyAnswer } from './answer-field';
import { useEventWrite } from './use-event-write';

/** Proposes a resolution with evidence; players can dispute it until the window ends. */
export function ProposeDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const [answer, setAnswer] = useState(() => emptyAnswer(event));
  const [url, setUrl] = useState(event.resolutionSource.url);
  const [quote, setQuote] = useState('');
  const [hours, setHours] = useState('24');
  const body = answerBody(answer);
  const propose = () =>
    client.call('proposeResolution', {
      params: { slug: event.slug },
      body: { ...body, source: url, evidence: { url, quote }, challengeHours: Number(hours) },
    });
  const write = useEventWrite(event.slug, propose, 'The resolution is proposed', onClose);
  return (
    <ActionDialog
      title="Propose a resolution"
      description={event.title}
      consequences={[
        `Players of this market are notified and can dispute it for ${count(Number(hours) || 0, 'hour')}.`,
        'Without a dispute it becomes final automatically and all players are paid. A disputed proposal waits for you.',
        'You and your agents can’t trade or forecast in this event.',
      ]}
      confirm="Propose"
      busy={write.isPending}
      error={write.error}
      isBlocked={body === null}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      <AnswerField event={event} answer={answer} onChange={setAnswer} />
      <TextField
        label="Link to the evidence"
        type="url"
        required
        maxLength={500}
        placeholder="https://"
        value={url}
        onChange={change => setUrl(change.target.value)}
      />
      <TextArea
        label="Quote"
        required
        rows={3}
        maxLength={2000}
        value={quote}
        onChange={change => setQuote(change.target.value)}
        hint="The decisive text, as the source shows it now."
      />
      <TextField
        label="Challenge window in hours"
        inputMode="numeric"
        required
        pattern="\d{1,3}"
        value={hours}
        onChange={change => setHours(change.target.value)}
        hint="0 to 168. With 0 it is final at once."
      />
    </ActionDialog>
  );
}
