import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText } from '../../api/client';
import { Button, type ButtonKind } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorText } from '../../components/error-text';
import { TextArea } from '../../components/field';

interface ActionDialogProps {
  readonly title: string;
  readonly description?: string;
  /** The effects of the action, one sentence each. */
  readonly consequences: readonly string[];
  readonly confirm: string;
  readonly kind?: ButtonKind;
  readonly busy: boolean;
  readonly error: unknown;
  readonly isBlocked?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Describes the effects of an action and asks for confirmation. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, consequences, confirm, kind = 'primary', busy, error, isBlocked = false } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm();
  };
  return (
    <Dialog open onClose={props.onClose} title={title} description={description} isFirm>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {consequences.length > 0 && (
          <ul className="flex list-disc flex-col gap-1 rounded-card bg-sunken py-3 pr-4 pl-8">
            {consequences.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {props.children}
        {error !== null && error !== undefined && <ErrorText text={failureText(error)} />}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 border-t border-line bg-raised px-5 py-4">
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" kind={kind} busy={busy} disabled={isBlocked}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly hint?: string;
  readonly required?: boolean;
}

/** For reasons of edits, which the market page shows. */
export const publicNoteHint = 'Shown to everyone with the edit, and recorded in the audit trail.';

export function ReasonField({ value, onChange, label = 'Reason', hint, required = false }: ReasonFieldProps) {
  return (
    <TextArea
      label={required ? label : `${label} (optional)`}
      rows={2}
      maxLength={2000}
      required={required}
      value={value}
      onChange={event => onChange(event.target.value)}
      hint={hint ?? 'Recorded in the audit trail.'}
    />
  );
}

/** The state of a dialog with an optional subject. */
export function useDialog<T>() {
  const [subject, setSubject] = useState<T | null>(null);
  return { subject, open: setSubject, close: () => setSubject(null) };
}
