import { Link, useLocation } from '@tanstack/react-router';
import type { FailureText } from '../api/client';

/** Points to the error of a field, which a long form may have scrolled out of view. */
export const markedField: FailureText = {
  title: 'This was refused.',
  advice: 'Correct the field that is marked above.',
  field: null,
  requestId: null,
};

/** A form error that belongs to no field. Signing in returns to this page. */
export function ErrorText({ text: { title, advice, isSignedOut = false } }: { text: FailureText }) {
  const { href } = useLocation();
  return (
    <p role="alert" className="rounded-card bg-loss-soft p-3 text-loss">
      <strong className="font-semibold">{title}</strong>{' '}
      {isSignedOut ? (
        <>
          <Link to="/sign-in" search={{ next: href }} className="underline underline-offset-2">
            Sign in
          </Link>{' '}
          and try again.
        </>
      ) : (
        advice
      )}
    </p>
  );
}
