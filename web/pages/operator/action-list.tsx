import { Link } from '@tanstack/react-router';
import type { OperatorAction } from '../../../client/client';
import { TimeAgo } from '../../components/time';
import { changesOf, type FieldChange } from './action-changes';

const maxShownLength = 300;
const shorten = (text: string) => (text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text);

function Change({ change: { path, from, to } }: { change: FieldChange }) {
  return (
    <div className="grid min-w-0 gap-x-3 text-12 sm:grid-cols-[160px_minmax(0,1fr)]">
      <dt className="text-quiet">{path.join(' › ')}</dt>
      <dd className="min-w-0 break-words">
        {from !== null && <del className="text-quiet">{shorten(from)}</del>}
        {from !== null && (
          <>
            {' '}
            <span aria-hidden="true">→</span>{' '}
          </>
        )}
        {to === null ? (
          <span className="text-quiet">removed</span>
        ) : (
          <ins className="font-medium no-underline">{shorten(to)}</ins>
        )}
      </dd>
    </div>
  );
}

function Changes({ action }: { action: OperatorAction }) {
  const changes = changesOf(action);
  if (changes.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-col gap-1">
      {changes.map(change => (
        <Change key={change.path.join('\n')} change={change} />
      ))}
    </dl>
  );
}

function SubjectLink({ action: { action, subject, subjectHandle } }: { action: OperatorAction }) {
  const className = 'font-medium break-all hover:underline';
  if (action.startsWith('event.')) {
    return (
      <Link to="/operator/events/$slug" params={{ slug: subject }} className={className}>
        {subject}
      </Link>
    );
  }
  if (subjectHandle !== null) {
    return (
      <Link to="/players/$handle" params={{ handle: subjectHandle }} className={className}>
        {subjectHandle}
      </Link>
    );
  }
  if (action.startsWith('request.')) {
    return (
      <Link to="/requests" search={{ id: subject }} className={className}>
        {subject}
      </Link>
    );
  }
  return <span className="font-medium break-all">{subject}</span>;
}

function Actor({ handle }: { handle: string | null }) {
  if (handle === null) return <>the operator token</>;
  return (
    <Link to="/players/$handle" params={{ handle }} className="hover:underline">
      {handle}
    </Link>
  );
}

interface ActionListProps {
  readonly actions: readonly OperatorAction[];
  readonly isOfOneSubject?: boolean;
}

/** Entries of the audit trail: who, when, why, before and after. */
export function ActionList({ actions, isOfOneSubject = false }: ActionListProps) {
  if (actions.length === 0) return <p className="text-quiet">No operator actions yet.</p>;
  return (
    <ol>
      {actions.map(action => (
        <li key={action.id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <code className="rounded-small bg-sunken px-1.5 font-mono text-12 leading-5">{action.action}</code>
            {!isOfOneSubject && <SubjectLink action={action} />}
            <span className="text-12 text-quiet">
              by <Actor handle={action.handle} />, <TimeAgo at={action.at} />
            </span>
          </div>
          {action.reason && <p className="prose-line mt-1">{action.reason}</p>}
          <Changes action={action} />
        </li>
      ))}
    </ol>
  );
}
