import type { ChangeEvent } from 'react';
import type { FailureText } from '../../../api/client';
import { Card } from '../../../components/card';
import { TextArea, TextField } from '../../../components/field';
import { zoneNote } from '../../../format/time';
import { type EventDraft, labelsOf } from './event-draft';

export interface FieldsProps {
  readonly draft: EventDraft;
  readonly onChange: (changes: Partial<EventDraft>) => void;
  /** Title, outcomes, opening and liquidity cannot change after creation. */
  readonly isEdit: boolean;
  readonly failure: FailureText | null;
}

/** The members whose errors a field of the form shows. */
export const eventMembers: readonly (string | null)[] = [
  ...['title', 'description', 'category', 'tags', 'outcomes', 'opensAt', 'endsAt', 'liquidityCredits'],
  ...['resolutionSource.rule', 'resolutionSource.name', 'resolutionSource.url'],
];

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

function bind({ draft, onChange, failure }: FieldsProps, name: keyof EventDraft, field: string = name) {
  return {
    value: draft[name],
    onChange: (event: Typed) => onChange({ [name]: event.target.value }),
    error: failure?.field === field ? failure.title : null,
  };
}

export function QuestionFields(props: FieldsProps) {
  const { draft, isEdit } = props;
  return (
    <Card title="Question">
      <div className="flex flex-col gap-4">
        <TextField label="Title" required maxLength={200} disabled={isEdit} {...bind(props, 'title')} />
        <TextArea label="Description" rows={3} maxLength={10_000} {...bind(props, 'description')} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Category" required maxLength={60} {...bind(props, 'category')} />
          <TextField label="Tags" hint="Separated by commas." {...bind(props, 'tags')} />
        </div>
        <TextArea
          label="Outcomes"
          required
          rows={Math.min(8, Math.max(2, labelsOf(draft).length))}
          disabled={isEdit}
          hint={isEdit ? 'Title and outcomes never change.' : 'One per line.'}
          {...bind(props, 'outcomes')}
        />
      </div>
    </Card>
  );
}

export function ResolutionFields(props: FieldsProps) {
  return (
    <Card title="Resolution">
      <div className="flex flex-col gap-4">
        <TextArea
          label="Rule"
          required
          rows={3}
          maxLength={5_000}
          hint="How the source determines the answer, without ambiguity."
          {...bind(props, 'rule', 'resolutionSource.rule')}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Source" required maxLength={200} {...bind(props, 'sourceName', 'resolutionSource.name')} />
          <TextField
            label="Address of the source"
            type="url"
            placeholder="https://"
            {...bind(props, 'sourceUrl', 'resolutionSource.url')}
          />
        </div>
      </div>
    </Card>
  );
}

export function ScheduleFields(props: FieldsProps) {
  const { draft, isEdit } = props;
  return (
    <Card title={isEdit ? 'Schedule' : 'Schedule and market'}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {!isEdit && (
          <TextField
            label="Opens"
            type="datetime-local"
            hint={`Now, if left empty. ${zoneNote()}.`}
            {...bind(props, 'opensAt')}
          />
        )}
        <TextField
          label="Trading ends"
          type="datetime-local"
          required
          hint={`${zoneNote()}.`}
          {...bind(props, 'endsAt')}
        />
        {!isEdit && (
          <TextField
            label="Liquidity in credits"
            inputMode="decimal"
            required
            hint="100 to 1,000,000. More liquidity moves the price less."
            {...bind(props, 'liquidity', 'liquidityCredits')}
          />
        )}
        {!isEdit && labelsOf(draft).length === 2 && (
          <TextField
            label={`Opening chance of ${labelsOf(draft)[0]} in percent`}
            inputMode="decimal"
            hint="50, if left empty."
            {...bind(props, 'prior')}
          />
        )}
      </div>
    </Card>
  );
}
