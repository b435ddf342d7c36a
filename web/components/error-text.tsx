import type { FailureText } from '../api/client';

/** A form error that belongs to no field. */
export function ErrorText({ text: { title, advice } }: { text: FailureText }) {
  return (
    <p role="alert" className="rounded-card bg-loss-soft p-3 text-loss">
      <strong className="font-semibold">{title}</strong> {advice}
    </p>
  );
}
