import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event, PayoutPreview } from '../../../../client/client';
import { client } from '../../../api/client';
import { TextField } from '../../../components/field';
import { ErrorNotice, SkeletonRows } from '../../../components/states';
import { count, credits } from '../../../format/numbers';
import { ActionDialog, ReasonField } from '../action-dialog';
import { type Answer, AnswerField, answerBody, emptyAnswer } from './answer-field';
import { ResolutionPreview } from './resolution-preview';
import { useEventWrite } from './use-event-write';

type Verb = 'resolve' | 'void' | 'correct';

interface Form {
  readonly answer: Answer;
  readonly source: string;
  readonly note: string;
}

function send(verb: Verb, slug: string, { answer, source, note }: Form, dryRun: boolean) {
  const params = { slug };
  if (verb === 'void') {
    return client.call('voidEvent', { params, body: { note, dryRun, ...(source ? { source } : {}) } });
  }
  const shared = { source: source.trim() || 'operator', note, dryRun };
  const pays = answer.kind === 'void' ? { void: true as const } : (answerBody(answer) ?? {});
  if (verb === 'correct') return client.call('correctEvent', { params, body: { ...shared, ...pays } });
  return client.call('resolveEvent', { params, body: { ...shared, ...answerBody(answer) } });
}

/** The same request with dryRun, so that the service computes the effects. */
function usePreview(verb: Verb, { slug, sequence }: Event, form: Form, isActive: boolean) {
  const isComplete = verb === 'void' || form.answer.kind === 'void' || answerBody(form.answer) !== null;
  return useQuery({
    queryKey: ['preview', verb, slug, sequence, form.answer],
    queryFn: async () => (await send(verb, slug, form, true)).preview,
    enabled: isComplete && isActive,
    retry: false,
    gcTime: 0,
    placeholderData: isComplete ? keepPreviousData : undefined,
  });
}

const titles = { resolve: 'Resolve this event', void: 'Void this event', correct: 'Correct the resolution' };

const doneTexts = {
  resolve: 'The event is resolved',
  void: 'The event is void',
  correct: 'The resolution is corrected',
};

function consequencesOf(verb: Verb, event: Event, preview: PayoutPreview | null | undefined): string[] {
  const isOpen = event.status === 'active' || event.status === 'paused';
  const lines = isOpen ? [`Trading ends now; ${count(event.openOrders, 'open order')} will be cancelled.`] : [];
  if (!preview) return lines;
  const holders = `${count(preview.players, 'player')} ${preview.players === 1 ? 'holds' : 'hold'} shares`;
  lines.push(`${credits(preview.paidCredits)} credits are paid; ${holders}.`);
  if (preview.takenBackCredits > 0) {
    lines.push(`${credits(preview.takenBackCredits)} credits are taken back from players.`);
  }
  if (preview.owedCredits > 0) {
    lines.push(`${credits(preview.owedCredits)} credits can’t be taken back and become debts.`);
  }
  if (verb === 'resolve') lines.push('Forecasts are unsealed and scored. A later change is a correction.');
  return lines;
}

function confirmText(verb: Verb, event: Event, { answer }: Form): string {
  if (verb === 'void' || answer.kind === 'void') return 'Void and refund';
  if (answerBody(answer) === null) return answer.kind === 'split' ? 'Complete the split' : 'Choose an answer';
  const label = answer.kind === 'outcome' && answer.winner !== null ? event.outcomes[answer.winner].label : 'the split';
  return verb === 'correct' ? `Correct to ${label}` : `Resolve to ${label}`;
}

export function ResolveDialog({ event, verb, onClose }: { event: Event; verb: Verb; onClose: () => void }) {
  const [form, setForm] = useState<Form>({ answer: emptyAnswer(event), source: event.resolutionSource.url, note: '' });
  const isVoid = verb === 'void' || form.answer.kind === 'void';
  const done = isVoid ? 'The event is void' : doneTexts[verb];
  const write = useEventWrite(event.slug, () => send(verb, event.slug, form, false), done, onClose);
  // Once the write is accepted the event is resolved, and another preview would be rejected.
  const preview = usePreview(verb, event, form, write.isIdle || write.isError);
  const needsNote = verb !== 'resolve' || event.proposal !== null;
  return (
    <ActionDialog
      title={titles[verb]}
      description={event.title}
      consequences={consequencesOf(verb, event, preview.data)}
      confirm={confirmText(verb, event, form)}
      kind={verb === 'resolve' ? 'primary' : 'danger'}
      busy={write.isPending}
      error={write.error}
      isBlocked={!preview.data || preview.isPlaceholderData}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      {verb !== 'void' && (
        <AnswerField
          event={event}
          answer={form.answer}
          canVoid={verb === 'correct'}
          onChange={answer => setForm(old => ({ ...old, answer }))}
        />
      )}
      <TextField
        label="Source"
        required={verb !== 'void'}
        maxLength={500}
        value={form.source}
        onChange={change => setForm(old => ({ ...old, source: change.target.value }))}
        hint="Where the answer was read. Public."
      />
      <ReasonField
        label="Note"
        required={needsNote}
        value={form.note}
        onChange={note => setForm(old => ({ ...old, note }))}
        hint={event.proposal ? 'Why you resolve it instead of letting the proposal become final. Public.' : 'Public.'}
      />
      {preview.error && <ErrorNotice error={preview.error} />}
      {preview.isFetching && !preview.data && <SkeletonRows rows={3} height={32} />}
      {preview.data && <ResolutionPreview event={event} preview={preview.data} />}
    </ActionDialog>
  );
}
