import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PresageError } from '../../../../client/client';
import { failureText } from '../../../api/client';
import { policyQuery } from '../../../api/operator-queries';
import { Button } from '../../../components/button';
import { Card } from '../../../components/card';
import { ErrorText, markedField } from '../../../components/error-text';
import { TextArea, TextField } from '../../../components/field';
import { formReadiness } from '../../../components/readiness/form-readiness';
import { ReadinessPanel } from '../../../components/readiness/readiness-panel';
import { publicNoteHint, ReasonField } from '../action-dialog';
import { type EventDraft, readinessDraft } from './event-draft';
import { eventMembers, type FieldsProps, QuestionFields, ResolutionFields, ScheduleFields } from './event-fields';

/** Explains which rule of the market policy blocked the event, and asks for the consent it requires. */
function PolicyConsent({ error, draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'> & { error: unknown }) {
  const { data } = useQuery(policyQuery);
  const code = error instanceof PresageError ? error.code : null;
  if (code !== 'POLICY_EXCLUDED' && code !== 'POLICY_REVIEW') return null;
  const named = data?.rules.filter(rule => (error as PresageError).message.includes(rule.id)) ?? [];
  const isReview = code === 'POLICY_REVIEW';
  return (
    <Card title={isReview ? 'The policy requires a review' : 'The policy excludes this question'}>
      <ul className="mb-4 flex flex-col gap-2 text-quiet">
        {named.map(rule => (
          <li key={rule.id}>
            <span className="font-medium text-ink">{rule.title}.</span> {rule.covers}
          </li>
        ))}
      </ul>
      {isReview ? (
        <TextField
          label="Rules that you have reviewed"
          hint="Their ids, separated by commas. Recorded with the event."
          value={draft.acknowledgePolicy}
          placeholder={named.map(rule => rule.id).join(',')}
          onChange={event => onChange({ acknowledgePolicy: event.target.value })}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <TextField
            label="Rule to override"
            value={draft.overridePolicy}
            placeholder={named.map(rule => rule.id).join(',')}
            onChange={event => onChange({ overridePolicy: event.target.value })}
          />
          <TextArea
            label="Why"
            rows={2}
            minLength={10}
            hint="Recorded with the event."
            value={draft.overrideReason}
            onChange={event => onChange({ overrideReason: event.target.value })}
          />
        </div>
      )}
    </Card>
  );
}

interface EventFormProps {
  readonly initial: EventDraft;
  /** The slug of the edited event. */
  readonly slug: string | null;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly footer?: ReactNode;
  readonly onSubmit: (draft: EventDraft) => void;
}

export function EventForm({ initial, slug, submitLabel, busy, error, footer, onSubmit }: EventFormProps) {
  const [draft, setDraft] = useState(initial);
  const onChange = (changes: Partial<EventDraft>) => setDraft(old => ({ ...old, ...changes }));
  const failure = error ? failureText(error) : null;
  const fields: FieldsProps = { draft, onChange, isEdit: slug !== null, failure };
  const isUnchanged = slug !== null && JSON.stringify(draft) === JSON.stringify({ ...initial, note: draft.note });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft);
  };
  return (
    <form
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-4 min-[1000px]:grid-cols-[minmax(0,1fr)_264px] lg:grid-cols-[minmax(0,1fr)_300px]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <QuestionFields {...fields} />
        <ResolutionFields {...fields} />
        <ScheduleFields {...fields} />
        <PolicyConsent error={error} draft={draft} onChange={onChange} />
        {slug !== null && (
          <Card>
            <ReasonField
              label="Why you edit it"
              hint={publicNoteHint}
              value={draft.note}
              onChange={note => onChange({ note })}
            />
          </Card>
        )}
        {failure && <ErrorText text={eventMembers.includes(failure.field) ? markedField : failure} />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          <span className="flex-1 text-12 text-quiet">{isUnchanged ? 'Nothing is changed yet.' : footer}</span>
          <Button type="submit" kind="primary" size="large" busy={busy} disabled={isUnchanged}>
            {submitLabel}
          </Button>
        </div>
      </div>
      <div className="min-[1000px]:sticky min-[1000px]:top-20">
        <ReadinessPanel
          draft={readinessDraft(draft)}
          own={slug}
          eventPage="/operator/events/$slug"
          select={readiness => formReadiness(readiness, slug !== null)}
        />
      </div>
    </form>
  );
}
