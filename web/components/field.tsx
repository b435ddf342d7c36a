import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { Icon } from './icon';

interface FieldFrame {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
}

type FrameProps = FieldFrame & { id: string; children: ReactNode };

function Frame({ label, hint, error, id, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="text-12 text-loss">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-12 text-quiet">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

function described(id: string, { hint, error }: FieldFrame) {
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': hint || error ? `${id}-note` : undefined };
}

export function TextField({
  label,
  hint,
  error,
  className = '',
  ...input
}: FieldFrame & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={id}>
      <input {...input} {...described(id, { label, hint, error })} className={`field w-full ${className}`} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, ...area }: FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={id}>
      <textarea {...area} {...described(id, { label, hint, error })} className="field w-full py-2" />
    </Frame>
  );
}

interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SelectProps<T extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onPick: (value: T) => void;
}

/** A native select, because the platform's picker works best on phones. The label is for screen readers. */
export function Select<T extends string>({ label, value, options, onPick, className = '', ...rest }: SelectProps<T>) {
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        {...rest}
        aria-label={label}
        value={value}
        onChange={event => onPick(event.target.value as T)}
        className="field w-full appearance-none pr-9"
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={14} className="pointer-events-none absolute top-[13px] right-3 text-quiet" />
    </span>
  );
}
